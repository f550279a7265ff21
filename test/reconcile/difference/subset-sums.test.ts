/** Tests the search for subsets against trying every subset. */

import { describe, expect, it } from 'vitest'
import { searchSubsetSums } from '../../../src/reconcile/difference/row-sets.ts'
import { countSubsetSums } from '../../../src/reconcile/difference/subset-sums.ts'
import { measureProcessorTime } from '../../support/machine-load.ts'
import { createDice, createDraws } from './registers.ts'

const rounds = Number(process.env['BUDGET_ROUNDS'] ?? 40)

/** Counts the subsets with a sum by trying all of them. */
function tryAll(amounts: readonly bigint[], target: bigint): number {
  let ways = 0
  for (let mask = 1; mask < 2 ** amounts.length; mask++) {
    const sum = amounts.reduce((total, amount, at) => ((mask >> at) & 1 ? total + amount : total), 0n)
    if (sum === target) ways += 1
  }
  return ways
}

const sumOf = (amounts: readonly bigint[], subset: readonly number[]): bigint =>
  subset.reduce((sum, at) => sum + (amounts[at] ?? 0n), 0n)

describe('both searches count what trying every subset counts', () => {
  it.each(Array.from({ length: rounds }, (_, at) => at + 1))('seed %i', (seed) => {
    const draws = createDraws(createDice(seed))
    const amounts = Array.from({ length: draws.between(0, 11) }, () => BigInt(draws.between(-20, 20)))
    const target = BigInt(draws.between(-25, 25))
    const ways = tryAll(amounts, target)
    const counted = countSubsetSums(amounts, { target, limit: 3 })
    const searched = searchSubsetSums(amounts, { target, limit: 3, isOver: () => false })
    expect(counted.ways).toBe(ways)
    // The pruned search stops counting at a thousand.
    expect(searched.ways).toBe(Math.min(ways, 1000))
    for (const { subsets } of [counted, searched]) {
      expect(subsets).toHaveLength(Math.min(ways, 3))
      for (const subset of subsets) expect(sumOf(amounts, subset)).toBe(target)
    }
    const sizes = counted.subsets.map(({ length }) => length)
    expect(sizes).toEqual(searched.subsets.map(({ length }) => length))
  })
})

it('the smallest set comes first', () => {
  const { subsets } = countSubsetSums([1n, 2n, 3n, 6n, 4n], { target: 6n, limit: 3 })
  expect(subsets[0]).toEqual([3])
})

it('nothing is found among no amounts, and the empty set is none', () => {
  expect(countSubsetSums([], { target: 0n, limit: 3 })).toEqual({ ways: 0, is_complete: true, subsets: [] })
  expect(countSubsetSums([], { target: 5n, limit: 3 }).ways).toBe(0)
})

it('more than forty amounts are refused, and a search that is cut short says so', () => {
  const amounts = Array.from({ length: 41 }, (_, at) => BigInt(at + 1))
  expect(() => countSubsetSums(amounts, { target: 5n, limit: 1 })).toThrow(RangeError)
  const cut = searchSubsetSums(amounts, { target: 400n, limit: 1, isOver: () => true })
  expect(cut.is_complete).toBe(false)
})

it('forty amounts are counted in half a second', async () => {
  const draws = createDraws(createDice(5))
  const amounts = Array.from({ length: 40 }, () => BigInt(-draws.between(100, 20_000)))
  const target = sumOf(amounts, [3, 7, 20, 25])
  const milliseconds = await measureProcessorTime(() => {
    const { ways, subsets } = countSubsetSums(amounts, { target, limit: 3 })
    expect(ways).toBeGreaterThan(1)
    expect(subsets.some((subset) => subset.join() === '3,7,20,25')).toBe(true)
  })
  expect(milliseconds).toBeLessThan(500)
})
