/** Reads the transactions of an Actual file that count, row by row. */

import type { ForeignTables } from '../../contract/ports/foreign-tables.ts'
import { isDate } from '../../money/calendar.ts'
import type { MinorUnits } from '../../money/minor-units.ts'
import type { ReadAmount } from './amounts.ts'
import {
  createRowError,
  readFlag,
  readOptionalInteger,
  readOptionalText,
  readRows,
  readSortOrder,
  readText,
  type TableRow,
} from './table-rows.ts'

/** A transaction or a line of a split, which is a row as well. */
export interface TransactionRow {
  id: string
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
  const transactions: TransactionRow[] = []
  const children: TransactionRow[] = []
  const intern = createInterner()
  let firstDate: string | undefined
  for (const row of readRows(tables, 'transactions', COLUMNS)) {
    const date = readDate(row)
    const account = readOptionalText(row, 'acct')
    if (date === null) continue
    const isLine = readFlag(row, 'isChild')
    if (!isLine && (firstDate === undefined || date < firstDate)) firstDate = date
    if (account === null || readFlag(row, 'tombstone')) continue
    const found = toTransactionRow(row, { date, account, readAmount, intern })
    if (!isLine) transactions.push(found)
    else if (found.parent !== null) children.push(found)
  }
  return {
    transactions: transactions.toSorted(compareTransactions),
    lines: groupLines(children.toSorted((a, b) => b.order - a.order)),
    firstMonth: firstDate?.slice(0, 7),
  }
}

type Intern = <Text extends string | null>(text: Text) => Text

/** Returns a function that returns the first of equal texts: 100,000 rows repeat a few hundred ids and dates. */
function createInterner(): Intern {
  const texts = new Map<unknown, unknown>()
  return <Text extends string | null>(text: Text): Text => {
    if (text === null) return text
    const known = texts.get(text)
    if (known === undefined) texts.set(text, text)
    return (known ?? text) as Text // the map has each text under itself
  }
}

/** What the fields of a row are read with. */
interface RowContext {
  date: string
  account: string
  readAmount: ReadAmount
  intern: Intern
}

function toTransactionRow(row: TableRow, { date, account, readAmount, intern }: RowContext): TransactionRow {
  const id = readText(row, 'id')
  const isReconciled = readFlag(row, 'reconciled')
  return {
    id,
    parent: readParent(row, id),
    isSplit: readFlag(row, 'isParent'),
    account: intern(account),
    category: intern(readOptionalText(row, 'category')),
    payee: intern(readOptionalText(row, 'description')),
    amount: readAmount(row, 'amount'),
    date: intern(date),
    notes: readOptionalText(row, 'notes'),
    status: isReconciled ? 'reconciled' : readFlag(row, 'cleared', true) ? 'cleared' : 'pending',
    isStartingBalance: readFlag(row, 'starting_balance_flag'),
    otherSide: readOptionalText(row, 'transferred_id'),
    order: readSortOrder(row),
    number: row.number,
  }
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

function groupLines(children: readonly TransactionRow[]): Map<string, TransactionRow[]> {
  const lines = new Map<string, TransactionRow[]>()
  for (const child of children) {
    const siblings = lines.get(child.parent ?? '')
    if (siblings) siblings.push(child)
    else lines.set(child.parent ?? '', [child])
  }
  return lines
}

/** Actual shows the latest first, and a starting balance below the others of its day. */
function compareTransactions(a: TransactionRow, b: TransactionRow): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1
  if (a.isStartingBalance !== b.isStartingBalance) return a.isStartingBalance ? -1 : 1
  return a.order - b.order || (a.id < b.id ? 1 : -1)
}
