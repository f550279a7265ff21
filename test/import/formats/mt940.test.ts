/** MT940 files are read. */

import { describe, expect, test } from 'vitest'
import { readQuestion, readReadyRows, readText } from '../../support/read-statement.ts'

const file = (...lines: string[]) =>
  [
    ':20:1',
    ':25:10020030/1234567',
    ':28C:5/1',
    ':60F:C261101EUR100,',
    ...lines,
    ':62F:D261130EUR7,05',
    ':86:END',
    '-',
    '',
  ].join('\r\n')

test('a statement is read with its account, currency and balance', () => {
  const text = file(
    ':61:2611021103D12,50NTRFNONREF//B20261102',
    ':86:Bakery',
    ':61:261104C3,NMSCNONREF//B20261104',
    ':86:Refund',
  )
  expect(readReadyRows(text)).toEqual(['2026-11-02 -12.50 Bakery', '2026-11-04 3.00 Refund'])
  const statement = readText(text)
  expect(statement).toMatchObject({
    format: 'MT940',
    account: '10020030/1234567',
    currency: 'EUR',
    sign: 'flag',
  })
  expect(statement.closing).toMatchObject({ minor: -705n })
  expect([...statement.rows()].map(({ line, ref }) => [line, ref])).toEqual([
    [5, 'B20261102'],
    [7, 'B20261104'],
  ])
})

test.each([
  ['D', '-1.00', 'ready'],
  ['C', '1.00', 'ready'],
  ['RD', '1.00', 'ready'],
  ['RC', '-1.00', 'ready'],
  // D or C followed by the third letter of the currency; this is no reversal.
  ['DR', '-1.00', 'ready'],
  ['CR', '1.00', 'ready'],
  ['ED', '-1.00', 'pending'],
  ['EC', '1.00', 'pending'],
])('the mark %s is %s, %s', (mark, amount, disposition) => {
  const [row] = readText(file(`:61:261102${mark}1,00NTRFNONREF`)).rows()
  expect([row?.amount, row?.disposition]).toEqual([amount, disposition])
})

test('a line that cannot be understood is rejected, not dropped', () => {
  const rows = [
    ...readText(file(':61:nonsense', ':61:261131D1,00NTRFNONREF', ':61:261102D1,0,0NTRFNONREF')).rows(),
  ]
  expect(rows.map(({ reason }) => reason)).toEqual([
    '":61:nonsense" is not a statement line',
    '"261131" is not a date (YYMMDD)',
    '"1,0,0" is not an amount with the decimal separator ,',
  ])
})

describe('whom and what it was about', () => {
  const about = (...lines: string[]) =>
    readReadyRows(file(':61:261102D1,00NTRFNONREF', ...lines)).map((row) => row.slice(17))
  test.each([
    [
      'in numbered parts',
      [':86:166?00SEPA?20Invoice 7 of No?21vember?30BANKDEFF?32Stadt?33werke'],
      'Stadtwerke / Invoice 7 of November; SEPA; BANKDEFF',
    ],
    [
      'in numbered parts behind another sign',
      [':86:005>00DIRECT>20Rent>32A. Landlord'],
      'A. Landlord / Rent; DIRECT',
    ],
    [
      'in numbered parts with a part for people',
      [':86:166?20EREF+77?21SVWZ+Invoice ?22seven?23BIC+X?32Jo'],
      'Jo / Invoice seven; EREF+77 BIC+X',
    ],
    [
      'between slashes',
      [':86:/EREF/77/BENM//NAME/John Doe/REMI/Reference 2/ISDT/2026-11-02'],
      'John Doe / Reference 2',
    ],
    [
      'between slashes, with account and bank',
      [':86:/CNTP/NL01BANK/BANKNL2A/Jane Roe/Delft//REMI/USTD//Gift/'],
      'Jane Roe / Gift; NL01BANK; BANKNL2A; Delft',
    ],
    [
      'with the name below the line',
      ['Jan Jansen', ':86:NL01BANK Jan Jansen', 'a gift'],
      'Jan Jansen / NL01BANK Jan Jansen a gift',
    ],
    ['in a field of the bank’s own', [':NS:09Card', '15Ergo Ver', '16sicherung'], 'Ergo Versicherung / Card'],
    ['in words', [':86:Coffee', 'in the bar'], 'Coffee in the bar'],
    [
      'on lines that are full, which go on within a word',
      [`:86:${'x'.repeat(65)}`, 'yz'],
      `${'x'.repeat(65)}yz`,
    ],
  ])('is read %s', (_, lines, texts) => expect(about(...lines)).toEqual([texts]))

  test('is read from behind the reference', () => {
    expect(
      readReadyRows(file(':61:261102D1,00N0600733959555      T-MOBILE BV', ':86:Bill', ':86:November')),
    ).toEqual(['2026-11-02 -1.00 T-MOBILE BV / Bill November'])
  })
})

test('a line without details is about the words in the place of its reference', () =>
  expect(
    readReadyRows(
      file(
        ':61:261102D1,00NMSCTransfer to//savings',
        ':61:261102D1,00NMSCTransfer to savi//ngs',
        ':61:261103C2,00FINTRENTE',
        ':61:261104D3,00NMSCB4E07XM00J000023',
        ':61:261105D4,00NTRFKREF+//B1',
      ),
    ),
  ).toEqual([
    '2026-11-02 -1.00 Transfer to savings',
    '2026-11-02 -1.00 Transfer to savings',
    '2026-11-03 2.00 RENTE',
    '2026-11-04 -3.00 ',
    '2026-11-05 -4.00 ',
  ]))

test('statements of one account follow each other; those of two are asked about', () => {
  const one = file(':61:261102D1,00NTRFNONREF', ':86:A')
  const two = file(':61:261103D2,00NTRFNONREF', ':86:B')
  expect(readReadyRows(one + two)).toEqual(['2026-11-02 -1.00 A', '2026-11-03 -2.00 B'])
  const other = two.replace('1234567', '7654321')
  expect(readQuestion(one + other)).toBe(
    'The file has rows of 2 accounts. Which one should be imported? -> ' +
      '10020030/1234567 (1 row): --statement 10020030/1234567\n10020030/7654321 (1 row): --statement 10020030/7654321\nAll of them together: --statement all\nEach into its own account (replace ACCOUNT with its name): --statement 10020030/1234567=ACCOUNT,10020030/7654321=ACCOUNT',
  )
  const dollars = two.replaceAll('EUR', 'USD')
  expect(readQuestion(one + dollars)).toMatch(
    /-> 10020030\/1234567 in EUR \(1 row\): --statement 1\n10020030\/1234567 in USD \(1 row\): --statement 2\n.*--statement 1=ACCOUNT/,
  )
  expect(readReadyRows(one + other, { statement: 'all' })).toEqual([
    '2026-11-02 -1.00 A',
    '2026-11-03 -2.00 B',
  ])
  expect(readQuestion(one + dollars, { statement: 'all' })).toMatch(/^The file has rows of 2 accounts/)
  expect(readReadyRows(one + dollars, { statement: '1' })).toEqual(['2026-11-02 -1.00 A'])
})
