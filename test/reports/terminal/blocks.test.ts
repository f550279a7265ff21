/** Tests sparklines and bars. */

import { describe, expect, it } from 'vitest'
import { drawBars, drawSparkline, toAsciiSigns } from '../../../src/reports/terminal/blocks.ts'

describe('a sparkline', () => {
  it.each([
    [[0, 1, 2, 3, 4, 5, 6, 7, 8], ' ▁▂▃▄▅▆▇█'],
    // Values that hardly differ look even.
    [[100, 100, 101], '▅▅▅'],
    [[10, 0, -5, 20], '▄ -█'],
    [[0, 0], '  '],
    // Debts are drawn by their size.
    [[-8, -4, 0], '█▄ '],
    [[], ''],
    [[1e15, 1], '█▁'],
  ])('of %j is "%s"', (values, drawn) => expect(drawSparkline(values, false)).toBe(drawn))
  it('of a plain terminal has plain characters', () =>
    expect(drawSparkline([0, 1, 2, 3, 4, 5, 6, 7, 8, -1], true)).toBe(' .:~=+*#@-'))
})

describe('bars', () => {
  it.each([
    [[8, 4, 1, 0], 4, ['████', '██', '▌', '']],
    // What is there is seen, however little.
    [[1000, 1], 8, ['████████', '▏']],
    [[6, -3], 10, ['   │██████', '███│']],
    [[-4, -2], 5, ['████│', '  ██│']],
    [[0, 0], 5, ['', '']],
    [[], 5, []],
  ])('of %j in %i columns', (values, width, drawn) => expect(drawBars(values, width, false)).toEqual(drawn))
  it('of a plain terminal have plain characters', () =>
    expect(drawBars([6, -3], 10, true)).toEqual(['   |######', '###|']))
  it('never exceed their width', () => {
    for (const values of [
      [1, -1],
      [3, -100],
      [100, -1],
      [7, 7, 7],
    ])
      for (const width of [8, 9, 20, 80])
        for (const bar of drawBars(values, width, false)) expect(bar.length).toBeLessThanOrEqual(width)
  })
})

it('the signs of a plain terminal say the same', () =>
  expect(toAsciiSigns('▲ 3 %, ▼ 2 %, Groc…')).toBe('+ 3 %, - 2 %, Groc.'))
