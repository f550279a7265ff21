/**
 * In which currency a column of money is: by its header, its cells, or the column of codes beside it.
 * @see docs/import.md#10-rules-found-with-unseen-files
 */

import { parseCurrency } from '../text/currency-terms.ts'
import { parseNumberParts } from '../text/numbers.ts'
import { type ColumnProfile, isNumberColumn, type TableProfile } from './column-profile.ts'

/** The currencies that a header names, as in "Amount (GBP)". */
export function parseHeaderCurrencies(columns: readonly ColumnProfile[]): Set<string> {
  const words = columns.flatMap(({ name }) =>
    name.replace(/([a-z])([A-Z])/g, '$1 $2').split(/[^\p{L}\p{Sc}]+/u),
  )
  return new Set(words.flatMap((word) => parseCurrency(word) ?? []))
}

/** The currency that stands beside a number in its own cell. */
export function parseCellCurrency(cell: string): string | undefined {
  const written = parseNumberParts(cell)?.currency
  return written === undefined ? undefined : parseCurrency(written)
}

/** The currencies of a column's amounts; none where nothing names any. */
function listCurrencies(column: ColumnProfile, profile: TableProfile): ReadonlySet<string> {
  if (column.written.size > 0) return column.written
  const headed = parseHeaderCurrencies([column])
  if (headed.size > 0) return headed
  return findCurrencyCodeColumn(column, profile)?.currencies ?? new Set()
}

/** Does another currency than the account's stand beside all amounts of a column? */
export function isInOtherCurrency(column: ColumnProfile, profile: TableProfile, currency: string): boolean {
  const named = listCurrencies(column, profile)
  return named.size > 0 && !named.has(currency)
}

/** Is every amount of a column in the account's currency, as far as the file names it? */
export function isInCurrency(column: ColumnProfile, profile: TableProfile, currency: string): boolean {
  const named = listCurrencies(column, profile)
  return named.size === 1 && named.has(currency)
}

const hasCurrencyCodes = (column: ColumnProfile | undefined): column is ColumnProfile =>
  column !== undefined && column.currencies.size > 0 && column.notCurrency === 0

/** The column of currency codes that belongs to a column of money; all money of a file has its codes on the same side. */
export function findCurrencyCodeColumn(
  column: ColumnProfile,
  { columns }: TableProfile,
): ColumnProfile | undefined {
  const money = columns.filter(
    (one) =>
      isNumberColumn(one) &&
      (hasCurrencyCodes(columns[one.index + 1]) || hasCurrencyCodes(columns[one.index - 1])),
  )
  const right = money.filter(({ index }) => hasCurrencyCodes(columns[index + 1])).length
  const left = money.filter(({ index }) => hasCurrencyCodes(columns[index - 1])).length
  const codes = columns[column.index + (right >= left ? 1 : -1)]
  return hasCurrencyCodes(codes) ? codes : undefined
}
