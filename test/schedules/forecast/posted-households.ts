/** Generates households with schedules, and compares their forecast with what posting every date really does. */

import { expect } from 'vitest'
import type { BudgetApi } from '../../../src/contract/api.ts'
import { ApiError } from '../../../src/contract/errors.ts'
import { isCreditAccountType } from '../../../src/contract/operations/accounts.ts'
import type { ScheduleDraft } from '../../../src/contract/operations/schedules.ts'
import type { Transaction } from '../../../src/contract/operations/transactions.ts'
import { paginateTransactions } from '../../../src/contract/paginate.ts'
import type { Forecast } from '../../../src/contract/ports/forecast.ts'
import { createReportSource } from '../../../src/engine/report-source.ts'
import { addDays, toMonth } from '../../../src/money/calendar.ts'
import { formatAmount, parseTotal } from '../../../src/money/minor-units.ts'
import { planTransactions } from '../../../src/schedules/forecast/plan-transactions.ts'
import { listAllOpenDates, type OpenDate } from '../../../src/schedules/open-dates.ts'
import * as fc from '../../support/fast-check.ts'
import { type RandomWorkspace, randomHistory, withRandomWorkspace } from '../../support/random-workspace.ts'

export const today = '2026-03-10'
export const until = '2026-08-31'
const kinds = ['expense', 'expense', 'refund', 'income', 'split', 'transfer', 'full'] as const

const randomSchedule = fc.record({
  kind: fc.constantFrom(...kinds),
  account: fc.nat(),
  other: fc.nat(),
  category: fc.nat(),
  cents: fc.integer({ min: 1, max: 60_000 }),
  first: fc.integer({ min: -20, max: 150 }),
  every: fc.constantFrom(null, { count: 7, unit: 'day' }, { count: 1, unit: 'month' }),
  weekend: fc.constantFrom('same', 'before', 'after'),
})

/** Generates the calls of a history, and schedules on what it leaves. */
export const randomHousehold = fc.tuple(
  randomHistory,
  fc.array(randomSchedule, { minLength: 4, maxLength: 14 }),
)

type RandomSchedule = typeof randomSchedule extends fc.Arbitrary<infer Value> ? Value : never

const pick = <Item>(items: readonly Item[], at: number): Item | undefined => items[at % items.length]
const toAmount = (cents: number): string => (cents / 100).toFixed(2)

/** Returns the draft of a schedule on the accounts and categories that are there; undefined where they are missing. */
async function draftSchedule(api: BudgetApi, random: RandomSchedule): Promise<ScheduleDraft | undefined> {
  const { accounts } = await api.listAccounts({ query: {} })
  const { category_groups } = await api.listCategories({})
  const categories = category_groups
    .flatMap((group) => group.categories)
    .filter(({ system, archived }) => !system && !archived)
  const cards = accounts.filter(({ type }) => isCreditAccountType(type))
  const account = pick(accounts, random.account)
  const others = (random.kind === 'full' ? cards : accounts).filter(({ id }) => id !== account?.id)
  const other = pick(others, random.other)
  const category_id = pick(categories, random.category)?.id ?? null
  const { every, weekend, cents } = random
  if (!account) return undefined
  const shared = {
    account_id: account.id,
    first_date: addDays(today, random.first),
    weekend,
    amount: toAmount(-cents),
    ...(every && { every }),
  } as const
  const own = account.on_budget ? category_id : null
  switch (random.kind) {
    case 'expense':
      return { ...shared, category_id: own }
    case 'refund':
      return { ...shared, category_id: own, amount: toAmount(cents) }
    case 'income':
      return account.on_budget
        ? { ...shared, ready_to_assign: true, amount: toAmount(3 * cents) }
        : { ...shared, amount: toAmount(cents) }
    case 'split':
      return account.on_budget
        ? { ...shared, splits: [{ amount: null, category_id }, { amount: toAmount(-cents / 2 - 5) }] }
        : undefined
    case 'transfer':
      return (
        other && {
          ...shared,
          transfer_account_id: other.id,
          category_id: account.on_budget && !other.on_budget ? own : null,
        }
      )
    case 'full':
      return (
        other && {
          ...{ ...shared, transfer_account_id: other.id, amount_kind: 'full', amount: null },
          ...(cents % 2 === 0 && { statement_day: 1 + (cents % 31) }),
        }
      )
  }
}

/** Posts every date as it is due, cards in full at the end of a day; returns how many had nothing to pay. */
async function postAll(api: BudgetApi, openDates: readonly OpenDate[]): Promise<number> {
  const dayOf = ({ due_date }: OpenDate): string => (due_date < today ? today : due_date)
  const inOrder = openDates.toSorted((a, b) =>
    dayOf(a) === dayOf(b)
      ? Number(a.amount === null) - Number(b.amount === null)
      : dayOf(a) < dayOf(b)
        ? -1
        : 1,
  )
  let unpaid = 0
  for (const openDate of inOrder) {
    const { schedule, date, amount } = openDate
    try {
      await api.postScheduleDate({ schedule_id: schedule.id, date, body: { date: dayOf(openDate), amount } })
    } catch (error) {
      if (!(error instanceof ApiError) || !error.detail.startsWith('nothing is owed')) throw error
      unpaid++
    }
  }
  return unpaid
}

