/** A text read as a bank's file, and what came of it. */

import { Mistake } from '../../src/contract/errors.ts'
import type { Choices } from '../../src/import/model/read-options.ts'
import { readStatement } from '../../src/import/read-statement.ts'

/** A text as a statement, with the bank's own words; `raw_merchants: false` takes the merchants out of them. */
export const read = (text: string, choices: Choices = {}, currency = 'EUR') =>
  readStatement(new TextEncoder().encode(text), { raw_merchants: true, ...choices }, currency)

/** `date amount payee / notes` of the rows that are ready, in the file's order. */
export const ready = (text: string, choices: Choices = {}, currency = 'EUR') =>
  [...read(text, choices, currency).rows()]
    .filter(({ bin }) => bin === 'ready')
    .map(({ date, amount, payee, notes }) => `${date} ${amount} ${payee}${notes && ` / ${notes}`}`)

/** The question a file is refused with. */
export function questionOf(text: string, choices: Choices = {}, currency = 'EUR'): string {
  try {
    read(text, choices, currency)
  } catch (error) {
    if (error instanceof Mistake && error.kind === 'usage') return `${error.message} -> ${error.hint}`
    throw error
  }
  return 'none'
}
