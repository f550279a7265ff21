/** Adds what is not scheduled, as it happened before, to what is planned. @see docs/schedules.md#habits */

import { UserError } from '../../contract/errors.ts'
import { groupBy } from '../../contract/group-by.ts'
import type { UnplannedFlow } from '../../contract/ports/forecast.ts'
import type { ReportSource } from '../../contract/ports/report-source.ts'
import { addDays, daysInMonth } from '../../money/calendar.ts'
import type { MinorUnits } from '../../money/minor-units.ts'
import { findOwedDay } from '../../schedules/dates/planned-dates.ts'
import type { PlannedForecast } from '../../schedules/forecast/plan-forecast.ts'
import {
  addDraws,
  type DailySums,
  DRAWS,
  drawHabits,
  type HabitDraws,
  listWholeMonths,
  sumDays,
} from './draw-habits.ts'

/** What is reached in 10, 50 and 90 of 100 draws, rounded to minor units. */
export interface Band {
  low: MinorUnits
  middle: MinorUnits
  high: MinorUnits
}

/** What is expected of an account. */
export interface AccountHabits {
  lowest: Band
  /** Returns its balance at the end of a day. */
  at(date: string): Band
}

/** What is expected of a category to which nothing more is assigned, in minor units. */
export interface CategoryHabits {
  /** What it has at the end of each month, below zero for what is missing so far. */
  months: { month: string; band: Band }[]
  /** In so many of ten draws it always has enough, rounded down. */
  enough: number
  /** Assigned each month from today's on, it is enough in nine of ten. */
  monthly: MinorUnits
}

/** A forecast in which what is not scheduled happens as it did. */
export interface HabitForecast {
  /** The past months that are drawn from, the earliest first. */
  months: string[]
  /** Of the accounts with such habits, or whose card has them. */
  accounts: Map<string, AccountHabits>
  categories: Map<string, CategoryHabits>
}

/** How far a forecast goes, and where it reads. */
export interface HabitInput {
  source: Pick<ReportSource, 'readDateRange' | 'listUnplannedFlows'>
  today: string
  /** YYYY-MM-DD. */
  until: string
}

/** Fewer whole months say nothing; with fewer than 12 no season is known. */
const FEWEST_MONTHS = 3

/** True once there are enough whole months to tell habits. */
export const hasHabits = async ({ source, today }: Pick<HabitInput, 'source' | 'today'>): Promise<boolean> =>
  listWholeMonths(await source.readDateRange(), today).length >= FEWEST_MONTHS

/**
 * Returns what habits add to a plan.
 * @throws UserError `conflict` when there are not three whole months yet
 */
export async function forecastHabits(plan: PlannedForecast, input: HabitInput): Promise<HabitForecast> {
  const { source, today } = input
  const months = listWholeMonths(await source.readDateRange(), today)
  const [first, last] = [months[0], months.at(-1)]
  if (first === undefined || last === undefined || months.length < FEWEST_MONTHS)
    throw new UserError(
      'conflict',
      `Habits need ${FEWEST_MONTHS} whole months of transactions; there are ${months.length}`,
      { hint: 'Import older files of the bank, or leave out --habits' },
    )
  const range = { since: `${first}-01`, until: `${last}-${daysInMonth(last)}` }
  const flows = await source.listUnplannedFlows(range)
  const draws = drawHabits(months, input)
  return {
    months,
    accounts: forecastAccounts(plan, sumBy('account_id', flows, months), { ...input, draws }),
    categories: forecastCategories(plan, sumBy('category_id', flows, months), { ...input, draws }),
  }
}

type Sums = Map<string, DailySums>

const sumBy = (
  field: 'account_id' | 'category_id',
  flows: readonly UnplannedFlow[],
  months: readonly string[],
): Sums =>
  new Map(
    [...groupBy(flows, (flow) => flow[field])].flatMap(([id, own]) =>
      id === null ? [] : [[id, sumDays(own, months)]],
    ),
  )

type DrawnInput = Pick<HabitInput, 'today' | 'until'> & { draws: HabitDraws }

