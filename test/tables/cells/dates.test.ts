/** Dates are parsed in the notations of banks. */

import { describe, expect, test } from 'vitest'
import { addDays } from '../../../src/money/calendar.ts'
import { createDateFormatParser, detectDateStyles, parseDateCell } from '../../../src/tables/cells/dates.ts'
import * as fc from '../../support/fast-check.ts'

describe('a date in a bank’s file', () => {
  test.each([
    ['2026-11-20', 'ymd', '2026-11-20'],
    ['2026/1/2', 'ymd', '2026-01-02'],
    ['2018-02-25 12:34:56 +0000', 'ymd', '2018-02-25'],
    ['2018-02-25T12:34:56Z', 'ymd', '2018-02-25'],
    ['2026年11月20日', 'ymd', '2026-11-20'],
    ['20.11.2026', 'dmy', '2026-11-20'],
    ['20.02.18', 'dmy', '2018-02-20'],
    ['2/24/15', 'mdy', '2015-02-24'],
    ['20261120', 'compact', '2026-11-20'],
    ['20261120093000', 'compact', '2026-11-20'],
    ['10-Nov-9', 'name', '2009-11-10'],
    ['02 SEPT 26', 'name', '2026-09-02'],
    ['Nov 20, 2026', 'name', '2026-11-20'],
    ['20 févr. 2026', 'name', '2026-02-20'],
    ['3. März 2026', 'name', '2026-03-03'],
    ['15 mars 2026', 'name', '2026-03-15'],
    ['20 listopada 2026', 'name', '2026-11-20'],
    ['Mon, 20.11.2026', 'dmy', '2026-11-20'],
  ] as const)('%j read as %s is %s', (cell, form, date) => expect(parseDateCell(cell, form)).toBe(date))

  test.each([
    '31.02.2026',
    '2026-13-01',
    '00/10/2026',
    '20260230',
    '1234.56',
    '12.50',
    'Pending',
    '123456',
    '+49 171 1234567',
    '1-2',
  ])('%j is no day at all', (cell) => expect(detectDateStyles(cell)).toEqual([]))

  test('may be read in more than one way', () => {
    expect(detectDateStyles('02/12/2009')).toEqual(['dmy', 'mdy'])
    expect(detectDateStyles('13/12/2009')).toEqual(['dmy'])
  })

  test('is read in the format a person names, and in no other', () => {
    const read = createDateFormatParser('D.M.YY')
    expect([read?.('3.4.26'), read?.('2026-04-03'), read?.('31.2.26')]).toEqual([
      '2026-04-03',
      undefined,
      undefined,
    ])
    expect(createDateFormatParser('MMM D YYYY')?.('Apr 3 2026')).toBe('2026-04-03')
    expect(createDateFormatParser('YYYY')).toBeUndefined()
  })

  test.each([
    ['YYYY-MM-DD', '2026-03-01'],
    ['DD-MM-YYYY', '01-03-2026'],
    ['MMM D, YYYY', 'Mar 1, 2026'],
    ['DD/MM/YYYY', '01/03/2026'],
    ['(YYYY) M|D', '(2026) 3|1'],
    ["D. MMM 'YY", "1. Mar '26"],
  ])('is read in the format %s', (format, cell) => {
    expect(createDateFormatParser(format)?.(cell)).toBe('2026-03-01')
    expect(createDateFormatParser(format)?.(cell.replace('26', 'xx'))).toBeUndefined()
  })

  test('is no sign of a pattern', () =>
    expect(createDateFormatParser('DD.MM.YYYY')?.('01x03x2026')).toBeUndefined())

  test('comes back from every order', () => {
    const day = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays('1971-01-01', days))
    fc.assert(
      fc.property(day, fc.constantFrom('-', '/', '.'), (date, mark) => {
        const [y = '', m = '', d = ''] = date.split('-')
        expect(parseDateCell([y, m, d].join(mark), 'ymd')).toBe(date)
        expect(parseDateCell([d, m, y].join(mark), 'dmy')).toBe(date)
        expect(parseDateCell([m, d, y].join(mark), 'mdy')).toBe(date)
      }),
    )
  })
})
