/** Shows the register of an account: its transactions with the running balance. */

import { listFieldPaths } from '../contract/field-paths.ts'
import { transaction } from '../contract/operations/transactions.ts'
import { amountColumn, defineView, type RowPages, textColumn } from '../output/view.ts'
import {
  categoryColumns,
  describeCategory,
  type ListedTransaction,
  merchantColumn,
  referenceColumn,
} from '../transactions/transaction-columns.ts'

/** A transaction, and the balance of its account after it. */
export type RegisterRow = ListedTransaction & { balance_after: string }

/** The transactions of one account, page by page, each with the balance after it. */
export const accountRegisterView = defineView<RowPages<RegisterRow>, RegisterRow>({
  columns: [
    referenceColumn,
    textColumn('date', 'Date', { neverTruncate: true }),
    merchantColumn,
    {
      ...textColumn('category_name', 'Category', { minWidth: 7, dropPriority: 2 }),
      formatForTerminal: (row) => describeCategory(row) ?? '',
    },
    amountColumn('amount', 'Amount'),
    amountColumn('balance_after', 'Balance'),
    textColumn('status', 'Status', { isDroppable: true }),
    textColumn('notes', 'Notes', { isDroppable: true }),
    textColumn('id', 'Id', { isDroppable: true, neverTruncate: true }),
    ...categoryColumns,
  ],
  fields: () => [...listFieldPaths(transaction), 'balance_after'],
  emptyMessage: 'No transactions match',
})
