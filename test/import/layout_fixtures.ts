/** Made-up bank files, each named for its trait, and what each of them says. */

import { join } from 'node:path'

export const folder = join(import.meta.dirname, 'fixtures')
export const fileOf = (trait: string): string => `${trait.replaceAll(' ', '_')}.csv`

/** Files as banks write them, made by hand, each named for its trait; the account’s currency; the rows to book. */
export const layouts: [trait: string, currency: string, rows: string][] = [
  ['a cell more than the header has', 'USD', '2026-11-18 -25.00, 2026-11-17 900.00, 2026-11-16 -40.00'],
  ['no header and columns of stars', 'USD', '2026-11-18 -25.00, 2026-11-17 900.00, 2026-11-16 -40.00'],
  [
    'purchases above zero and a payment that says so',
    'USD',
    '2026-11-18 -25.00, 2026-11-16 -40.00, 2026-11-14 80.00',
  ],
  ['the holder of the card in every row', 'USD', '2026-11-18 -25.00, 2026-11-16 -40.00'],
  ['a number column of blanks and tabs in texts', 'GBP', '2026-11-18 -25.00, 2026-11-03 900.00'],
  ['pound signs and two columns of money', 'GBP', '2026-11-03 -25.00, 2026-11-02 900.00'],
  ['blanks before names and apostrophes before texts', 'GBP', '2026-11-03 -25.00, 2026-11-02 900.00'],
  [
    'a fee that the balance includes and a row not completed',
    'EUR',
    '2026-11-02 -25.00, 2026-11-04 -102.00, 2026-11-05 900.00',
  ],
  ['columns filled for one kind of row only', 'EUR', '2026-11-14 -25.00, 2026-11-13 900.00'],
  ['a gross and a net amount', 'EUR', '2026-11-02 97.00, 2026-11-03 -25.00'],
  ['whole euros beside amounts with cents', 'EUR', '2026-11-19 -25.00, 2026-11-18 1900.50'],
  ['a long preamble and two columns of one name', 'EUR', '2026-11-19 -25.00, 2026-11-18 900.00'],
  ['a word instead of a date and a balance below the rows', 'EUR', '2026-11-19 -25.00, 2026-11-18 900.00'],
  [
    'tabs and the balance before and after each row',
    'EUR',
    '2026-11-18 -25.00, 2026-11-19 900.00, 2026-11-20 -40.00',
  ],
  ['the balance before each row only', 'EUR', '2026-11-18 -25.00, 2026-11-19 900.00, 2026-11-20 -40.00'],
  ['texts of several lines in every row', 'EUR', '2026-11-03 -25.00, 2026-11-02 900.00'],
  ['each amount in two currencies', 'EUR', '2026-11-03 -25.00, 2026-11-02 900.00'],
  ['the currency behind each number without a blank', 'EUR', '2026-11-03 -25.00, 2026-11-02 900.00'],
  [
    'a payment in portuguese among unsigned purchases',
    'BRL',
    '2026-11-18 -25.00, 2026-11-14 80.00, 2026-11-12 -40.00',
  ],
  ['minus signs in the column of money out', 'NOK', '2026-11-18 -25.00, 2026-11-16 900.00'],
  ['number signs before the names of the columns', 'PLN', '2026-11-18 -1025.00, 2026-11-16 2900.00'],
  ['the opening and closing balance above the table', 'CZK', '2026-11-16 900.00, 2026-11-18 -25.00'],
  ['a zero where the other column has the amount', 'INR', '2026-11-08 -25.00, 2026-11-09 90000.00'],
  ['lakhs two digits between the commas', 'INR', '2026-11-08 -125000.00, 2026-11-09 90000.00'],
  ['a column for each of two currencies one of them empty', 'CAD', '2026-11-18 -25.00, 2026-11-16 900.00'],
  ['a payment that failed', 'RUB', '2026-11-18 -1025.00, 2026-11-16 2900.00'],
  ['the amount spent fees and instalments', 'JPY', '2026-11-18 -2500, 2026-11-16 -4000'],
  ['a row that waits', 'DKK', '2026-11-18 -1025.00, 2026-11-16 900.00'],
  ['a flag for the amount and one for the balance', 'INR', '2026-11-08 -25.00, 2026-11-09 900.00'],
  ['a flag that says the same in every row', 'EUR', '2026-11-18 -25.00, 2026-11-16 -40.00'],
  ['a day as of another day', 'USD', '2026-11-18 -2500.00, 2026-11-16 12.50'],
  ['a blank between sign and number', 'USD', '2026-11-18 -25.00, 2026-11-16 1900.00'],
  ['a delimiter behind the last column', 'GBP', '2026-11-03 -25.00, 2026-11-02 900.00'],
  ['the balance of the day among the rows', 'BRL', '2026-11-03 -25.00, 2026-11-02 900.00'],
  ['money paid and money kept in japanese', 'JPY', '2026-11-18 -2500, 2026-11-16 90000'],
  ['outflow and inflow', 'USD', '2026-11-18 -25.00, 2026-11-16 900.00'],
  [
    'purchases and a repayment of a chinese card',
    'CNY',
    '2026-11-18 -25.00, 2026-11-16 -40.00, 2026-11-14 80.00',
  ],
  ['an opening and a closing balance in chinese rows', 'CNY', '2026-11-03 -25.00, 2026-11-05 900.00'],
  ['an opening and a closing balance in czech rows', 'CZK', '2026-11-16 900.00, 2026-11-18 -25.00'],
  ['typographic apostrophes between thousands', 'CHF', '2026-11-18 -1250.00, 2026-11-16 2900.50'],
]
