/** Creates the errors that ask the user what a file leaves open, and the errors about a place in a file. */

import { UserError } from '../contract/errors.ts'

/** The flag that answers a question about a source, without its dashes. */
export type SourceFlag = 'currency' | 'dates' | 'decimal' | 'spending' | 'from'

/** Returns an error that asks for a flag; `field` of the error is the flag. */
export const createSourceQuestion = (flag: SourceFlag, message: string, hint: string): UserError =>
  new UserError('usage', message, { hint, field: flag })

/** Returns an error about a place in a file, e.g. `Register.csv, row 12: "abc" is not an amount`. */
export const createPlaceError = (origin: string, problem: string, hint: string): UserError =>
  new UserError('invalid', `${origin}: ${problem}`, { hint })

/** What the user does about a damaged file. */
export const EXPORT_AGAIN = 'Export the budget again, and give the files as they were saved'
