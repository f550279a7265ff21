/** In which currency a column of money is: by its header, its cells, or the column of codes beside it. */ // import.md §10

import { currencyOf } from '../text/currency-terms.ts'
import { writtenNumber } from '../text/numbers.ts'
import { type Column, isNumberColumn, type Profile } from './column-profile.ts'

/** The currencies that a header names, as in "Amount (GBP)". */
export function headedCurrencies(columns: readonly Column[]): Set<string> {
  const words = columns.flatMap(({ name }) =>
    name.replace(/([a-z])([A-Z])/g, '$1 $2').split(/[^\p{L}\p{Sc}]+/u),
  )
  return new Set(words.flatMap((word) => currencyOf(word) ?? []))
}

/** The currency that stands beside a number in its own cell. */
export function writtenCurrency(cell: string): string | undefined {
  const written = writtenNumber(cell)?.currency
  return written === undefined ? undefined : currencyOf(written)
}

/** The currencies of a column's amounts; none where nothing names any. */
function currenciesIn(column: Column, profile: Profile): ReadonlySet<string> {
  if (column.written.size > 0) return column.written
  const headed = headedCurrencies([column])
  if (headed.size > 0) return headed
  return codesBeside(column, profile)?.currencies ?? new Set()
}

/** Does another currency than the account's stand beside all amounts of a column? */
export function isInOtherCurrency(column: Column, profile: Profile, currency: string): boolean {
  const named = currenciesIn(column, profile)
  return named.size > 0 && !named.has(currency)
}

/** Is every amount of a column in the account's currency, as far as the file names it? */
export function isInCurrency(column: Column, profile: Profile, currency: string): boolean {
  const named = currenciesIn(column, profile)
  return named.size === 1 && named.has(currency)
}

const holdsCodes = (column: Column | undefined): column is Column =>
  column !== undefined && column.currencies.size > 0 && column.notCurrency === 0

/** The column of currency codes that belongs to a column of money; all money of a file has its codes on the same side. */
export function codesBeside(column: Column, { columns }: Profile): Column | undefined {
  const money = columns.filter(
    (one) => isNumberColumn(one) && (holdsCodes(columns[one.at + 1]) || holdsCodes(columns[one.at - 1])),
  )
  const right = money.filter(({ at }) => holdsCodes(columns[at + 1])).length
  const left = money.filter(({ at }) => holdsCodes(columns[at - 1])).length
  const codes = columns[column.at + (right >= left ? 1 : -1)]
  return holdsCodes(codes) ? codes : undefined
}
