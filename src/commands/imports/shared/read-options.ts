/**
 * Declares the flags that say how a file is read, and converts them to read options.
 * @see docs/import.md#4-confirm-once-layouts
 */

import { booleanFlag, repeatable } from '../../../command/option-spec.ts'
import { enumOption, integerOption, textOption } from '../../../command/options.ts'
import type { ReadOptions } from '../../../import/model/read-options.ts'

/** The flags that say how a file is read. */
export const readOptionFlags = {
  statement: repeatable(
    textOption(
      'The account to take from a file of several: its name there, its number, or all; or each with the account it goes into, NAME=ACCOUNT',
      'NAME',
    ),
  ),
  map: textOption('Which column holds what: date=COL,amount=COL[,payee=COL,notes=COL+COL,...]', 'FIELDS'),
  dateFormat: textOption('How dates are written, such as DD.MM.YYYY', 'FORMAT'),
  dateOrder: enumOption('What comes first in a date', 'ORDER', ['dmy', 'mdy', 'ymd']),
  year: integerOption('The year of the newest row, where dates have none', 1900, 2199),
  decimal: enumOption('The mark before the decimals', 'MARK', ['.', ',']),
  delimiter: textOption('The character between columns, or tab', 'CHARACTER'),
  encoding: textOption('How the text is encoded, such as windows-1252', 'NAME'),
  skip: integerOption('Lines to leave out at the beginning', 0),
  skipEnd: integerOption('Lines to leave out at the end', 0),
  noHeaderRow: booleanFlag('The first row is a transaction already'),
  invert: booleanFlag('Positive amounts went out, as on a card'),
  noInvert: booleanFlag('Positive amounts came in'),
  outValues: textOption('The words that mark money going out, such as D,Af', 'WORDS'),
  currency: textOption('Of a file of several currencies only the rows in this one', 'CODE'),
  acceptBalance: booleanFlag('Book the file though its balances do not follow its amounts'),
  rawMerchants: booleanFlag("Keep the bank's text as merchant; otherwise the shop's name is taken out of it"),
  pending: enumOption('Rows the bank has not booked yet, skipped when left out', 'ACTION', [
    'skip',
    'import',
  ]),
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
