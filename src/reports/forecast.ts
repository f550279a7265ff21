/** Builds the report of what is planned for accounts and envelopes. @see docs/schedules.md#forecast */

import type { BudgetApi } from '../contract/api.ts'
import { addMonths, daysInMonth, toMonth } from '../money/calendar.ts'
import { compare, isZero } from '../money/decimal.ts'
import { type PlannedForecast, planForecast } from '../schedules/forecast/plan-forecast.ts'
import type { CategoryNeed, DateNeed } from '../schedules/needs.ts'
import { reportDefinitions } from './definitions.ts'
import { describeAccount, describeEnvelope } from './describe-outlook.ts'
import { describePeriod } from './describe-period.ts'
import { accountColumns, envelopeColumns, outlookColumns } from './forecast-columns.ts'
import type { Report, ReportInput, ReportRow } from './report.ts'
import { createAmountFormatter, createSentenceFormatter } from './rounding.ts'

/** What a forecast is asked. */
export interface ForecastOptions {
  /** YYYY-MM. @default six months ahead */
  until?: string | undefined
  /** Rows for each date of each account or envelope. @default one for each account and envelope */
  by?: 'account' | 'category' | undefined
  /** Shows schedules and target of an envelope beside each other. */
  explains: boolean
}

/** What a forecast reads beside the source of reports. */
export type ForecastApi = Pick<BudgetApi, 'listSchedules' | 'getMonth'>

const MONTHS_AHEAD = 6

/** Builds a forecast. @throws UserError for a remote workspace */
export async function buildForecast(
  input: ReportInput & { api: ForecastApi },
  options: ForecastOptions,
): Promise<Report> {
  const { api, source, names, currency, request } = input
  const { today } = request
  const month = options.until ?? addMonths(toMonth(today), MONTHS_AHEAD)
  const until = `${month}-${daysInMonth(month)}`
  const { schedules } = await api.listSchedules({})
  const { accounts, categories } = names
  const plan = await planForecast({ source, schedules, accounts, categories, currency, today, until })
  const { title, definition } = reportDefinitions.forecast
  return {
    report: 'forecast',
    title: `${title} ${describePeriod({
      since: today,
      until,
    })}`,
    period: {
      since: today,
      until,
    },
    compared_period: null,
    currency,
    definition,
    totals: null,
    months: null,
    ...(options.by === 'account'
      ? layOutAccounts(plan, input)
      : options.by === 'category'
        ? layOutEnvelopes(plan, input)
        : await layOutOutlook(plan, input, {
            month,
            explains: options.explains,
          })),
    notes: await listNotes(plan, input),
  }
}

type Layout = Pick<Report, 'columns' | 'rows' | 'chart'>

const nameThings = (things: readonly { id: string; name: string }[]): ((id: string) => string) => {
  const byId = new Map(things.map(({ id, name }) => [id, name]))
  return (id) => byId.get(id) ?? 'Unknown'
}

/** Returns the balance of each account today and on each day that changes it. */
function layOutAccounts({ accounts }: PlannedForecast, { names, currency, request }: ReportInput): Layout {
  const format = createAmountFormatter(currency)
  const getName = nameThings(names.accounts)
  return {
    columns: accountColumns,
    rows: accounts.flatMap(({ account_id, balance, days }) =>
      [
        ...(days[0]?.date === request.today ? [] : [{ date: request.today, lowest: balance, balance }]),
        ...days,
      ].map((day) => ({
        account_id,
        account: getName(account_id),
        date: day.date,
        lowest: format(day.lowest),
        balance: format(day.balance),
      })),
    ),
    chart: { kind: 'lines', label: 'date', values: ['balance'], splitBy: 'account' },
  }
}

