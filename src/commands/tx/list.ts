/** `budget tx list`: lists transactions. */

import { defineCommand } from '../../command/define.ts'
import { booleanFlag, withFields, zeroOrMore } from '../../command/option-spec.ts'
import { enumOption, integerOption, textOption } from '../../command/options.ts'
import { maxPageSize, reviewStatuses } from '../../contract/operations/transactions.ts'
import { DEFAULT_LIMIT, listTransactions } from '../../transactions/list-transactions.ts'
import { filterFlags } from '../../transactions/transaction-filters.ts'
import { transactionListView } from '../../transactions/transactions-view.ts'

export const list = defineCommand({
  name: 'tx list',
  summary: 'List transactions, newest first',
  arguments: { words: zeroOrMore(textOption('Only with this text; the same as --search', 'SEARCH')) },
  flags: {
    ...filterFlags,
    reviewStatus: withFields(
      enumOption('Only with this review status', 'STATUS', reviewStatuses),
      'review_status',
    ),
    needsReview: booleanFlag('Only transactions to review'),
    limit: integerOption(`List at most this many transactions (${DEFAULT_LIMIT} by default)`, 1),
    deleted: booleanFlag('Only deleted transactions; tx restore brings them back'),
    all: booleanFlag('List all, without a limit'),
    cursor: textOption('Continue an earlier list', 'CURSOR'),
    pageSize: integerOption('Transactions per request', 1, maxPageSize),
  },
  examples: [
    { when: 'Recent transactions', commandLine: 'budget tx' },
    { when: 'With a word in the merchant, category or notes', commandLine: 'budget tx list bakery' },
    {
      when: "Last month's groceries",
      commandLine: 'budget tx list --category Groceries --period last-month',
    },
    { when: 'Everything, for a script', commandLine: 'budget tx list --all --format ndjson' },
  ],
  run: listTransactions,
  view: transactionListView,
})
