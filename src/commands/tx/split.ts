import { command, some } from '../../command/define.ts'
import { envelope, id } from '../../command/options.ts'
import { Mistake } from '../../contract/errors.ts'
import { isZero, subtract, sum } from '../../money/decimal.ts'
import { transactionChange } from '../../render/transactions.ts'
import { readSides } from './shared/find-transactions.ts'
import { confirmRows } from './shared/reconciled.ts'
import { answered } from './shared/reply.ts'
import { type SplitLine, splitLine } from './shared/split-option.ts'

export const split = command({
  name: 'tx split',
  summary: 'Divide a transaction among several categories',
  arguments: {
    id: id('The transaction'),
    lines: some(splitLine('Part of it for a category; money out is negative')),
  },
  flags: { rest: envelope('The category that pays for what is left') },
  examples: [
    { when: 'One receipt, two purposes', type: 'budget tx split txn_01 Groceries=-30 Household=-12.10' },
    { when: 'All but the sweets', type: "budget tx split txn_01 'Fun=-4.50:sweets' --rest Groceries" },
  ],
  changes: true,
  async run(world, { id, lines, rest }) {
    const rows = await readSides(world, id)
    const amount = rows.find((row) => row.id === id)?.amount ?? '0'
    const left = subtract(amount, sum(lines.map((line) => line.amount ?? '0')))
    const splits = [...lines, ...restLine(rest, left)]
    if (rest === undefined && !isZero(left))
      throw new Mistake('value', `The lines leave ${left} of ${amount}`, {
        field: 'splits',
        hint: '--rest CATEGORY takes what is left',
      })
    await confirmRows(world, rows)
    return answered(await world.api.updateTransaction({ transaction_id: id, body: { splits } }))
  },
  show: transactionChange('Split'),
})

function restLine(rest: { id: string } | 'rta' | undefined, amount: string): SplitLine[] {
  if (rest === undefined || isZero(amount)) return []
  return [rest === 'rta' ? { amount, ready_to_assign: true } : { amount, category_id: rest.id }]
}
