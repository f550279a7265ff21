/** `budget tx approve`: marks transactions as reviewed. */

import { defineCommand } from '../../command/define.ts'
import { booleanFlag, zeroOrMore } from '../../command/option-spec.ts'
import { transactionOption } from '../../command/options.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import { changeTransaction, changeTransactions } from '../../transactions/change-transactions.ts'
import { selectTransactions } from '../../transactions/select-transactions.ts'
import { filterFlags } from '../../transactions/transaction-filters.ts'
import { defineTransactionChangeView } from '../../transactions/transactions-view.ts'

const reviewedBody = { review_status: 'reviewed' } as const

export const approve = defineCommand({
  name: 'tx approve',
  summary: 'Mark transactions as reviewed',
  arguments: { ids: zeroOrMore(transactionOption('The transactions to approve')) },
  flags: {
    all: booleanFlag('Approve every matching transaction that needs review, without asking'),
    ...filterFlags,
  },
  examples: [
    { when: 'Approve one transaction', commandLine: 'budget tx approve 3C' },
    {
      when: 'Approve all from one account',
      commandLine: 'budget tx approve --all --merchant Amazon --period last-month',
    },
  ],
  mutates: true,
  async run(context, { ids, all, ...filters }): Promise<Transaction[]> {
    const only = { review_status: 'needs_review' } as const
    const selected = await selectTransactions(context, { ids, filters, all }, { verb: 'Approve', only })
    let done = 0
    return changeTransactions(context, selected, {
      body: reviewedBody,
      async change(id, changes) {
        const changed = await changeTransaction(context, id, changes)
        context.user.reportProgress({ done: ++done, of: selected.ids.length, what: 'approved' })
        return changed
      },
    })
  },
  view: defineTransactionChangeView('Approved'),
})
