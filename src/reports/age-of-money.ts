/** Takes the debts that accounts began with off what went out: nothing was spent then. */
async function leaveOutStartingBalances(
  source: ReportInput['source'],
  days: readonly DayEnd[],
  until: string,
): Promise<void> {
  const owed = new Map<string, MinorUnits>()
  for await (const page of source.listLines({ until, kinds: ['starting_balance'] }))
    for (const { date, amount } of page) if (amount < 0n) owed.set(date, (owed.get(date) ?? 0n) - amount)
  let total = 0n
  for (const day of days) {
    total += owed.get(day.date) ?? 0n
    day.out -= total
  }
}

/** Builds the report of the age of money, and of how long it would last. @see docs/reports.md#age-of-money */

import { addDays, daysBetween, daysInMonth, toMonth } from '../money/calendar.ts'
import type { MinorUnits } from '../money/minor-units.ts'
import { averageAges, createMoneyAging } from './compute-age-of-money.ts'
import { reportDefinitions } from './definitions.ts'
import { describePeriod } from './describe-period.ts'
import { listMonths, listMonthsOfPeriod, resolvePeriod } from './period.ts'
import type { ReportBuilder, ReportColumn, ReportInput, ReportRow } from './report.ts'
import { createAmountFormatter } from './rounding.ts'

const columns: readonly ReportColumn[] = [
  { field: 'month', heading: 'Month', kind: 'month' },
  { field: 'age_of_money', heading: 'Age of money', kind: 'days' },
  { field: 'would_last', heading: 'Would last', kind: 'days' },
  { field: 'on_budget', heading: 'On budget', kind: 'amount', dropPriority: 1 },
]

/** The mean outflow of a day is that of so many days. */
const OUTFLOW_DAYS = 90

/** What the movements of money say at the end of a day. */
interface Standing {
  on_budget: MinorUnits
  /** How many days it would last at the mean outflow of the last 90 days; null without outflow. */
  would_last: number | null
}

/** What had moved by the end of a day. */
interface DayEnd {
  date: string
  balance: MinorUnits
  /** Everything that went out until then. */
  out: MinorUnits
}

/** Returns the last of these days that is not after a date. */
function findDayEnd(days: readonly DayEnd[], date: string): DayEnd | undefined {
  let [low, high] = [0, days.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((days[middle]?.date ?? '') <= date) low = middle + 1
    else high = middle
  }
  return days[low - 1]
}

/** Reads the movements of money until a date. */
async function readFlows({ source }: Pick<ReportInput, 'source'>, until: string) {
  const aging = createMoneyAging()
  const days: DayEnd[] = []
  for await (const page of source.listMoneyFlows(until)) {
    for (const flow of page) {
      aging.add(flow)
      const last = days.at(-1)
      const day =
        last?.date === flow.date
          ? last
          : { date: flow.date, balance: last?.balance ?? 0n, out: last?.out ?? 0n }
      if (day !== last) days.push(day)
      day.balance += flow.amount
      if (flow.amount < 0n) day.out -= flow.amount
    }
  }
  await leaveOutStartingBalances(source, days, until)
  const first = days[0]?.date
  /** Returns the standing at the end of a day. */
  const standAt = (date: string): Standing => {
    const { balance: on_budget = 0n, out = 0n } = findDayEnd(days, date) ?? {}
    const since = [addDays(date, 1 - OUTFLOW_DAYS), first ?? date].toSorted().at(-1) ?? date
    const spent = out - (findDayEnd(days, addDays(since, -1))?.out ?? 0n)
    const counted = BigInt(daysBetween(since, date) + 1)
    const lasts = spent > 0n && on_budget > 0n ? Number((on_budget * counted) / spent) : 0
    return { on_budget, would_last: spent > 0n ? lasts : null }
  }
  return { agesByMonth: aging.finish(), standAt, first, isShort: aging.isShort() }
}

/** Builds the report of the age of money. */
export const ageOfMoney: ReportBuilder = {
  name: 'age-of-money',
  dimensions: [],
  flags: [],
  namesMerchants: false,
  columns,
  async build(input) {
    const { request, source, currency } = input
    const period = await resolvePeriod(request, source, 'last-12-months')
    // How old the money will be, and how long it will last, is unknown.
    const until = period.until < request.today ? period.until : request.today
    const { agesByMonth, standAt, first, isShort } = await readFlows(input, until)
    const format = createAmountFormatter(currency)
    const asked = listMonthsOfPeriod({ since: period.since, until })
    const months =
      first === undefined || asked.length === 0
        ? []
        : listMonths([asked[0] ?? '', toMonth(first)].toSorted().at(-1) ?? '', asked.at(-1) ?? '')
    const ages = averageAges(agesByMonth, months)
    const rows = months.map((month, at): ReportRow => {
      const end = [`${month}-${daysInMonth(month)}`, until].toSorted()[0] ?? ''
      const { on_budget, would_last } = standAt(end)
      return { month, age_of_money: ages[at] ?? null, would_last, on_budget: format(on_budget) }
    })
    const { title, definition } = reportDefinitions['age-of-money']
    return {
      report: 'age-of-money',
      title: `${title} ${describePeriod(period)}`,
      period: { since: period.since, until: period.until },
      compared_period: null,
      currency,
      definition,
      columns,
      rows,
      totals: null,
      months: null,
      chart: { kind: 'lines', label: 'month', values: ['age_of_money'] },
      notes: [
        ...(period.since > request.today ? [`${describePeriod(period)} has not begun`] : []),
        ...(isShort ? ['More went out than ever came in: the newest payments have no age'] : []),
      ],
    }
  },
}
