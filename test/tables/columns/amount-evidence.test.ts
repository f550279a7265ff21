/** Amount columns and their sign are inferred from balances, headers and terms. */

import { describe, expect, test } from 'vitest'
import { readQuestion, readReadyRows, readText } from '../../support/read-statement.ts'

const lines = (...all: string[]) => `${all.join('\n')}\n`

describe('which of two numbers is the day', () => {
  const dated = (...dates: string[]) =>
    lines('Date,Text,Amount', ...dates.map((date, at) => `${date},Shop ${'ABCDEF'[at]},-5.00`))

  test.each(['EUR', 'GBP', 'AUD', 'INR', 'BRL'])(
    'is told by %s, where every bank writes the day first',
    (currency) => expect(readText(dated('02/03/2026'), {}, currency).date_format).toBe('dmy'),
  )

  test.each(['USD', 'CAD', 'PHP'])('is not told by %s, which is written both ways', (currency) =>
    expect(readQuestion(dated('02/03/2026'), {}, currency)).toContain('No date in the file shows which'),
  )

  test('is told by the rest of the file before its currency', () => {
    expect(readText(dated('02/03/2026', '02/13/2026')).date_format).toBe('mdy')
  })

  test.each(['ymd', 'dmy', 'mdy'] as const)(
    'does not matter to eight digits, though a person says %s',
    (date_order) =>
      expect(readReadyRows(dated('20240301', '20240317'), { date_order })).toEqual([
        '2024-03-01 -5.00 Shop A',
        '2024-03-17 -5.00 Shop B',
      ]),
  )

  const days = (...rows: string[]) => lines('Date,Text,Amount', ...rows)

  test('is what changes where all else is one month of different bookings', () => {
    const rows = [
      '05/01/2026,GROCER,-5.00',
      '05/01/2026,VET,-9.00',
      '05/02/2026,FUEL,-6.00',
      '05/04/2026,BAKERY,-2.00',
    ]
    expect(readText(days(...rows), {}, 'USD').date_format).toBe('mdy')
    const swapped = rows.map((row) => row.replace(/^(..)\/(..)/, '$2/$1'))
    expect(readText(days(...swapped), {}, 'USD').date_format).toBe('dmy')
  })

  test('is told by the days over twelve; a year of four digits in front leaves no doubt', () => {
    const rows = ['2026-05-01,GROCER,-5.00', '13-05-2026,FUEL,-6.00', '14-05-2026,BAKERY,-2.00']
    expect(readReadyRows(days(...rows), {}, 'USD').map((row) => row.slice(0, 10))).toEqual([
      '2026-05-01',
      '2026-05-13',
      '2026-05-14',
    ])
  })

  test.each([
    [
      'the same is booked every time, as on the first of each month',
      ['05/01/2026,RENT,-5.00', '05/01/2026,VET,-9.00', '05/02/2026,RENT,-5.00', '05/03/2026,RENT,-5.00'],
    ],
    [
      'each day has one booking, as an account for subscriptions',
      ['05/01/2026,PHONE,-5.00', '05/02/2026,POWER,-6.00', '05/03/2026,WATER,-7.00'],
    ],
    ['there are two days only', ['05/01/2026,GROCER,-5.00', '05/01/2026,VET,-9.00', '05/02/2026,FUEL,-6.00']],
  ])('is not told by one month when %s', (_, rows) =>
    expect(readQuestion(days(...rows), {}, 'USD')).toContain('No date in the file shows which'),
  )
})

