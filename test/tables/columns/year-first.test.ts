/** Dates that begin with the year are recognized. */

import { describe, expect, test } from 'vitest'
import { readQuestion, readReadyRows, readText } from '../../support/read-statement.ts'

const dated = (...dates: string[]) =>
  `Date,Payee,Amount\n${dates.map((date, at) => `${date},Shop ${'ABCDEFGH'[at]},-5.00\n`).join('')}`
const readDates = (...dates: string[]) => readReadyRows(dated(...dates)).map((row) => row.slice(0, 10))

describe('a year of two digits', () => {
  test.each(['-', '/', '.'])('stands first where the other reading is years apart (%s)', (mark) =>
    expect(
      readDates(...['24-03-01', '24-03-05', '24-03-17'].map((date) => date.replaceAll('-', mark))),
    ).toEqual(['2024-03-01', '2024-03-05', '2024-03-17']),
  )

  test.each(['-', '/', '.'])('stands last where the other reading is years apart (%s)', (mark) =>
    expect(
      readDates(...['01-03-24', '05-03-24', '17-03-24'].map((date) => date.replaceAll('-', mark))),
    ).toEqual(['2024-03-01', '2024-03-05', '2024-03-17']),
  )

  test('stands where the file is not twenty years old', () => {
    expect(readDates('24-03-01')).toEqual(['2024-03-01'])
    expect(readDates('01-03-24')).toEqual(['2024-03-01'])
  })

  test('stands where the days follow each other', () =>
    expect(readDates('24-03-15', '24-04-13', '24-05-16', '24-06-14')).toEqual([
      '2024-03-15',
      '2024-04-13',
      '2024-05-16',
      '2024-06-14',
    ]))

  test('is last with points or strokes, except in countries that write it first', () => {
    expect(readDates('24.03.17')).toEqual(['2017-03-24'])
    expect(readDates('24/03/17')).toEqual(['2017-03-24'])
    expect(readQuestion(dated('24/03/17'), {}, 'JPY')).toContain('24 March 2017 or 17 March 2024?')
  })

  test('is asked for where both readings stand', () => {
    expect(readQuestion(dated('24-03-17'))).toBe(
      'Is "24-03-17" (Shop A -5.00) 24 March 2017 or 17 March 2024? No date in the file shows which -> ' +
        '24 March 2017: --date-order dmy\n17 March 2024: --date-order ymd',
    )
    expect(readReadyRows(dated('24-03-17'), { date_order: 'ymd' })).toEqual(['2024-03-17 -5.00 Shop A'])
    expect(readReadyRows(dated('24-03-17'), { date_order: 'dmy' })).toEqual(['2017-03-24 -5.00 Shop A'])
  })

  test('is asked for where the same is booked on one day of every year', () =>
    expect(
      readQuestion(dated('31-12-18', '31-12-19', '31-12-20', '31-12-21', '31-12-22', '31-12-23', '31-12-24')),
    ).toContain('31 December 2018 or 18 December 2031?'))

  test('is never 40 to 89 when it stands first, as a bank’s sort code is', () => {
    const text = '40-10-05,2026-03-01,Shop,-5.00\n40-10-05,2026-03-02,Bar,-3.00\n'
    expect(readReadyRows(text)).toHaveLength(2)
    expect(readText(text).mapping[0]).toEqual({ field: 'date', column: 2, name: '' })
  })
})
