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

const createContext = (api: BudgetApi, dryRun = false): any => ({
  workspace: {
    api,
    names: createNameIndex(api),
    reserveRequests: () => undefined,
    costsRequests: true,
    rollsBack: false,
  },
  invocation: {
    isDryRun: dryRun,
    today: `${month}-20`,
    signal: new AbortController().signal,
  },
  user: { showsInfo: () => false, info: () => undefined },
})

const runCoverAll = (api: BudgetApi, dryRun = false): Promise<any> =>
  cover.run(createContext(api, dryRun), { categories: [], all: true, from: ['rta'], month: undefined })

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

  test('plans in a dry run what it then assigns', { timeout: 600_000 }, async () => {
    const play = (happened: any): Promise<void> =>
      withFreshWorkspace(way, async ({ api }) => {
        await enterEvents(api, happened)
        const planned: string[] = []
        const assignCategory = async ({ category_id, body, month }: any) => {
          const category = listMonthCategories(await api.getMonth({ month })).find(
            ({ id }) => id === category_id,
          )
          planned.push(`${category?.name} ${subtract(body.assigned, category?.assigned ?? '')}`)
          return { category: { ...category, assigned: body.assigned } }
        }
        await runCoverAll({ ...api, assignCategory } as any, true)
        const made: any[] = await runCoverAll(api)
        expect(
          made.map(({ name, assigned, before }) => `${name} ${subtract(assigned, before.assigned)}`),
        ).toEqual(planned)
      })
    await fc.assert(fc.asyncProperty(monthEvents, play), { numRuns: Math.ceil(MONTHS / 4) })
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