describe('amounts without any sign', () => {
  test.each([
    [
      'went out where every row names the holder of a card',
      'Date,Text,Card Member,Amount\n2026-11-20,Shop,JANE,5.00\n',
      '-5.00',
    ],
    ['went out where every row names a card’s scheme', '2026-11-20,Shop,Visa,,5.00\n', '-5.00'],
    [
      'went out where a credit card stands above three rows of them',
      'Kreditkarte;4930****1234\n\nDatum;Text;Betrag\n20.11.2026;Shop;5,00\n19.11.2026;Bar;3,00\n18.11.2026;Kiosk;1,00\n',
      '-5.00 -3.00 -1.00',
    ],
    [
      'went out where their header says so, and no column the opposite',
      'Date,Text,Withdrawals\n2026-11-20,Shop,5.00\n',
      '-5.00',
    ],
    [
      'came in where every row speaks of income',
      'Date,Text,Amount\n2026-11-20,ACME SALARY,5.00\n2026-11-19,Refund,3.00\n',
      '5.00 3.00',
    ],
    [
      'came in where the rows name the addresses of customers',
      'date,amount,description,customer_email\n2026-11-20,5.00,Invoice,a@example.com\n',
      '5.00',
    ],
  ])('%s', (_, text, amounts) =>
    expect(
      readReadyRows(text)
        .map((row) => row.split(' ')[1])
        .join(' '),
    ).toBe(amounts),
  )

  test.each([
    [
      'a row of the card speaks of a payment to it',
      'Date,Text,Card Member,Amount\n2026-11-20,Shop,JANE,5.00\n2026-11-19,PAYMENT RECEIVED,JANE,8.00\n',
    ],
    [
      'only the number of a card stands beside them, as it does beside a salary',
      'Date,Text,Card Number,Amount\n2026-11-20,Counter,1234,5.00\n',
    ],
    [
      'of a credit card there are fewer than three, which may be payments',
      'Credit card,1234\n\nDate,Text,Amount\n2026-11-20,Shop,5.00\n',
    ],
    ['only one of them speaks of income', 'Date,Text,Amount\n2026-11-20,Refund,5.00\n2026-11-19,Bar,3.00\n'],
  ])('are asked about when %s', (_, text) => expect(readQuestion(text)).toContain('money you spent?'))
})

describe('a balance before each row', () => {
  const rows = ['2026-11-18;100,00;-5,00;Shop', '2026-11-19;95,00;50,00;Work', '2026-11-20;145,00;-3,00;Bar']

  test.each([
    ['rises', rows],
    ['falls', rows.toReversed()],
  ])('proves the amount where time %s', (_, file) =>
    expect(readReadyRows(lines(...file)).toSorted()).toEqual([
      '2026-11-18 -5.00 Shop',
      '2026-11-19 50.00 Work',
      '2026-11-20 -3.00 Bar',
    ]),
  )

  test('is not told as the balance after a row', () => {
    expect(readText(lines(...rows)).balances).toMatchObject({ position: 'before', order: 'rising' })
  })
})

test('one step of the balance against both headings proves nothing', () => {
  const rows = lines('Date,Text,Debit,Credit,Balance', '2026-11-14,A,,2.00,9.00', '2026-11-15,B,3.00,,12.00')
  expect(readText(rows).balances).toBeUndefined()
})

describe('what speaks against the amounts as they stand is asked about:', () => {
  test.each([
    [
      'the one step of the balance between two days',
      'Date,Text,Amount,Balance\n2026-11-14,Shop,-5.00,105.00\n2026-11-15,Work,80.00,25.00\n',
    ],
    [
      'a payment below zero, where the balance may be what a card owes',
      'Date,Text,Amount,Balance\n2026-11-14,Shop,5.00,105.00\n2026-11-15,PAYMENT THANK YOU,-80.00,25.00\n2026-11-16,Bar,3.00,28.00\n',
    ],
    [
      'nothing but payments that were received, and are below zero',
      'Date,Text,Amount\n2026-11-14,PAYMENT RECEIVED,-80.00\n',
    ],
    ['a plus beside what reads like spending', 'Date,Text,Amount\n2026-11-14,Utilities,"+1,150.00"\n'],
    [
      'a shop above zero beside one row that says nothing',
      'Date,Text,Amount\n2026-11-14,Lidl,12.40\n2026-11-15,Top-up,-50.00\n',
    ],
    ['a transfer beside the card’s scheme', '2026-11-14,Transfer from Jane,Visa,5.00\n'],
  ])('%s', (_, text) => expect(readQuestion(text)).toContain('money you spent?'))

  test('a net amount beside a tax, which was paid as well', () => {
    const text = 'Datum;Text;Netto;MwSt;Brutto\n18.11.2026;Rechnung;-21,01;-3,99;-25,00\n'
    expect(readQuestion(text)).toContain('How much was')
  })
})

