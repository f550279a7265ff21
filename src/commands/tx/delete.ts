/** `budget tx delete`: deletes transactions. */

import { defineCommand } from '../../command/define.ts'
import { labelById, mapOneByOne } from '../../command/for-each.ts'
import { zeroOrMore } from '../../command/option-spec.ts'
import { transactionOption } from '../../command/options.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import { findTransactions, readAllTransferSides, toUnknownIdError } from '../../transactions/find-listed.ts'
import { addReferences, getRepliedTransaction } from '../../transactions/read-reply.ts'
import { describeSelection, selectTransactions } from '../../transactions/select-transactions.ts'
import { filterFlags } from '../../transactions/transaction-filters.ts'
import { defineTransactionChangeView } from '../../transactions/transactions-view.ts'

export const remove = defineCommand({
  name: 'tx delete',
  summary: 'Delete transactions; they can be restored',
  arguments: {
    ids: zeroOrMore(transactionOption('The transactions to delete; for a transfer, both sides')),
  },
  flags: filterFlags,
  examples: [
    { when: 'Entered twice', commandLine: 'budget tx delete 3C' },
    { when: 'The last one that you entered', commandLine: 'budget tx delete last' },
    {
      when: 'Everything from one shop in a month',
      commandLine: 'budget tx delete --merchant spotify --period 2026-11',
    },
  ],
  mutates: true,
  async run(context, { ids, ...filters }) {
    const selected = await selectTransactions(context, { ids, filters }, { verb: 'Delete', asksItself: true })
    if (selected.ids.length === 0) return []
    const { length } = selected.ids
    const transactions =
      selected.found ??
      (length > 1 || !context.invocation.assumesYes ? await findTransactions(context, selected.ids) : [])
    await context.user.requireConfirmation(
      length === 1 ? 'Delete this transaction?' : `Delete ${length} transactions?`,
      async () => describeSelection(context, await readAllTransferSides(context, transactions), length),
    )
    const gone = new Map<string, Transaction>()
    const deleteOne = async (id: string): Promise<Transaction> => {
      const already = gone.get(id)
      if (already) return already
      const reply = await context.workspace.api
        .deleteTransaction({ transaction_id: id })
        .catch((error: unknown) => {
          throw toUnknownIdError(id, error)
        })
      for (const side of reply.transactions ?? []) gone.set(side.id, side)
      return getRepliedTransaction(reply)
    }
    return addReferences(context, await mapOneByOne(context, selected.ids, deleteOne, labelById))
  },
  view: defineTransactionChangeView('Deleted'),
})
