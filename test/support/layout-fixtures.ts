/** Lists the fixture files, each named for its trait, with their expected rows or questions. */

import { join } from 'node:path'

/** The directory of the fixture files. */
export const fixtureDirectory = join(import.meta.dirname, '../import/fixtures')
/** Returns the file name of a trait. */
export const fixtureFileName = (trait: string): string => `${trait.replaceAll(' ', '_')}.csv`

/** Readable files: the trait, the currency of the account, and the expected rows. */
export const readableFiles: [trait: string, currency: string, rows: string][] = [
  ['headings that repeat on every page', 'GBP', '2026-11-02 -3.50, 2026-11-16 900.00, 2026-11-18 -12.00'],
  ['headings again below a footer', 'RON', '2026-10-01 -2000.00, 2026-10-07 -9.57, 2026-10-28 500.00'],
  ['a cell more than the header has', 'USD', '2026-11-18 -25.00, 2026-11-17 900.00, 2026-11-16 -40.00'],
  ['no header and columns of stars', 'USD', '2026-11-18 -25.00, 2026-11-17 900.00, 2026-11-16 -40.00'],
  [
    'purchases above zero and a payment that says so',
    'USD',
    '2026-11-18 -25.00, 2026-11-16 -40.00, 2026-11-14 80.00',
  ],
  ['a payment below zero and kinds of shops beside purchases', 'CAD', '2026-03-01 -64.20, 2026-03-05 200.00'],
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
  [
    'rows of a wallet neither newest nor oldest first',
    'KES',
    '2026-11-18 500.00, 2026-11-18 -300.00, 2026-11-16 2000.00',
  ],
  ['letters of indonesian debits behind the amounts', 'IDR', '2026-11-16 -25000.00, 2026-11-18 900000.00'],
  ['shares before the money that moved', 'CHF', '2026-11-02 1000.00, 2026-11-03 -460.00, 2026-11-16 -5.00'],
  ['outflow and inflow', 'USD', '2026-11-18 -25.00, 2026-11-16 900.00'],
  [
    'purchases and a repayment of a chinese card',
    'CNY',
    '2026-11-18 -25.00, 2026-11-16 -40.00, 2026-11-14 80.00',
  ],
  ['an opening and a closing balance in chinese rows', 'CNY', '2026-11-03 -25.00, 2026-11-05 900.00'],
  ['an opening and a closing balance in czech rows', 'CZK', '2026-11-16 900.00, 2026-11-18 -25.00'],
  ['typographic apostrophes between thousands', 'CHF', '2026-11-18 -1250.00, 2026-11-16 2900.50'],
  [
    'days without a year and the period above them',
    'EUR',
    '2025-12-29 -640.00, 2025-12-31 3.20, 2026-01-06 -18.50',
  ],
  ['month and day without a year and texts in swedish', 'SEK', '2026-02-14 -75.00, 2026-02-12 -320.00'],
  ['the first and last day of the statement in every row', 'PLN', '2026-05-07 -44.10, 2026-05-29 2100.00'],
  ['the day of printing in every row', 'EUR', '2026-06-02 -8.40, 2026-06-03 -700.00, 2026-06-25 1800.00'],
  [
    'hyphens between days below a line that tells them',
    'USD',
    '2026-03-04 -42.10, 2026-03-05 1500.00, 2026-04-06 -18.00',
  ],
  ['hyphens between days beside euros', 'EUR', '2026-04-03 -42.10, 2026-05-04 1500.00'],
  ['colons between the parts of a date', 'EUR', '2026-08-31 -12.00, 2026-09-02 45.50'],
  ['an opening balance that alone tells day from month', 'USD', '2026-02-03 -61.25, 2026-02-05 740.00'],
  ['rows on hold in a column of kinds', 'USD', '2026-07-01 -21.00, 2026-06-30 1500.00'],
  [
    'a line about the account with a date above the rows',
    'EUR',
    '2026-03-10 -23.60, 2026-03-09 15.00, 2026-03-06 -71.00',
  ],
  ['years as headings of columns', 'EUR', '2026-02-04 -9.50, 2026-02-05 1900.00'],
  [
    'a day of purchase that charges of the bank do not have',
    'CHF',
    '2026-04-30 -2.00, 2026-04-29 -80.00, 2026-04-28 30.00',
  ],
  ['months in romanian and a point before the time', 'RON', '2026-10-03 -150.00, 2026-11-01 4200.00'],
  [
    'apostrophes around texts and days without a year',
    'ZAR',
    '2016-03-03 -310.00, 2016-03-04 -95.00, 2016-03-09 -1200.00, 2016-03-12 -64.00, 2016-03-27 9000.00',
  ],
  ['a status that says autorizzato', 'EUR', '2026-05-04 -12.30, 2026-05-27 1400.00'],
  [
    'a charge beside money out and money in',
    'PLN',
    '2026-03-02 -82.40, 2026-03-04 1500.00, 2026-03-05 -3.00',
  ],
  ['what was ordered and what was paid', 'USD', '2026-04-07 -18.20, 2026-04-09 -6.00, 2026-04-12 40.00'],
  [
    'the currency of the account and that of the purchase',
    'PLN',
    '2026-05-11 -43.10, 2026-05-13 -215.00, 2026-05-16 900.00',
  ],
  [
    'a gross a fee and a net amount of each row',
    'EUR',
    '2026-06-01 96.80, 2026-06-02 -12.00, 2026-06-03 -51.75',
  ],
  [
    'rows of a day the other way round than the days',
    'EUR',
    '2026-07-03 -10.00, 2026-07-03 -5.00, 2026-07-02 300.00, 2026-07-01 -20.00',
  ],
  [
    'signs turned and a balance that says so',
    'NOK',
    '2026-08-01 -120.00, 2026-08-02 -80.50, 2026-08-04 2000.00, 2026-08-05 -15.00',
  ],
  ['a flag in a banks letter and its word', 'EUR', '2026-09-01 -45.00, 2026-09-02 3200.00, 2026-09-05 -9.90'],
  ['a heading that spells out its letters', 'CLP', '2026-10-01 -4500, 2026-10-02 320000, 2026-10-05 -990'],
  ['bars before the words of a balance', 'EUR', '2026-02-02 -14.00, 2026-02-03 250.00'],
  [
    'a row without words that is the sum of the others',
    'EUR',
    '2026-03-02 -8.10, 2026-03-03 -21.00, 2026-03-04 700.00',
  ],
  ['a balance before and one after each row', 'EUR', '2026-04-27 -24.15, 2026-04-30 2000.00'],
  ['a row that is a fee and nothing else', 'ZAR', '2026-05-02 -310.00, 2026-05-03 1800.00, 2026-05-04 -2.50'],
  [
    'purchases above zero told by their kinds',
    'USD',
    '2026-06-03 -6.25, 2026-06-02 2100.00, 2026-06-01 -145.00',
  ],
  ['thousands whose third digit counts', 'TRY', '2026-07-06 -1250.00, 2026-07-08 32475.00'],
  ['money paid and received in slovenian', 'EUR', '2026-08-03 -14.20, 2026-08-05 980.00'],
  ['currency signs of kazakhstan and blanks', 'KZT', '2026-05-28 -2590.00, 2026-05-26 150000.00'],
  [
    'a debt that grows and a payment that says so',
    'CAD',
    '2026-03-21 -120.00, 2026-03-15 300.00, 2026-03-04 -15.00, 2026-03-02 -42.10',
  ],
  [
    'a first line whose date is written another way',
    'PLN',
    '2026-03-30 -145.23, 2026-03-22 -12.50, 2026-03-14 -40.00',
  ],
  [
    'a first line with the period and the number',
    'EUR',
    '2026-03-03 -4.20, 2026-03-15 -640.00, 2026-03-25 1900.00',
  ],
  ['kinds of rows below a heading of use', 'JPY', '2026-03-13 -450, 2026-03-14 3000, 2026-03-15 -1560'],
  ['kinds of rows in korean', 'KRW', '2026-03-13 -1200, 2026-03-14 100000, 2026-03-15 20000'],
  ['top ups and purchases of a wallet', 'GBP', '2026-03-13 -42.10, 2026-03-14 100.00, 2026-03-15 -8.00'],
  ['dashes where an amount is missing', 'JPY', '2026-03-02 -450, 2026-03-03 3000, 2026-03-14 -1560'],
  [
    'an amount and a credit of one row',
    'USD',
    '2026-03-02 -42.10, 2026-03-04 -15.00, 2026-03-15 300.00, 2026-03-21 -120.00',
  ],
  [
    'an amount below zero and money in of its own',
    'EUR',
    '2026-03-02 -42.10, 2026-03-14 -15.00, 2026-03-15 300.00',
  ],
  ['backslashes for yen beside a running number', 'JPY', '2026-04-29 7000, 2026-04-30 -4600'],
  ['a rest of money that proves the sign', 'JPY', '2026-03-04 -79, 2026-03-03 -473, 2026-03-02 3000'],
  [
    'minus signs and a balance that agrees against words',
    'PLN',
    '2026-06-01 159.72, 2026-06-02 -561.72, 2026-06-03 -70.00, 2026-06-04 -12.00, 2026-06-05 -16.00',
  ],
  ['a column of zeros named as the amount', 'USD', '2026-03-02 -42.10, 2026-03-14 -15.00, 2026-03-15 300.00'],
]

