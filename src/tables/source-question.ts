/** Creates the errors that ask the user what a file leaves open, and the errors about a place in a file. */

import { UserError } from '../contract/errors.ts'

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