/** Creates the schedules of a household; those that its accounts and categories allow. */
export async function createSchedules(api: BudgetApi, schedules: readonly RandomSchedule[]): Promise<void> {
  for (const random of schedules) {
    const body = await draftSchedule(api, random)
    if (body) await api.createSchedule({ body })
  }
}

/** Describes each account: its balance today, and on each later day on which it changes. */
async function describeBalances(api: BudgetApi): Promise<Map<string, string[]>> {
  const { accounts } = await api.listAccounts({ query: { include_closed: true } })
  const rows: Transaction[] = []
  for await (const page of paginateTransactions(api, {}, new AbortController().signal)) rows.push(...page)
  return new Map(
    accounts.map(({ id }) => {
      const own = rows.filter((row) => row.account_id === id && !row.deleted)
      const sum = (keeps: (row: Transaction) => boolean): string =>
        formatAmount(
          own.filter(keeps).reduce((total, row) => total + parseTotal(row.amount, 2), 0n),
          2,
        )
      const days = [...new Set(own.map(({ date }) => date))].filter((date) => date >= today && date <= until)
      return [
        id,
        days
          .toSorted()
          .map(
            (day) =>
              `${day} ${sum(({ date, amount }) => date < day || (date === day && amount.startsWith('-')))} ${sum(({ date }) => date <= day)}`,
          ),
      ]
    }),
  )
}

/** Describes the months: Ready to Assign, then every category that has a figure. */
async function describeMonths(api: BudgetApi, months: readonly string[]): Promise<string[]> {
  const described: string[] = []
  for (const month of months) {
    const reply = (await api.getMonth({ month })).month
    described.push(`${month} ${reply.ready_to_assign}`)
    for (const {
      id,
      assigned,
      activity,
      carryover_from_previous,
      available,
    } of reply.category_groups.flatMap((group) => group.categories))
      described.push(`${id} ${carryover_from_previous} ${assigned} ${activity} ${available}`)
  }
  return described
}

const describeForecast = ({ months }: Forecast): string[] =>
  months.flatMap(({ month, parts, categories }) => [
    `${month} ${formatAmount(parts.ready_to_assign, 2)}`,
    ...categories
      .filter(({ category_id }) => category_id !== null)
      .map(
        ({ category_id, carryover, assigned, activity, available }) =>
          `${category_id} ${[carryover, assigned, activity, available].map((one) => formatAmount(one, 2)).join(' ')}`,
      ),
  ])

/** What households had, so that a test knows that it tested something. */
interface ComparedHousehold {
  planned: number
  unpaid: number
  cardRows: number
}

/** Compares the forecast of a household with what its posted dates do. */
async function compareWithPosting(
  [commands, schedules]: [Parameters<typeof withRandomWorkspace>[0], readonly RandomSchedule[]],
  add: (household: ComparedHousehold) => void,
): Promise<void> {
  await withRandomWorkspace(commands, async ({ api, store }: RandomWorkspace) => {
    await createSchedules(api, schedules)
    const openDates = listAllOpenDates((await api.listSchedules({})).schedules, until)
    const planned = planTransactions(openDates, { today, currency: 'USD' })
    const forecast = await createReportSource(store).computeForecast(planned, { today, until })
    const unpaid = await postAll(api, openDates)
    const after = await describeBalances(api)
    for (const { account_id, days } of forecast.accounts) {
      const described = days.map(
        ({ date, lowest, balance }) => `${date} ${formatAmount(lowest, 2)} ${formatAmount(balance, 2)}`,
      )
      // What is stored of today is in the balance that a forecast begins with.
      const dropLowestOfToday = (day: string): string =>
        day.startsWith(today) ? day.replace(/ .* /, ' ') : day
      const isPlanned = (day: string): boolean => !day.startsWith(today) || days[0]?.date === today
      expect(described.map(dropLowestOfToday)).toEqual(
        (after.get(account_id) ?? []).filter(isPlanned).map(dropLowestOfToday),
      )
    }
    const months = forecast.months.map(({ month }) => month)
    expect(months).toEqual(['2026-03', '2026-04', '2026-05', '2026-06', '2026-07', '2026-08'])
    expect(describeForecast(forecast).toSorted()).toEqual((await describeMonths(api, months)).toSorted())
    expect(toMonth(until)).toBe(months.at(-1))
    const cards = new Set(
      (await api.listAccounts({ query: { include_closed: true } })).accounts
        .filter(({ type }) => isCreditAccountType(type))
        .map(({ id }) => id),
    )
    const cardRows = planned.filter(({ account_id }) => cards.has(account_id)).length
    add({ planned: planned.length, unpaid, cardRows })
  })
}

/** Compares the forecasts of so many households; they have cards, splits and payments in full. */
export async function checkHouseholds(rounds: number): Promise<void> {
  const total: ComparedHousehold = { planned: 0, unpaid: 0, cardRows: 0 }
  const { failed, errorInstance } = await fc.check(
    fc.asyncProperty(randomHousehold, (household) =>
      compareWithPosting(household, ({ planned, unpaid, cardRows }) => {
        total.planned += planned
        total.unpaid += unpaid
        total.cardRows += cardRows
      }),
    ),
    { numRuns: rounds, seed: 20261123 },
  )
  if (failed) throw errorInstance
  expect(total.planned).toBeGreaterThan(rounds * 20)
  expect(total.cardRows).toBeGreaterThan(rounds)
  expect(total.unpaid).toBeGreaterThan(0)
}
