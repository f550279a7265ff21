/** Reads the transactions of an Actual file that count, and gives lines to their splits. */

import type { ForeignTables } from '../../contract/ports/foreign-tables.ts'
import { isDate, toMonth } from '../../money/calendar.ts'
import type { MinorUnits } from '../../money/minor-units.ts'
import { createPlaceError, EXPORT_AGAIN } from '../../tables/source-file.ts'
import { shareText } from '../remember-by-text.ts'
import {
  createRowError,
  readFlag,
  readOptionalInteger,
  readOptionalText,
  readRows,
  readSortOrder,
  readText,
  type TableRow,
} from '../table-rows.ts'
import type { ReadAmount } from './read-amount.ts'

/** A transaction or a line of a split, which is a row as well. */
export interface TransactionRow {
  id: string
  isLine: boolean
  /** The transaction of which it is a line. */
  parent: string | null
  isSplit: boolean
  account: string
  /** The ids that the row has; others may have taken their places. */
  category: string | null
  payee: string | null
  amount: MinorUnits
  date: string
  notes: string | null
  status: 'pending' | 'cleared' | 'reconciled'
  isStartingBalance: boolean
  /** The row of the other side of a transfer. */
  otherSide: string | null
  order: number
  /** Its number in the table. */
  number: number
}

/** The rows of a budget. */
export interface TransactionRows {
  /** In the order of their dates, and on one day in the order of Actual, the earliest first. */
  transactions: TransactionRow[]
  /** The lines of each split, in their order. */
  lines: ReadonlyMap<string, readonly TransactionRow[]>
  /** The month of the first transaction, even of a deleted one: Actual shows months from three before it. */
  firstMonth: string | undefined
  omitted: OmittedRows
}

/** How many rows are not deleted, and yet not among the transactions and lines. */
export interface OmittedRows {
  withoutDate: number
  withoutAccount: number
  /** Lines of splits that are deleted or missing. */
  orphans: number
}

const COLUMNS = {
  required: ['id', 'acct', 'category', 'amount', 'description', 'notes', 'date'],
  optional: [
    'isParent',
    'isChild',
    'parent_id',
    'cleared',
    'reconciled',
    'starting_balance_flag',
    'transferred_id',
    'sort_order',
    'tombstone',
  ],
}

/** Reads the rows that are not deleted. @throws UserError if a value is wrong */
export function readTransactionRows(tables: ForeignTables, readAmount: ReadAmount): TransactionRows {
  const found = new Map<string, TransactionRow>()
  const omitted: OmittedRows = { withoutDate: 0, withoutAccount: 0, orphans: 0 }
  let firstDate: string | undefined
  for (const row of readRows(tables, 'transactions', COLUMNS)) {
    const date = readDate(row)
    const account = readOptionalText(row, 'acct')
    const isDeleted = readFlag(row, 'tombstone')
    if (date !== null && !readFlag(row, 'isChild') && (firstDate === undefined || date < firstDate))
      firstDate = date
    if (isDeleted) continue
    if (date === null) omitted.withoutDate++
    else if (account === null) omitted.withoutAccount++
    else {
      const read = toTransactionRow(row, { date, account, readAmount })
      const same = found.get(read.id)
      if (same) throw createRowError(row, `row ${same.number} has the same id "${read.id}"`)
      found.set(read.id, read)
    }
  }
  const { transactions, lines, orphans } = assembleSplits(found)
  omitted.orphans = orphans
  return {
    transactions: transactions.toSorted(compareTransactions),
    lines,
    firstMonth: firstDate?.slice(0, 7),
    omitted,
  }
}

/** Returns equal texts as one. */
const shareOptionalText = (text: string | null): string | null => (text === null ? null : shareText(text))

/** What the fields of a row are read with. */
interface RowContext {
  date: string
  account: string
  readAmount: ReadAmount
}

