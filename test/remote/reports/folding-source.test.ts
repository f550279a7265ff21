/** Tests that transactions are folded into what reports read. */

import { expect, test } from 'vitest'
import type { BudgetApi } from '../../../src/contract/api.ts'
import {
  lineKinds,
  type MerchantPayments,
  type PaymentQuery,
  type ReportLine,
  type ReportSource,
} from '../../../src/contract/ports/report-source.ts'
import { createFoldingSource } from '../../../src/remote/reports/folding-source.ts'
import { describeBothWays } from '../../service/service-harness.ts'
import * as fc from '../../support/fast-check.ts'
import { randomHistory, withRandomWorkspace } from '../../support/random-workspace.ts'
import { listNaiveLines, selectNaively, sortTotals, totalNaively } from './naive-sums.ts'
import { randomDimensions, randomQuery } from './random-queries.ts'

const rounds = Number(process.env['BUDGET_ROUNDS'] ?? 40)
const openSource = (api: BudgetApi): ReportSource =>
  createFoldingSource({ api, getCurrency: async () => 'USD', today: '2026-11-20' })

const collect = async <Item>(pages: AsyncIterable<readonly Item[]>): Promise<Item[]> => {
  const items: Item[] = []
  for await (const page of pages) items.push(...page)
  return items
}

test('lines are totalled as they add up one by one, whatever is asked of whatever history', async () => {
  const asked = fc.array(fc.tuple(randomQuery, randomDimensions), { minLength: 5, maxLength: 5 })
  const { failed, errorInstance } = await fc.check(
    fc.asyncProperty(randomHistory, asked, async (commands, questions) => {
      await withRandomWorkspace(commands, async ({ api }) => {
        const source = openSource(api)
        const lines = await listNaiveLines(api)
        for (const [pickQuery, dimensions] of questions) {
          const query = pickQuery(lines)
          const selected = selectNaively(lines, query)
          expect(await collect(source.listLines(query))).toEqual(selected)
          expect(sortTotals(await source.totalLines(query, dimensions))).toEqual(
            sortTotals(totalNaively(selected, dimensions)),
          )
        }
      })
    }),
    { numRuns: rounds, seed: 20261123 },
  )
  if (failed) throw errorInstance
})

test('the totals of all kinds of an account are its balance', async () => {
  const { failed, errorInstance } = await fc.check(
    fc.asyncProperty(randomHistory, async (commands) => {
      await withRandomWorkspace(commands, async ({ api }) => {
        const totals = await openSource(api).totalLines({ kinds: lineKinds }, ['account'])
        const { accounts } = await api.listAccounts({ query: { include_closed: true } })
        const balances = accounts.map(({ id, balance }) => [id, BigInt(balance.replace('.', ''))])
        const byAccount = new Map(totals.map(({ account_id, amount }) => [account_id, amount]))
        expect(accounts.map(({ id }) => [id, byAccount.get(id) ?? 0n])).toEqual(balances)
      })
    }),
    { numRuns: rounds, seed: 20261123 },
  )
  if (failed) throw errorInstance
})

const toAmounts = (lines: ReportLine[]) => lines.map(({ kind, amount }) => [kind, amount])

describeBothWays('each line has one kind', async ({ api, account, category, book, send, checking }) => {
  const broker = await account('investment_brokerage', '500')
  const savings = await account('banking_savings')
  const food = await category('Food')
  await book({ amount: '-30', category_id: food })
  await book({ amount: '-8' })
  await book({ amount: '200', ready_to_assign: true })
  await send({ from: checking, to: savings, amount: '40' })
  await send({ from: checking, to: broker, amount: '50', category_id: food })
  const lines = await collect(openSource(api).listLines({ kinds: lineKinds }))
  expect(toAmounts(lines)).toEqual([
    ['off_budget', 5000n],
    ['spending', -5000n],
    ['transfer', 4000n],
    ['transfer', -4000n],
    ['income', 20000n],
    ['spending', -800n],
    ['spending', -3000n],
    ['off_budget', 50000n],
    ['starting_balance', 100000n],
  ])
})

