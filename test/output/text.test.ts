/** Tests JSON, CSV and text that is safe for a terminal. */

import { describe, expect, it } from 'vitest'
import { formatCsvLine, formatTsvLine } from '../../src/output/delimited.ts'
import { groupThousands } from '../../src/output/format-amount.ts'
import { formatJson } from '../../src/output/json.ts'
import { sanitizeLine } from '../../src/output/sanitize.ts'
import { amountColumn, textColumn } from '../../src/output/view.ts'
import * as fc from '../support/fast-check.ts'

describe('JSON', () => {
  it('means the same after what a terminal could misread was escaped', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const written = formatJson({ value })
        expect(JSON.parse(written)).toEqual({ value })
        expect(written).not.toMatch(/[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/)
      }),
    )
  })
})

describe('TSV', () => {
  it('has as many cells and lines as were put in, whatever they hold', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (cells) => {
        const line = formatTsvLine(cells)
        expect(line.split('\t')).toHaveLength(cells.length)
        expect(line.split('\n')).toHaveLength(2)
      }),
    )
  })
})

describe('CSV', () => {
  const heads = [textColumn('name', 'Name'), amountColumn('amount', 'Amount')]

  it.each([
    ['a;=1+1', "a;'=1+1"],
    ['a | @SUM(1)', "a |' @SUM(1)"],
    [';-1;+1', ";'-1;'+1"],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠x', "'＠x"],
    ['\u3000\u00a0=1', "'\u3000\u00a0=1"],
    ['Ann-Marie; Bob', 'Ann-Marie; Bob'],
    ['a=b|c', 'a=b|c'],
  ])('keeps a spreadsheet from running %j behind any separator and in full width', (name, cell) => {
    const heads = [
      { field: 'name', heading: 'Name', kind: 'text' },
      { field: 'amount', heading: 'Amount', kind: 'amount' },
    ] as const
    expect(formatCsvLine([name, '-1.00'], heads)).toBe(`${cell},-1.00\r\n`)
  })

  it('keeps a spreadsheet from running a name, and leaves amounts alone', () => {
    expect(formatCsvLine(['=HYPERLINK("x")', '-5.00'], heads)).toBe('"\'=HYPERLINK(""x"")",-5.00\r\n')
  })

  it('quotes what would split a record', () => {
    expect(formatCsvLine(['a,b\nc', '1.00'], heads)).toBe('"a,b\nc",1.00\r\n')
  })
})

describe('text on one line', () => {
  it('holds nothing that steers a terminal', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(sanitizeLine(value)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/)
      }),
    )
  })
})

describe('an amount for the eye', () => {
  it.each([
    ['0.00', '0.00'],
    ['-999.99', '-999.99'],
    ['-1000.00', '-1,000.00'],
    ['1234567', '1,234,567'],
    ['1234.5678', '1,234.5678'],
  ])('%s reads %s', (amount, read) => expect(groupThousands(amount)).toBe(read))
})
