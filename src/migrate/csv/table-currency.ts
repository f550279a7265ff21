/** Decides the currency of tables by their columns of currencies, and by the symbols beside their amounts. */

import { parseAmountParts } from '../../tables/cells/amount-parts.ts'
import {
  createCurrencyQuestion,
  formatCurrencyFlag,
  listLikelyCurrencies,
} from '../../tables/cells/likely-currencies.ts'
import { createPlaceError, createSourceQuestion } from '../../tables/source-file.ts'
import {
  isKnownSymbol,
  listCurrencies,
  mayMeanCurrency,
  parseCurrency,
} from '../../tables/words/currency-terms.ts'
import type { NotTakenRow } from '../source-budget.ts'
import { AMOUNT_FIELDS, type CsvCells, type CsvFile, listCells } from './csv-cells.ts'

/** True for an empty cell, and for the code, symbol or name of the currency. */
export const isSameCurrency = (named: string, currency: string): boolean =>
  named === '' ||
  (parseCurrency(named) ?? named.toUpperCase()) === currency ||
  (isKnownSymbol(named) && mayMeanCurrency(named, currency))

/** Returns what names the currency of a row: its column, or else the symbol of its amount; empty for neither. */
function findCurrencyName(row: CsvCells): string {
  const symbol = findSymbol(row)
  return TICKER.test(symbol) && isCommodity(symbol) ? symbol : row.cell('currency') || symbol
}

/** Returns the symbol beside the amount of a row that is a currency or a commodity; empty for none. */
function findSymbol(row: CsvCells): string {
  for (const field of SYMBOL_FIELDS) {
    const cell = row.cell(field)
    const symbol = cell === '' || DIGITS_ONLY.test(cell) ? '' : (parseAmountParts(cell)?.symbol ?? '')
    if (symbol !== '' && (isKnownSymbol(symbol) || TICKER.test(symbol))) return symbol
  }
  return ''
}

const SYMBOL_FIELDS = ['symbolAmount', ...AMOUNT_FIELDS] as const
const DIGITS_ONLY = /^[-+]?[\d.,]*$/
// Other letters beside an amount, such as `50.00 DR` or `3.5k`, change what the number means.
const TICKER = /^(?!(?:DEBIT|CREDIT|SOLL|HABEN)$)\p{Lu}[\p{Lu}\d.]{2,}$/u

/** True for a name such as `VBMPX` or `AAPL`, which is no code, symbol or word of a currency. */
const isCommodity = (named: string): boolean =>
  named !== '' && parseCurrency(named) === undefined && !isKnownSymbol(named)

/** True for a row of shares or of anything else that is no money. */
export const isCommodityRow = (row: CsvCells): boolean => isCommodity(findCurrencyName(row))

/** True for a row in the currency, and for one that names none. An undefined currency is any. */
export const isRowIn = (row: CsvCells, currency: string | undefined): boolean => {
  const named = findCurrencyName(row)
  return currency === undefined ? !isCommodity(named) : isSameCurrency(named, currency)
}

const MAX_ROWS = 10

/** Names the commodities of the tables with their rows, which are left out. */
export function listCommodities(tables: readonly CsvFile[]): NotTakenRow[] {
  const placesByName = new Map<string, Map<string, string[]>>()
  for (const table of tables)
    for (const row of listCells(table)) {
      if (!isCommodityRow(row)) continue
      const name = findCurrencyName(row).replace(/^.*::/, '')
      const places = placesByName.get(name) ?? new Map<string, string[]>()
      placesByName.set(name, places)
      const rows = places.get(table.file) ?? []
      rows.push(row.origin.replace(/^.* /, ''))
      places.set(table.file, rows)
    }
  return [...placesByName].map(([name, places]) => [
    `rows in ${name}`,
    [...places.values()].flat().length,
    `not a currency, so they were left out: ${[...places].map(([file, rows]) => describeRows(file, rows)).join('; ')}`,
  ])
}

function describeRows(file: string, rows: readonly string[]): string {
  const shown = rows.slice(0, MAX_ROWS)
  const last = rows.length > MAX_ROWS ? `${rows.length - MAX_ROWS} more` : shown.pop()
  return `${file}, row${rows.length === 1 ? '' : 's'} ${shown.length === 0 ? last : `${shown.join(', ')} and ${last}`}`
}

/**
 * Returns the currency that a column names; undefined without such a column. Commodities are no currency.
 * @throws UserError if it names several, or a sign that several currencies share
 */
export function decideCurrency(tables: readonly CsvFile[]): string | undefined {
  const origins = new Map<string, string>()
  for (const table of tables)
    for (const row of listCells(table)) {
      const named = row.cell('currency')
      if (named !== '' && !isCommodity(named) && !origins.has(named)) origins.set(named, row.origin)
    }
  const codes = [...origins.keys()].map((text) => parseCurrency(text) ?? text)
  const [one] = codes
  const at = codes.findIndex((code) => code !== one)
  if (one === undefined) return undefined
  if (at >= 0)
    throw createSourceQuestion(
      'currency',
      `${[...origins.values()][at]}: the row is in ${codes[at]}, and others are in ${one}; a workspace has one currency`,
      `Choose the rows to import: ${formatCurrencyFlag([...new Set(codes)])}`,
    )
  const [code, another] = listCurrencies(one)
  if (another === undefined) return code ?? one
  throw createCurrencyQuestion(
    `${[...origins.values()][0]}: the "${one}" could be one of several currencies`,
    listLikelyCurrencies(one),
  )
}

/** @throws UserError if no row of money is in the currency */
export function assertSomeTaken(tables: readonly CsvFile[], currency: string | undefined): void {
  let first: { origin: string; named: string } | undefined
  for (const table of tables)
    for (const row of listCells(table)) {
      const foreign = row.cell('foreignCurrency')
      if (
        isRowIn(row, currency) ||
        (foreign !== '' && currency !== undefined && isSameCurrency(foreign, currency))
      )
        return
      first ??= { origin: row.origin, named: findCurrencyName(row) }
    }
  if (first === undefined) return
  if (currency === undefined)
    throw createPlaceError(
      first.origin,
      `"${first.named}" is not a currency, and no other row has one`,
      'Export the transactions of an account that holds money',
    )
  throw createPlaceError(
    first.origin,
    `the amount is in ${first.named}, and no row of the file is in ${currency}`,
    `Choose the currency of the rows to import: ${formatCurrencyFlag(listLikelyCurrencies(first.named))}`,
  )
}
