/** `budget tx split`: splits a transaction into lines. */

import { defineCommand } from '../../command/define.ts'
import { oneOrMore } from '../../command/option-spec.ts'
import { categoryOrRtaOption, idOption } from '../../command/options.ts'
import { UserError } from '../../contract/errors.ts'
import { isZero, subtract, sum } from '../../money/decimal.ts'
import { defineTransactionChangeView } from '../../render/transactions.ts'
import { type SplitLine, splitLineOption } from './shared/category-options.ts'
import { readTransferSides } from './shared/find-transactions.ts'
import { confirmReconciledRows } from './shared/reconciled.ts'
import { getRepliedTransaction } from './shared/reply.ts'

export const split = defineCommand({
  name: 'tx split',
  summary: 'Divide a transaction among several categories',
  arguments: {
    id: idOption('The transaction'),
    lines: oneOrMore(splitLineOption('Part of it for a category; money out is negative')),
  },
  flags: { rest: categoryOrRtaOption('The category that pays for what is left') },
  examples: [
    {
      when: 'One receipt, two purposes',
      commandLine: 'budget tx split txn_01 Groceries=-30 Household=-12.10',
    },
    { when: 'All but the sweets', commandLine: "budget tx split txn_01 'Fun=-4.50:sweets' --rest Groceries" },
  ],
  mutates: true,
  async run(context, { id, lines, rest }) {
    const rows = await readTransferSides(context, id)
    const amount = rows.find((row) => row.id === id)?.amount ?? '0'
    const remaining = subtract(amount, sum(lines.map((line) => line.amount ?? '0')))
    const splits = [...lines, ...buildRestLine(rest, remaining)]
    if (rest === undefined && !isZero(remaining))
      throw new UserError('value', `The lines leave ${remaining} of ${amount}`, {
        field: 'splits',
        hint: '--rest CATEGORY takes what is left',
      })
    await confirmReconciledRows(context, rows)
    return getRepliedTransaction(
      await context.api.updateTransaction({ transaction_id: id, body: { splits } }),
    )
  },
  view: defineTransactionChangeView('Split'),
})

function buildRestLine(rest: { id: string } | 'rta' | undefined, amount: string): SplitLine[] {
  if (rest === undefined || isZero(amount)) return []
  return [rest === 'rta' ? { amount, ready_to_assign: true } : { amount, category_id: rest.id }]
}
