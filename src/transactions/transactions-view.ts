/** Shows transactions: the list of `tx list`, one with all its fields, and what a change did to them. */

import { listFieldPaths } from '../contract/field-paths.ts'
import { type Transaction, transaction } from '../contract/operations/transactions.ts'
import { groupThousands } from '../output/format-amount.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import {
  amountColumn,
  type Column,
  defineView,
  type RowPages,
  textColumn,
  type View,
} from '../output/view.ts'
import {
  alignSplitLines,
  categoryColumns,
  describeCategory,
  formatReference,
  getNextStep,
  getReference,
  type ListedTransaction,
  merchantColumn,
  readyToAssignColumn,
  referenceColumn,
  splitsColumn,
  transferAccountColumn,
} from './transaction-columns.ts'

const fields = () => listFieldPaths(transaction)

/** Transactions, page by page. */
export const transactionListView = defineView<RowPages<ListedTransaction>, ListedTransaction>({
  columns: [
    referenceColumn,
    textColumn('date', 'Date', { neverTruncate: true }),
    textColumn('account_name', 'Account', { dropPriority: 4 }),
    merchantColumn,
    {
      ...textColumn('category_name', 'Category', { minWidth: 7, dropPriority: 2 }),
      formatForTerminal: (row: Transaction) => describeCategory(row) ?? '',
    },
    amountColumn('amount', 'Amount'),
    textColumn('status', 'Status', { isDroppable: true }),
    textColumn('notes', 'Notes', { isDroppable: true }),
    {
      ...textColumn('id', 'Id', { isDroppable: true, neverTruncate: true }),
      // The reference is what the user types.
      formatForTerminal: (row) => (getReference(row) === '' ? row.id : ''),
    },
    ...categoryColumns,
  ],
  fields,
  emptyMessage: 'No transactions match',
})

const recordColumns: readonly Column<ListedTransaction>[] = [
  textColumn('date', 'Date'),
  amountColumn('amount', 'Amount'),
  textColumn('account_name', 'Account'),
  merchantColumn,
  {
    ...textColumn('category_name', 'Category'),
    formatForTerminal: (row) => describeCategory(row) ?? 'Uncategorized',
  },
  splitsColumn,
  textColumn('status', 'Status'),
  textColumn('review_status', 'Review'),
  textColumn('notes', 'Notes'),
  textColumn('type', 'Type'),
  textColumn('deleted', 'Deleted'),
  textColumn('id', 'Id'),
  readyToAssignColumn,
]

/** One transaction with all its fields, or several. */
export const transactionView = defineView<ListedTransaction | ListedTransaction[], ListedTransaction>({
  columns: [...recordColumns, transferAccountColumn],
  fields,
  showsSingleAsRecord: true,
})

/** Changed transactions. Names of other accounts are not loaded for them. */
const changedTransactionView = defineView<ListedTransaction | ListedTransaction[], ListedTransaction>({
  columns: recordColumns,
  fields,
})

/** Returns a view of one line for each changed transaction, starting with `happened`. */
export const defineTransactionChangeView = (verb: string): View<ListedTransaction | ListedTransaction[]> => ({
  ...changedTransactionView,
  renderText: (result) =>
    [result]
      .flat()
      .map((row) => {
        const merchantText = row.merchant_name === null ? '' : ` ${row.merchant_name}`
        const lines = alignSplitLines(row).map((line) => `  ${line}\n`)
        const next = getNextStep(row)?.split('\n').map(sanitizeLine).join('\n')
        return `${sanitizeLine(`${verb} ${groupThousands(row.amount)}${merchantText} on ${row.date} in ${row.account_name}${formatCategorySuffix(row)} (${formatReference(row)})`)}\n${lines.join('')}${next === undefined ? '' : `${next}\n`}`
      })
      .join(''),
})

/** Both sides of a new transfer, in one line. */
export const transferView: View<Transaction[]> = {
  ...changedTransactionView,
  renderText: ([out, into, ...more]) =>
    out && into && more.length === 0
      ? `${sanitizeLine(`Moved ${groupThousands(into.amount)} from ${out.account_name} to ${into.account_name} on ${out.date} (${formatReference(out)}, ${formatReference(into)})`)}\n`
      : '',
}

const formatCategorySuffix = (row: Transaction): string => `, ${describeCategory(row) ?? 'uncategorized'}`
