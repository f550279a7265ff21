/** Defines the columns that lists of transactions and the register share, and what a terminal adds to the fields. */

import type { Transaction } from '../contract/operations/transactions.ts'
import { isNegative } from '../money/decimal.ts'
import { displayWidth, padToWidth } from '../output/display-width.ts'
import { groupThousands } from '../output/format-amount.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { type Column, textColumn } from '../output/view.ts'

/** Returns the category of a transaction, or what takes its place: Ready to Assign, a split or a transfer. */
export const describeCategory = (row: Transaction): string | null => {
  if (row.category_name !== null) return row.category_name
  if (row.ready_to_assign) return 'Ready to Assign'
  if (row.splits !== null) return `Split (${row.splits.length})`
  return row.type === 'transfer' ? 'Transfer' : null
}

// JSON omits symbol keys, so that scripts get the transaction as the API returns it.
const otherAccountName: unique symbol = Symbol('the name of the other account')
const reference: unique symbol = Symbol('the reference')
const nextStep: unique symbol = Symbol('what the change means, and what to do next')

/** A transaction with what a terminal shows of it: its reference and, of a transfer, the name of the other account. */
export type ListedTransaction = Transaction & {
  readonly [otherAccountName]?: string
  readonly [reference]?: string
  readonly [nextStep]?: string | undefined
}

/** Returns the transfer with the name of the other account. */
export const withOtherAccount = <Row extends Transaction>(
  row: Row,
  name: string,
): Row & ListedTransaction => ({
  ...row,
  [otherAccountName]: name,
})

/** Returns the transaction with its reference. */
export const withReference = <Row extends Transaction>(row: Row, text: string): Row & ListedTransaction => ({
  ...row,
  [reference]: text,
})

/** Returns the transaction with lines that a terminal shows after it. */
export const withNextStep = (row: Transaction, sentence: string | undefined): ListedTransaction => ({
  ...row,
  [nextStep]: sentence,
})

/** Returns the lines that a terminal shows after the transaction. */
export const getNextStep = (row: ListedTransaction): string | undefined => row[nextStep]

/** Returns the reference of a transaction or, if it has none, its id. */
export const formatReference = (row: ListedTransaction): string => row[reference] ?? row.id

/** Returns the reference of a transaction; empty if it has none, as in scripts. */
export const getReference = (row: ListedTransaction): string => row[reference] ?? ''

/** The reference of a transaction, which the user types instead of its id. */
export const referenceColumn: Column<ListedTransaction> = {
  field: 'reference',
  heading: 'Ref',
  kind: 'text',
  isTerminalOnly: true,
  neverTruncate: true,
  dropPriority: 3,
  getValue: (row) => row[reference] ?? null,
}

/** Returns the merchant or, for a transfer, the other account. */
const formatCounterparty = (row: ListedTransaction): string => {
  const account = row[otherAccountName]
  if (row.merchant_name !== null || account === undefined) return row.merchant_name ?? ''
  return `${isNegative(row.amount) ? '→' : '←'} ${account}`
}

/** The merchant; on a terminal a transfer shows the other account instead. */
export const merchantColumn: Column<ListedTransaction> = {
  ...textColumn('merchant_name', 'Merchant', { minWidth: 7, dropPriority: 1 }),
  formatForTerminal: formatCounterparty,
}

/** The lines of a split transaction. */
export const splitsColumn: Column<Transaction> = {
  field: 'splits',
  heading: 'Splits',
  kind: 'text',
  getValue: (row) => (row.splits === null ? null : formatSplitLines(row).join('; ')),
  formatForTerminal: (row) => alignSplitLines(row).join('\n'),
}

/** Whether the transaction goes to Ready to Assign. */
export const readyToAssignColumn = textColumn('ready_to_assign', 'Ready to Assign', {
  hiddenOnTerminal: true,
})

/** The other account of a transfer. */
export const transferAccountColumn: Column<ListedTransaction> = {
  field: 'transfer_account_name',
  heading: 'Other account',
  kind: 'text',
  hiddenOnTerminal: true,
  getValue: (row) => row[otherAccountName] ?? null,
}

/** Columns that explain a missing category to scripts. A terminal shows the same in the category column. */
export const categoryColumns: readonly Column<ListedTransaction>[] = [
  textColumn('type', 'Type', { hiddenOnTerminal: true }),
  readyToAssignColumn,
  { ...splitsColumn, hiddenOnTerminal: true },
  transferAccountColumn,
]

const formatSplitLines = ({ splits }: Transaction): string[] =>
  (splits ?? []).map(
    (line) =>
      `${line.category_name ?? (line.ready_to_assign ? 'Ready to Assign' : 'Uncategorized')} ${line.amount}`,
  )

/** Formats split lines for users: amounts aligned, notes after them. */
export function alignSplitLines({ splits }: Transaction): string[] {
  const lines = (splits ?? []).map((line) => ({
    name: sanitizeLine(line.category_name ?? (line.ready_to_assign ? 'Ready to Assign' : 'Uncategorized')),
    amount: groupThousands(line.amount),
    notes: line.notes === null ? '' : `  ${sanitizeLine(line.notes)}`,
  }))
  const nameWidth = Math.max(0, ...lines.map(({ name }) => displayWidth(name)))
  const amountWidth = Math.max(0, ...lines.map(({ amount }) => amount.length))
  return lines.map(
    ({ name, amount, notes }) => `${padToWidth(name, nameWidth)}  ${amount.padStart(amountWidth)}${notes}`,
  )
}
