/** `budget tx clear`: marks transactions as cleared. */

import { defineCommand } from '../../command/define.ts'
import { zeroOrMore } from '../../command/option-spec.ts'
import { transactionOption } from '../../command/options.ts'
import { changeTransaction, changeTransactions } from '../../transactions/change-transactions.ts'
import { selectTransactions } from '../../transactions/select-transactions.ts'
import { filterFlags } from '../../transactions/transaction-filters.ts'
import { defineTransactionChangeView } from '../../transactions/transactions-view.ts'

const clearedBody = { status: 'cleared' } as const

export const clear = defineCommand({
  name: 'tx clear',
  summary: 'Mark transactions as cleared',
  arguments: { ids: zeroOrMore(transactionOption('The transactions to clear')) },
  flags: filterFlags,
  examples: [
    { when: 'It is on the statement', commandLine: 'budget tx clear 3C' },
    { when: 'Everything up to a date', commandLine: 'budget tx clear --account Checking --until 2026-10-31' },
  ],
  mutates: true,
  async run(context, { ids, ...filters }) {
    const only = { status: 'pending' } as const
    const selected = await selectTransactions(context, { ids, filters }, { verb: 'Clear', only })
    return changeTransactions(context, selected, {
      body: clearedBody,
      change: (id, changes) => changeTransaction(context, id, changes),
    })
  },
  view: defineTransactionChangeView('Cleared'),
})
