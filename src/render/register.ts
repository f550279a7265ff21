/** How the register of an account is shown. */

import { fieldPaths } from '../contract/field-paths.ts'
import { transaction } from '../contract/operations/transactions.ts'
import { merchantColumn, purpose, purposeColumns, type Told } from './transactions.ts'
import { amount, type Pages, sheet, text } from './view.ts'

/** A transaction and what its account held once it was booked. */
export type Entered = Told & { balance_after: string }

/** The transactions of one account as they arrive, each with the balance after it. */
export const accountRegister = sheet<Pages<Entered>, Entered>({
  columns: [
    text('date', 'Date', { whole: true }),
    merchantColumn,
    { ...text('category_name', 'Category', { least: 7, spare: 2 }), draw: (row) => purpose(row) ?? '' },
    amount('amount', 'Amount'),
    amount('balance_after', 'Balance'),
    text('status', 'Status', { droppable: true }),
    text('notes', 'Notes', { droppable: true }),
    text('id', 'Id', { droppable: true, whole: true }),
    ...purposeColumns,
  ],
  fields: () => [...fieldPaths(transaction), 'balance_after'],
  empty: 'No transactions match',
})
