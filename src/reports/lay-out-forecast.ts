/** Lays out a forecast in rows: for accounts, for envelopes, or one for each of both. */

import { daysInMonth, toMonth } from '../money/calendar.ts'
import type { MinorUnits } from '../money/minor-units.ts'
import type { AccountOutlook, PlannedForecast } from '../schedules/forecast/plan-forecast.ts'
import type { CategoryNeed } from '../schedules/needs.ts'
import { compareTexts } from '../schedules/open-dates.ts'
import {
  describeAccountHabits,
  describeEnvelopeHabits,
  toBandCells,
  toHabitCells,
} from './describe-habits.ts'
import { describeAccount, describeEnvelope } from './describe-outlook.ts'
import {
  accountColumns,
  bandColumns,
  envelopeColumns,
  habitColumns,
  outlookColumns,
} from './forecast-columns.ts'
import type { AccountHabits, HabitForecast } from './habits/forecast-habits.ts'
import { type Report, type ReportInput, type ReportRow, readText } from './report.ts'
import { createAmountFormatter, createSentenceFormatter } from './rounding.ts'

/** How a forecast is laid out. */
export type Layout = Pick<Report, 'columns' | 'rows' | 'chart'>

/** A plan, and what habits add to it. */
export interface Planned {
  plan: PlannedForecast
  habits: HabitForecast | undefined
}

const nameThings = (things: readonly { id: string; name: string }[]): ((id: string) => string) => {
  const byId = new Map(things.map(({ id, name }) => [id, name]))
  return (id) => byId.get(id) ?? 'Unknown'
}

/** Lists the open accounts of which something is expected. */
const listAccounts = ({ plan, habits }: Planned, { names }: ReportInput): AccountOutlook[] => {
  const closed = new Set(names.accounts.filter((account) => account.closed).map(({ id }) => id))
  return plan.accounts.filter(
    ({ account_id, days }) =>
      days.length > 0 || (habits?.accounts.has(account_id) === true && !closed.has(account_id)),
  )
}

/** Returns the balance of each account today and on each day that changes it, with habits also at the end of months. */
export function layOutAccounts(planned: Planned, input: ReportInput): Layout {
  const { currency, request, names } = input
  const format = createAmountFormatter(currency)
  const getName = nameThings(names.accounts)
  const ends = planned.habits ? planned.plan.months.map(({ month }) => `${month}-${daysInMonth(month)}`) : []
  return {
    columns: planned.habits ? [...accountColumns, ...bandColumns] : accountColumns,
    rows: listAccounts(planned, input).flatMap(({ account_id, balance, days }) => {
      const known = new Map(days.map((day) => [day.date, day]))
      let last = balance
      return [...new Set([request.today, ...known.keys(), ...ends])].toSorted().map((date) => {
        const day = known.get(date)
        const lowest = day?.lowest ?? last
        last = day?.balance ?? last
        return {
          account_id,
          account: getName(account_id),
          date,
          lowest: format(lowest),
          balance: format(last),
          ...toBandCells(planned.habits?.accounts.get(account_id)?.at(date), format),
        }
      })
    }),
    chart: {
      kind: 'lines',
      label: 'date',
      values: planned.habits ? ['middle', 'low'] : ['balance'],
      ...(planned.habits && { pageValues: ['balance', 'low', 'middle', 'high'] }),
      splitBy: 'account',
    },
  }
}

/** Returns what each date needs of each envelope, with habits also what it has at the end of months. */
export function layOutEnvelopes({ plan, habits }: Planned, { names, currency }: ReportInput): Layout {
  const format = createAmountFormatter(currency)
  return {
    columns: habits ? [...envelopeColumns, ...bandColumns] : envelopeColumns,
    rows: names.categories.flatMap(({ id, name, archived }) => {
      const dates = (plan.needs.categories.get(id)?.dates ?? []).map(
        ({ openDate, needed, available, shortfall, monthly, until }): ReportRow => ({
          category_id: id,
          category: name,
          date: openDate.due_date,
          what: openDate.schedule.name,
          estimate: openDate.is_estimate ? '~' : null,
          needed: format(needed),
          available: format(available),
          shortfall: format(shortfall),
          a_month: format(monthly),
          until: monthly === 0n ? null : until,
        }),
      )
      const months = archived ? [] : (habits?.categories.get(id)?.months ?? [])
      const ends = months.map(
        ({ month, band }): ReportRow => ({
          category_id: id,
          category: name,
          date: `${month}-${daysInMonth(month)}`,
          what: 'Left with habits',
          ...toBandCells(band, format),
        }),
      )
      return [...dates, ...ends].toSorted((a, b) =>
        compareTexts(readText(a, 'date') ?? '', readText(b, 'date') ?? ''),
      )
    }),
    chart: null,
  }
}

