/** A text read as a bank's file, and what came of it. */

import { UserError } from '../../src/contract/errors.ts'
import type { ReadOptions } from '../../src/import/model/read-options.ts'
import { readStatement } from '../../src/import/read-statement.ts'

/** A text as a statement, with the bank's own words; `raw_merchants: false` takes the merchants out of them. */
export const read = (text: string, choices: ReadOptions = {}, currency = 'EUR') =>
  readStatement(new TextEncoder().encode(text), { raw_merchants: true, ...choices }, currency)

/** `date amount payee / notes` of the rows that are ready, in the file's order. */
export const ready = (text: string, choices: ReadOptions = {}, currency = 'EUR') =>
  [...read(text, choices, currency).rows()]
    .filter(({ disposition }) => disposition === 'ready')
    .map(({ date, amount, payee, notes }) => `${date} ${amount} ${payee}${notes && ` / ${notes}`}`)

/** The question a file is refused with. */
export function questionOf(text: string, choices: ReadOptions = {}, currency = 'EUR'): string {
  try {
    read(text, choices, currency)
  } catch (error) {
    if (error instanceof UserError && error.kind === 'usage') return `${error.message} -> ${error.hint}`
    throw error
  }
  return 'none'
}
