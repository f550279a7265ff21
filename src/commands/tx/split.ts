/** `budget tx split`: splits a transaction into lines. */

import { defineCommand } from '../../command/define.ts'
import { oneOrMore } from '../../command/option-spec.ts'
import { categoryOrRtaOption, transactionOption } from '../../command/options.ts'
import { UserError } from '../../contract/errors.ts'
import { isZero, subtract, sum } from '../../money/decimal.ts'
import { defineTransactionChangeView } from '../../render/transactions.ts'
import { type SplitLine, splitLineOption } from './shared/category-options.ts'
import { readTransferSides } from './shared/find-transactions.ts'
import { confirmReconciledRows } from './shared/reconciled.ts'
import { getRepliedTransaction } from './shared/reply.ts'

export const split = defineCommand({
  name: 'tx split',
  summary: 'Split a transaction into several categories',
  arguments: {
    id: transactionOption('The transaction'),
    lines: oneOrMore(splitLineOption('A category and its part of the amount; outflows are negative')),
  },
  flags: { rest: categoryOrRtaOption('The category for the remaining amount') },
  examples: [
    {
      when: 'One receipt, two categories',
      commandLine: 'budget tx split txn_01 Groceries=-30 Household=-12.10',
    },
    {
      when: 'A category for the rest',
      commandLine: "budget tx split txn_01 'Fun=-4.50:sweets' --rest Groceries",
    },
  ],
  mutates: true,
  async run(context, { id, lines, rest }) {
    const rows = await readTransferSides(context, id)
    const amount = rows.find((row) => row.id === id)?.amount ?? '0'
    const remaining = subtract(amount, sum(lines.map((line) => line.amount ?? '0')))
    const splits = [...lines, ...buildRestLine(rest, remaining)]
    if (rest === undefined && !isZero(remaining))
      throw new UserError('invalid', `The lines leave ${remaining} of ${amount} unassigned`, {
        field: 'splits',
        hint: 'Use --rest CATEGORY for the remaining amount',
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
