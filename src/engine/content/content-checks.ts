/** Checks values and references of the rows that a new workspace is filled with. */

import { InvalidContentError } from '../../contract/errors.ts'
import { isNote, isStoredName } from '../../contract/fields.ts'
import type {
  ContentAccount,
  ContentCategory,
  ContentGroup,
  ContentMerchant,
} from '../../contract/ports/workspace-content.ts'
import { isDate, isMonth } from '../../money/calendar.ts'

/** The rows that others refer to, by seq. */
export interface KnownRows {
  accounts: ReadonlyMap<number, ContentAccount>
  groups: ReadonlyMap<number, ContentGroup>
  categories: ReadonlyMap<number, ContentCategory>
  merchants: ReadonlyMap<number, ContentMerchant>
}

/** Throws InvalidContentError with the problem, unless the row is right. */
export type RowCheck = (isRight: boolean, problem: string) => void

/** Returns the function that refuses a row: `check(amount > 0n, 'its amount is not positive')`. */
export const createRowCheck =
  (table: string, number: number): RowCheck =>
  (isRight, problem) => {
    if (!isRight) throw new InvalidContentError(table, number, problem)
  }

const MAX_INSTANT = 8.64e15 // what a Date can hold
const MAX_TOTAL = 2n ** 63n

/** Far below the last number that an id can encode, so that later rows get one as well. */
const MAX_SEQ = 2 ** 40

/** True if a row may have this seq. */
export const isSeq = (seq: number): boolean => Number.isSafeInteger(seq) && seq > 0 && seq < MAX_SEQ

/** Checks the name of a row as it is stored. */
export const checkName = (check: RowCheck, name: string): void =>
  check(isStoredName(name), 'its name is not 1 to 200 characters without control characters')

/** Checks the notes of a row. */
export const checkNotes = (check: RowCheck, notes: string | null): void =>
  check(
    notes === null || isNote(notes),
    'its notes are longer than 500 characters, or have control characters',
  )

/** Checks instants. */
export function checkInstants(check: RowCheck, instants: readonly (number | null)[]): void {
  for (const instant of instants)
    if (instant !== null && !(Number.isInteger(instant) && Math.abs(instant) <= MAX_INSTANT))
      check(false, `${instant} is not a timestamp`)
}

/** Checks a date. */
export function checkDate(check: RowCheck, date: string): void {
  if (!isDate(date)) check(false, `${JSON.stringify(date)} is not a date from 1900 to 2199`)
}

/** Checks a month. */
export const checkMonth = (check: RowCheck, month: string): void =>
  check(isMonth(month), `${JSON.stringify(month)} is not a month from 1900 to 2199`)

/** Checks a total, which may be larger than the amount of a transaction. */
export const checkTotal = (check: RowCheck, total: bigint): void =>
  check(total < MAX_TOTAL && total > -MAX_TOTAL, `${total} is too large`)

/** Checks that a category exists, is not deleted and may have transactions. @see docs/spec.md#c5 */
export function checkCategory(check: RowCheck, { categories }: KnownRows, seq: number): void {
  const category = categories.get(seq)
  if (!category || category.deleted) check(false, `there is no category ${seq}`)
  else if (category.card !== null) check(false, `category ${seq} is the payment category of a card`)
}
