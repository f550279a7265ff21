/** Builds the report of budget months: assigned, spent and available, with averages. @see docs/reports.md#definitions */

import type { BudgetMonth, CategoryMonth } from '../contract/ports/report-source.ts'
import { toMonth } from '../money/calendar.ts'
import type { MinorUnits } from '../money/minor-units.ts'
import { reportDefinitions } from './definitions.ts'
import { describePeriod } from './describe-period.ts'
import { createRowNamer } from './name-rows.ts'
import { resolvePeriod } from './period.ts'
import type { Report, ReportBuilder, ReportColumn, ReportInput, ReportRow } from './report.ts'
import { createAmountFormatter, meanAmount } from './rounding.ts'
import { skipEmptyStart } from './skip-empty-start.ts'

const categoryColumns: readonly ReportColumn[] = [
  { field: 'group_id', heading: 'Id', kind: 'text', isHidden: true },
  { field: 'group', heading: 'Group', kind: 'text', isGroupHeading: true },
  { field: 'category_id', heading: 'Id', kind: 'text', isHidden: true },
  { field: 'category', heading: 'Category', kind: 'text' },
  { field: 'assigned', heading: 'Assigned', kind: 'amount', dropPriority: 3 },
  { field: 'average_assigned', heading: 'a month', kind: 'average', dropPriority: 5 },
  { field: 'activity', heading: 'Activity', kind: 'amount', dropPriority: 4 },
  { field: 'average_spent', heading: 'Spent a month', kind: 'average', dropPriority: 6 },
  { field: 'available', heading: 'Available', kind: 'amount' },
  { field: 'months_overspent', heading: 'Overspent', kind: 'count', dropPriority: 2 },
]
const monthColumns: readonly ReportColumn[] = [
  { field: 'month', heading: 'Month', kind: 'month' },
  { field: 'assigned', heading: 'Assigned', kind: 'amount' },
  { field: 'activity', heading: 'Activity', kind: 'amount' },
  { field: 'available', heading: 'Available', kind: 'amount' },
  { field: 'overspent', heading: 'Overspent', kind: 'amount', dropPriority: 1 },
  { field: 'ready_to_assign', heading: 'Ready to Assign', kind: 'amount', dropPriority: 2 },
]

/** The figures of one or more categories over months. */
interface Figures {
  assigned: MinorUnits
  activity: MinorUnits
  available: MinorUnits
  overspent: MinorUnits
}

const addUp = (categories: readonly CategoryMonth[]): Figures => {
  const figures: Figures = { assigned: 0n, activity: 0n, available: 0n, overspent: 0n }
  for (const { assigned, activity, available } of categories) {
    figures.assigned += assigned
    figures.activity += activity
    figures.available += available
    if (available < 0n) figures.overspent -= available
  }
  return figures
}

const isZero = ({ assigned, activity, available }: CategoryMonth): boolean =>
  assigned === 0n && activity === 0n && available === 0n

/** True for a month before the budget was used. */
const isUnused = ({ categories, parts }: BudgetMonth): boolean =>
  parts.ready_to_assign === 0n && categories.every(isZero)

/** Builds the report of budget months. */
export const budget: ReportBuilder = {
  name: 'budget',
  dimensions: ['category', 'month'],
  flags: ['category'],
  columns: [
    ...new Map([...categoryColumns, ...monthColumns].map((column) => [column.field, column])).values(),
  ],
  async build(input) {
    const { request, source, currency } = input
    const { since, end } = await resolvePeriod(request, source, 'last-12-months')
    // A budget month is whole: what is dated after today counts in it, as in budget month.
    const period = { since: `${toMonth(since)}-01`, until: end }
    const months = skipEmptyStart(await source.listBudgetMonths(toMonth(since), toMonth(end)), isUnused)
    const { title, definition } = reportDefinitions.budget
    return {
      report: 'budget',
      title: `${title} ${describePeriod(period)}`,
      period,
      compared_period: null,
      currency,
      definition,
      notes: [],
      ...(request.by === 'month' ? layOutByMonth(input, months) : layOutByCategory(input, months)),
    }
  },
}

type Layout = Pick<Report, 'columns' | 'rows' | 'totals' | 'months' | 'chart'>

const isAsked = ({ request }: ReportInput, id: string | null): boolean =>
  !request.category_ids || (id !== null && request.category_ids.includes(id))

function layOutByMonth(input: ReportInput, months: readonly BudgetMonth[]): Layout {
  const format = createAmountFormatter(input.currency)
  return {
    columns: monthColumns,
    rows: months.map(({ month, parts, categories }): ReportRow => {
      const figures = addUp(categories.filter(({ category_id }) => isAsked(input, category_id)))
      return {
        month,
        assigned: format(figures.assigned),
        activity: format(figures.activity),
        available: format(figures.available),
        overspent: format(figures.overspent),
        ready_to_assign: format(parts.ready_to_assign),
      }
    }),
    totals: null,
    months: null,
    chart: { kind: 'lines', label: 'month', values: ['available'] },
  }
}

function layOutByCategory(input: ReportInput, months: readonly BudgetMonth[]): Layout {
  const format = createAmountFormatter(input.currency)
  const nameRow = createRowNamer('category', input.names)
  const last = months.at(-1)
  const ids = [...new Set(months.flatMap(({ categories }) => categories.map((one) => one.category_id)))]
  const ordered = sortAsListed(ids, input).filter((id) => isAsked(input, id))
  const toFigures = (byMonth: readonly CategoryMonth[], available: MinorUnits): ReportRow => {
    const { assigned, activity } = addUp(byMonth)
    return {
      assigned: format(assigned),
      average_assigned: format(meanAmount(assigned, months.length)),
      activity: format(activity),
      average_spent: format(meanAmount(-activity, months.length)),
      available: format(available),
    }
  }
  const every: CategoryMonth[] = []
  const rows = ordered.flatMap((id): ReportRow[] => {
    const own = months.flatMap(({ categories }) => categories.filter(({ category_id }) => category_id === id))
    if (own.every(isZero)) return []
    every.push(...own)
    const available = last?.categories.find(({ category_id }) => category_id === id)?.available ?? 0n
    return [
      {
        ...nameRow(id),
        ...toFigures(own, available),
        months_overspent: own.filter((one) => one.available < 0n).length,
        monthly: months.map(({ categories }) =>
          format(-(categories.find(({ category_id }) => category_id === id)?.activity ?? 0n)),
        ),
      },
    ]
  })
  const inAll = addUp(last?.categories.filter(({ category_id }) => isAsked(input, category_id)) ?? [])
  return {
    columns: categoryColumns,
    rows,
    totals: rows.length > 0 ? { ...toFigures(every, inAll.available), months_overspent: null } : null,
    months: months.map(({ month }) => month),
    chart: { kind: 'bars', label: 'category', values: ['assigned'] },
  }
}

/** Orders categories as `budget month` lists them. */
function sortAsListed(ids: readonly (string | null)[], { names }: ReportInput): (string | null)[] {
  const order = new Map<string | null, number>(names.categories.map(({ id }, at) => [id, at]))
  return ids.toSorted((a, b) => (order.get(a) ?? order.size) - (order.get(b) ?? order.size))
}
