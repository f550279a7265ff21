/** Tests that what SQL computes for reports is what the transactions and the budget months say. */

import { expect, test } from 'vitest'
import {
  lineKinds,
  type MerchantPayments,
  type PaymentQuery,
  type ReportSource,
} from '../../src/contract/ports/report-source.ts'
import { createReportSource } from '../../src/engine/report-source.ts'
import { addDays } from '../../src/money/calendar.ts'
import { createFoldingSource } from '../../src/remote/reports/folding-source.ts'
import { createMoneyAging } from '../../src/reports/compute-age-of-money.ts'
import { listNaiveLines, selectNaively, sortTotals, totalNaively } from '../remote/reports/naive-sums.ts'
import { randomDimensions, randomQuery } from '../remote/reports/random-queries.ts'
import * as fc from '../support/fast-check.ts'
import { type RandomWorkspace, randomHistory, withRandomWorkspace } from '../support/random-workspace.ts'

const rounds = Number(process.env['BUDGET_ROUNDS'] ?? 15)
const MONTHS = [
  '2025-12',
  '2026-01',
  '2026-02',
  '2026-03',
  '2026-04',
  '2026-05',
  '2026-06',
  '2026-07',
  '2026-08',
]

const toCents = (amount: string): bigint => BigInt(amount.replace('.', ''))

const collect = async <Item>(pages: AsyncIterable<readonly Item[]>): Promise<Item[]> => {
  const items: Item[] = []
  for await (const page of pages) items.push(...page)
  return items
}

/** Runs a test with random workspaces, their source in SQL and the one that folds transactions. */
async function checkSources(
  verify: (sources: { sql: ReportSource; folded: ReportSource } & RandomWorkspace) => Promise<void>,
): Promise<void> {
  const { failed, errorInstance } = await fc.check(
    fc.asyncProperty(randomHistory, (commands) =>
      withRandomWorkspace(commands, async (workspace) => {
        const { api, store } = workspace
        const folded = createFoldingSource({ api, getCurrency: async () => 'USD', today: '2026-11-20' })
        await verify({ ...workspace, sql: createReportSource(store), folded })
      }),
    ),
    { numRuns: rounds, seed: 20261123 },
  )
  if (failed) throw errorInstance
}

test('SQL, folding and adding up one by one give the same totals and lines for any question', async () => {
  const questions = fc.sample(fc.tuple(randomQuery, randomDimensions, fc.boolean()), {
    numRuns: 12,
    seed: 20261123,
  })
  await checkSources(async ({ sql, folded, api }) => {
    const lines = await listNaiveLines(api)
    for (const [pickQuery, dimensions, withDates] of questions) {
      const query = pickQuery(lines)
      const selected = selectNaively(lines, query)
      const options = { withDates }
      const totals = sortTotals(totalNaively(selected, dimensions, options))
      expect(sortTotals(await sql.totalLines(query, dimensions, options))).toEqual(totals)
      expect(sortTotals(await folded.totalLines(query, dimensions, options))).toEqual(totals)
      expect(await collect(sql.listLines(query))).toEqual(selected)
    }
  })
})

async function listPayments(source: ReportSource, query: PaymentQuery): Promise<MerchantPayments[]> {
  const found: MerchantPayments[] = []
  for await (const merchant of source.listMerchantPayments(query)) found.push(merchant)
  return found
}

/** Returns what the movements of money until a date say: how old it is, and what came and went each day. */
async function ageFlows(source: ReportSource, until: string) {
  const aging = createMoneyAging()
  const byDay = new Map<string, { came: bigint; went: bigint }>()
  for (const flow of await collect(source.listMoneyFlows(until))) {
    const { date, amount } = flow
    const day = byDay.get(date) ?? { came: 0n, went: 0n }
    if (amount > 0n) day.came += amount
    else day.went += amount
    byDay.set(date, day)
    aging.add(flow)
  }
  return { isShort: aging.isShort(), ages: aging.finish(), byDay: [...byDay] }
}

test('balances, movements and payments are the same in SQL as folded', async () => {
  await checkSources(async ({ sql, folded, api }) => {
    const account_ids = (await api.listAccounts({ query: {} })).accounts.slice(0, 2).map(({ id }) => id)
    const sorted = (changes: readonly object[]) =>
      changes.map((change) => Object.values(change).join(' ')).toSorted()
    for (const until of ['2026-02-10', '2026-12-31']) {
      expect(sorted(await sql.listBalanceChanges(until))).toEqual(
        sorted(await folded.listBalanceChanges(until)),
      )
      expect(await ageFlows(sql, until)).toEqual(await ageFlows(folded, until))
      for (const query of [{ until }, { since: '2026-02-01', until, account_ids }])
        expect(await listPayments(sql, query)).toEqual(await listPayments(folded, query))
    }
    expect(await sql.readDateRange()).toEqual(await folded.readDateRange())
  })
})

