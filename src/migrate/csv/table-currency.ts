/** Decides the currency of tables by their columns of currencies, and by the symbols beside their amounts. */

import { parseCurrency } from '../../import/text/currency-terms.ts'
import { formatCurrencyFlag, listLikelyCurrencies } from '../likely-currencies.ts'
import { findMoneySymbol } from '../money-parts.ts'
import { isKnownSymbol, mayMeanCurrency } from '../money-symbols.ts'
import { createPlaceError, createSourceQuestion } from '../source-question.ts'
import { AMOUNT_FIELDS, type CsvCells, type CsvFile, listCells } from './csv-cells.ts'

/** True for an empty cell, and for the code, symbol or name of the currency. */
export const isSameCurrency = (named: string, currency: string): boolean =>
  named === '' ||
  (parseCurrency(named) ?? named.toUpperCase()) === currency ||
  (isKnownSymbol(named) && mayMeanCurrency(named, currency))

/** Returns what names the currency of a row: its column, or else the symbol of its amount; empty for neither. */
function findCurrencyName(row: CsvCells): string {
  const named = row.cell('currency')
  if (named !== '') return named
  for (const field of AMOUNT_FIELDS) {
    const cell = row.cell(field)
    const symbol = DIGITS_ONLY.test(cell) ? '' : findMoneySymbol(cell)
    if (symbol !== '' && isKnownSymbol(symbol)) return symbol
  }
  return ''
}

const DIGITS_ONLY = /^[-+]?[\d.,]*$/

/** True for a row in the currency, and for one that names none. */
export const isRowIn = (row: CsvCells, currency: string): boolean =>
  isSameCurrency(findCurrencyName(row), currency)

/**
 * Returns the currency that a column names; undefined without such a column.
 * @throws UserError if it names several
 */
export function decideCurrency(tables: readonly CsvFile[]): string | undefined {
  const origins = new Map<string, string>()
  for (const table of tables)
    for (const row of listCells(table)) {
      const named = row.cell('currency')
      if (named !== '' && !origins.has(named)) origins.set(named, row.origin)
    }
  const codes = [...origins.keys()].map((text) => parseCurrency(text) ?? text.toUpperCase())
  const [one] = codes
  const at = codes.findIndex((code) => code !== one)
  if (one === undefined || at < 0) return one
  const origin = [...origins.values()][at]
  throw createSourceQuestion(
    'currency',
    `${origin}: the row is in ${codes[at]}, and others are in ${one}; a workspace has one currency`,
    `Say which rows to take: ${formatCurrencyFlag([...new Set(codes)])}`,
  )
}

/** @throws UserError if no row of money is in the currency */
export function assertSomeTaken(tables: readonly CsvFile[], currency: string): void {
  let first: { origin: string; named: string } | undefined
  for (const table of tables)
    for (const row of listCells(table)) {
      const foreign = row.cell('foreignCurrency')
      if (isRowIn(row, currency) || (foreign !== '' && isSameCurrency(foreign, currency))) return
      first ??= { origin: row.origin, named: findCurrencyName(row) }
    }
  if (first === undefined) return
  throw createPlaceError(
    first.origin,
    `the amount is in ${first.named}, and no row of the file is in ${currency}`,
    `Name the currency of the rows to take: ${formatCurrencyFlag(listLikelyCurrencies(first.named))}`,
  )
}
