/** Running balances are checked in every order in which banks list rows. */

import { describe, expect, test } from 'vitest'
import { assertFewBalanceGaps, listBalanceGaps } from '../../../src/import/plan/balance-gaps.ts'
import { AmbiguityError } from '../../../src/tables/ambiguity-error.ts'
import { createBalanceChecker } from '../../../src/tables/columns/running-balance.ts'
import { type BalanceModel } from '../../../src/tables/file-record.ts'

type Row = readonly [day: string, amount: number | undefined, balance: number | undefined]

const defaultModel: BalanceModel = { order: 'rising', position: 'after', isOrderIndependent: true }

function checkRows(rows: readonly Row[], model: Partial<BalanceModel> = {}) {
  const check = createBalanceChecker({ ...defaultModel, ...model })
  const cents = (value: number | undefined) => (value === undefined ? undefined : BigInt(value))
  for (const [at, [day, amount, balance]] of rows.entries())
    check.add({ line: at + 2, day, amount: cents(amount), balance: cents(balance) })
  return check.result()
}

describe('balances that follow the amounts', () => {
  const rows: Row[] = [
    ['2026-03-01', -500, 9500],
    ['2026-03-02', 2000, 11500],
    ['2026-03-02', -100, 11400],
    ['2026-03-05', -400, 11000],
  ]

  test('are explained, and end with the latest', () => {
    expect(checkRows(rows)).toEqual({
      steps: 3,
      explained: 3,
      jumps: [],
      opening: 10000n,
      closing: { date: '2026-03-05', minor: 11000n },
    })
    const newestFirst = checkRows(rows.toReversed(), { order: 'falling' })
    expect(newestFirst).toMatchObject({ explained: 3, closing: { date: '2026-03-05', minor: 11000n } })
  })

  test('may stand in any order within a day, and in a short file at all', () => {
    const [first, second, third, last] = rows
    if (!first || !second || !third || !last) throw new Error('there are four')
    const ofDays = checkRows([first, third, second, last], { isOrderIndependent: false })
    expect(ofDays).toMatchObject({ explained: 3, jumps: [] })
    expect(checkRows([last, second, first, third])).toMatchObject({ explained: 3, jumps: [] })
    expect(checkRows([last, second, first, third], { isOrderIndependent: false }).jumps).not.toEqual([])
  })

  test('may be missing in some rows, and be those before each row', () => {
    const some: Row[] = rows.map(([day, amount, balance], at) => [
      day,
      amount,
      at === 1 ? undefined : balance,
    ])
    expect(checkRows(some)).toMatchObject({ steps: 2, explained: 2 })
    const before: Row[] = rows.map(([day, amount, balance]) => [day, amount, (balance ?? 0) - (amount ?? 0)])
    expect(checkRows(before, { position: 'before' })).toMatchObject({
      explained: 3,
      closing: { date: '2026-03-05', minor: 11000n },
    })
  })

  test('begin anew behind a row that cannot be read', () => {
    const broken: Row[] = rows.map((row, at) => (at === 1 ? [row[0], undefined, row[2]] : row))
    expect(checkRows(broken)).toMatchObject({ steps: 1, explained: 1, jumps: [] })
  })
})

describe('balances that do not', () => {
  const long = (change: (balance: number, at: number) => number): Row[] =>
    Array.from({ length: 120 }, (_, at) => [
      `2026-04-${String((at % 28) + 1).padStart(2, '0')}`,
      -100,
      change(50_000 - at * 100, at),
    ])
  const asked = (rows: readonly Row[], more: { accept_balance?: true } = {}, isUnsigned = false) => {
    try {
      assertFewBalanceGaps(checkRows(rows, { isOrderIndependent: false }), {
        options: more,
        currency: 'EUR',
        isUnsigned,
      })
      return undefined
    } catch (error) {
      if (error instanceof AmbiguityError) return error.message
      throw error
    }
  }

  test('are a gap where rows are missing once', () => {
    const gap = long((balance, at) => (at < 40 ? balance : balance - 4000))
    expect(listBalanceGaps(checkRows(gap), 'EUR')).toEqual([{ above: 41, below: 42, by: '-40.00' }])
    expect(asked(gap)).toBeUndefined()
  })

  test('are one place where one balance is off by a cent', () => {
    const off = long((balance, at) => (at === 40 ? balance + 1 : balance))
    expect(listBalanceGaps(checkRows(off), 'EUR')).toEqual([{ above: 41, below: 43, by: '0.00' }])
    expect(asked(off)).toBeUndefined()
  })

  test('are asked about where there are many, until accepted', () => {
    const many = long((balance, at) => balance - Math.floor(at / 20) * 700)
    expect(asked(many)).toContain('in 5 of 119 steps: between lines 21 and 22 the balance changes by -7.00')
    expect(asked(many, { accept_balance: true })).toBeUndefined()
  })

  test('tell a row that went the other way, in a file whose amounts have no sign', () => {
    const turned = long((balance, at) => (at < 40 ? balance : balance + 200))
    expect(asked(turned)).toBeUndefined()
    expect(asked(turned, {}, true)).toBe(
      'According to the balance, the amount between lines 41 and 42 has the opposite direction',
    )
  })
})
