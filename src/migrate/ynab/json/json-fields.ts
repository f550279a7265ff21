/** Recognizes the JSON of the YNAB API, and reads its fields. */

import { getCurrencyDecimals } from '../../../money/currency.ts'
import { type MinorUnits, rescale } from '../../../money/minor-units.ts'
import { explainDecimals } from '../../../tables/cells/likely-currencies.ts'
import { decodeFileStart } from '../../../tables/records/csv-records.ts'
import { createPlaceError, type SourceFile } from '../../../tables/source-file.ts'
import {
  type JsonRecord,
  readText as readAnyText,
  readFlag,
  readInteger,
  readOptional,
  readRecord,
  readRecords,
  refuseField,
} from '../../json-record.ts'

const REPLY = /^\s*\{\s*"(?:data|budget|plan)"\s*:\s*\{/
// A tool that sorts the fields writes the accounts or the categories first.
const BUDGET_FIELDS =
  /^\s*\{[^]*"(?:date_format|currency_format|last_modified_on|on_budget|transfer_payee_id|category_group_id)"\s*:/

/** True if a file begins as a budget of the YNAB API does. */
export function isJsonBudget(file: SourceFile): boolean {
  const text = decodeFileStart(file)
  return REPLY.test(text) || BUDGET_FIELDS.test(text)
}

/** Returns a text; undefined if it is missing, null or empty. */
export const readOptionalText = (record: JsonRecord, name: string): string | undefined =>
  readOptional(record, name, readAnyText) || undefined

/** Returns a text that must be there. */
export const readText = (record: JsonRecord, name: string): string =>
  readOptionalText(record, name) ?? refuseField(record, name, 'a string with a character')

/** Returns a whole number; undefined if it is missing or null. */
export const readOptionalInteger = (record: JsonRecord, name: string): number | undefined =>
  readOptional(record, name, readInteger)

/** Returns true or false; undefined if it is missing or null. */
export const readOptionalBoolean = (record: JsonRecord, name: string): boolean | undefined =>
  readOptional(record, name, readFlag)

/** Returns an object; undefined if it is missing or null. */
export const readOptionalRecord = (record: JsonRecord, name: string): JsonRecord | undefined =>
  readOptional(record, name, readRecord)

/** Returns the objects of a list; none if it is missing or null. */
export const readList = (record: JsonRecord, name: string): JsonRecord[] =>
  readOptional(record, name, readRecords) ?? []

/** True for what was deleted. */
export const isDeleted = (record: JsonRecord): boolean => readOptionalBoolean(record, 'deleted') === true

/** Returns the objects of a list that are not deleted. */
export const readLiveList = (record: JsonRecord, name: string): JsonRecord[] =>
  readList(record, name).filter((one) => !isDeleted(one))

/** Reads an amount of a record. */
export type ReadAmount = (record: JsonRecord, name: string) => MinorUnits

const MILLIUNIT_DECIMALS = 3

/**
 * Returns the function that reads amounts in a currency. It throws a UserError for an amount with more decimals than
 * the currency has.
 */
export function createAmountReader(currency: string): ReadAmount {
  const to = getCurrencyDecimals(currency)
  return (record, name) => {
    const milliunits = BigInt(readInteger(record, name))
    const amount = rescale(milliunits, { from: MILLIUNIT_DECIMALS, to })
    if (amount !== undefined) return amount
    const [endZeros = ''] = /0*$/.exec(String(milliunits)) ?? []
    const { problem, hint } = explainDecimals(`${name} ${milliunits} milliunits`, {
      currency,
      decimals: MILLIUNIT_DECIMALS - endZeros.length,
    })
    throw createPlaceError(record.place, problem, hint)
  }
}

/** True if an amount of a record has no more decimals than the currency. */
export const isExactAmount = (record: JsonRecord, name: string, currency: string): boolean =>
  rescale(BigInt(readInteger(record, name)), {
    from: MILLIUNIT_DECIMALS,
    to: getCurrencyDecimals(currency),
  }) !== undefined