describeBothWays('what moves in or out of the budget has no transfer inside it', async (workspace) => {
  const { api, account, book, send, checking } = workspace
  const broker = await account('investment_brokerage')
  const savings = await account('banking_savings')
  await book({ splits: [{ amount: '-30' }, { amount: '-5' }], date: '2026-11-18' })
  await book({ amount: '200', ready_to_assign: true, date: '2026-10-02' })
  await send({ from: checking, to: savings, amount: '40' })
  await send({ from: broker, to: checking, amount: '7', date: '2026-11-19' })
  const flows = await collect(openSource(api).listMoneyFlows('2026-11-19'))
  expect(flows).toEqual([
    { date: '2026-10-02', amount: 20000n },
    { date: '2026-11-18', amount: -3500n },
    { date: '2026-11-19', amount: 700n },
  ])
})

describeBothWays('payments come by merchant, the earliest first', async ({ api, book, account }) => {
  const savings = await account('banking_savings')
  const later = await book({ amount: '-9', merchant_name: 'Kiosk' })
  const bakery = await book({ splits: [{ amount: '-3' }, { amount: '-4' }], merchant_name: 'Bakery' })
  const earlier = await book({ amount: '-8', merchant_name: 'Kiosk', date: '2026-09-01' })
  const after = await book({ amount: '-1', merchant_name: 'Kiosk', date: '2026-11-21' })
  const saved = await book({ amount: '4', merchant_name: 'Bakery', account_id: savings })
  const list = async (query: PaymentQuery): Promise<MerchantPayments[]> => {
    const found: MerchantPayments[] = []
    for await (const merchant of openSource(api).listMerchantPayments(query)) found.push(merchant)
    return found
  }
  const toPayment = ({ date }: typeof later, amount: bigint) => ({ date, amount })
  expect(after.merchant_id).toEqual(later.merchant_id)
  expect(await list({ until: '2026-11-20' })).toEqual([
    { merchant_id: later.merchant_id, payments: [toPayment(earlier, -800n), toPayment(later, -900n)] },
    { merchant_id: bakery.merchant_id, payments: [toPayment(bakery, -700n), toPayment(saved, 400n)] },
  ])
  expect(await list({ since: '2026-09-02', until: '2026-11-20', account_ids: [savings] })).toEqual([
    { merchant_id: bakery.merchant_id, payments: [toPayment(saved, 400n)] },
  ])
})

describeBothWays('balances change by account and month', async ({ api, account, book, checking }) => {
  const savings = await account('banking_savings')
  await book({ amount: '-9', date: '2026-10-31' })
  await book({ amount: '-1', date: '2026-10-01' })
  await book({ amount: '5', account_id: savings })
  await book({ amount: '-70', date: '2026-11-21' })
  const source = openSource(api)
  expect(await source.listBalanceChanges('2026-11-20')).toEqual([
    { account_id: savings, month: '2026-11', amount: 500n },
    { account_id: checking, month: '2026-11', amount: 100000n },
    { account_id: checking, month: '2026-10', amount: -1000n },
  ])
  expect(await source.readDateRange()).toEqual({ first: '2026-10-01', last: '2026-11-21' })
})

describeBothWays('the parts of Ready to Assign add up to it', async ({ api, category, book }) => {
  const food = await category('Food')
  await book({ amount: '-30', category_id: food, date: '2026-11-02' })
  await book({ amount: '-8', date: '2026-11-02' })
  await book({ amount: '200', ready_to_assign: true, date: '2026-12-01' })
  await api.assignCategory({ month: '2026-12', category_id: food, body: { assigned: '90' } })
  expect(await openSource(api).explainReadyToAssign('2026-12')).toEqual({
    ready_to_assign: 107200n,
    carried_over: 100000n,
    income: 20000n,
    assigned: 9000n,
    overspent_last_month: 3800n,
    held_for_later: 0n,
    other: 0n,
    overspent_categories: [
      { category_id: food, amount: 3000n },
      { category_id: null, amount: 800n },
    ],
  })
})

test('an account that the first list does not have yet is found when its lines come', async () => {
  await withRandomWorkspace(fc.sample(randomHistory, { numRuns: 1, seed: 7 })[0] ?? [], async ({ api }) => {
    let lists = 0
    const late: BudgetApi = {
      ...api,
      listAccounts: async (request) => (lists++ === 0 ? { accounts: [] } : await api.listAccounts(request)),
    }
    const query = { kinds: lineKinds }
    const lines = await collect(openSource(late).listLines(query))
    expect(lines.length).toBeGreaterThan(0)
    expect(lines).toEqual(await collect(openSource(api).listLines(query)))
    expect(lists).toBe(2)
  })
})