test('a day that is open and a way that is open are asked for in one question', () => {
  const text = 'Date,Text,Amount\n07/06/2026,Car wash,$27.00\n'
  expect(readQuestion(text, {}, 'USD')).toBe(
    'Is "07/06/2026" (Car wash $27.00) 7 June 2026 or 6 July 2026? No date in the file shows which. ' +
      'Is "Car wash $27.00" on 07/06/2026 money you spent? -> ' +
      '7 June 2026, yes, I spent it: --date-order dmy --invert\n' +
      '7 June 2026, no, it came in: --date-order dmy --no-invert\n' +
      '6 July 2026, yes, I spent it: --date-order mdy --invert\n' +
      '6 July 2026, no, it came in: --date-order mdy --no-invert',
  )
  expect(readReadyRows(text, { date_order: 'mdy', invert: true }, 'USD')).toEqual([
    '2026-07-06 -27.00 Car wash',
  ])
})

test('a day is asked for alone when either order settles the way', () => {
  const text = 'Date,Text,Amount,Balance\n05/01/2026,A,-5.00,95.00\n05/02/2026,B,-3.00,92.00\n'
  expect(readQuestion(text, {}, 'USD')).not.toContain('money you spent?')
})

test('a table is found whose records all begin with a text of several lines', () => {
  const text =
    'Date;Libellé;Débit;Crédit\n20/11/2026;"PAIEMENT\nGROCER";5,00;\n19/11/2026;"VIREMENT\nACME";;7,50\n'
  expect(readReadyRows(text)).toEqual(['2026-11-20 -5.00 PAIEMENT GROCER', '2026-11-19 7.50 VIREMENT ACME'])
})

test.each(['No', 'Co'])('a column "%s" of numbers is no money of another language', (name) => {
  const rows = lines(
    `${name},Date,Text,Debit,Credit`,
    '1001,2026-11-17,Shop,5.00,',
    '1002,2026-11-18,Work,,60.00',
  )
  expect(readReadyRows(rows)).toEqual(['2026-11-17 -5.00 Shop', '2026-11-18 60.00 Work'])
})

test.each(['入出金(円)', '입출금액'])('a column "%s" holds what came in as well as what went out', (name) => {
  const rows = lines(`日付,${name},摘要`, '20261117,3146,A', '20261118,5000,B')
  expect(readQuestion(rows, {}, 'JPY')).toContain('money you spent?')
})

test('rent may be what a tenant paid', () => {
  const rows = lines('Date,Text,Amount', '2026-11-17,Rent,900.00', '2026-11-18,Rent,800.00')
  expect(readQuestion(rows)).toContain('money you spent?')
})

test('rows that wait to be booked are pending in the bank’s language', () => {
  const text = 'Dato;Tekst;Beløb;Status\n20-11-2026;Husleje;-5,00;Venter\n19-11-2026;Bager;-3,00;Udført\n'
  expect([...readText(text, {}, 'DKK').rows()].map(({ disposition }) => disposition)).toEqual([
    'pending',
    'ready',
  ])
})

test('a column of zeros is no half of the amounts', () => {
  const text = lines(
    '利用日,利用店名,利用金額,手数料,翌月繰越金額',
    '2026/03/02,架空喫茶,3000,0,0',
    '2026/03/03,書店,292,0,0',
  )
  const { mapping } = readText(text, {}, 'JPY')
  expect(mapping.map(({ field, column }) => `${field} ${column}`)).toEqual(['date 1', 'out 3', 'payee 2'])
})

test('a net amount is taken before the gross one of which a fee was kept', () => {
  const text =
    '"Datum","Name","Brutto","Gebühr","Netto"\n"20.11.2026","Kunde","100,00","-3,00","97,00"\n"19.11.2026","Laden","-5,00","0,00","-5,00"\n'
  expect(readReadyRows(text)).toEqual(['2026-11-20 97.00 Kunde', '2026-11-19 -5.00 Laden'])
})

test.each([
  [
    'is its identity when nearly every row has one that a bank counts',
    ['TX-0001', 'TX-0002'],
    ['TX-0001', 'TX-0002'],
  ],
  ['is words of the payer, who writes them again next month', ['RENT', 'Invoice 2026'], ['', '']],
  ['begins again in the next file when it counts from 1', ['1', '2'], ['', '']],
])('a row’s reference %s', (_, [one, other], expected) => {
  const text = lines(
    'Date,Reference,Text,Amount',
    `2026-11-20,${one},Shop,-5.00`,
    `2026-11-19,${other},Bar,-3.00`,
  )
  expect([...readText(text).rows()].map(({ ref }) => ref)).toEqual(expected)
})
