/** Shows the targets of categories. */

import type { CategoryTarget, Snooze } from '../contract/ports/workspace-admin.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { amountColumn, countColumn, defineView, textColumn } from '../output/view.ts'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const columns = [
  textColumn('category_name', 'Category', { minWidth: 10 }),
  textColumn('kind', 'Kind', { minWidth: 10 }),
  amountColumn('amount', 'Amount'),
  {
    ...countColumn('weekday', 'Weekday', { dropPriority: 2 }),
    formatForTerminal: ({ weekday }: CategoryTarget) => getDayName(weekday),
  },
  textColumn('by', 'By', { neverTruncate: true, dropPriority: 1 }),
  countColumn('repeat_months', 'Repeats', { dropPriority: 3 }),
  textColumn('category_id', 'Category id', { isDroppable: true }),
] as const

const getDayName = (weekday: number | null): string => (weekday === null ? '' : (WEEKDAYS[weekday] ?? ''))

/** A list of targets. */
export const targetListView = defineView<CategoryTarget[], CategoryTarget>({
  columns,
  emptyMessage: 'No targets yet; to set one: budget targets set Groceries --kind monthly_refill --amount 400',
})

/** Describes a target in a sentence. */
function describeTarget({ category_name, kind, amount, weekday, by, repeat_months }: CategoryTarget): string {
  const descriptions = {
    monthly_refill: `refill up to ${amount} every month`,
    monthly_set_aside: `${amount} every month`,
    weekly_refill: `refill up to ${amount} every ${getDayName(weekday)}`,
    weekly_set_aside: `${amount} every ${getDayName(weekday)}`,
    by_date: `${amount} by ${by}${repeat_months === null ? '' : `, repeating every ${repeat_months} months`}`,
  }
  return `${category_name}: ${descriptions[kind]}`
}

const defineTargetLineView = (describe: (target: CategoryTarget) => string) => ({
  ...defineView<CategoryTarget, CategoryTarget>({ columns }),
  renderText: (target: CategoryTarget) => `${sanitizeLine(describe(target))}\n`,
})

/** One line about a target that was set. */
export const targetChangeView = defineTargetLineView(describeTarget)

/** One line about a target that was cleared. */
export const clearedTargetView = defineTargetLineView(
  ({ category_name }) => `${category_name} no longer has a target`,
)

/** One line about a target that was snoozed for a month. */
export const snoozedTargetView = defineView<Snooze, Snooze>({
  columns: [
    textColumn('category_name', 'Category'),
    textColumn('month', 'Month'),
    textColumn('category_id', 'Category id'),
  ],
  renderText: ({ category_name, month }) =>
    `Snoozed the target of ${sanitizeLine(category_name)} in ${month}\n`,
})