/** Returns what each date needs of each envelope. */
function layOutEnvelopes({ needs }: PlannedForecast, { names }: ReportInput): Layout {
  const order = new Map(names.categories.map(({ id }, at) => [id, at]))
  const getName = nameThings(names.categories)
  const getOrder = ({ category_id }: DateNeed): number => order.get(category_id) ?? 0
  return {
    columns: envelopeColumns,
    rows: needs.dates
      .toSorted((a, b) => getOrder(a) - getOrder(b))
      .map(({ openDate, category_id, needed, available, shortfall, monthly, until }) => ({
        category_id,
        category: getName(category_id),
        date: openDate.due_date,
        what: openDate.schedule.name,
        estimate: openDate.is_estimate ? '~' : null,
        needed,
        available,
        shortfall,
        a_month: monthly,
        until: isZero(monthly) ? null : until,
      })),
    chart: null,
  }
}

/** Returns a row for each envelope and account, and one for Ready to Assign. */
async function layOutOutlook(
  plan: PlannedForecast,
  input: ReportInput & { api: ForecastApi },
  { month, explains }: { month: string; explains: boolean },
): Promise<Layout> {
  const { names, currency, request } = input
  const targets = await readTargets(input)
  const format = createAmountFormatter(currency)
  const say = createSentenceFormatter(currency)
  const getName = nameThings(names.accounts)
  const envelopes = names.categories.flatMap(({ id, name }): ReportRow[] => {
    const need = plan.needs.categories.get(id)
    const target = targets.get(id)
    if (!need && target === undefined) return []
    const dates = plan.needs.dates.filter(({ category_id }) => category_id === id)
    return [
      {
        section: 'Envelopes',
        id,
        name,
        date:
          need?.decidedBy.openDate.due_date ??
          `${toMonth(request.today)}-${daysInMonth(toMonth(request.today))}`,
        outlook: describeEnvelope({
          need,
          dates,
          target,
          explains,
          today: request.today,
        }),
        shortfall: need?.decidedBy.shortfall ?? null,
        a_month: chooseMonthly(need, target),
        until: need?.until ?? toMonth(request.today),
      },
    ]
  })
  const accounts = plan.accounts.map(
    (account): ReportRow => ({
      section: 'Accounts',
      id: account.account_id,
      name: getName(account.account_id),
      date: account.lowest.date,
      outlook: describeAccount(account, say),
      lowest: format(account.lowest.lowest),
      balance: format(account.days.at(-1)?.balance ?? account.balance),
    }),
  )
  const rows = [...envelopes, ...accounts]
  return {
    columns: outlookColumns,
    rows: rows.length > 0 ? [...rows, layOutReadyToAssign(plan, input, month)] : [],
    chart: null,
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

/** Returns what targets still ask for this month, by category. */
async function readTargets({
  api,
  request,
}: ReportInput & { api: ForecastApi }): Promise<Map<string, string>> {
  const { month } = await api.getMonth({ month: toMonth(request.today) })
  return new Map(
    month.category_groups
      .flatMap(({ categories }) => categories)
      .flatMap(({ id, target }) =>
        target && !isZero(target.underfunded_amount) ? [[id, target.underfunded_amount]] : [],
      ),
  )
}

const chooseMonthly = (need: CategoryNeed | undefined, target = '0'): string =>
  need && compare(need.monthly, target) >= 0 ? need.monthly : target

const MOST_NAMED = 5

/** Says how new the data is, what counts today, and what is not in it. */
async function listNotes(
  { openDates }: PlannedForecast,
  { source, request: { today } }: ReportInput,
): Promise<string[]> {
  if (openDates.length === 0) return ['No schedule has a date in this time; budget schedules add makes one']
  const range = await source.readDateRange()
  const overdue = openDates.filter(({ due_date }) => due_date < today)
  const named = overdue.slice(0, MOST_NAMED).map(({ schedule, due_date }) => `${schedule.name} ${due_date}`)
  const more = overdue.length > MOST_NAMED ? [`${overdue.length - MOST_NAMED} more`] : []
  return [
    ...(range ? [`Transactions are there up to ${range.last}`] : []),
    ...(overdue.length > 0 ? [`Not there yet, counted today: ${[...named, ...more].join(', ')}`] : []),
    ...(openDates.some(({ is_estimate }) => is_estimate) ? ['~ marks an estimate'] : []),
    'Not in it: spending and income without a schedule',
  ]
}
