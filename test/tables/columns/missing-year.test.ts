/** Dates without a year get the right one. */

import { describe, expect, test } from 'vitest'
import { readStatement } from '../../../src/import/read-statement.ts'
import { addDays } from '../../../src/money/calendar.ts'
import { isPartialDateCell, parsePartialDate } from '../../../src/tables/cells/dates.ts'
import type { FileContext } from '../../../src/tables/columns/cell-dates.ts'
import { findStatementPeriod } from '../../../src/tables/columns/missing-year.ts'
import type { ReadOptions } from '../../../src/tables/read-options.ts'
import { readQuestion } from '../../support/read-statement.ts'

const header = 'Tag;Laden;Betrag'
const table = (...days: string[]) =>
  [header, ...days.map((day, at) => `${day};Laden ${at};-${at + 1},00`)].join('\n')

/** Returns the dates of a table with these partial dates. */
const readDates = (days: readonly string[], choices: ReadOptions, facts: FileContext = {}, above = '') => {
  const bytes = new TextEncoder().encode(`${above}${table(...days)}\n`)
  return [...readStatement(bytes, choices, 'EUR', facts).rows()].map(({ date }) => date)
}

describe('a day without a year', () => {
  test.each([
    ['17.11.', 'dmy', '11-17'],
    ['7. 1.', 'dmy', '01-07'],
    ['17/11', 'dmy', '11-17'],
    ['11-17', 'mdy', '11-17'],
    ['Nov 17', 'name', '11-17'],
    ['17 Nov.', 'name', '11-17'],
    ['17. listopadu', 'name', '11-17'],
    ['11月17日', 'mdy', '11-17'],
    ['17.11. 14:30', 'dmy', '11-17'],
    ['29.02.', 'dmy', '02-29'],
  ] as const)('%j read as %s is %s', (cell, form, day) => expect(parsePartialDate(cell, form)).toBe(day))

  test.each(['17.11', '31.02.', '13/13', 'Nov', '17', 'Foo 17', '12.50', ''])('%j is none', (cell) =>
    expect(isPartialDateCell(cell)).toBe(false),
  )
})

describe('the year of days without one', () => {
  const winter = ['28.12.', '30.12.', '02.01.']
  const dates = ['2025-12-28', '2025-12-30', '2026-01-02']

  test('is that of the newest row, and one less before New Year', () => {
    expect(readDates(winter, { year: 2026 })).toEqual(dates)
    expect(readDates(winter.toReversed(), { year: 2026 })).toEqual(dates.toReversed())
    expect(readDates(['31.12.', '01.01.', '30.12.', '02.01.'], { year: 2026 })).toEqual([
      '2025-12-31',
      '2026-01-01',
      '2025-12-30',
      '2026-01-02',
    ])
  })

  test('is one for all days of a whole year', () =>
    expect(readDates(['02.01.', '15.06.', '30.12.'], { year: 2026 })).toEqual([
      '2026-01-02',
      '2026-06-15',
      '2026-12-30',
    ]))

  test.each([
    ['the period above the table', 'Zeitraum;01.12.2025 - 05.01.2026\n', {}],
    ['the month above the table', 'Abrechnung Januar 2026\n', {}],
    ['the file’s name', '', { file: 'umsaetze_20260103.csv' }],
    ['a period in the file’s name', '', { file: 'Konto 2025-12-01 bis 2026-01-31.csv' }],
  ])('is told by %s', (_, above, facts) => expect(readDates(winter, {}, facts, above)).toEqual(dates))

  test('is asked for where the file was printed much later, or names none', () => {
    const text = `${table(...winter)}\n`
    expect(readQuestion(`Gedruckt am 01.09.2026\n${text}`)).toMatch(
      /^In which year was "02\.01\." \(Laden 2 -3,00\)/,
    )
    expect(readQuestion(text)).toContain('-> --year takes the year of the newest row')
    const ask = () => readStatement(new TextEncoder().encode(text), {}, 'EUR', { today: '2027-05-01' })
    expect(ask).toThrow(
      expect.objectContaining({
        hint: 'In 2027: --year 2027\nIn 2026: --year 2026\nIn 2025: --year 2025\nIn another year: add --year with it',
      }),
    )
  })

  test('is not for dates that have one, nor for more than a year with long gaps', () => {
    expect(readQuestion('Date,Text,Amount\n2026-11-20,Shop,-5.00\n', { year: 2026 })).toBe(
      'The dates in the file already have years -> Remove --year',
    )
    expect(
      readQuestion(table('01.03.', '30.12.', '02.01.', '05.04.', '30.12.', '03.01.'), { year: 2026 }),
    ).toContain('span more than one year')
    const long = Array.from({ length: 18 }, (_, at) => addDays('2025-03-01', at * 20))
    const days = long.map((date) => `${date.slice(8)}.${date.slice(5, 7)}.`)
    expect(readDates(days, { year: 2026 })).toEqual(long)
  })

  test('changes at every New Year of rows in order that span several years', () => {
    const long = Array.from({ length: 50 }, (_, at) => addDays('2024-03-01', at * 20))
    const toDays = (dates: readonly string[]) => dates.map((date) => `${date.slice(8)}.${date.slice(5, 7)}.`)
    expect(readDates(toDays(long), { year: 2026 })).toEqual(long)
    const newestFirst = long.toReversed()
    expect(readDates(toDays(newestFirst), { year: 2026 })).toEqual(newestFirst)
    const ask = () =>
      readStatement(new TextEncoder().encode(table(...toDays(long))), {}, 'EUR', { today: '2027-05-01' })
    expect(ask).toThrow(
      expect.objectContaining({
        hint: expect.stringContaining('In 2026, the oldest in 2024: --year 2026'),
      }),
    )
  })

  test('makes 29 February a bad row where there is none', () =>
    expect(readDates(['28.02.', '29.02.'], { year: 2026 })).toEqual(['2026-02-28', '']))

  test('is looked for after the format that a person named', () =>
    expect(readDates(['17.11', '19.11'], { year: 2026, date_format: 'DD.MM' })).toEqual([
      '2026-11-17',
      '2026-11-19',
    ]))
})

test.each([
  ['Period 18.11.2025 - 17.01.2026', '2025-11-18', '2026-01-17'],
  ['账单 2024年01月', '2024-01-01', '2024-01-31'],
  ['from 1 Nov 2026 to Nov 30, 2026', '2026-11-01', '2026-11-30'],
  ['card1234_20240315.CSV', '2024-03-15', '2024-03-15'],
  ['11/2026', '2026-11-01', '2026-11-30'],
])('%j speaks of the days from %s to %s', (text, first, last) =>
  expect(findStatementPeriod([text], 'dmy')).toEqual({ first, last }),
)

test.each(['IBAN DE02 1203 0000 0000 2020 51', 'Tel 2012345678', '1,234.2024', 'card 2024', 'Auszug 3'])(
  '%j speaks of no days',
  (text) => expect(findStatementPeriod([text], 'dmy')).toBeUndefined(),
)
