/** An explicit `--map` and its error messages. */

import { describe, expect, test } from 'vitest'
import { readQuestion, readReadyRows, readText } from '../../support/read-statement.ts'

describe('a mapping', () => {
  const text = 'When,What,"In, EUR",More,More\n2026-11-20,Shop,-5.00,a,b\n'

  test('names columns by header or number and joins several', () => {
    expect(readReadyRows(text, { map: 'date=When,amount=3,payee=what,notes=4+5' })).toEqual([
      '2026-11-20 -5.00 Shop / a b',
    ])
  })

  test.each([
    ['date=When', 'The mapping has no amount column'],
    ['amount=3', 'The mapping has no date column'],
    ['date=When,amount=9', 'No column "9" for amount'],
    ['date=When,amount=3,notes=More', '2 columns are named "More"'],
    ['datum=When,amount=3', '"datum=When" is not a field'],
    ['date=What,amount=3', 'Column 2 "What" in the mapping has no dates: "Shop" is not in a known format'],
    ['__proto__=When,amount=3', '"__proto__=When" is not a field'],
  ])('%s is a slip: %s', (map, message) => expect(readQuestion(text, { map })).toContain(message))

  test('is not needed to leave out lines, to name the delimiter or to say there is no header', () => {
    const odd = 'intro\n2026-11-20#Shop#-5.00\n2026-11-19#Bar#-3.00\n2026-11-18#Total#-8.00\n'
    expect(readReadyRows(odd, { delimiter: '#', skip: 1, skip_end: 1, header_row: false })).toEqual([
      '2026-11-20 -5.00 Shop',
      '2026-11-19 -3.00 Bar',
    ])
  })
})

describe('a row without an amount', () => {
  const header = 'Date,Text,Amount,Balance\n2026-11-20,Shop,-5.00,95.00\n'
  const dispositions = (text: string) =>
    [...readText(header + text).rows()].map(({ disposition, reason }) => `${disposition} ${reason}`.trim())

  test('is left out where no column has one', () =>
    expect(dispositions('2026-11-19,A message of the bank,,100.00\n')).toEqual([
      'ready',
      'excluded No amount',
    ]))

  test('is refused where many have none, so that another column may hold the amounts', () =>
    expect(dispositions('2026-11-19,Shop,,\n2026-11-18,Bar,,\n').slice(1)).toEqual([
      'rejected The amount is empty',
      'rejected The amount is empty',
    ]))

  test('is refused where another column has money', () => {
    const text =
      'Date,Text,Amount,Part\n2026-11-20,Shop,-5.00,\n2026-11-19,Shop,,-3.00\n2026-11-18,Bar,-2.00,-2.00\n2026-11-17,Bar,-2.00,-1.00\n'
    const map = 'date=1,payee=2,amount=3'
    expect([...readText(text, { map }).rows()].map(({ disposition }) => disposition)).toEqual([
      'ready',
      'rejected',
      'ready',
      'ready',
    ])
  })
})

describe('a record that cannot be booked is rejected by line and column:', () => {
  const rows = (bad: string) => [
    ...readText(
      `Date,Text,Amount,Status\n2026-11-20,Shop,-5.00,ok\n${bad}\n2026-11-18,Bar,-3.00,ok\n`,
    ).rows(),
  ]
  test.each([
    ['2026-02-30,Shop,-5.00,ok', { column: 1, field: 'date', message: '"2026-02-30" is not a date (ymd)' }],
    [',Shop,-5.00,ok', { column: 1, field: 'date', message: 'The date is empty' }],
    ['2026-11-19,Shop -5.00,?1,ok', { column: 3, field: 'amount', message: '"?1" is not an amount' }],
    [
      '2026-11-19,Shop,-5.00 (3.00 refunded),ok',
      {
        column: 3,
        field: 'amount',
        message: '"-5.00 (3.00 refunded)" has a note that may change the amount',
      },
    ],
    [
      '2026-11-19,Shop,"-5,00",ok',
      { column: 3, field: 'amount', message: '"-5,00" is not an amount with the decimal separator .' },
    ],
    [
      '2026-11-19,Shop,-5.001,ok',
      { column: 3, field: 'amount', message: '"-5.001" has more than the 2 decimals of EUR' },
    ],
    ['2026-11-19,"Shop,-5.00,ok', { field: 'record', message: 'A quote is never closed' }],
  ])('%s', (bad, problem) => {
    expect(rows(bad).map(({ disposition }) => disposition)).toEqual(['ready', 'rejected', 'ready'])
    expect(rows(bad)[1]?.problem).toEqual({ row: 2, line: 3, ...problem })
  })
})
