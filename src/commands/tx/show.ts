/** `budget tx show`: shows one transaction. */

import { defineCommand } from '../../command/define.ts'
import { oneOrMore } from '../../command/option-spec.ts'
import { transactionOption } from '../../command/options.ts'
import { findTransactions } from '../../transactions/find-listed.ts'
import { toListedTransactions } from '../../transactions/read-reply.ts'
import { transactionView } from '../../transactions/transactions-view.ts'

export const show = defineCommand({
  name: 'tx show',
  summary: 'Show transactions, including deleted ones',
  arguments: { ids: oneOrMore(transactionOption('The transactions to show')) },
  examples: [{ when: 'All fields of a transaction', commandLine: 'budget tx show 3C' }],
  async run(context, { ids }) {
    const sides = await findTransactions(context, [...new Set(ids)])
    return toListedTransactions(
      context,
      sides.map(({ row }) => row),
    )
  },
  view: transactionView,
})
