/** The flags that say how a file is to be read, and the choices they make. */ // import.md §4

import { each, toggle } from '../../../command/define.ts'
import { oneOf, plain, wholeNumber } from '../../../command/options.ts'
import type { Choices } from '../../../import/model/read-options.ts'

export const readingFlags = {
  statement: each(
    plain(
      'The account to take from a file of several: its name there, its number, or all; or each with the account it goes into, NAME=ACCOUNT',
      'NAME',
    ),
  ),
  map: plain('Which column holds what: date=COL,amount=COL[,payee=COL,notes=COL+COL,...]', 'FIELDS'),
  dateFormat: plain('How dates are written, such as DD.MM.YYYY', 'FORMAT'),
  dateOrder: oneOf('What comes first in a date', 'ORDER', ['dmy', 'mdy', 'ymd']),
  year: wholeNumber('The year of the newest row, where dates have none', 1900, 2199),
  decimal: oneOf('The mark before the decimals', 'MARK', ['.', ',']),
  delimiter: plain('The character between columns, or tab', 'CHARACTER'),
  encoding: plain('How the text is encoded, such as windows-1252', 'NAME'),
  skip: wholeNumber('Lines to leave out at the beginning', 0),
  skipEnd: wholeNumber('Lines to leave out at the end', 0),
  noHeaderRow: toggle('The first row is a transaction already'),
  invert: toggle('Positive amounts went out, as on a card'),
  noInvert: toggle('Positive amounts came in'),
  outValues: plain('The words that mark money going out, such as D,Af', 'WORDS'),
  currency: plain('Of a file of several currencies only the rows in this one', 'CODE'),
  acceptBalance: toggle('Book the file though its balances do not follow its amounts'),
  rawMerchants: toggle("Keep the bank's text as merchant; otherwise the shop's name is taken out of it"),
  pending: oneOf('Rows the bank has not booked yet, skipped when left out', 'ACTION', ['skip', 'import']),
} as const

interface Given {
  map: string | undefined
  dateFormat: string | undefined
  dateOrder: Choices['date_order']
  year: number | undefined
  decimal: Choices['decimal']
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
  pending: Choices['pending']
}

/** What the flags say; a flag that was left out says nothing. */
export function choicesOf(given: Given): Choices {
  const { map, delimiter, encoding, dateFormat, dateOrder, decimal, skip, skipEnd } = given
  const { invert, noInvert, noHeaderRow, outValues, pending } = given
  const { year, currency, acceptBalance, rawMerchants } = given
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
