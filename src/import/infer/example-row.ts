/** A row of the file in a few words, so that a question about it can be answered without opening the file. */ // import.md §10

import type { FileRecord } from '../model/file-record.ts'
import { currencyOf } from '../text/currency-terms.ts'
import { isDateCell } from '../text/dates.ts'
import { isNumberCell } from '../text/numbers.ts'
import { directionOf } from '../text/vocabulary.ts'
import { type Column, isNumberColumn, type Profile, roleOf } from './column-profile.ts'

const LONGEST = 24

/** `ALDI 12.30`: what a person recognises a row by; empty where it holds no words and no number. */
export function describeRow({ cells }: FileRecord, { columns }: Profile): string {
  const named = columns.toSorted((a, b) => wordsIn(b) - wordsIn(a)).map(({ at }) => cells[at] ?? '')
  const text = named.find(isWords) ?? ''
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST).trimEnd()}…` : text
  const amount = columns.find(
    (column) => isNumberColumn(column) && column.moneyLike > 0 && /[1-9]/.test(cells[column.at] ?? ''),
  )
  return [short, amount ? (cells[amount.at] ?? '') : ''].filter(Boolean).join(' ').replace(/\s+/g, ' ')
}

/** How likely a column names the other side of a row. */
const wordsIn = (column: Column): number =>
  (roleOf(column, 'payee') + roleOf(column, 'text') / 2) * 1000 + column.letters / Math.max(1, column.filled)

const isWords = (cell: string): boolean =>
  /\p{L}{2}/u.test(cell) &&
  !isDateCell(cell) &&
  !isNumberCell(cell) &&
  currencyOf(cell) === undefined &&
  directionOf(cell) === undefined