function forecastAccounts(plan: PlannedForecast, sums: Sums, input: DrawnInput): HabitForecast['accounts'] {
  const { today, until, draws } = input
  const paths = followAccounts(plan, sums, input)
  return new Map(
    plan.accounts.flatMap((account): [string, AccountHabits][] => {
      const path = paths.get(account.account_id)
      if (!path) return []
      const follow = (date: string): Float64Array => draws.widen(path(date), date)
      const days = new Map(account.days.map((day) => [day.date, day]))
      /** What is planned for the end of every day. */
      const planned = new Map<string, number>()
      const lowest = new Float64Array(DRAWS).fill(Number.POSITIVE_INFINITY)
      let { balance } = account
      for (let date = today; date <= until; date = addDays(date, 1)) {
        const day = days.get(date)
        const low = Number(day?.lowest ?? balance)
        balance = day?.balance ?? balance
        planned.set(date, Number(balance))
        follow(date).forEach((habit, at) => {
          lowest[at] = Math.min(lowest[at] ?? 0, low + habit)
        })
      }
      const at = (date: string): Band => toBand(addPlanned(follow(date), planned.get(date) ?? 0))
      return [[account.account_id, { lowest: toBand(lowest), at }]]
    }),
  )
}

/** What each draw moves on an account until the end of a day. */
type Path = (date: string) => Float64Array

/** Returns what accounts move. Where a card is paid in full, what was spent on it leaves the account that pays. */
function followAccounts(
  { openDates }: PlannedForecast,
  sums: Sums,
  { today, draws }: DrawnInput,
): Map<string, Path> {
  const own = new Map<string, Path>([...sums].map(([id, daily]) => [id, draws.follow(daily)]))
  /** What payments have moved by each of their days, by account. */
  const moved = new Map<string, { date: string; total: Float64Array }[]>()
  const move = (account: string, date: string, by: Float64Array): void => {
    const steps = moved.get(account) ?? []
    moved.set(account, [...steps, { date, total: addDraws(steps.at(-1)?.total, by) }])
  }
  for (const { schedule, date: planned, due_date, amount } of openDates) {
    const { transfer_account_id: card, account_id } = schedule
    const spend = own.get(card ?? '')
    if (card === null || amount !== null || !spend) continue
    const date = due_date < today ? today : due_date
    const owedOn = findOwedDay(schedule.statement_day, { planned, day: date })
    const paid = addDraws(moved.get(card)?.at(-1)?.total, spend(owedOn))
    move(account_id, date, paid)
    move(
      card,
      date,
      Float64Array.from(paid, (one) => -one),
    )
  }
  const follow =
    (account: string): Path =>
    (date) => {
      const flows = own.get(account)?.(date) ?? new Float64Array(DRAWS)
      const step = moved.get(account)?.findLast((one) => one.date <= date)
      return step ? addDraws(flows, step.total) : flows
    }
  return new Map([...own.keys(), ...moved.keys()].map((account) => [account, follow(account)]))
}

function forecastCategories(
  { months }: PlannedForecast,
  sums: Sums,
  { draws }: DrawnInput,
): HabitForecast['categories'] {
  const found: HabitForecast['categories'] = new Map()
  for (const [category_id, own] of sums) {
    const path = draws.follow(own)
    let planned = 0n
    const lacking = new Float64Array(DRAWS)
    const bands = months.map(({ month, categories }, at) => {
      const figures = categories.find((one) => one.category_id === category_id)
      // A new month forgets what was overspent before; what is missing so far does not.
      const entered = (figures?.assigned ?? 0n) + (figures?.activity ?? 0n)
      planned = at === 0 ? (figures?.available ?? 0n) : planned + entered
      const end = `${month}-${daysInMonth(month)}`
      const available = addPlanned(draws.widen(path(end), end), Number(planned))
      available.forEach((left, draw) => {
        lacking[draw] = Math.max(lacking[draw] ?? 0, Math.ceil(-left / (at + 1)))
      })
      return { month, band: toBand(available) }
    })
    const enough = Math.floor((10 * lacking.filter((amount) => amount === 0).length) / DRAWS)
    found.set(category_id, { months: bands, enough, monthly: toBand(lacking).high })
  }
  return found
}

const addPlanned = (draws: Float64Array, planned: number): Float64Array => draws.map((one) => one + planned)

function toBand(draws: Float64Array): Band {
  const sorted = draws.toSorted()
  const read = (share: number): MinorUnits => BigInt(Math.round(sorted[Math.floor(DRAWS * share)] ?? 0))
  return { low: read(0.1), middle: read(0.5), high: read(0.9) }
}
