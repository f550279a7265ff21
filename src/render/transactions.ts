/** How transactions are shown. */

import { fieldPaths } from '../contract/field-paths.ts'
import { type Transaction, transaction } from '../contract/operations/transactions.ts'
import { isNegative } from '../money/decimal.ts'
import { padded, widthOf } from './display-width.ts'
import { grouped } from './format-amount.ts'
import { oneLine } from './sanitize.ts'
import { amount, type Column, type Pages, type Sheet, sheet, text } from './view.ts'

const fields = () => fieldPaths(transaction)

/** Where the money went, in a word. */
export const purpose = (row: Transaction): string | null => {
  if (row.category_name !== null) return row.category_name
  if (row.ready_to_assign) return 'Ready to Assign'
  if (row.splits !== null) return `Split (${row.splits.length})`
  return row.type === 'transfer' ? 'Transfer' : null
}

// JSON leaves out what stands under a symbol: there a transaction is as the API has it.
const otherAccount: unique symbol = Symbol('the name of the other account')

/** A transaction, of a transfer with the name of the other account. */
export type Told = Transaction & { readonly [otherAccount]?: string }

export const withOtherAccount = (row: Transaction, name: string): Told => ({ ...row, [otherAccount]: name })

/** Whom money went to or came from: a merchant, or another account. */
const counterpart = (row: Told): string => {
  const account = row[otherAccount]
  if (row.merchant_name !== null || account === undefined) return row.merchant_name ?? ''
  return `${isNegative(row.amount) ? '→' : '←'} ${account}`
}

/** On a terminal transfers have the other account in the merchant's place. */
export const merchantColumn: Column<Told> = {
  ...text('merchant_name', 'Merchant', { least: 7, spare: 1 }),
  draw: counterpart,
}

const splitsColumn: Column<Transaction> = {
  field: 'splits',
  heading: 'Splits',
  kind: 'text',
  value: (row) => (row.splits === null ? null : splitLines(row).join('; ')),
  draw: (row) => alignedSplits(row).join('\n'),
}
const readyToAssign = text('ready_to_assign', 'Ready to Assign', { unseen: true })
const transferAccount: Column<Told> = {
  field: 'transfer_account_name',
  heading: 'Other account',
  kind: 'text',
  unseen: true,
  value: (row) => row[otherAccount] ?? null,
}

/** What tells programs apart transactions without a category; a terminal has it in the category's place. */
export const purposeColumns: readonly Column<Told>[] = [
  text('type', 'Type', { unseen: true }),
  readyToAssign,
  { ...splitsColumn, unseen: true },
  transferAccount,
]

/** Transactions as they arrive, page by page. */
export const transactionList = sheet<Pages<Told>, Told>({
  columns: [
    text('date', 'Date', { whole: true }),
    text('account_name', 'Account', { spare: 3 }),
    merchantColumn,
    {
      ...text('category_name', 'Category', { least: 7, spare: 2 }),
      draw: (row: Transaction) => purpose(row) ?? '',
    },
    amount('amount', 'Amount'),
    text('status', 'Status', { droppable: true }),
    text('notes', 'Notes', { droppable: true }),
    text('id', 'Id', { droppable: true, whole: true }),
    ...purposeColumns,
  ],
  fields,
  empty: 'No transactions match',
})

const cardColumns: readonly Column<Told>[] = [
  text('date', 'Date'),
  amount('amount', 'Amount'),
  text('account_name', 'Account'),
  merchantColumn,
  { ...text('category_name', 'Category'), draw: (row) => purpose(row) ?? 'Uncategorized' },
  splitsColumn,
  text('status', 'Status'),
  text('review_status', 'Review'),
  text('notes', 'Notes'),
  text('type', 'Type'),
  text('deleted', 'Deleted'),
  text('id', 'Id'),
  readyToAssign,
]

/** One transaction with all its fields, or several. */
export const transactionCard = sheet<Told | Told[], Told>({
  columns: [...cardColumns, transferAccount],
  fields,
  loneAsCard: true,
})

/** What was changed: the same, except that nobody asked for the names of other accounts. */
const changedCard = sheet<Transaction | Transaction[], Transaction>({ columns: cardColumns, fields })

const splitLines = ({ splits }: Transaction): string[] =>
  (splits ?? []).map(
    (line) =>
      `${line.category_name ?? (line.ready_to_assign ? 'Ready to Assign' : 'Uncategorized')} ${line.amount}`,
  )

/** The same for a person's eye: amounts below each other, and the notes behind them. */
function alignedSplits({ splits }: Transaction): string[] {
  const lines = (splits ?? []).map((line) => ({
    name: oneLine(line.category_name ?? (line.ready_to_assign ? 'Ready to Assign' : 'Uncategorized')),
    amount: grouped(line.amount),
    notes: line.notes === null ? '' : `  ${oneLine(line.notes)}`,
  }))
  const nameWidth = Math.max(0, ...lines.map(({ name }) => widthOf(name)))
  const amountWidth = Math.max(0, ...lines.map(({ amount }) => amount.length))
  return lines.map(
    ({ name, amount, notes }) => `${padded(name, nameWidth)}  ${amount.padStart(amountWidth)}${notes}`,
  )
}

/** One line for each transaction that was changed, starting with what happened to it. */
export const transactionChange = (happened: string): Sheet<Transaction | Transaction[]> => ({
  ...changedCard,
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
  ...changedCard,
  say: ([out, into, ...more]) =>
    out && into && more.length === 0
      ? `${oneLine(`Moved ${grouped(into.amount)} from ${out.account_name} to ${into.account_name} on ${out.date} (${out.id}, ${into.id})`)}\n`
      : '',
}

const filed = (row: Transaction): string => `, ${purpose(row) ?? 'uncategorized'}`
