/**
 * Finds the currencies that a file states in headings, above the table and below it.
 * @see docs/import.md#currency
 */

import { parseNumberParts } from '../cells/amount-parts.ts'
import type { FileRecord } from '../file-record.ts'
import { listCurrencies, parseCurrency } from '../words/currency-terms.ts'
import { detectHeaderRoles } from '../words/header-terms.ts'
import type { ColumnProfile } from './column-profile.ts'

/** A currency as a file writes it, and the codes it may mean: several for a symbol such as `$`. */
export interface StatedCurrency {
  text: string
  codes: readonly string[]
}

const toStated = (text: string): StatedCurrency[] => {
  // A bank writes CAD$ for Canadian dollars.
  const codes = listCurrencies(text.replace(/^(\p{Lu}{3})\p{Sc}$/u, '$1'))
  return codes.length > 0 ? [{ text, codes }] : []
}

const HEADING_WORD = /[([（]\s*([^()[\]（）]{1,12}?)\s*[)\]）]|((?:\p{Lu}{1,3})?\p{Sc}|\p{L}+)/gu

/** Returns the currencies that headings name, e.g. `Amount ($)` or `Bedrag EUR`. */
export function listHeadingCurrencies(columns: readonly ColumnProfile[]): StatedCurrency[] {
  return columns.flatMap(({ name }) =>
    [...name.replace(/([a-z])([A-Z])/g, '$1 $2').matchAll(HEADING_WORD)].flatMap(
      ([, bracketed, word = '']) =>
        // Outside brackets, `id` and `le` are words rather than currencies.
        bracketed !== undefined
          ? toStated(bracketed)
          : /\p{Sc}|^kr$/iu.test(word) || parseCurrency(word) !== undefined
            ? toStated(word)
            : [],
    ),
  )
}

const CODE = /^[A-Z]{3}$/
const BRACKETED_CODE = /[([]([A-Z]{3})[)\]]/
const LABEL_END = /\s*[:=：]\s*/
const FILLER = /^[:=：]?$/

// The rarer codes are words as well: ALL, TOP.
const isCommonCode = (text: string): boolean => CODE.test(text) && parseCurrency(text.toLowerCase()) === text

/** Returns the currencies that lines state beside a label, below one, beside an amount or alone in a cell. */
export function listLineCurrencies(lines: readonly FileRecord[]): StatedCurrency[] {
  return lines.flatMap((line, at) => [
    ...listLabelledCurrencies(line, lines[at + 1]),
    ...line.cells.flatMap((cell) => {
      const value = cell.split(LABEL_END).at(-1) ?? ''
      const [, code = ''] = BRACKETED_CODE.exec(cell) ?? []
      const number = parseNumberParts(value)
      return [value, code]
        .filter(isCommonCode)
        .concat(number?.symbol ?? [])
        .flatMap(toStated)
    }),
  ])
}

/** Returns the currencies beside or below a cell such as `Currency:`. */
export function listLabelledCurrencies({ cells }: FileRecord, below?: FileRecord): StatedCurrency[] {
  return cells.flatMap((cell, at) => {
    const [label = '', ...values] = cell.replace(/^#/, '').split(LABEL_END)
    if (!detectHeaderRoles(label).has('currency')) return []
    const beside = cells.slice(at + 1).find((next) => !FILLER.test(next))
    const candidates = [values.join(' '), beside ?? '', below?.cells[at] ?? '']
    return candidates.map(readCurrency).find((found) => found.length > 0) ?? []
  })
}

/** Returns the currency of a value: the whole of `S$`, or the code in `CHF - Swiss franc`. */
function readCurrency(value: string): StatedCurrency[] {
  const whole = toStated(value.trim())
  return whole.length > 0
    ? whole
    : (value
        .match(/\b[A-Z]{3}\b/g)
        ?.filter(isCommonCode)
        .flatMap(toStated) ?? [])
}
