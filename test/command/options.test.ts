/** Tests the parsers of amounts, dates, months and other options. */

import { describe, expect, it } from 'vitest'
import { parseAmountInput } from '../../src/command/amounts.ts'
import { parsePeriod } from '../../src/command/dates.ts'
import { parseMonthInput } from '../../src/command/options.ts'
import { closestMatch } from '../../src/command/suggest.ts'

const today = '2026-11-20'

describe('an amount', () => {
  it.each([
    ['12', '12'],
    ['-42.10', '-42.10'],
    ['+50', '50'],
    ['1,234.56', '1234.56'],
    ['-1,234,567', '-1234567'],
  ])('%s means %s', (typed, meant) => expect(parseAmountInput(typed)).toBe(meant))

  it.each(['1,234', '12,50', '1.234,56', '1,23.45', '12,345,67', '1e2', '', '5.', '--5', '٣'])(
    '%s cannot be meant',
    (typed) => expect(() => parseAmountInput(typed)).toThrow(`"${typed}" is not an amount`),
  )
})

describe('a month', () => {
  it.each([
    ['this', '2026-11'],
    ['last', '2026-10'],
    ['next', '2026-12'],
    ['-11', '2025-12'],
    ['+2', '2027-01'],
    ['2024-02', '2024-02'],
  ])('%s means %s', (typed, meant) => expect(parseMonthInput(typed, today)).toBe(meant))

  it.each(['2026-13', 'novembre', '+9999', ''])('%s cannot be meant', (typed) =>
    expect(() => parseMonthInput(typed, today)).toThrow('is not a month'),
  )
})

describe('a period', () => {
  it.each([
    ['2026-02', '2026-02-01', '2026-02-28'],
    ['2024', '2024-01-01', '2024-12-31'],
    ['2026-Q1', '2026-01-01', '2026-03-31'],
    ['last-30-days', '2026-10-22', '2026-11-20'],
    ['this-quarter', '2026-10-01', '2026-12-31'],
    ['last-quarter', '2026-07-01', '2026-09-30'],
    ['2026-02-13', '2026-02-13', '2026-02-13'],
    ['this-month', '2026-11-01', '2026-11-30'],
    ['last-month', '2026-10-01', '2026-10-31'],
    ['this-year', '2026-01-01', '2026-12-31'],
    ['last-year', '2025-01-01', '2025-12-31'],
    ['last-12-months', '2025-12-01', '2026-11-30'],
    ['last-1-months', '2026-11-01', '2026-11-30'],
  ])('%s lasts from %s to %s', (typed, since, until) =>
    expect(parsePeriod(typed, today)).toEqual({ since, until }),
  )
})

describe('the nearest word', () => {
  it('is the one with the fewest letters changed or swapped', () => {
    expect(closestMatch('Grocreies', ['Rent', 'Groceries'])).toBe('Groceries')
    expect(closestMatch('acounts', ['accounts', 'account types'])).toBe('accounts')
  })
  it('is none when all are too far', () => expect(closestMatch('xyz', ['Rent', 'Groceries'])).toBeUndefined())
})
