/** `budget tx restore`: restores deleted transactions. */

import { defineCommand } from '../../command/define.ts'
import { labelById, mapOneByOne } from '../../command/for-each.ts'
import { oneOrMore } from '../../command/option-spec.ts'
import { transactionOption } from '../../command/options.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import { defineTransactionChangeView } from '../../render/transactions.ts'
import { findTransactions, toUnknownIdError } from './shared/find-transactions.ts'
import { getRepliedTransaction } from './shared/reply.ts'

export const restore = defineCommand({
  name: 'tx restore',
  summary: 'Restore deleted transactions',
  arguments: { ids: oneOrMore(transactionOption('The transactions to restore')) },
  examples: [{ when: 'You deleted the wrong one', commandLine: 'budget tx restore txn_01' }],
  mutates: true,
  async run(context, { ids }) {
    const unique = [...new Set(ids)]
    if (unique.length > 1) await findTransactions(context, unique)
    const restoreOne = async (id: string): Promise<Transaction> => {
      const reply = await context.api.restoreTransaction({ transaction_id: id }).catch((error: unknown) => {
        throw toUnknownIdError(id, error)
      })
      return getRepliedTransaction(reply)
    }
    return mapOneByOne(context, unique, restoreOne, labelById)
  },
  view: defineTransactionChangeView('Restored'),
})