/**
 * Files that leave something open: the trait, the currency, the question, and its answers or what to type.
 */
export const ambiguousFiles: [
  trait: string,
  currency: string,
  asked: string,
  answers: Readonly<Record<string, string>>,
][] = [
  [
    'a balance that counts rows on hold',
    'EUR',
    'The balances do not match the amounts in 2 of 6 steps',
    {
      '--pending import':
        '2026-11-11 100.00, 2026-11-12 -10.00, 2026-11-13 10.00, 2026-11-14 -20.00, 2026-11-15 -25.00, 2026-11-16 -25.00, 2026-11-17 25.00, 2026-11-18 -12.00, 2026-11-19 -40.00',
    },
  ],
  [
    'an account and a card below each other with the same headings',
    'EUR',
    'The file has 2 tables, each with its own headings. Which one should be imported?',
    { '--statement all': '2026-11-16 -500.00, 2026-11-18 900.00, 2026-11-17 -25.00' },
  ],
  [
    'a card with cr behind payments and brackets',
    'SGD',
    'Is "SHOP 25.00" on 2026-11-16 money you spent?',
    { '--invert': '2026-11-16 -25.00, 2026-11-17 80.00, 2026-11-18 4.00' },
  ],
  [
    'two accounts below each other',
    'EUR',
    'The file has 2 tables, each with its own headings. Which one should be imported?',
    {
      '--statement DE12345678901234567890': '2026-11-02 -3.50, 2026-11-16 900.00',
      '--statement 2': '2026-11-03 -12.00, 2026-11-17 -500.00',
      '--statement all': '2026-11-02 -3.50, 2026-11-16 900.00, 2026-11-03 -12.00, 2026-11-17 -500.00',
    },
  ],
  [
    'a card with other columns below an account',
    'GBP',
    'The file has 2 tables, each with its own headings. Which one should be imported?',
    {
      '--statement 1': '2026-11-02 -3.50, 2026-11-16 900.00',
      '--statement 2': '2026-11-03 -12.00, 2026-11-17 50.00',
    },
  ],
  [
    'two tables with headings of no known language',
    'GBP',
    'The file has 2 tables, each with its own headings. Which one should be imported?',
    {
      '--statement 1': '2026-11-02 -3.50, 2026-11-16 900.00',
      '--statement XaaboB': '2026-11-03 -12.00, 2026-11-17 -500.00',
    },
  ],
  [
    'a payment beside purchases of one kind',
    'BRL',
    'Is "GarfoDeOuro SALVADOR R$ 9,50" on 25/11/2026 money you spent?',
    { '--out-values !PAGAMENTO': '2026-11-25 -9.50, 2026-11-24 1830.62, 2026-11-23 -40.00' },
  ],
  [
    'rows sorted by shop on days that may be months',
    'ILS',
    'Is "05/03/2026" (Selcom -89.90 ₪) 5 March 2026 or 3 May 2026?',
    {
      '--date-order dmy':
        '2026-03-05 -89.90, 2026-04-05 -89.90, 2026-05-05 -89.90, 2026-03-12 -54.90, 2026-04-12 -54.90, 2026-05-12 -54.90',
    },
  ],
  [
    'days without a year and nothing that tells it',
    'EUR',
    'In which year was "28.11." (Salário 2.000,00), the newest row?',
    {
      '--year 2026': '2026-11-03 -4.20, 2026-11-28 2000.00',
      '--year 2024': '2024-11-03 -4.20, 2024-11-28 2000.00',
    },
  ],
  [
    'days without a year that may be months',
    'USD',
    'Is "03/04" (KIOSK -1.50) 3 April or 4 March?',
    {
      '--date-order dmy --year 2026': '2026-04-03 -1.50, 2026-04-05 -2.00',
      '--date-order mdy --year 2025': '2025-03-04 -1.50, 2025-05-04 -2.00',
    },
  ],
  [
    'short dates without noughts beside euros',
    'EUR',
    'Is "5/3/26" (TANKEN -14,98) 5 March 2026 or 3 May 2026?',
    {
      '--date-order dmy': '2026-03-05 -14.98, 2026-06-05 -31.00',
      '--date-order mdy': '2026-05-03 -14.98, 2026-05-06 -31.00',
    },
  ],
  [
    'hyphens between days that may be months',
    'USD',
    'Is "03-04-2026" (Bayside Grocer 42.10) 3 April 2026 or 4 March 2026?',
    {
      '--date-order mdy': '2026-03-04 -42.10, 2026-03-05 1500.00, 2026-03-07 -18.00',
      '--date-order dmy': '2026-04-03 -42.10, 2026-05-03 1500.00, 2026-07-03 -18.00',
    },
  ],
  [
    'dates with signs nobody else writes',
    'EUR',
    'No line of the file has a date and an amount',
    {
      '--date-format DD_MM_YY': '2026-11-17 -3.10, 2026-11-19 810.00',
      '--map date=1,amount=3,payee=2 --date-format DD_MM_YY': '2026-11-17 -3.10, 2026-11-19 810.00',
    },
  ],
  [
    'days over twelve in both places',
    'USD',
    'The dates contradict each other: "13/02/2026" has the day first and "02/13/2026" the month',
    {
      '--date-order dmy': '2026-02-13 -2.00, 2026-02-14 -4.00',
      '--date-order mdy': '2026-02-13 -1.00, 2026-02-14 -3.00',
    },
  ],
  [
    'a transaction number beside whole yen',
    'JPY',
    'Is "架空喫茶 カード購入 450" on 2026/03/02 money you spent?',
    {
      '--invert': '2026-03-02 -450, 2026-03-03 -1560',
      '--no-invert': '2026-03-02 450, 2026-03-03 1560',
    },
  ],
  ['balances of days and nothing else', 'EUR', 'The file lists balances, not transactions', {}],
  [
    'an amount that cannot be read beside a number',
    'USD',
    '"4.00 ?1" in column 4 "Amount" is not an amount',
    {},
  ],
  [
    'rows in two currencies',
    'EUR',
    'The file has amounts in EUR (2 rows) and CHF (1 row); an account has one currency',
    {
      '--currency EUR': '2026-02-02 -8.00, 2026-02-04 60.00',
    },
  ],
  [
    'two amounts that nothing tells apart',
    'EUR',
    'How much was "Werkstatt" (line 2)?',
    {
      '--map date=1,amount=3,payee=2': '2026-03-02 -80.00, 2026-03-03 1200.00',
      '--map date=1,amount=4,payee=2': '2026-03-02 -95.20, 2026-03-03 1200.00',
    },
  ],
  [
    'balances that follow half of the amounts',
    'USD',
    'The balances do not match the amounts in 2 of 6 steps',
    {
      '--accept-balance':
        '2026-04-01 -5.00, 2026-04-02 -6.00, 2026-04-03 -7.00, 2026-04-04 -8.00, 2026-04-05 -9.00, 2026-04-06 100.00, 2026-04-07 -1.00',
    },
  ],
  [
    'a fee that the balance may hold or not',
    'EUR',
    'Did 0,19 in "Gebyr" for "Lygte" (line 2) come on top of the amount?',
    {
      '--map date=1,amount=3,fee=4,payee=2,balance=5': '2026-05-11 -147.21, 2026-05-14 -8.38',
      '--map date=1,amount=3,payee=2,balance=5': '2026-05-11 -147.02, 2026-05-14 -8.38',
    },
  ],
  [
    'brackets for some of the rows that say spending',
    'CNY',
    'Is "架空房租 1,280.00" on 2026-08-05 money you spent?',
    {
      '--out-values 支出': '2026-08-01 -18.00, 2026-08-05 -1280.00, 2026-08-07 12800.00',
      '--no-invert': '2026-08-01 -18.00, 2026-08-05 1280.00, 2026-08-07 12800.00',
    },
  ],
  [
    'a payment below zero beside purchases and no heading of a card',
    'CAD',
    'Is "QUINCAILLERIE DU PORT $64.20" on 2026-03-01 money you spent?',
    {
      '--invert': '2026-03-01 -64.20, 2026-03-05 200.00',
      '--no-invert': '2026-03-01 64.20, 2026-03-05 -200.00',
    },
  ],
  [
    'one date with the year first and one with it last',
    'USD',
    'Is "07/02/2026" (Blue Heron) 7 February 2026 or 2 July 2026?',
    {
      '--date-order dmy': '2026-07-01 -12.50, 2026-02-07 1500.00',
      '--date-order mdy': '2026-07-01 -12.50, 2026-07-02 1500.00',
    },
  ],
  [
    'words for two accounts in a column of cards',
    'USD',
    'The file has rows of 2 accounts. Which one should be imported?',
    {
      '--statement 1': '2026-07-01 -12.50, 2026-07-03 -4.00',
      '--statement 2': '2026-07-02 1500.00',
    },
  ],
  [
    'words that speak for either sign',
    'USD',
    'money you spent?',
    {
      '--no-invert': '2026-06-01 -4.50, 2026-06-02 12.00, 2026-06-03 -30.00, 2026-06-04 9.00',
      '--invert': '2026-06-01 4.50, 2026-06-02 -12.00, 2026-06-03 30.00, 2026-06-04 -9.00',
    },
  ],
  [
    'a debt that grows and no heading',
    'CAD',
    'Is 42.10 in column 3 for "QUINCAILLERIE DU PORT" (line 1) money you spent?',
    {
      '--map date=1,in=4,out=3,payee=2,balance=5':
        '2026-03-02 -42.10, 2026-03-04 -15.00, 2026-03-15 300.00, 2026-03-21 -120.00',
      '--map date=1,in=3,out=4,payee=2,balance=5':
        '2026-03-02 42.10, 2026-03-04 15.00, 2026-03-15 -300.00, 2026-03-21 120.00',
    },
  ],
  [
    'amounts above zero that raise the balance',
    'DKK',
    'Is "Smedjen 42,10" on 02-03-2026 money you spent?',
    {
      '--invert': '2026-03-02 -42.10, 2026-03-04 -15.00, 2026-03-15 300.00, 2026-03-21 -120.00',
      '--no-invert': '2026-03-02 42.10, 2026-03-04 15.00, 2026-03-15 -300.00, 2026-03-21 120.00',
    },
  ],
  [
    'the currency below its word above the table',
    'EUR',
    'The file has amounts in PLN, but the workspace uses EUR',
    { '--map date=1,amount=3,payee=2 --currency EUR': '2026-03-14 -42.10, 2026-03-15 300.00' },
  ],
  [
    'a sign of dollars in the heading',
    'EUR',
    'The file has amounts in $, but the workspace uses EUR',
    { '--map date=1,amount=3,payee=2': '2026-03-14 -42.10, 2026-03-15 300.00' },
  ],
  [
    'a top up among payments',
    'USD',
    'Is "Starbucks 4.10" on 2026-03-13 money you spent?',
    {
      '--out-values payment': '2026-03-13 -4.10, 2026-03-14 100.00, 2026-03-15 -8.00',
      '--invert': '2026-03-13 -4.10, 2026-03-14 -100.00, 2026-03-15 -8.00',
    },
  ],
  [
    'debits that raise a debt',
    'EUR',
    'Is "Ferretería Sol 42,10" on 02/03/2026 money you spent?',
    {
      '--no-invert': '2026-03-02 -42.10, 2026-03-14 -15.00, 2026-03-15 300.00',
      '--invert': '2026-03-02 42.10, 2026-03-14 15.00, 2026-03-15 -300.00',
    },
  ],
  [
    'amounts above zero and nothing else',
    'PLN',
    'Is "Kuźnia Leśna 42,10" on 02.03.2026 money you spent?',
    {
      '--invert': '2026-03-02 -42.10, 2026-03-14 -15.00',
      '--no-invert': '2026-03-02 42.10, 2026-03-14 15.00',
    },
  ],
]
