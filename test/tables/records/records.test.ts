/** CSV records are split despite broken quotes. */

import { describe, expect, test } from 'vitest'
import { readRecords, splitRecord } from '../../../src/tables/records/records.ts'
import * as fc from '../../support/fast-check.ts'

const read = (text: string, width = 3) =>
  [...readRecords([{ at: 0, text }], { delimiter: ',', width })].map(({ line, cells, invalidReason }) => ({
    line,
    cells,
    ...(invalidReason && { invalidReason }),
  }))

describe('the records of a file', () => {
  test.each(['\n', '\r\n', '\r', '\r\r\n'])(
    'end at %j and keep their line numbers past blank lines',
    (end) => {
      expect(read(['a,b,c', '', 'd,e,f', ''].join(end))).toEqual([
        { line: 1, cells: ['a', 'b', 'c'] },
        { line: 3, cells: ['d', 'e', 'f'] },
      ])
    },
  )

  test('hold delimiters, quotes and line ends inside quotes', () => {
    expect(read('1,"a, b",2\n2,"say ""hi""",3\n3,"two\nlines",4\n4,x,5')).toEqual([
      { line: 1, cells: ['1', 'a, b', '2'] },
      { line: 2, cells: ['2', 'say "hi"', '3'] },
      { line: 3, cells: ['3', 'two\nlines', '4'] },
      { line: 5, cells: ['4', 'x', '5'] },
    ])
  })

  test('come back from cells that were quoted by the book', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', 'ü', '\\') }).map((text) => `${text}x`)
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 4 }), (cells) => {
        fc.pre(!cells.some((text) => text.includes('\\"')))
        expect(splitRecord(cells.map(quoted).join(','), ',')).toEqual(cells)
      }),
    )
  })

  test('forgive stray quotes, blanks after quotes, backslashes and spreadsheet formulas', () => {
    expect(
      read('1,"UAB "Naktida"",2\n2,"-1.00"\t,3\n3,"QUOTES \\"CO\\"",4\n4,="0012",5\n5,5" pipe,6'),
    ).toEqual([
      { line: 1, cells: ['1', 'UAB "Naktida"', '2'] },
      { line: 2, cells: ['2', '-1.00', '3'] },
      { line: 3, cells: ['3', 'QUOTES "CO"', '4'] },
      { line: 4, cells: ['4', '0012', '5'] },
      { line: 5, cells: ['5', '5" pipe', '6'] },
    ])
  })

  test('keep a backslash before doubled quotes, as in a CSV of ours', () => {
    expect(read('1,"say \\""hi\\""",2\n2,x,3')).toEqual([
      { line: 1, cells: ['1', 'say \\"hi\\"', '2'] },
      { line: 2, cells: ['2', 'x', '3'] },
    ])
  })

  test('lose one row to a quote that is never closed, not the file', () => {
    const invalidReason = 'A quote is never closed'
    expect(read('1,"Shop,-5\n2,"Bakery",-3\n3,Kiosk,-1\n4,"open,-9')).toEqual([
      { line: 1, cells: ['1', 'Shop', '-5'], invalidReason },
      { line: 2, cells: ['2', 'Bakery', '-3'] },
      { line: 3, cells: ['3', 'Kiosk', '-1'] },
      { line: 4, cells: ['4', 'open', '-9'], invalidReason },
    ])
  })

  test('are unwrapped where the whole line is quoted once more', () => {
    expect(read('"1,""a b"",2"\n')).toEqual([{ line: 1, cells: ['1', 'a b', '2'] }])
  })

  test('that csv-parse keeps whole, quotes and all, are not unwrapped for ever', () => {
    expect(read('","a\n3,y,4\n')).toEqual([
      { line: 1, cells: ['","a'] },
      { line: 2, cells: ['3', 'y', '4'] },
    ])
  })

  test('longer than 64 KiB are bad rows', () => {
    expect(read(`1,${'x'.repeat(70_000)},2\n3,y,4\n`)).toEqual([
      { line: 1, cells: [], invalidReason: 'The line is longer than 64 KiB' },
      { line: 2, cells: ['3', 'y', '4'] },
    ])
  })
})
