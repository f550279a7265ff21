/** Defines a file of another program, what the user says about it, and the errors that ask for it. */

import { UserError } from '../contract/errors.ts'

/** The orders of day, month and year. */
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const

/** The decimal separators. */
export const decimalSeparators = ['.', ','] as const

/** Whether amounts of spending are above or below zero. */
export const spendingSigns = ['positive', 'negative'] as const

/** A file of the source: of a folder, of a zip or tar, or alone. */
export interface SourceFile {
  /** The path inside the folder or archive, with `/`. */
  path: string
  bytes: Uint8Array
}

/** Returns the name of a file without its folder. */
export const getFileName = ({ path }: SourceFile): string => path.slice(path.lastIndexOf('/') + 1)

/** True for a file that begins with a text. */
export const startsWith = ({ bytes }: SourceFile, text: string): boolean =>
  Buffer.from(bytes.subarray(0, text.length)).toString('latin1') === text

/** How the files of SQLite begin. */
export const SQLITE_START = 'SQLite format 3\0'

/** What the user said about the source. */
export interface ReadSourceOptions {
  /** The currency, where the source does not name it. */
  currency: string | undefined
  /** The order of day, month and year, if the dates do not show it: `dmy`, `mdy` or `ymd`. */
  dateOrder: (typeof dateOrders)[number] | undefined
  /** The decimal separator, if the amounts do not show it. */
  decimal: (typeof decimalSeparators)[number] | undefined
  /** Whether amounts of spending are above or below zero, where a table leaves it open. */
  spending: (typeof spendingSigns)[number] | undefined
  /** The account for rows that do not name one. */
  account?: string | undefined
  /** The categories whose money is Ready to Assign, where a table leaves it open; `none` for none. */
  income?: readonly string[] | undefined
  /** What is known from an earlier file, which this one may lack: the categories of income, and the currency. */
  known?: { income?: readonly string[] | undefined; currency: string } | undefined
  /** The user's date, YYYY-MM-DD. */
  today: string
}

/** The flag that answers a question about a source, without its dashes. */
export type SourceFlag = 'account' | 'currency' | 'dates' | 'decimal' | 'spending' | 'from'

/** An answer to a question about a source: the value of the flag, and what it makes of the file. */
export interface SourceAnswer {
  value: string
  label: string
}

/** An error that asks for a flag; `field` of the error is the flag. */
export class SourceQuestion extends UserError {
  /** The answers, where they can be listed. */
  readonly answers: readonly SourceAnswer[] | undefined

  constructor(
    flag: SourceFlag,
    message: string,
    { hint, answers }: { hint: string; answers?: readonly SourceAnswer[] },
  ) {
    super('usage', message, { hint, field: flag })
    this.answers = answers
  }
}

/** Returns an error that asks for a flag. */
export const createSourceQuestion = (
  flag: SourceFlag,
  message: string,
  hint: string | { hint: string; answers: readonly SourceAnswer[] },
): SourceQuestion => new SourceQuestion(flag, message, typeof hint === 'string' ? { hint } : hint)

/** Where a cell is, e.g. `Register.csv, row 12`; asked for only if the cell is wrong. */
export interface CellPlace {
  readonly origin: string
}

/** Returns an error about a place in a file, e.g. `Register.csv, row 12: "abc" is not an amount`. */
export const createPlaceError = (origin: string, problem: string, hint: string): UserError =>
  new UserError('invalid', `${origin}: ${problem}`, { hint })

/** Returns a place to be named beside another one: only the row, if both are in the same file. */
export function describeOtherPlace(origin: string, first: string): string {
  const at = origin.lastIndexOf(', ')
  return at > 0 && first.startsWith(origin.slice(0, at + 2)) ? origin.slice(at + 2) : origin
}

/** What the user does about a table that may be made by hand. */
export const CORRECT_ROW = 'Correct the row in the file'

/** What the user does about a damaged file. */
export const EXPORT_AGAIN = 'Export the budget again, and use the files unchanged'