const randomFlows = fc.array(
  fc.record({
    date: fc.integer({ min: 0, max: 69 }).map((days) => addDays('2026-01-15', days)),
    amount: fc.oneof(fc.integer({ min: -30, max: -1 }), fc.integer({ min: 1, max: 33 })).map(String),
    ready_to_assign: fc.constant(true),
  }),
  { minLength: 40, maxLength: 100 },
)

test('money is as old when most payments of a day come as one', async () => {
  let merged = 0
  const check = fc.asyncProperty(randomFlows, (transactions) =>
    withRandomWorkspace([], async ({ api, store }) => {
      await api.createAccount({ body: { name: 'Own', type: 'banking_cash' } })
      const { accounts } = await api.listAccounts({ query: {} })
      const account_id = accounts.find(({ name }) => name === 'Own')?.id
      const rows = transactions.map((row) => ({ ...row, account_id }))
      await api.createTransactions({ body: { transactions: rows } })
      const folded = createFoldingSource({ api, getCurrency: async () => 'USD', today: '2026-11-20' })
      const sql = createReportSource(store)
      for (const until of ['2026-01-31', '2026-02-20', '2026-12-31']) {
        expect(await ageFlows(sql, until)).toEqual(await ageFlows(folded, until))
        const payments = async (source: ReportSource): Promise<number> =>
          (await collect(source.listMoneyFlows(until))).filter(({ amount }) => amount < 0n).length
        if ((await payments(sql)) < (await payments(folded))) merged++
      }
    }),
  )
  const { failed, errorInstance } = await fc.check(check, { numRuns: rounds, seed: 20261123 })
  if (failed) throw errorInstance
  expect(merged).toBeGreaterThan(0)
})

test('the totals of all kinds of an account are its balance', async () => {
  await checkSources(async ({ sql, api }) => {
    const totals = await sql.totalLines({ kinds: lineKinds }, ['account'])
    const { accounts } = await api.listAccounts({ query: { include_closed: true } })
    const byAccount = new Map(totals.map(({ account_id, amount }) => [account_id, amount]))
    expect(accounts.map(({ id }) => [id, byAccount.get(id) ?? 0n])).toEqual(
      accounts.map(({ id, balance }) => [id, toCents(balance)]),
    )
  })
})

test('the budget months are those of the service, whichever months are asked for', async () => {
  await checkSources(async ({ sql, api }) => {
    const months = await sql.listBudgetMonths('2025-12', '2026-08')
    expect(months.map(({ month }) => month)).toEqual(MONTHS)
    for (const { month, parts, categories } of months) {
      const reply = (await api.getMonth({ month })).month
      expect([month, parts.ready_to_assign]).toEqual([month, toCents(reply.ready_to_assign)])
      const listed = reply.category_groups.flatMap((group) => group.categories)
      const bySeq = (a: { category_id: string | null }, b: { category_id: string | null }): number =>
        `${a.category_id}` < `${b.category_id}` ? -1 : 1
      expect(
        categories
          .filter(({ category_id }) => category_id !== null)
          .map(({ cash_overspending: _, credit_overspending: __, ...figures }) => figures)
          .toSorted(bySeq),
      ).toEqual(
        listed
          .map((category) => ({
            category_id: category.id,
            carryover: toCents(category.carryover_from_previous),
            assigned: toCents(category.assigned),
            activity: toCents(category.activity),
            available: toCents(category.available),
          }))
          .toSorted(bySeq),
      )
      expect(await sql.listBudgetMonths(month, month)).toEqual([{ month, parts, categories }])
    }
  })
})

test('the parts of Ready to Assign add up, and follow from the month before', async () => {
  await checkSources(async ({ sql }) => {
    let last: { running: bigint; overspent: bigint } = { running: 0n, overspent: 0n }
    for (const { month, parts, categories } of await sql.listBudgetMonths('2025-12', '2026-08')) {
      const { ready_to_assign, carried_over, income, assigned, overspent_last_month, ...rest } = parts
      const running = carried_over + income - assigned - overspent_last_month
      expect([month, running - rest.held_for_later + rest.other]).toEqual([month, ready_to_assign])
      expect([month, carried_over, overspent_last_month, rest.other]).toEqual([
        month,
        last.running,
        last.overspent,
        0n,
      ])
      const overspent = categories.reduce((sum, { cash_overspending }) => sum + cash_overspending, 0n)
      last = { running, overspent }
    }
  })
})

test('what is spent of a category in a month is its activity in the budget', async () => {
  await checkSources(async ({ sql, api }) => {
    const { category_groups } = await api.listCategories({})
    const own = category_groups.flatMap(({ categories }) => categories)
    const spending = await sql.totalLines({ kinds: ['spending'] }, ['category', 'month'])
    const spent = new Map(spending.map((total) => [`${total.month} ${total.category_id}`, total.amount]))
    const ids = new Set(own.filter(({ system }) => !system).map(({ id }) => id))
    for (const { month, categories } of await sql.listBudgetMonths('2025-12', '2026-08'))
      for (const { category_id, activity } of categories)
        if (category_id === null || ids.has(category_id))
          expect([month, category_id, activity]).toEqual([
            month,
            category_id,
            spent.get(`${month} ${category_id}`) ?? 0n,
          ])
  })
})
