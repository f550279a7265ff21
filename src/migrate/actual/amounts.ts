/** Converts the amounts of Actual, which are whole numbers of cents in nearly every currency. */

import { getCurrencyDecimals } from '../../money/currency.ts'
import type { MinorUnits } from '../../money/minor-units.ts'
import { explainDecimals } from '../../tables/cells/likely-currencies.ts'
import { createPlaceError } from '../../tables/source-question.ts'
import { createRowError, describePlace, readOptionalInteger, type TableRow } from './table-rows.ts'

/** Reads an amount of a row; 0 if it is missing. */
export type ReadAmount = (row: TableRow, column: string) => MinorUnits

// A file whose own currency is one of these has amounts without decimals; every other file has cents.
const CURRENCIES_WITHOUT_DECIMALS = ['JPY', 'KRW', 'IRR']
const CENT_DECIMALS = 2
const BEYOND_MAX_AMOUNT = 10n ** 15n

/**
 * Returns the function that reads amounts. It throws a UserError for an amount that is not exact in the currency.
 * @param fileCurrency the currency that the file names
 */
export function createAmountReader(currency: string, fileCurrency: string | undefined): ReadAmount {
  const hasDecimals = fileCurrency === undefined || !CURRENCIES_WITHOUT_DECIMALS.includes(fileCurrency)
  const decimals = getCurrencyDecimals(currency)
  const shift = decimals - (hasDecimals ? CENT_DECIMALS : 0)
  const factor = 10n ** BigInt(Math.max(0, shift))
  const divisor = 10n ** BigInt(Math.max(0, -shift))
  return (row, column) => {
    const amount = (readOptionalInteger(row, column) ?? 0n) * factor
    if (amount >= BEYOND_MAX_AMOUNT || amount <= -BEYOND_MAX_AMOUNT)
      throw createRowError(row, `${column} ${amount} has more than 15 digits`)
    if (amount % divisor === 0n) return amount / divisor
    const { problem, hint } = explainDecimals(`${column} ${amount}`, {
      currency,
      decimals: hasDecimals ? CENT_DECIMALS : 0,
    })
    throw createPlaceError(describePlace(row), problem, hint)
  }
}
