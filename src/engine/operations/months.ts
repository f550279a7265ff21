/** The rules of budget months. */ // spec B T

import { ApiError } from '../../contract/errors.ts'
import { categoryTag, type MonthCategory, type Summary } from '../../contract/operations/months.ts'
import { atLeastZero } from '../../money/minor-units.ts'
import type { CategoryRow } from '../../store/categories.ts'
import type { TargetRow } from '../../store/targets.ts'
import { type Envelope, figuresOf, type MonthFigures } from '../budget/month-figures.ts'
import { type Context, find } from '../budget/request-context.ts'
import { shownTarget, type TargetFigures, targetFigures } from '../budget/targets.ts'
import { categoryType, groupType } from './categories.ts'
import type { RulesFor } from './handler.ts'

/** A budget month, worked out. */
interface View {
  figures: MonthFigures
  envelopeOf(category: number): Envelope
  targetOf(category: number): TargetFigures | undefined
}

const EMPTY: Envelope = { carryover: 0n, assigned: 0n, activity: 0n, available: 0n }

function view({ store }: Context, month: string, categories: CategoryRow[]): View {
  const cardOfPayment = new Map(categories.flatMap(({ seq, card }) => (card === null ? [] : [[seq, card]])))
  const figures = figuresOf(month, {
    cells: store.cells.list(),
    cardCells: cardOfPayment.size > 0 ? store.cells.listCards() : [],
    cardOfPayment,
    creditParts: store.cells.creditParts,
  })
  const targets = new Map<number, TargetRow>(store.targets.list().map((target) => [target.category, target]))
  const snoozed = store.targets.snoozedIn(month)
  const envelopeOf = (category: number): Envelope => figures.envelopes.get(category) ?? EMPTY
  return {
    figures,
    envelopeOf,
    targetOf(category) {
      const target = targets.get(category)
      return target && targetFigures(target, month, envelopeOf(category), snoozed.has(category))
    },
  }
}

function shown({ ids, money }: Context, { envelopeOf, targetOf }: View, row: CategoryRow): MonthCategory {
  const { assigned, activity, carryover, available } = envelopeOf(row.seq)
  return {
    id: ids.of('category', row.seq),
    name: row.name,
    archived: row.archived,
    category_type: categoryType(row),
    assigned: money(assigned),
    activity: money(activity),
    carryover_from_previous: money(carryover),
    available: money(available),
    target: shownTarget(targetOf(row.seq), money),
  }
}

/** The month's summary: targets of what is neither archived nor snoozed; overspending of everything listed. */ // spec T9
function summaryOf({ money }: Context, { envelopeOf, targetOf }: View, categories: CategoryRow[]): Summary {
  let needed = 0n
  let remaining = 0n
  let overspent = 0n
  let targets = 0
  for (const { seq, archived } of categories) {
    overspent += atLeastZero(-envelopeOf(seq).available)
    const target = targetOf(seq)
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

export const monthRules: RulesFor<'getMonth' | 'assignCategory'> = {
  // GET /months/{month}: month is YYYY-MM. Returns the budget month object under data
  getMonth(context, { month }) {
    const { store, money } = context
    const categories = store.categories.list()
    const worked = view(context, month, categories)
    return {
      currency: store.settings.currency,
      month: {
        month,
        ready_to_assign: money(worked.figures.ready_to_assign),
        summary: summaryOf(context, worked, categories),
        category_groups: store.groups.list().map((group) => ({
          id: context.ids.of('category_group', group.seq),
          name: group.name,
          type: groupType(group),
          categories: categories
            .filter((category) => category.group === group.seq)
            .map((category) => shown(context, worked, category)),
        })),
      },
    }
  },

  // PATCH /months/{month}/categories/{category_id}: assigned overwrites the month's assignment and is not an increment.
  // Negative values pull money back to Ready to Assign
  assignCategory(context, { month, category_id, body, if_match }) {
    const { store } = context
    const category = find(context, 'category', category_id, store.categories.get)
    const asItIs = (): MonthCategory =>
      shown(context, view(context, month, store.categories.list()), category)
    if (if_match !== undefined && if_match !== categoryTag(asItIs()))
      throw new ApiError('precondition_failed', 'the category has changed since it was read')
    store.cells.assign(month, category.seq, context.minor(body.assigned))
    return { category: asItIs() }
  },
}
