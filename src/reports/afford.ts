/** Tells whether an amount is there, and where: in its category, in Ready to Assign, or in other categories. */

import type { CategoryMonth } from '../contract/ports/budget-months.ts'
import { addMonths, monthsBetween, toMonth } from '../money/calendar.ts'
import { getCurrencyDecimals } from '../money/currency.ts'
import { clampToZero, type MinorUnits, minimum, parseTotal } from '../money/minor-units.ts'
import type { LaterNeeds } from './afford-later.ts'
import { type ReadCoverNeed, sumLacking, totalOverspent } from './overspent.ts'
import { findRecurringPayments, totalDue } from './recurring.ts'
import type { ReportInput } from './report.ts'
import { createAmountFormatter } from './rounding.ts'
import { type CategoryAmount, findTypicalCashFlow } from './summary.ts'

/** Where an amount is, in this month. The amounts are decimal strings. */
export interface Affordability {
  month: string
  currency: string
  amount: string
  /** True if the money is there now. */
  affordable: boolean
  /** The month in which it is needed; null for now. */
  on: string | null
  /** What else is needed until then, which Ready to Assign gives first; null for now. */
  needed_first: string | null
  /** What to assign each month until then, for what the category does not have; null for now. */
  a_month: string | null
  /** The day on which scheduled income has brought what is missing by then; null if it is there, or never. */
  there_on: string | null
  /** The category it is for, with what it has available; null when none was named. */
  category: CategoryAmount | null
  ready_to_assign: string
  /** What the category pays, what Ready to Assign adds, and what is missing then. They add up to `amount`. */
  from_category: string
  from_ready_to_assign: string
  missing: string
  /** The categories that have all that is missing, the largest first, also archived ones; at most five. */
  other_categories: CategoryAmount[]
  /** How many more have it. */
  more_categories: number
  /** The median cash flow of the six months before; null without transactions in them. */
  typically_left: string | null
  /** The first month in which that has saved what is missing; null when nothing is missing, or it never will. */
  there_in: string | null
  /** What recurring payments will take in the next 30 days. */
  due_soon: string
  /** What overspent categories lack, which Ready to Assign may have to pay first. */
  overspent: string
  /** What was spent this month without a category, which next month's Ready to Assign pays for. */
  uncategorized: string
}

/** How many other categories are named. */
const MAX_OTHERS = 5

/** Returns where an amount is. */
export async function findAffordability(
  input: ReportInput,
  { amount, category_id, later }: { amount: string; category_id: string | undefined; later?: LaterNeeds },
  readCoverNeed: ReadCoverNeed,
): Promise<Affordability> {
  const { source, names, currency, request } = input
  const month = toMonth(request.today)
  const format = createAmountFormatter(currency)
  const wanted = parseTotal(amount, getCurrencyDecimals(currency))
  const [budgetMonth] = await source.listBudgetMonths(month, month)
  const categories = budgetMonth?.categories ?? []
  const ready = budgetMonth?.parts.ready_to_assign ?? 0n
  const own = categories.find((one) => category_id !== undefined && one.category_id === category_id)
  const taken = later?.readTaken(category_id ?? '') ?? 0n
  const free = ready - (later?.first ?? 0n)
  const fromCategory = minimum(wanted, clampToZero((own?.available ?? 0n) - taken))
  const fromReady = minimum(wanted - fromCategory, clampToZero(free))
  const missing = wanted - fromCategory - fromReady
  const others = missing > 0n && !later ? listOthers(input, categories, { missing, own }) : []
  // Recurring payments need every transaction: then a remote source has read those of the others too.
  const due = totalDue(await findRecurringPayments(input, { until: request.today }), request.today)
  const typical = await findTypicalCashFlow(input, month)
  const toNamed = ({ category_id: id, available }: CategoryMonth): CategoryAmount => ({
    category_id: id,
    category: names.categories.find((one) => one.id === id)?.name ?? '',
    amount: format(available),
  })
  return {
    month,
    currency,
    amount: format(wanted),
    affordable: missing === 0n,
    on: later?.on ?? null,
    needed_first: later ? format(later.first) : null,
    a_month: later ? format(divideEvenly(wanted - fromCategory, monthsBetween(month, later.on) + 1)) : null,
    there_on: later ? findIncomeDate(later, wanted - fromCategory - free) : null,
    category: own ? toNamed(own) : null,
    ready_to_assign: format(ready),
    from_category: format(fromCategory),
    from_ready_to_assign: format(fromReady),
    missing: format(missing),
    other_categories: others.slice(0, MAX_OTHERS).map(toNamed),
    more_categories: Math.max(0, others.length - MAX_OTHERS),
    typically_left: typical,
    there_in:
      missing > 0n && !later && typical !== null ? findMonth(input, { month, missing, typical }) : null,
    due_soon: format(due),
    overspent: format(await totalOverspent(input, { month, categories }, readCoverNeed)),
    uncategorized: format(sumLacking(categories.filter((one) => one.category_id === null))),
  }
}

const divideEvenly = (amount: MinorUnits, months: number): MinorUnits =>
  (amount + BigInt(months) - 1n) / BigInt(months)

/** Returns the day on which income has brought an amount; null if nothing is missing, or too little comes. */
function findIncomeDate({ income }: LaterNeeds, missing: MinorUnits): string | null {
  let left = missing
  if (left <= 0n) return null
  return income.find(({ amount }) => (left -= amount) <= 0n)?.date ?? null
}

/** Returns the categories that have all that is missing; money for card payments is owed already. */
function listOthers(
  { names }: ReportInput,
  categories: readonly CategoryMonth[],
  { missing, own }: { missing: MinorUnits; own: CategoryMonth | undefined },
): CategoryMonth[] {
  const usable = new Set(names.categories.filter(({ system }) => !system).map(({ id }) => id))
  return categories
    .filter((one) => one !== own && usable.has(one.category_id ?? '') && one.available >= missing)
    .toSorted((a, b) => (a.available > b.available ? -1 : 1))
}

/** Returns the month in which as many typical months as needed have passed; null when they leave nothing. */
function findMonth(
  { currency }: ReportInput,
  { month, missing, typical }: { month: string; missing: MinorUnits; typical: string },
): string | null {
  const left = parseTotal(typical, getCurrencyDecimals(currency))
  if (left <= 0n) return null
  const months = (missing + left - 1n) / left
  return months > 120n ? null : addMonths(month, Number(months))
}
