/** `budget tx restore`: restores deleted transactions. */

import { defineCommand } from '../../command/define.ts'
import { labelById, mapOneByOne } from '../../command/for-each.ts'
import { zeroOrMore } from '../../command/option-spec.ts'
import { transactionOption } from '../../command/options.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import { findTransactions, toUnknownIdError } from '../../transactions/find-listed.ts'
import { addReferences, getRepliedTransaction } from '../../transactions/read-reply.ts'
import { selectTransactions } from '../../transactions/select-transactions.ts'
import { filterFlags } from '../../transactions/transaction-filters.ts'
import { defineTransactionChangeView } from '../../transactions/transactions-view.ts'

export const restore = defineCommand({
  name: 'tx restore',
  summary: 'Restore deleted transactions',
  arguments: { ids: zeroOrMore(transactionOption('The transactions to restore')) },
  flags: filterFlags,
  examples: [
    { when: 'You deleted the wrong one', commandLine: 'budget tx restore last' },
    { when: 'Everything deleted from one shop', commandLine: 'budget tx restore --merchant spotify' },
  ],
  mutates: true,
  async run(context, { ids: typedIds, ...filters }) {
    const purpose = { verb: 'Restore', isOfDeleted: true } as const
    const { ids, found } = await selectTransactions(context, { ids: typedIds, filters }, purpose)
    if (ids.length > 1 && !found) await findTransactions(context, ids)
    const restoreOne = async (id: string): Promise<Transaction> => {
      const reply = await context.workspace.api
        .restoreTransaction({ transaction_id: id })
        .catch((error: unknown) => {
          throw toUnknownIdError(id, error)
        })
      return getRepliedTransaction(reply)
    }
    return addReferences(context, await mapOneByOne(context, ids, restoreOne, labelById))
  },
  view: defineTransactionChangeView('Restored'),
})
