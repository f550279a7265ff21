/** Tests `month cover` on random months against the reference model. */

import { describe, expect, test } from 'vitest'
import { createNameIndex } from '../../../src/command/names/resolve-name.ts'
import { cover } from '../../../src/commands/month/cover.ts'
import type { BudgetApi } from '../../../src/contract/api.ts'
import { add, subtract } from '../../../src/money/decimal.ts'
import { formatAmount, type MinorUnits } from '../../../src/money/minor-units.ts'
import { listMonthCategories } from '../../../src/month/assign.ts'
import { findOverspending, totalOverspent } from '../../../src/month/overspending.ts'
import { type OpenedService, serviceKinds } from '../../service/describe-both-ways.ts'
import { computeBudget } from '../../service/model/figures.ts'
import type { Book } from '../../service/model/ledger.ts'
import * as fc from '../../support/fast-check.ts'
import { assignInModel, enterEvents, month, monthEvents } from './cover-months.ts'

/** How many random months are tested; more take their time. */
const MONTHS = Number(process.env['BUDGET_ROUNDS'] ?? 60)

const createContext = (api: BudgetApi, dryRun = false, planned: unknown[] = []): any => ({
  workspace: {
    api,
    names: createNameIndex(api),
    reserveRequests: () => undefined,
    costsRequests: true,
    rollsBack: false,
  },
  invocation: {
    isDryRun: dryRun,
    recordPlannedChange: (change: unknown) => void planned.push(change),
    today: `${month}-20`,
    signal: new AbortController().signal,
  },
  user: { showsInfo: () => false, info: () => undefined },
})

const runCoverAll = (
  api: BudgetApi,
  {
    dryRun = false,
    from = ['rta'],
    planned = [],
  }: { dryRun?: boolean; from?: any[]; planned?: unknown[] } = {},
): Promise<any> =>
  cover.run(createContext(api, dryRun, planned), { categories: [], all: true, from, month: undefined })

/** Returns the least amount that covers the month, computed by the model. */
function computeLeastCover(book: Book): MinorUnits {
  let least = 0n
  for (const isCard of [false, true]) {
    const figures = computeBudget(book, month).get(month)
    for (const { id, card } of book.categories) {
      const { available = 0n, assigned = 0n } = figures?.envelopes.get(id) ?? {}
      if ((card !== null) !== isCard || available >= 0n) continue
      assignInModel(book, id, { month, amount: assigned - available })
      least -= available
    }
  }
  return least
}

const formatMinor = (amount: MinorUnits): string => formatAmount(amount, 2)

async function sumAssigned(api: BudgetApi): Promise<string> {
  const all = listMonthCategories(await api.getMonth({ month }))
  return all.reduce((sum, { assigned }) => add(sum, assigned), '0.00')
}

async function withFreshWorkspace(
  way: (typeof serviceKinds)[number],
  play: (opened: OpenedService) => Promise<void>,
): Promise<void> {
  const opened = await way.open()
  try {
    await play(opened)
  } finally {
    await opened.close()
  }
}

describe.each(serviceKinds)('month cover --all, $name', (way) => {
  test('leaves nothing overspent and takes no cent more than it needs', {
    timeout: 600_000,
  }, async () => {
    const play = (happened: any): Promise<void> =>
      withFreshWorkspace(way, async ({ api }) => {
        const book = await enterEvents(api, happened)
        const before = await sumAssigned(api)
        await runCoverAll(api)
        const reply = await api.getMonth({ month })
        const short = listMonthCategories(reply).filter(({ available }) => available.startsWith('-'))
        expect(short.map(({ name, available }) => `${name} ${available}`)).toEqual([])
        expect(subtract(await sumAssigned(api), before)).toBe(formatMinor(computeLeastCover(book)))
      })
    await fc.assert(fc.asyncProperty(monthEvents, play), { numRuns: MONTHS })
  })

  test('plans in a dry run what it then assigns and leaves, also out of a category that pays a card', {
    timeout: 600_000,
  }, async () => {
    let fromCard = 0
    const play = (happened: any): Promise<void> =>
      withFreshWorkspace(way, async ({ api }) => {
        await enterEvents(api, happened)
        const amex = listMonthCategories(await api.getMonth({ month })).find(({ name }) => name === 'Amex')
        const hasMoney = amex !== undefined && !/^-|^0\.00$/.test(amex.available)
        const from = hasMoney ? [amex, 'rta'] : ['rta']
        const planned: any[] = []
        await runCoverAll(api, { dryRun: true, from, planned })
        const made: any[] = await runCoverAll(api, { from })
        if (made.some(({ id }) => hasMoney && id === amex.id)) fromCard++
        const left = new Map(listMonthCategories(await api.getMonth({ month })).map((one) => [one.id, one]))
        expect(
          planned.map(({ before, after }) => [after.name, before.assigned, after.assigned, after.available]),
        ).toEqual(
          made.map(({ id, name, before, assigned }) => [
            name,
            before.assigned,
            assigned,
            left.get(id)?.available,
          ]),
        )
      })
    await fc.assert(fc.asyncProperty(monthEvents, play), { numRuns: Math.ceil(MONTHS / 2) })
    expect(fromCard).toBeGreaterThan(0)
  })
})

describe.each(serviceKinds)('what a month lacks, $name', (way) => {
  test('counts once what was spent on a card that is paid off', () =>
    withFreshWorkspace(way, async ({ api }) => {
      await enterEvents(api, [
        { kind: 'spending', account: 'Visa', date: '2026-11-05', lines: [{ amount: -5000n, place: 'Food' }] },
        { kind: 'transfer', ends: ['Checking', 'Visa'], date: '2026-11-06', amount: 5000n },
      ])
      const reply = await api.getMonth({ month })
      expect(reply.month.summary.total_overspent).toBe('100.00')
      expect(totalOverspent(await findOverspending(createContext(api), reply))).toBe('50.00')
    }))
})
