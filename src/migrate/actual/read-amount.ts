/** Reads the amounts of an Actual file, which has them in cents or without decimals. */

import { getCurrencyDecimals } from '../../money/currency.ts'
import { isTransactionAmount, type MinorUnits, rescale } from '../../money/minor-units.ts'
import { explainDecimals } from '../../tables/cells/likely-currencies.ts'
import { createPlaceError } from '../../tables/source-file.ts'
import { createRowError, describePlace, readOptionalInteger, type TableRow } from '../table-rows.ts'

/** Reads an amount of a row; 0 if it is missing. `written` takes the place of the column. */
export type ReadAmount = (row: TableRow, column: string, written?: bigint) => MinorUnits

// A file whose own currency is one of these has amounts without decimals; every other file has cents.
const CURRENCIES_WITHOUT_DECIMALS = ['JPY', 'KRW', 'IRR']
const CENT_DECIMALS = 2

/**
 * Returns the function that reads amounts. It throws a UserError for an amount that is not exact in the currency.
 * @param fileCurrency the currency that the file names
 */
export function createAmountReader(currency: string, fileCurrency: string | undefined): ReadAmount {
  const hasDecimals = fileCurrency === undefined || !CURRENCIES_WITHOUT_DECIMALS.includes(fileCurrency)
  const units = { from: hasDecimals ? CENT_DECIMALS : 0, to: getCurrencyDecimals(currency) }
  return (row, column, written = readOptionalInteger(row, column) ?? 0n) => {
    const amount = rescale(written, units)
    if (amount !== undefined && !isTransactionAmount(amount))
      throw createRowError(row, `${column} ${amount} has more than 15 digits`)
    if (amount !== undefined) return amount
    const { problem, hint } = explainDecimals(`${column} ${written}`, { currency, decimals: units.from })
    throw createPlaceError(describePlace(row), problem, hint)
  }
}
