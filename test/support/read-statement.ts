/** Reads a text as a bank file and returns its rows or its question. */

import { UserError } from '../../src/contract/errors.ts'
import { readStatement } from '../../src/import/read-statement.ts'
import type { ReadOptions } from '../../src/tables/read-options.ts'

/** Returns the statement of a text with the bank's own texts; `raw_merchants: false` extracts merchants. */
export const readText = (text: string, choices: ReadOptions = {}, currency = 'EUR') =>
  readStatement(new TextEncoder().encode(text), { raw_merchants: true, ...choices }, currency)

/** Returns `date amount payee / notes` of the rows that are ready, in file order. */
export const readReadyRows = (text: string, choices: ReadOptions = {}, currency = 'EUR') =>
  [...readText(text, choices, currency).rows()]
    .filter(({ disposition }) => disposition === 'ready')
    .map(({ date, amount, payee, notes }) => `${date} ${amount} ${payee}${notes && ` / ${notes}`}`)

/** Returns the question about a file, or `none`. */
export function readQuestion(text: string, choices: ReadOptions = {}, currency = 'EUR'): string {
  try {
    readText(text, choices, currency)
  } catch (error) {
    if (error instanceof UserError && error.kind === 'usage') return `${error.message} -> ${error.hint}`
    throw error
  }
  return 'none'
}
