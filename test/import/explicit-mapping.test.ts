/**
 * An explicit mapping reads a file whatever is inferred, and errors show how the file was understood.
 * @see docs/import.md#no-dead-ends
 */

import { describe, expect, test } from 'vitest'
import { readQuestion, readReadyRows, readText } from '../support/read-statement.ts'

describe('a mapping reads a file', () => {
  test('whose data begins below a second table', () => {
    const text = [
      'Date,Kind,Sum',
      '2026-01-31,Interest,1.00',
      '2026-02-28,Interest,2.00',
      '',
      'Nr,Wann,Wieviel,Wo',
      '1,2026-03-02,-5.00,Kiosk',
      '2,2026-03-03,-6.00,Bar',
    ].join('\n')
    const rows = ['2026-03-02 -5.00 Kiosk', '2026-03-03 -6.00 Bar']
    expect(readReadyRows(text, { map: 'date=Wann,amount=Wieviel,payee=Wo' })).toEqual(rows)
    expect(readReadyRows(text, { map: 'date=2,amount=3,payee=4' })).toEqual(rows)
  })

  test('with numbers for headings, by the number of the column', () => {
    const text = '2,1,3\n2026-03-02,Kiosk,-5.00\n2026-03-03,Bar,-6.00\n'
    expect(readReadyRows(text, { map: 'date=1,payee=2,amount=3' })).toEqual([
      '2026-03-02 -5.00 Kiosk',
      '2026-03-03 -6.00 Bar',
    ])
  })

  test('with the same heading twice', () =>
    expect(
      readReadyRows('Tag;Wert;Wert\n02.03.2026;Kiosk;-5,00\n', { map: 'date=1,payee=2,amount=3' }),
    ).toEqual(['2026-03-02 -5.00 Kiosk']))

  test('whose dates only a person can read', () => {
    const text = 'X#Y#Z\n26w3w2#Kiosk#-5.00\n26w3w13#Bar#-6.00\n'
    const choices = { delimiter: '#', map: 'date=1,payee=2,amount=3', date_format: 'YYwMwD' }
    expect(readReadyRows(text, choices)).toEqual(['2026-03-02 -5.00 Kiosk', '2026-03-13 -6.00 Bar'])
  })

  test('whose dates and numbers stand on different lines', () => {
    const text = 'a;b;c\n02.03.2026;Kiosk;x\n;;-5,00\n03.03.2026;Bar;-\n'
    const rows = [...readText(text, { map: 'date=1,payee=2,amount=3' }).rows()]
    expect(rows.map(({ line, disposition, reason }) => `${line} ${disposition} ${reason}`)).toEqual([
      '2 rejected "x" is not an amount',
      '3 rejected The date is empty',
      '4 excluded No amount',
    ])
  })
})

describe('a file without a table', () => {
  test('is shown as it was cut, with what is missing and the mapping as far as it is known', () => {
    const text = 'Welcome\nTag;Laden;Betrag\n17_11_26;Obst;-3,10\n19_11_26;Lohn;810,00\n20_11_26;Eis;-2,00\n'
    expect(readQuestion(text).split('\n')).toEqual([
      'No line of the file has a date and an amount. How are the dates written? -> 17_11_26 is 2026-11-17: --date-format DD_MM_YY',
      '17_11_26 is 2017-11-26: --date-format YY_MM_DD',
      'Line 2, split at ;: 1 "Tag", 2 "Laden", 3 "Betrag"',
      'Line 3, split at ;: 1 "17_11_26", 2 "Obst", 3 "-3,10"',
      'Line 4, split at ;: 1 "19_11_26", 2 "Lohn", 3 "810,00"',
      'No cell looks like a date',
      'Name the columns and the date format: --map date=1,amount=3 --date-format DD.MM.YYYY',
      'If the columns or letters are wrong, set --delimiter or --encoding',
    ])
    expect(readQuestion('When;How much\n17.11.2026;five\n18.11.2026;six\n')).toContain(
      'No cell looks like an amount\nName the columns: --map date=1,amount=NUMBER',
    )
  })

  test('is not shown where nothing was cut', () =>
    expect(readQuestion('Dear customer\nyour statement is ready\n')).toBe(
      'No line of the file has a date and an amount separated by ; , tab | -> ' +
        'Set the delimiter with --delimiter, or the encoding with --encoding',
    ))
})

