/** Builds the report of what is planned for accounts and envelopes. @see docs/schedules.md#forecast */

import type { BudgetApi } from '../contract/api.ts'
import { addMonths, daysInMonth, toMonth } from '../money/calendar.ts'
import { planForecast } from '../schedules/forecast/plan-forecast.ts'
import { reportDefinitions } from './definitions.ts'
import { habitsDefinition, listHabitNotes } from './describe-habits.ts'
import { describePeriod } from './describe-period.ts'
import { forecastHabits } from './habits/forecast-habits.ts'
import { layOutAccounts, layOutEnvelopes, layOutOutlook, type Planned } from './lay-out-forecast.ts'
import type { Report, ReportInput } from './report.ts'
import { readTargets } from './targets.ts'

/** What a forecast is asked. */
export interface ForecastOptions {
  /** YYYY-MM. @default six months ahead */
  until?: string | undefined
  /** Rows for each date of each account or envelope. @default one for each account and envelope */
  by?: 'account' | 'category' | undefined
  /** Shows schedules and target of an envelope beside each other. */
  explains: boolean
  /** What is not scheduled happens as it did. @default false */
  habits?: boolean
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
  const habits = options.habits ? await forecastHabits(plan, { source, today, until }) : undefined
  const { title, definition } = reportDefinitions.forecast
  const planned = { plan, habits }
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
    definition: habits ? `${definition} ${habitsDefinition}` : definition,
    totals: null,
    months: null,
    ...(options.by === 'account'
      ? layOutAccounts(planned, input)
      : options.by === 'category'
        ? layOutEnvelopes(planned, input)
        : layOutOutlook(planned, input, {
            month,
            targets: readTargets(await api.getMonth({ month: toMonth(today) })),
            explains: options.explains,
          })),
    notes: await listNotes(planned, input),
  }
}

const MOST_NAMED = 5

/** Says how new the data is, what counts today, and what is not in it. */
async function listNotes(
  { plan: { openDates }, habits }: Planned,
  { source, request: { today } }: ReportInput,
): Promise<string[]> {
  if (openDates.length === 0 && !habits)
    return ['No schedule has a date in this time; budget schedules add makes one']
  const range = await source.readDateRange()
  const overdue = openDates.filter(({ due_date }) => due_date < today)
  const named = overdue.slice(0, MOST_NAMED).map(({ schedule, due_date }) => `${schedule.name} ${due_date}`)
  const more = overdue.length > MOST_NAMED ? [`${overdue.length - MOST_NAMED} more`] : []
  return [
    ...(range ? [`Transactions are there up to ${range.last}`] : []),
    ...(overdue.length > 0 ? [`Not there yet, counted today: ${[...named, ...more].join(', ')}`] : []),
    ...(openDates.some(({ is_estimate }) => is_estimate) ? ['~ marks an estimate'] : []),
    ...(habits ? listHabitNotes(habits) : ['Not in it: spending and income without a schedule']),
  ]
}
