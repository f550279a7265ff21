/** Lists the rows of a month on a screen: groups, and the categories that a view shows. */

import type { MonthCategory, MonthGroup } from '../../contract/operations/months.ts'
import { isNegative, isZero } from '../../money/decimal.ts'
import type { MonthReply } from '../month-view.ts'

/** Which categories are shown. */
export type MonthViewName = 'all' | 'overspent' | 'needs money' | 'has money' | 'archived'

/** The views, in the order in which v goes through them. */
export const monthViews: readonly MonthViewName[] = [
  'all',
  'overspent',
  'needs money',
  'has money',
  'archived',
]

/** A group, or a category of it. */
export interface MonthRow {
  id: string
  group: MonthGroup
  /** Undefined for the row of a group. */
  category: MonthCategory | undefined
}

/** What decides which rows there are. */
export interface RowChoice {
  view: MonthViewName
  /** The groups that show no categories. */
  folded: ReadonlySet<string>
}

/** True if the target needs money, or the category does. */
const needsMoney = ({ target, available }: MonthCategory): boolean =>
  isNegative(available) || !isZero(target?.underfunded_amount ?? '0')

const hasFigures = ({ assigned, activity, available }: MonthCategory): boolean =>
  [assigned, activity, available].some((amount) => !isZero(amount))

const keeps: Readonly<Record<MonthViewName, (category: MonthCategory) => boolean>> = {
  // Money in an archived category still counts. docs/spec.md#b70
  all: (category) => !category.archived || hasFigures(category),
  overspent: ({ available }) => isNegative(available),
  'needs money': needsMoney,
  'has money': ({ available }) => !isNegative(available) && !isZero(available),
  archived: ({ archived }) => archived,
}

/** Returns the rows of a month in their order; a group without rows is left out of all views but the first. */
export const listMonthRows = (
  { month }: Pick<MonthReply, 'month'>,
  { view, folded }: RowChoice,
): MonthRow[] =>
  month.category_groups.flatMap((group): MonthRow[] => {
    const categories = group.categories.filter(keeps[view])
    if (categories.length === 0 && (view !== 'all' || group.categories.length > 0)) return []
    const head: MonthRow = { id: group.id, group, category: undefined }
    if (folded.has(group.id)) return [head]
    return [head, ...categories.map((category) => ({ id: category.id, group, category }))]
  })

/** Says what a category needs, in a few words: `overspent 3.25`, `needs 50.00`, `funded`. */
export function describeNeed({ available, target }: MonthCategory): string {
  if (isNegative(available)) return `overspent ${available.slice(1)}`
  if (!target || (isZero(target.assignment_needed) && target.funded_ratio === 0)) return ''
  if (target.snoozed) return 'snoozed'
  return isZero(target.underfunded_amount) ? 'funded' : `needs ${target.underfunded_amount}`
}
