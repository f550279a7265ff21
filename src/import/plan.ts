/** What will be booked and what not: every row of the file in exactly one bin, fixed before anything is sent. */ // import.md §1

import type { BadRow } from '../contract/errors.ts'
import { batchSize } from '../contract/transactions.ts'
import { isDate } from '../money/calendar.ts'
import { decimalsOf } from '../money/currency.ts'
import { formatAmount, type Minor, parseAmount } from '../money/minor.ts'
import type { Choices } from './choices.ts'
import { bookedTexts, duplicateKey } from './drafts.ts'
import type { Known, Sought } from './known.ts'
import { type HeldPair, possiblePairs } from './possible.ts'
import type { StatementRow } from './row_reader.ts'
import type { Statement } from './statement.ts'

/** The bins of a plan. */
export const bins = ['create', 'duplicate', 'held', 'pending', 'excluded', 'rejected'] as const
export type Bin = (typeof bins)[number]

export interface ImportPlan {
  /** How many rows each bin holds; together the rows of the file. */
  counts: Record<Bin, number>
  /** What the amounts of each bin come to, as decimal strings; together the sum of the file. */
  sums: Record<Bin, string>
  /** The rows to book, in the file's order. */
  create: StatementRow[]
  held: HeldPair[]
  pending: StatementRow[]
  excluded: StatementRow[]
  rejected: StatementRow[]
  /** The first and last date of the rows that can be booked; undefined when there are none. */
  span: { first: string; last: string } | undefined
  /** The requests that booking takes. */
  requests: number
}

/** A file's rows, sorted out as far as the file alone tells. */
export interface Sorted {
  bookable: StatementRow[]
  /** The key of each bookable row. */
  keys: string[]
  pending: StatementRow[]
  excluded: StatementRow[]
  rejected: StatementRow[]
  span: { first: string; last: string } | undefined
}

/** Reads all rows of a statement into bins, by what the file says. */
export function sortRows(statement: Statement, choices: Choices): Sorted {
  const sorted: Sorted = { bookable: [], keys: [], pending: [], excluded: [], rejected: [], span: undefined }
  for (const row of statement.rows()) {
    const wanted =
      row.bin === 'ready' || (row.bin === 'pending' && choices.pending === 'import' && row.date !== '')
    if (row.bin === 'excluded') sorted.excluded.push(row)
    else if (row.bin === 'rejected') sorted.rejected.push(row)
    else if (!wanted) sorted.pending.push(row)
    else if (!isDate(row.date)) sorted.rejected.push(outsideCalendar(row))
    else addBookable(sorted, row)
  }
  return sorted
}

function addBookable(sorted: Sorted, row: StatementRow): void {
  sorted.bookable.push(row)
  sorted.keys.push(duplicateKey({ date: row.date, amount: row.amount, ...bookedTexts(row) }))
  const { first, last } = sorted.span ?? { first: row.date, last: row.date }
  sorted.span = { first: row.date < first ? row.date : first, last: row.date > last ? row.date : last }
}

// The service books from 1900 to 2199. spec D11
function outsideCalendar(row: StatementRow): StatementRow {
  const message = `${row.date} is not a date from 1900-01-01 to 2199-12-31`
  const problem: BadRow = { row: row.row, line: row.line, field: 'date', message }
  return { ...row, bin: 'rejected', reason: message, problem }
}

/** What to ask the account about; undefined when no row can be booked. */
export function soughtBy({ bookable, keys, span }: Sorted, account_id: string): Sought | undefined {
  if (!span) return undefined
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return { account_id, keys: counts, amounts: new Set(bookable.map(({ amount }) => amount)), ...span }
}

/** Settles the plan: of m equal rows of which the account has k, the last m − k are new. */ // import.md §5
export function planOf(
  sorted: Sorted,
  known: Known,
  { choices, currency }: { choices: Choices; currency: string },
): ImportPlan {
  const { bookable, keys, pending, excluded, rejected, span } = sorted
  const left = new Map(known.found)
  const duplicates: StatementRow[] = []
  const fresh: StatementRow[] = []
  for (const [at, row] of bookable.entries()) {
    const key = keys[at] ?? ''
    const known = left.get(key) ?? 0
    if (known > 0) left.set(key, known - 1)
    ;(known > 0 ? duplicates : fresh).push(row)
  }
  const held = span && choices.possible !== 'import' ? possiblePairs(fresh, known.candidates, span) : []
  const waiting = new Set(held.map(({ row }) => row))
  const create = waiting.size > 0 ? fresh.filter((row) => !waiting.has(row)) : fresh
  const filled = { create, duplicate: duplicates, held: [...waiting], pending, excluded, rejected }
  const requests = Math.ceil(create.length / batchSize)
  const counts = perBin((bin) => filled[bin].length)
  const sums = perBin((bin) => totalOf(filled[bin], currency))
  return { counts, sums, create, held, pending, excluded, rejected, span, requests }
}

/** What the amounts of rows come to, as a decimal string. */
export function totalOf(rows: readonly StatementRow[], currency: string): string {
  const decimals = decimalsOf(currency)
  let total: Minor = 0n
  for (const { amount } of rows) total += parseAmount(amount, decimals) ?? 0n
  return formatAmount(total, decimals)
}

const perBin = <Value>(value: (bin: Bin) => Value): Record<Bin, Value> => ({
  create: value('create'),
  duplicate: value('duplicate'),
  held: value('held'),
  pending: value('pending'),
  excluded: value('excluded'),
  rejected: value('rejected'),
})
