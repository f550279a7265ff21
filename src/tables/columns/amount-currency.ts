/**
 * Finds the currency of an amount column: by its header, its cells or the adjacent code column.
 * @see docs/import.md#currency
 */

import { parseNumberParts } from '../cells/numbers.ts'
import { parseCurrency } from '../words/currency-terms.ts'
import { type ColumnProfile, isNumberColumn, type TableProfile } from './column-profile.ts'

/** Returns the currencies that headers name, e.g. `Amount (GBP)`. */
export function parseHeaderCurrencies(columns: readonly ColumnProfile[]): Set<string> {
  const words = columns.flatMap(({ name }) =>
    name.replace(/([a-z])([A-Z])/g, '$1 $2').split(/[^\p{L}\p{Sc}]+/u),
  )
  return new Set(words.flatMap((word) => parseCurrency(word) ?? []))
}

/** Returns the currency written in an amount cell; undefined if there is none. */
export function parseCellCurrency(cell: string): string | undefined {
  const currencyText = parseNumberParts(cell)?.currency
  return currencyText === undefined ? undefined : parseCurrency(currencyText)
}

/** Returns the currencies of a column's amounts; empty if nothing names one. */
function listCurrencies(column: ColumnProfile, profile: TableProfile): ReadonlySet<string> {
  if (column.writtenCurrencies.size > 0) return column.writtenCurrencies
  const headed = parseHeaderCurrencies([column])
  if (headed.size > 0) return headed
  return findCurrencyCodeColumn(column, profile)?.currencies ?? new Set()
}

/** True if all amounts of a column are in a currency other than the account's. */
export function isInOtherCurrency(column: ColumnProfile, profile: TableProfile, currency: string): boolean {
  const currencies = listCurrencies(column, profile)
  return currencies.size > 0 && !currencies.has(currency)
}

/** True if all amounts of a column are in the account's currency, as far as the file says. */
export function isInCurrency(column: ColumnProfile, profile: TableProfile, currency: string): boolean {
  const currencies = listCurrencies(column, profile)
  return currencies.size === 1 && currencies.has(currency)
}

const hasCurrencyCodes = (column: ColumnProfile | undefined): column is ColumnProfile =>
  column !== undefined && column.currencies.size > 0 && column.notCurrency === 0

/**
 * Returns the currency code column of an amount column. Within a file, all code columns are on the same side
 * of their amounts.
 */
export function findCurrencyCodeColumn(
  column: ColumnProfile,
  { columns }: TableProfile,
): ColumnProfile | undefined {
  const money = columns.filter(
    (other) =>
      isNumberColumn(other) &&
      (hasCurrencyCodes(columns[other.index + 1]) || hasCurrencyCodes(columns[other.index - 1])),
  )
  const codesOnRight = money.filter(({ index }) => hasCurrencyCodes(columns[index + 1])).length
  const codesOnLeft = money.filter(({ index }) => hasCurrencyCodes(columns[index - 1])).length
  const codes = columns[column.index + (codesOnRight >= codesOnLeft ? 1 : -1)]
  return hasCurrencyCodes(codes) ? codes : undefined
}