/** Returns a row for each envelope and account, and one for Ready to Assign. */
export function layOutOutlook(
  planned: Planned,
  input: ReportInput,
  {
    month,
    targets,
    explains,
  }: { month: string; targets: ReadonlyMap<string, MinorUnits>; explains: boolean },
): Layout {
  const { plan, habits } = planned
  const { names, currency, request } = input
  const format = createAmountFormatter(currency)
  const say = createSentenceFormatter(currency)
  const getName = nameThings(names.accounts)
  const thisMonth = toMonth(request.today)
  const envelopes = names.categories.flatMap(({ id, name, archived }): ReportRow[] => {
    const need = plan.needs.categories.get(id)
    const target = targets.get(id)
    const habit = archived ? undefined : habits?.categories.get(id)
    const ends = target === undefined && habit ? month : thisMonth
    const isPlanned = need !== undefined || target !== undefined
    if (!isPlanned && !habit) return []
    const described = { need, target, explains, today: request.today }
    return [
      {
        section: 'Envelopes',
        id,
        name,
        date: need?.decidedBy.openDate.due_date ?? `${ends}-${daysInMonth(ends)}`,
        outlook: [
          ...(isPlanned ? [describeEnvelope(described, say)] : []),
          ...(habit ? [describeEnvelopeHabits(habit, say)] : []),
        ].join('; '),
        shortfall: need ? format(need.decidedBy.shortfall) : null,
        a_month: isPlanned ? format(chooseMonthly(need, target)) : null,
        until: isPlanned ? (need?.until ?? thisMonth) : null,
        ...(habit && toHabitCells(habit, format)),
      },
    ]
  })
  const accounts = listAccounts(planned, input).map(
    (account): ReportRow => ({
      section: 'Accounts',
      id: account.account_id,
      name: getName(account.account_id),
      ...layOutLowest(account, habits?.accounts.get(account.account_id), currency),
    }),
  )
  const rows = [...envelopes, ...accounts]
  return {
    columns: habits ? [...outlookColumns, ...habitColumns] : outlookColumns,
    rows: rows.length > 0 ? [...rows, layOutReadyToAssign(plan, input, month)] : [],
    chart: null,
  }
}

function layOutLowest(account: AccountOutlook, habit: AccountHabits | undefined, currency: string) {
  const format = createAmountFormatter(currency)
  const say = createSentenceFormatter(currency)
  const sentences = [describeAccount(account, say), ...(habit ? [describeAccountHabits(habit, say)] : [])]
  return {
    date: account.lowest.date,
    outlook: sentences.join('; '),
    lowest: format(account.lowest.lowest),
    balance: format(account.days.at(-1)?.balance ?? account.balance),
    ...toBandCells(habit?.lowest, format),
  }
}

function layOutReadyToAssign(
  { readyToAssign: { withoutIncome, withIncome } }: PlannedForecast,
  { currency }: ReportInput,
  month: string,
): ReportRow {
  const format = createAmountFormatter(currency)
  const say = createSentenceFormatter(currency)
  return {
    section: 'Ready to Assign',
    id: null,
    name: 'Ready to Assign',
    date: `${month}-${daysInMonth(month)}`,
    outlook:
      withIncome === withoutIncome
        ? `${say(withIncome)}; no income is expected`
        : `${say(withoutIncome)} without expected income, ${say(withIncome)} with it`,
    without_income: format(withoutIncome),
    with_income: format(withIncome),
  }
}

const chooseMonthly = (need: CategoryNeed | undefined, target = 0n): MinorUnits =>
  need && need.monthly > target ? need.monthly : target
