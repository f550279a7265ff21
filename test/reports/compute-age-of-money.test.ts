/** Tests the age of money with the cases that Actual publishes for its report of the same name. */

import { describe, expect, it } from 'vitest'
import type { MoneyFlow } from '../../src/contract/ports/report-source.ts'
import { averageAges, createMoneyAging } from '../../src/reports/compute-age-of-money.ts'

/** Amounts by date, in the order in which they are given. */
type Flows = readonly (readonly [date: string, amount: number])[]

function age(flows: Flows) {
  const aging = createMoneyAging()
  const sorted = flows.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  for (const [date, amount] of sorted) aging.add({ date, amount: BigInt(amount) } satisfies MoneyFlow)
  const isShort = aging.isShort()
  return { ages: [...aging.finish().values()].at(-1) ?? [], isShort }
}

describe('the age of a payment', () => {
  it.each<[title: string, flows: Flows, ages: number[], isShort: boolean]>([
    [
      'counts from the day the money came in',
      [
        ['2024-01-01', 1000],
        ['2024-01-15', -500],
      ],
      [14],
      false,
    ],
    [
      'takes the oldest money first',
      [
        ['2024-01-01', 500],
        ['2024-01-15', 500],
        ['2024-02-01', -400],
      ],
      [31],
      false,
    ],
    [
      'is that of the newest money in it',
      [
        ['2024-01-01', 200],
        ['2024-01-15', 300],
        ['2024-02-01', -400],
      ],
      [17],
      false,
    ],
    [
      'goes on with what payments before it left',
      [
        ['2024-01-01', 1000],
        ['2024-01-10', -300],
        ['2024-01-20', -300],
        ['2024-01-30', -300],
      ],
      [9, 19, 29],
      false,
    ],
    [
      'counts what there was, when that is too little',
      [
        ['2024-01-01', 100],
        ['2024-01-15', -500],
      ],
      [14],
      true,
    ],
    ['is unknown without money', [['2024-01-15', -500]], [], true],
    ['needs a payment', [['2024-01-01', 1000]], [], false],
    [
      'is nothing on the same day, whichever comes first',
      [
        ['2024-01-15', -500],
        ['2024-01-15', 1000],
      ],
      [0],
      false,
    ],
    [
      'takes a refund as money that came in',
      [
        ['2024-01-01', 1000],
        ['2024-01-05', 50],
        ['2024-01-15', -200],
      ],
      [14],
      false,
    ],
    [
      'of a payment to savings off budget counts as well',
      [
        ['2024-01-01', 2000],
        ['2024-01-20', -500],
        ['2024-02-01', -300],
      ],
      [19, 31],
      false,
    ],
    [
      'of money from off budget is young',
      [
        ['2024-01-01', 1000],
        ['2024-01-15', 2000],
        ['2024-02-10', -1500],
      ],
      [26],
      false,
    ],
    [
      'of the same without it is that of what there was',
      [
        ['2024-01-01', 1000],
        ['2024-02-10', -1500],
      ],
      [40],
      true,
    ],
    [
      'of money that left and returned is young again',
      [
        ['2024-01-01', 3000],
        ['2024-01-10', -1000],
        ['2024-03-01', 1000],
        ['2024-03-15', -2500],
      ],
      [9, 14],
      false,
    ],
    // A debt is paid by the next money, which is no older than the payment.
    [
      'is nothing if the money came later',
      [
        ['2024-01-10', -100],
        ['2024-01-20', 100],
        ['2024-01-25', -50],
        ['2024-02-01', 60],
      ],
      [0, 0],
      false,
    ],
  ])('%s', (_, flows, ages, isShort) => expect(age(flows)).toEqual({ ages, isShort }))
})

describe('the age of money', () => {
  const average = (ages: readonly number[]) =>
    averageAges(new Map([['2024-01', ages.slice(-10)]]), ['2024-01'])

  it('is unknown before the first payment', () => expect(averageAges(new Map(), ['2024-01'])).toEqual([null]))
  it('is the mean of the payments', () => expect(average([10, 20, 30])).toEqual([20]))
  it('is rounded to whole days, half a day up', () => expect(average([10, 11])).toEqual([11]))
  it('is the mean of the last 10 payments', () =>
    expect(average(Array.from({ length: 15 }, (_, at) => (at + 1) * 10))).toEqual([105]))
  const finish = (flows: Flows) => {
    const aging = createMoneyAging()
    for (const [date, amount] of flows) aging.add({ date, amount: BigInt(amount) })
    return aging.finish()
  }
  it('carries the payments of earlier months on, also over months without any', () => {
    const ages = finish([
      ['2024-01-01', 900],
      ['2024-01-11', -100],
      ['2024-01-21', -100],
      ['2024-03-01', -100],
    ])
    expect(averageAges(ages, ['2023-12', '2024-01', '2024-02', '2024-03'])).toEqual([null, 15, 15, 30])
    expect(averageAges(ages, ['2024-03', '2024-04'])).toEqual([30, 30])
  })
  it('forgets all but the last 10 payments of many months', () => {
    const payments = Array.from(
      { length: 12 },
      (_, at) => [`2024-01-${String(at + 2).padStart(2, '0')}`, -1] as const,
    )
    expect(averageAges(finish([['2024-01-01', 900], ...payments]), ['2024-12'])).toEqual([
      Math.round((3 + 12) / 2),
    ])
  })
  it('of a month is the same whatever comes later', () => {
    const flows = [
      ['2025-01-01', 100],
      ['2025-03-02', -60],
      ['2025-03-20', -90],
      ['2025-06-01', 500],
      ['2025-06-11', -10],
    ] as const
    expect(averageAges(finish(flows.slice(0, 3)), ['2025-03'])).toEqual([69])
    expect(averageAges(finish(flows), ['2025-02', '2025-03', '2025-05', '2025-06'])).toEqual([
      null,
      69,
      69,
      23,
    ])
    for (let end = 1; end <= flows.length; end++) {
      const months = ['2025-01', '2025-03', '2025-06'].filter(
        (month) => month < (flows[end]?.[0] ?? '9').slice(0, 7),
      )
      expect(averageAges(finish(flows.slice(0, end)), months)).toEqual(averageAges(finish(flows), months))
    }
  })
})
