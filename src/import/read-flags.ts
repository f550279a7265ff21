/**
 * Declares the flags that say how a file is read, and converts them to read options.
 * @see docs/import.md#4-confirm-once-layouts
 */

import { booleanFlag, repeatable } from '../command/option-spec.ts'
import { enumOption, integerOption, textOption } from '../command/options.ts'
import type { ReadOptions } from '../tables/read-options.ts'

/** The flags that say how a file is read. */
export const readOptionFlags = {
  statement: repeatable(
    textOption(
      'The account of the file to import: its name or number in the file, or all; or NAME=ACCOUNT for each',
      'NAME',
    ),
  ),
  map: textOption('The columns: date=COL,amount=COL[,payee=COL,notes=COL+COL,...]', 'FIELDS'),
  dateFormat: textOption('The date format, such as DD.MM.YYYY', 'FORMAT'),
  dateOrder: enumOption('The order of day, month and year', 'ORDER', ['dmy', 'mdy', 'ymd']),
  year: integerOption('The year of the newest row, if dates have none', 1900, 2199),
  decimal: enumOption('The decimal separator', 'MARK', ['.', ',']),
  delimiter: textOption('The column delimiter, or tab', 'CHARACTER'),
  encoding: textOption('The text encoding, such as windows-1252', 'NAME'),
  skip: integerOption('Lines to skip at the beginning', 0),
  skipEnd: integerOption('Lines to skip at the end', 0),
  noHeaderRow: booleanFlag('The first row is a transaction, not a header'),
  invert: booleanFlag('Positive amounts are money out, as on a credit card'),
  noInvert: booleanFlag('Positive amounts are money in'),
  outValues: textOption('The values that mark money out, such as D,Af', 'VALUES'),
  currency: textOption('Import only the rows in this currency', 'CODE'),
  acceptBalance: booleanFlag('Import the file although its balances do not match its amounts'),
  rawMerchants: booleanFlag("Keep the bank's text as merchant instead of cleaning it up"),
  pending: enumOption('What to do with pending rows, skipped by default', 'ACTION', ['skip', 'import']),
} as const

interface ReadOptionInput {
  map: string | undefined
  dateFormat: string | undefined
  dateOrder: ReadOptions['date_order']
  year: number | undefined
  decimal: ReadOptions['decimal']
  delimiter: string | undefined
  encoding: string | undefined
  skip: number | undefined
  skipEnd: number | undefined
  noHeaderRow: boolean
  invert: boolean
  noInvert: boolean
  outValues: string | undefined
  currency: string | undefined
  acceptBalance: boolean
  rawMerchants: boolean
  pending: ReadOptions['pending']
}

/** Converts the flags; a flag that was not given sets nothing. */
export function toReadOptions(input: ReadOptionInput): ReadOptions {
  const { map, delimiter, encoding, dateFormat, dateOrder, decimal, skip, skipEnd } = input
  const { invert, noInvert, noHeaderRow, outValues, pending } = input
  const { year, currency, acceptBalance, rawMerchants } = input
  return {
    ...(map !== undefined && { map }),
    ...(dateFormat !== undefined && { date_format: dateFormat }),
    ...(dateOrder !== undefined && { date_order: dateOrder }),
    ...(year !== undefined && { year }),
    ...(decimal !== undefined && { decimal }),
    ...(delimiter !== undefined && { delimiter }),
    ...(encoding !== undefined && { encoding }),
    ...(skip !== undefined && { skip }),
    ...(skipEnd !== undefined && { skip_end: skipEnd }),
    ...(noHeaderRow && { header_row: false }),
    ...((invert || noInvert) && { invert }),
    ...(outValues !== undefined && { out_values: outValues.split(',') }),
    ...(currency !== undefined && { currency: currency.toUpperCase() }),
    ...(acceptBalance && { accept_balance: true as const }),
    ...(rawMerchants && { raw_merchants: true }),
    ...(pending !== undefined && { pending }),
  }
}
