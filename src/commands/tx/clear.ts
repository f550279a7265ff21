/** `budget tx clear`: marks transactions as cleared. */

import { defineCommand } from '../../command/define.ts'
import { oneOrMore } from '../../command/option-spec.ts'
import { transactionOption } from '../../command/options.ts'
import { defineTransactionChangeView } from '../../render/transactions.ts'
import { changeTransaction, changeTransactions } from './shared/change-transactions.ts'

const clearedBody = { status: 'cleared' } as const

export const clear = defineCommand({
  name: 'tx clear',
  summary: 'Mark transactions as cleared',
  arguments: { ids: oneOrMore(transactionOption('The transactions to clear')) },
  examples: [{ when: 'It is on the statement', commandLine: 'budget tx clear txn_01' }],
  mutates: true,
  run: (context, { ids }) =>
    changeTransactions(context, ids, {
      body: clearedBody,
      change: (id) => changeTransaction(context, id, clearedBody),
    }),
  view: defineTransactionChangeView('Cleared'),
})