function toTransactionRow(row: TableRow, { date, account, readAmount }: RowContext): TransactionRow {
  const id = readText(row, 'id')
  const isReconciled = readFlag(row, 'reconciled')
  return {
    id,
    isLine: readFlag(row, 'isChild'),
    parent: readParent(row, id),
    isSplit: readFlag(row, 'isParent'),
    account: shareText(account),
    category: shareOptionalText(readOptionalText(row, 'category')),
    payee: shareOptionalText(readOptionalText(row, 'description')),
    amount: readTransactionAmount(row, readAmount),
    date: shareText(date),
    notes: readOptionalText(row, 'notes'),
    status: isReconciled ? 'reconciled' : readFlag(row, 'cleared', true) ? 'cleared' : 'pending',
    isStartingBalance: readFlag(row, 'starting_balance_flag'),
    otherSide: readOptionalText(row, 'transferred_id'),
    order: readSortOrder(row),
    number: row.number,
  }
}

/** Returns the amount. Actual never leaves one out, so a row without one is damaged. */
function readTransactionAmount(row: TableRow, readAmount: ReadAmount): MinorUnits {
  if (readOptionalInteger(row, 'amount') === null) throw createRowError(row, 'amount is missing')
  return readAmount(row, 'amount')
}

/** Returns the split that a line belongs to. In older files its id begins with that of the split: `SPLIT/LINE`. */
function readParent(row: TableRow, id: string): string | null {
  if (!readFlag(row, 'isChild')) return null
  if (row.positions.has('parent_id')) return readOptionalText(row, 'parent_id')
  const end = id.indexOf('/')
  return end > 0 ? id.slice(0, end) : null
}

/** Returns the date of a number such as 20261120; null if it is missing. */
function readDate(row: TableRow): string | null {
  const number = readOptionalInteger(row, 'date')
  if (number === null) return null
  const date = String(number).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
  if (isDate(date)) return date
  throw createRowError(row, `date ${number} is not a date`)
}

/** Actual shows the latest first, and a starting balance below the others of its day. */
function compareTransactions(a: TransactionRow, b: TransactionRow): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1
  if (a.isStartingBalance !== b.isStartingBalance) return a.isStartingBalance ? -1 : 1
  return a.order - b.order || (a.id < b.id ? 1 : -1)
}

/** The rows of a budget, each in its place. */
export interface AssembledRows {
  transactions: TransactionRow[]
  /** The lines of each split, in their order. */
  lines: Map<string, TransactionRow[]>
  /** How many lines belong to a split that is deleted or missing: Actual hides them. */
  orphans: number
}

/**
 * Gives each line to its split.
 * @param rows the rows that are not deleted, by their ids
 * @throws UserError if Actual would count a line in another way than its split
 */
function assembleSplits(rows: ReadonlyMap<string, TransactionRow>): AssembledRows {
  const transactions: TransactionRow[] = []
  const lines = new Map<string, TransactionRow[]>()
  let orphans = 0
  for (const row of rows.values()) {
    if (!row.isLine) {
      transactions.push(row)
      continue
    }
    const split = row.parent === null ? undefined : rows.get(row.parent)
    const problem = findProblem(row, split)
    if (problem !== undefined)
      throw createPlaceError(`transactions, row ${row.number}`, problem, EXPORT_AGAIN)
    if (!split) orphans++
    else {
      const siblings = lines.get(split.id)
      if (siblings) siblings.push(row)
      else lines.set(split.id, [row])
    }
  }
  for (const siblings of lines.values()) siblings.sort((a, b) => b.order - a.order)
  return { transactions, lines, orphans }
}

/** Returns what keeps a line from being booked with its split. */
function findProblem(line: TransactionRow, split: TransactionRow | undefined): string | undefined {
  if (line.isSplit) return 'it is both a split and a line of one'
  if (!split) return undefined
  const place = `row ${split.number}`
  if (split.isLine || !split.isSplit) return `it is a line of ${place}, which is not a split`
  if (split.account !== line.account) return `it is a line of ${place}, but in another account`
  if (toMonth(split.date) !== toMonth(line.date)) return `it is a line of ${place}, but in another month`
  return undefined
}