describe('what is wrong with a mapping', () => {
  const text = 'When,What,Spent,Day\n2026-11-20,Shop,-5.00,2026-11-21\n2026-11-18,Bar,-3.00,2026-11-19\n'
  const columns = 'The columns are 1 "When", 2 "What", 3 "Spent", 4 "Day"'

  test.each([
    ['amount=3', `Name it by its number, as in --map date=1,amount=3\n${columns}`],
    ['date=1', `as in --map date=1,amount=3, or in=3,out=4 instead\n${columns}`],
    ['date=1,amount=9', columns],
    ['date=1,betrag=3', columns],
    [
      'date=2,amount=3',
      'Column 1 "When" is the date: --map date=1,amount=3\nColumn 4 "Day" is the date: --map date=4,amount=3',
    ],
  ])('%s is told with the headings and their numbers', (map, hint) =>
    expect(readQuestion(text, { map })).toContain(hint),
  )

  test('a column that is not the date for sure is asked about with what it holds', () => {
    const some = 'A,B,C,D\n2026-11-20,Shop,-5.00,\n,Bar,-3.00,2026-11-18\n'
    expect(readQuestion(some)).toBe(
      'Which column is the date? No column has a date in nearly every row -> ' +
        'Column 1 "A", a date in 1 of 2 rows: --map date=1,amount=3\nColumn 4 "D", a date in 1 of 2 rows: --map date=4,amount=3',
    )
  })
})

describe('a row', () => {
  test('is told with every cell that is wrong', () => {
    const text =
      'Date,Text,Amount,Currency\n2026-11-20,Shop,-5.00,EUR\n2026-02-30,Bar,"5,5x",EUR\n2026-11-18,Tram,-3.00,EUR\n'
    const [, bad] = [...readText(text).rows()]
    expect([bad?.problem, ...(bad?.further_problems ?? [])]).toEqual([
      { row: 2, line: 3, column: 1, field: 'date', message: '"2026-02-30" is not a date (ymd)' },
      { row: 2, line: 3, column: 3, field: 'amount', message: '"5,5x" is not an amount' },
    ])
  })

  test.each(['HOLD', 'Pending', 'vorgemerkt', 'AUTHORIZED', '未入账'])(
    'waits where a cell that is no text of it says %s',
    (state) => {
      const text = `Date,Payee,X,Amount\n2026-11-20,Shop,${state},-5.00\n2026-11-19,Hold,,-4.00\n2026-11-18,Bar,,-3.00\n`
      expect([...readText(text).rows()].map(({ disposition }) => disposition)).toEqual([
        'pending',
        'ready',
        'ready',
      ])
    },
  )

  test('below all others with fewer cells and no text is a balance, if anything', () => {
    const text = '31/05/2026;-3,20;Carte;BAR\n28/05/2026;900,00;Virement;ACME\n31/05/2026;1896,80;1234567\n'
    const rows = [...readText(text, { map: 'date=1,amount=2,payee=4' }).rows()]
    expect(rows.map(({ disposition }) => disposition)).toEqual(['ready', 'ready', 'rejected'])
  })
})

describe('the column of the dates', () => {
  test.each([
    ['opening date', 'posting date'],
    ['Fecha final', 'Fecha'],
    ['initialDate', 'operationDate'],
    ['bis Datum', 'Tag'],
  ])('is not "%s" beside "%s"', (bound, booked) => {
    const text = `${bound},${booked},Text,Amount\n2026-01-31,2026-01-05,A,-1.00\n2026-02-28,2026-02-03,B,-2.00\n`
    expect(readReadyRows(text).map((row) => row.slice(0, 10))).toEqual(['2026-01-05', '2026-02-03'])
  })

  test('is one that dates every row, where another leaves rows without a date', () => {
    const text =
      'Transaction date,Posting date,Text,Amount\n2026-01-05,2026-01-06,A,-1.00\n,2026-01-31,Fee,-2.00\n2026-01-03,2026-01-04,B,-2.00\n'
    expect(readReadyRows(text).map((row) => row.slice(0, 10))).toEqual([
      '2026-01-06',
      '2026-01-31',
      '2026-01-04',
    ])
  })

  test('is the same day in all rows of a short file with value dates', () => {
    const text =
      'Buchungstag,Valuta,Text,Amount\n2026-01-05,2026-01-04,A,-1.00\n2026-01-05,2026-01-06,B,-2.00\n'
    expect(readReadyRows(text).map((row) => row.slice(0, 10))).toEqual(['2026-01-05', '2026-01-05'])
  })
})
