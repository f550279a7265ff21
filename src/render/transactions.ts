/** How transactions are shown. */

import { fieldPaths } from '../contract/field_paths.ts'
import { type Transaction, transaction } from '../contract/transactions.ts'
import { grouped } from './amounts.ts'
import { oneLine } from './safe.ts'
import { amount, type Pages, type Sheet, sheet, text } from './sheet.ts'

const fields = () => fieldPaths(transaction)

/** Where the money went, in a word. */
export const purpose = (row: Transaction): string | null => {
  if (row.category_name !== null) return row.category_name
  if (row.ready_to_assign) return 'Ready to Assign'
  if (row.splits !== null) return `Split (${row.splits.length})`
  return row.type === 'transfer' ? 'Transfer' : null
}

const columns = [
  text('date', 'Date'),
  text('account_name', 'Account'),
  text('merchant_name', 'Merchant'),
  { ...text('category_name', 'Category'), draw: (row: Transaction) => purpose(row) ?? '' },
  amount('amount', 'Amount'),
  text('status', 'Status', { droppable: true }),
  text('notes', 'Notes', { droppable: true }),
  text('id', 'Id', { droppable: true }),
]

/** Transactions as they arrive, page by page. */
export const transactionList = sheet<Pages<Transaction>, Transaction>({
  columns,
  fields,
  empty: 'No transactions match',
})

/** One transaction with all its fields, or several. */
export const transactionCard = sheet<Transaction | Transaction[], Transaction>({
  columns: [
    text('date', 'Date'),
    amount('amount', 'Amount'),
    text('account_name', 'Account'),
    text('merchant_name', 'Merchant'),
    { ...text('category_name', 'Category'), draw: (row) => purpose(row) ?? 'Uncategorized' },
    { field: 'splits', heading: 'Splits', kind: 'text', value: splitLines },
    text('status', 'Status'),
    text('review_status', 'Review'),
    text('notes', 'Notes'),
    text('type', 'Type'),
    text('deleted', 'Deleted'),
    text('id', 'Id'),
  ],
  fields,
})

function splitLines({ splits }: Transaction): string | null {
  if (splits === null) return null
  return splits
    .map(
      (line) =>
        `${line.amount} ${line.category_name ?? (line.ready_to_assign ? 'Ready to Assign' : 'Uncategorized')}`,
    )
    .join('\n')
}

/** One line for each transaction that was changed, starting with what happened to it. */
export const transactionChange = (happened: string): Sheet<Transaction | Transaction[]> => ({
  ...transactionCard,
  say: (result) =>
    [result]
      .flat()
      .map((row) => {
        const whom = row.merchant_name === null ? '' : ` ${row.merchant_name}`
        return `${oneLine(`${happened} ${grouped(row.amount)}${whom} on ${row.date} in ${row.account_name}${filed(row)} (${row.id})`)}\n`
      })
      .join(''),
})

/** Both sides of a transfer, in one line. */
export const transferChange: Sheet<Transaction[]> = {
  ...transactionCard,
  say: ([out, into, ...more]) =>
    out && into && more.length === 0
      ? `${oneLine(`Moved ${grouped(into.amount)} from ${out.account_name} to ${into.account_name} on ${out.date} (${out.id}, ${into.id})`)}\n`
      : '',
}

const filed = (row: Transaction): string => `, ${purpose(row) ?? 'uncategorized'}`
