/**
 * Handles the budget-month operations.
 * @see docs/spec.md#b-budget-month
 * @see docs/spec.md#t-targets-and-summary
 */

import { ApiError } from '../../contract/errors.ts'
import {
  formatCategoryEtag,
  type MonthCategory,
  type MonthSummary,
} from '../../contract/operations/months.ts'
import { clampToZero } from '../../money/minor-units.ts'
import type { CategoryRow } from '../../store/categories.ts'
import type { TargetRow } from '../../store/targets.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'
import { readLatestMonthInput } from '../budget/latest-months.ts'
import {
  type CategoryFigures,
  computeMonthFigures,
  type MonthFigures,
  noFigures,
} from '../budget/month-figures.ts'
import { findRow, type HandlersFor, type RequestContext } from '../budget/request-context.ts'
import { computeTargetFigures, type TargetFigures, toApiTarget } from '../budget/targets.ts'
import { getCategoryType, getGroupType } from './categories.ts'

/** The computed figures of a budget month. */
interface MonthView {
  categories: CategoryRow[]
  figures: MonthFigures
  getCategoryFigures(category: number): CategoryFigures
  getTargetFigures(category: number): TargetFigures | undefined
}

/** The month of a workspace that was computed last, for as long as no row changes: a command asks for it several times. */
const latestViews = new WeakMap<WorkspaceStore, { month: string; version: string; view: MonthView }>()

function readMonthView({ store }: RequestContext, month: string): MonthView {
  const version = store.rowsVersion()
  const latest = latestViews.get(store)
  if (latest?.month === month && latest.version === version) return latest.view
  const view = computeMonthView(store, month)
  latestViews.set(store, { month, version, view })
  return view
}

function computeMonthView(store: WorkspaceStore, month: string): MonthView {
  const categories = store.categories.list()
  const figures = computeMonthFigures(month, readLatestMonthInput(store, categories, month))
  const targets = new Map<number, TargetRow>(store.targets.list().map((target) => [target.category, target]))
  const snoozed = store.targets.listSnoozed(month)
  const getCategoryFigures = (category: number): CategoryFigures =>
    figures.categories.get(category) ?? noFigures
  return {
    categories,
    figures,
    getCategoryFigures,
    getTargetFigures(category) {
      const target = targets.get(category)
      return (
        target && computeTargetFigures(target, month, getCategoryFigures(category), snoozed.has(category))
      )
    },
  }
}

function toApiMonthCategory(
  { ids, formatMoney: money }: RequestContext,
  { getCategoryFigures, getTargetFigures }: MonthView,
  row: CategoryRow,
): MonthCategory {
  const { assigned, activity, carryover, available } = getCategoryFigures(row.seq)
  return {
    id: ids.toId('category', row.seq),
    name: row.name,
    archived: row.archived,
    category_type: getCategoryType(row),
    assigned: money(assigned),
    activity: money(activity),
    carryover_from_previous: money(carryover),
    available: money(available),
    target: toApiTarget(getTargetFigures(row.seq), money),
  }
}

/**
 * Returns the month's summary: targets of categories neither archived nor snoozed, and all overspending.
 * @see docs/spec.md#t9
 */
function computeSummary(
  { formatMoney: money }: RequestContext,
  { categories, getCategoryFigures, getTargetFigures }: MonthView,
): MonthSummary {
  let needed = 0n
  let remaining = 0n
  let overspent = 0n
  let targets = 0
  for (const { seq, archived } of categories) {
    overspent += clampToZero(-getCategoryFigures(seq).available)
    const target = getTargetFigures(seq)
    if (!target || archived || target.snoozed) continue
    targets++
    needed += target.needed
    remaining += target.remaining
  }
  const funded = needed - remaining
  const nothingNeeded = targets > 0 ? 100 : 0
  return {
    percentage_funded: needed === 0n ? nothingNeeded : Number((100n * funded) / needed),
    total_target_amount: money(needed),
    total_funded: money(funded),
    total_remaining_to_fund: money(remaining),
    total_overspent: money(overspent),
  }
}

/** The handlers of the budget-month operations. */
export const monthHandlers: HandlersFor<'getMonth' | 'assignCategory'> = {
  // GET /months/{month}: returns the budget month.
  getMonth(context, { month }) {
    const { store, formatMoney: money } = context
    const view = readMonthView(context, month)
    return {
      currency: store.settings.currency,
      month: {
        month,
        ready_to_assign: money(view.figures.parts.ready_to_assign),
        summary: computeSummary(context, view),
        category_groups: store.groups.list().map((group) => ({
          id: context.ids.toId('category_group', group.seq),
          name: group.name,
          type: getGroupType(group),
          categories: view.categories
            .filter((category) => category.group === group.seq)
            .map((category) => toApiMonthCategory(context, view, category)),
        })),
      },
    }
  },

  // PATCH /months/{month}/categories/{category_id}: overwrites the assigned amount; a negative one returns money
  // to Ready to Assign.
  assignCategory(context, { month, category_id, body, if_match }) {
    const { store } = context
    const category = findRow(context, 'category', category_id, store.categories.get)
    const readCurrent = (): MonthCategory =>
      toApiMonthCategory(context, readMonthView(context, month), category)
    if (if_match !== undefined && if_match !== formatCategoryEtag(readCurrent()))
      throw new ApiError('precondition_failed', 'the category has changed since it was read')
    store.monthTotals.assign(month, category.seq, context.toMinorUnits(body.assigned))
    return { category: readCurrent() }
  },
}
