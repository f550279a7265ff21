/** Builds the report of budget months: assigned, spent, available. @see docs/reports.md#definitions */

import type { BudgetMonth, CategoryMonth } from '../contract/ports/budget-months.ts'
import { daysInMonth, toMonth } from '../money/calendar.ts'
import type { MinorUnits } from '../money/minor-units.ts'
import { reportDefinitions } from './definitions.ts'
import { describePeriod } from './describe-period.ts'
import { listKnownMonths } from './known-months.ts'
import { MIN_SPARKLINE_MONTHS } from './line-rows.ts'
import { createRowNamer } from './name-rows.ts'
import { describeAverages, describeBeginning } from './notes.ts'
import { resolvePeriod, selectWholeMonths } from './period.ts'
import type { Report, ReportBuilder, ReportColumn, ReportInput, ReportRow } from './report.ts'
import { createAmountFormatter, meanAmount } from './rounding.ts'

const categoryColumns: readonly ReportColumn[] = [
  { field: 'group_id', heading: 'Id', kind: 'text', isHidden: true },
  { field: 'group', heading: 'Group', kind: 'text', isGroupHeading: true },
  { field: 'category_id', heading: 'Id', kind: 'text', isHidden: true },
  { field: 'category', heading: 'Category', kind: 'text' },
  { field: 'assigned', heading: 'Assigned', kind: 'amount', dropPriority: 2 },
  { field: 'average_assigned', heading: 'a month', kind: 'average', dropPriority: 6 },
  { field: 'activity', heading: 'Activity', kind: 'amount', dropPriority: 1 },
  { field: 'spent', heading: 'Spent', kind: 'amount', isHidden: true },
  { field: 'average_spent', heading: 'Spent a month', kind: 'average', dropPriority: 3 },
  { field: 'available', heading: 'Available', kind: 'amount' },
  { field: 'months_overspent', heading: 'Months overspent', kind: 'count', dropPriority: 5 },
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

const isMoved = ({ assigned, activity }: CategoryMonth): boolean => assigned !== 0n || activity !== 0n

/** Builds the report of budget months. */
export const budget: ReportBuilder = {
  name: 'budget',
  dimensions: ['category', 'month'],
  flags: ['category'],
  namesMerchants: false,
  columns: [
    ...new Map([...categoryColumns, ...monthColumns].map((column) => [column.field, column])).values(),
  ],
  async build(input) {
    const { request, source, currency } = input
    const { since, until } = await resolvePeriod(request, source, 'last-12-months')
    const [first, last] = [toMonth(since), toMonth(until)]
    // A budget month is whole: what is dated after today counts in it, as in budget month.
    const end = `${last}-${daysInMonth(last)}`
    const period = { since: `${first}-01`, until: end }
    const all = await source.listBudgetMonths(first, last)
    const moved = new Set(all.flatMap(({ month, categories }) => (categories.some(isMoved) ? [month] : [])))
    const names = await listKnownMonths(input, period, (month) => moved.has(month))
    const months = all.filter(({ month }) => names.includes(month))
    const wholeMonths = selectWholeMonths(names, { ...period, end }, request)
    const layout =
      request.by === 'month' ? layOutByMonth(input, months) : layOutByCategory(input, months, wholeMonths)
    const { title, definition } = reportDefinitions.budget
    return {
      report: 'budget',
      title: `${title} ${describePeriod(period)}`,
      period,
      compared_period: null,
      currency,
      definition,
      ...layout,
      notes: [
        ...describeBeginning(period, request.today),
        ...(layout.columns.some(({ kind, isHidden }) => kind === 'average' && !isHidden)
          ? describeAverages(names, wholeMonths)
          : []),
        ...describePayments(input, months),
      ],
    }
  },
}

type Layout = Pick<Report, 'columns' | 'rows' | 'totals' | 'months' | 'chart'>

/** Returns a function that recognizes the payment categories of cards. What moves through them is not spent again. */
function createPaymentCheck({ names }: Pick<ReportInput, 'names'>): (id: string | null) => boolean {
  const payments = new Set<string | null>(names.categories.filter(({ system }) => system).map(({ id }) => id))
  return (id) => payments.has(id)
}

/** Says that totals leave payment categories out, if anything moved through them. */
function describePayments(input: ReportInput, months: readonly BudgetMonth[]): string[] {
  const isPayment = createPaymentCheck(input)
  const isPaid = ({ category_id: id, activity }: CategoryMonth): boolean =>
    activity !== 0n && isPayment(id) && isAsked(input, id)
  return months.some(({ categories }) => categories.some(isPaid))
    ? [
        'The total activity leaves out card payments: what was bought with a card is counted where it was spent',
      ]
    : []
}

const isAsked = ({ request }: ReportInput, id: string | null): boolean =>
  !request.category_ids || request.category_ids.includes(id)

function layOutByMonth(input: ReportInput, months: readonly BudgetMonth[]): Layout {
  const format = createAmountFormatter(input.currency)
  const isPayment = createPaymentCheck(input)
  return {
    columns: monthColumns,
    rows: months.map(({ month, parts, categories }): ReportRow => {
      const asked = categories.filter(({ category_id }) => isAsked(input, category_id))
      const figures = addUp(asked)
      return {
        month,
        assigned: format(figures.assigned),
        activity: format(addUp(asked.filter(({ category_id }) => !isPayment(category_id))).activity),
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

/** Returns the function that makes the figures of categories in months. */
function createFigures(currency: string, wholeMonths: readonly string[]) {
  const format = createAmountFormatter(currency)
  const average = (total: MinorUnits): string | null =>
    wholeMonths.length === 0 ? null : format(meanAmount(total, wholeMonths.length))
  /** @param spending those whose activity is money spent: no payment categories. */
  return (all: readonly DatedCategory[], spending: readonly DatedCategory[], available: MinorUnits) => {
    const { activity } = addUp(spending)
    const isWhole = ({ month }: DatedCategory): boolean => wholeMonths.includes(month)
    return {
      assigned: format(addUp(all).assigned),
      average_assigned: average(addUp(all.filter(isWhole)).assigned),
      activity: format(activity),
      spent: format(-activity),
      average_spent: average(-addUp(spending.filter(isWhole)).activity),
      available: format(available),
    }
  }
}

/** The figures of a category with their month. */
type DatedCategory = CategoryMonth & { month: string }

function layOutByCategory(
  input: ReportInput,
  months: readonly BudgetMonth[],
  wholeMonths: readonly string[],
): Layout {
  const format = createAmountFormatter(input.currency)
  const nameRow = createRowNamer('category', input.names)
  const isPayment = createPaymentCheck(input)
  const toFigures = createFigures(input.currency, wholeMonths)
  const every = months.flatMap(({ month, categories }) =>
    categories
      .filter(({ category_id: id }) => isAsked(input, id))
      .map((one): DatedCategory => ({ ...one, month })),
  )
  const byCategory = new Map<string | null, DatedCategory[]>()
  for (const one of every) byCategory.set(one.category_id, [...(byCategory.get(one.category_id) ?? []), one])
  const rows = sortAsListed([...byCategory.keys()], input).flatMap((id): ReportRow[] => {
    const own = byCategory.get(id) ?? []
    if (own.every(isZero)) return []
    const byMonth = new Map(own.map((one) => [one.month, one]))
    const available = byMonth.get(months.at(-1)?.month ?? '')?.available ?? 0n
    return [
      {
        ...nameRow(id),
        ...toFigures(own, own, available),
        ...(isPayment(id) && { spent: null, average_spent: null }),
        months_overspent: own.filter((one) => one.available < 0n).length,
        monthly: isPayment(id)
          ? months.map(() => format(0n))
          : months.map(({ month }) => format(-(byMonth.get(month)?.activity ?? 0n))),
      },
    ]
  })
  const spending = every.filter(({ category_id }) => !isPayment(category_id))
  const { available } = addUp(every.filter(({ month }) => month === months.at(-1)?.month))
  const hasAverage = months.length > 1 && wholeMonths.length > 0
  return {
    columns: categoryColumns.map((column) =>
      column.kind === 'average' && !hasAverage ? { ...column, isHidden: true } : column,
    ),
    rows,
    totals: rows.length > 0 ? { ...toFigures(every, spending, available), months_overspent: null } : null,
    months: months.length >= MIN_SPARKLINE_MONTHS ? months.map(({ month }) => month) : null,
    chart: { kind: 'bars', label: 'category', values: ['spent'], pageValues: ['spent', 'assigned'] },
  }
}

/** Orders categories as `budget month` lists them. */
function sortAsListed(ids: readonly (string | null)[], { names }: ReportInput): (string | null)[] {
  const order = new Map<string | null, number>(names.categories.map(({ id }, at) => [id, at]))
  return ids.toSorted((a, b) => (order.get(a) ?? order.size) - (order.get(b) ?? order.size))
}
