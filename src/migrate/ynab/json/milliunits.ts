/** Converts the milliunits of the YNAB API: thousandths of the currency. */

import { getCurrencyDecimals } from '../../../money/currency.ts'
import type { MinorUnits } from '../../../money/minor-units.ts'
import { explainDecimals } from '../../../tables/cells/likely-currencies.ts'
import { createPlaceError } from '../../../tables/source-question.ts'
import { type JsonRecord, readInteger } from '../../json-fields.ts'

/** Reads an amount of a record. */
export type ReadAmount = (record: JsonRecord, name: string) => MinorUnits

const MILLIUNIT_DECIMALS = 3

/**
 * Returns the function that reads amounts in a currency. It throws a UserError for an amount with more decimals than
 * the currency has.
 */
export function createAmountReader(currency: string): ReadAmount {
  const decimals = getCurrencyDecimals(currency)
  const factor = 10n ** BigInt(Math.max(0, decimals - MILLIUNIT_DECIMALS))
  const divisor = 10n ** BigInt(Math.max(0, MILLIUNIT_DECIMALS - decimals))
  return (record, name) => {
    const milliunits = BigInt(readInteger(record, name)) * factor
    if (milliunits % divisor === 0n) return milliunits / divisor
    const places = MILLIUNIT_DECIMALS - countEndZeros(milliunits)
    const { problem, hint } = explainDecimals(`${name} ${milliunits} milliunits`, {
      currency,
      decimals: places,
    })
    throw createPlaceError(record.place, problem, hint)
  }
}

/** True if an amount of a record has no more decimals than the currency. */
export const isExactAmount = (record: JsonRecord, name: string, currency: string): boolean =>
  getCurrencyDecimals(currency) >= MILLIUNIT_DECIMALS - countEndZeros(BigInt(readInteger(record, name)))

const countEndZeros = (amount: bigint): number => /0*$/.exec(String(amount))?.[0].length ?? 0
