/** Plans what schedules do to accounts and categories until a day. @see docs/schedules.md#forecast */

import { setFlagsFromString } from 'node:v8'
import type { Schedule } from '../../contract/operations/schedules.ts'
import type { BudgetMonth } from '../../contract/ports/budget-months.ts'
import type { AccountForecast, BalanceDay, Forecast } from '../../contract/ports/forecast.ts'
import type { ReportSource } from '../../contract/ports/report-source.ts'
import { toMonth } from '../../money/calendar.ts'
import { type MinorUnits, minimum } from '../../money/minor-units.ts'
import { computeNeeds, findCards, type Needs, type NeedsInput } from '../needs.ts'
import { listAllOpenDates, type OpenDate } from '../open-dates.ts'
import { planTransactions } from './plan-transactions.ts'

/** What is planned with. */
export interface ForecastInput {
  source: Pick<ReportSource, 'computeForecast'>
  schedules: readonly Schedule[]
  accounts: readonly { id: string; name: string; type: string }[]
  categories: readonly { id: string; name: string; system: boolean }[]
  currency: string
  today: string
  /** YYYY-MM-DD. */
  until: string
}

/** What is planned for an account, in minor units. */
export interface AccountOutlook extends AccountForecast {
  lowest: BalanceDay
  /** The first day on which it is below zero; undefined when there is none. */
  belowZero: string | undefined
}

/** A forecast of what is planned. */
export interface PlannedForecast {
  openDates: OpenDate[]
  /** Of every account; `days` is empty where nothing is planned. */
  accounts: AccountOutlook[]
  needs: Needs
  /** The budget months with what is planned. */
  months: BudgetMonth[]
  /** In minor units: today, and at the end without the income that is expected, and with it. */
  readyToAssign: { today: MinorUnits; withoutIncome: MinorUnits; withIncome: MinorUnits }
}

/** Returns what is planned until a day. Nothing is written. */
export async function planForecast(input: ForecastInput): Promise<PlannedForecast> {
  // To optimize functions takes V8 longer than all dates of ten years.
  setFlagsFromString('--no-opt')
  try {
    return await planDates(input)
  } finally {
    setFlagsFromString('--opt')
  }
}

async function planDates(input: ForecastInput): Promise<PlannedForecast> {
  const { source, schedules, until } = input
  const openDates = listAllOpenDates(schedules, until)
  const planned = planTransactions(openDates, input)
  const stored = await source.computeForecast([], input)
  const forecast = planned.length === 0 ? stored : await source.computeForecast(planned, input)
  const expenses = planned.filter(({ lines }) =>
    lines.every((line) => !line.ready_to_assign || line.amount < 0n),
  )
  const withoutIncome =
    expenses.length === planned.length ? forecast : await source.computeForecast(expenses, input)
  const readLast = ({ months }: Forecast): MinorUnits => months.at(-1)?.parts.ready_to_assign ?? 0n
  return {
    openDates,
    accounts: forecast.accounts.map((account) => findLowest(account, input.today)),
    needs: computeNeeds({ openDates, ...input, ...readCategories(input, stored) }),
    months: forecast.months,
    readyToAssign: {
      today: stored.months[0]?.parts.ready_to_assign ?? 0n,
      withoutIncome: readLast(withoutIncome),
      withIncome: readLast(forecast),
    },
  }
}

function findLowest(account: AccountForecast, today: string): AccountOutlook {
  const [first, ...rest] = account.days
  const lowest = rest.reduce(
    (low, day) => (day.lowest < low.lowest ? day : low),
    first ?? { date: today, lowest: account.balance, balance: account.balance },
  )
  const belowZero = account.days.find((day) => minimum(day.lowest, day.balance) < 0n)?.date
  return { ...account, lowest, belowZero }
}

/** Returns what categories have today and what is entered in later months, as `computeNeeds` takes it. */
function readCategories(
  { accounts, categories, today }: ForecastInput,
  { months, accounts: stored }: Forecast,
): Pick<NeedsInput, 'available' | 'cards' | 'entered'> {
  const balances = new Map(stored.map(({ account_id, balance }) => [account_id, balance]))
  const payments = categories.filter(({ system }) => system)
  const available = new Map<string, MinorUnits>()
  const entered: NonNullable<NeedsInput['entered']>[number][] = []
  for (const { month, categories: figures } of months)
    for (const { category_id, assigned, activity, available: left } of figures) {
      const amount = assigned + activity
      if (category_id === null) continue
      if (month === toMonth(today)) available.set(category_id, left)
      else if (amount !== 0n) entered.push({ category_id, month, amount })
    }
  return { available, cards: findCards(accounts, payments, (id) => balances.get(id) ?? 0n), entered }
}
