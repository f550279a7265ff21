/** QIF files are read. */

import { describe, expect, test } from 'vitest'
import { readQuestion, readReadyRows, readText } from '../../support/read-statement.ts'

const file = (...records: string[]) => `!Type:Bank\n${records.map((record) => `${record}\n^\n`).join('')}`

test('records are read with their payee and memo; the parts of a split stay with their transaction', () => {
  const split = 'D11/17/2026\nT-30.00\nPMarket\nMweekly\nLFood\nSFood\n$-20.00\nEbread\nSHome\n$-10.00'
  expect(readReadyRows(file(split, 'D11/18/2026\nU1,500.00\nPEmployer'), {}, 'USD')).toEqual([
    '2026-11-17 -30.00 Market / weekly; Food',
    '2026-11-18 1500.00 Employer',
  ])
})

describe('a date', () => {
  const dates = (...written: string[]) => written.map((date) => `D${date}\nT-1.00\nPX`)
  const days = (text: string, choices = {}) => readReadyRows(text, choices).map((row) => row.slice(0, 10))

  test('may have blanks, and an apostrophe before years from 2000 on', () => {
    expect(days(file(...dates("1/ 1'00", "12/31' 7", '12/31/99')))).toEqual([
      '2000-01-01',
      '2007-12-31',
      '1999-12-31',
    ])
  })

  test('that can be read two ways is asked about, and read as the answer says', () => {
    const text = file(...dates('03/04/2026'))
    expect(readQuestion(text, {}, 'USD')).toBe(
      'Is "03/04/2026" (-1.00) 3 April 2026 or 4 March 2026? No date in the file shows which -> ' +
        '3 April 2026: --date-order dmy\n4 March 2026: --date-order mdy',
    )
    expect(days(text, { date_order: 'dmy' })).toEqual(['2026-04-03'])
    expect(days(text, { date_order: 'mdy' })).toEqual(['2026-03-04'])
    expect(days(text, { date_format: 'DD/MM/YYYY' })).toEqual(['2026-04-03'])
  })

  test('is settled by any other date of the file', () => {
    expect(days(file(...dates('03/04/2026', '25/04/2026')))).toEqual(['2026-04-03', '2026-04-25'])
  })

  test('of one number twice leaves nothing to ask', () => {
    expect(days(file(...dates('5/5/2026', '6/6/2026')))).toEqual(['2026-05-05', '2026-06-06'])
  })
})

test('a thousand that may be a fraction is asked about', () => {
  const text = file('D25/04/2026\nT-1,230\nPX')
  expect(readQuestion(text)).toMatch(/^Does "-1,230" have a decimal or a thousands separator\?/)
  expect(readReadyRows(text, { decimal: '.' })).toEqual(['2026-04-25 -1230.00 X'])
})

test('lists and investments are left out and shown', () => {
  const text = `!Type:Cat\nNFood\n^\n${file('D25/04/2026\nT-1.00\nPX')}!Type:Invst\nD25/04/2026\nNBuy\n^\n`
  expect(readReadyRows(text)).toEqual(['2026-04-25 -1.00 X'])
  expect(readText(text).skipped).toEqual([
    { line: 2, raw: 'NFood', why: 'A list, not transactions' },
    { line: 10, raw: 'D25/04/2026 NBuy', why: 'Not a payment: "!Type:Invst"' },
  ])
})

test('two accounts of a file are told apart by name, or by kind', () => {
  const named =
    '!Account\nNGiro\nTBank\n^\n!Type:Bank\nD25/04/2026\nT-1.00\n^\n!Account\nNVisa\nTCCard\n^\n!Type:CCard\nD26/04/2026\nT-2.00\n^\n'
  expect(readQuestion(named)).toMatch(
    /^The file has rows of 2 accounts[^]*Giro \(1 row\): --statement Giro\nVisa \(1 row\): --statement Visa\nAll of/,
  )
  expect(readReadyRows(named, { statement: 'visa' })).toEqual(['2026-04-26 -2.00 '])
  const unnamed = named.replace(/!Account\n[^^]*\^\n/g, '')
  expect(readQuestion(unnamed)).toMatch(
    /Bank \(1 row\): --statement Bank\nCCard \(1 row\): --statement CCard\nAll of/,
  )
})

test('a file without any heading is one of a bank', () => {
  expect(readReadyRows('D25/04/2026\r\nT-1.00\r\nPX\r\n^\r\n')).toEqual(['2026-04-25 -1.00 X'])
})

test('amounts with the sign of another currency are a question', () => {
  const dollars = '!Type:Bank\nD03/22/2026\nT$-42.10\nPPine\n^\nD03/25/2026\nT$300.00\nPRosa\n^\n'
  expect(readQuestion(dollars)).toContain('The file has amounts such as $-42.10, but the workspace uses EUR')
  expect(readReadyRows(dollars, {}, 'CAD')).toHaveLength(2)
})
