/** How the targets of categories are shown. */

import type { CategoryTarget, Snooze } from '../contract/ports/local-service.ts'
import { oneLine } from './sanitize.ts'
import { amount, count, sheet, text } from './view.ts'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const columns = [
  text('category_name', 'Category', { least: 10 }),
  text('kind', 'Kind', { least: 10 }),
  amount('amount', 'Amount'),
  { ...count('weekday', 'Weekday', { spare: 2 }), draw: ({ weekday }: CategoryTarget) => dayName(weekday) },
  text('by', 'By', { whole: true, spare: 1 }),
  count('repeat_months', 'Repeats', { spare: 3 }),
  text('category_id', 'Category id', { droppable: true }),
] as const

const dayName = (weekday: number | null): string => (weekday === null ? '' : (WEEKDAYS[weekday] ?? ''))

/** What the categories ask for. */
export const targetList = sheet<CategoryTarget[], CategoryTarget>({
  columns,
  empty: 'No targets yet; budget targets set Groceries --kind monthly_refill --amount 400 makes one',
})

/** The target in a sentence. */
function asked({ category_name, kind, amount, weekday, by, repeat_months }: CategoryTarget): string {
  const words = {
    monthly_refill: `is filled up to ${amount} every month`,
    monthly_set_aside: `gets ${amount} every month`,
    weekly_refill: `is filled up to ${amount} for every ${dayName(weekday)} of a month`,
    weekly_set_aside: `gets ${amount} for every ${dayName(weekday)} of a month`,
    by_date: `is to hold ${amount} by ${by}${repeat_months === null ? '' : `, again after ${repeat_months} months`}`,
  }
  return `${category_name} ${words[kind]}`
}

const one = (said: (target: CategoryTarget) => string) => ({
  ...sheet<CategoryTarget, CategoryTarget>({ columns }),
  say: (target: CategoryTarget) => `${oneLine(said(target))}\n`,
})

/** One line about a target that was set. */
export const targetChange = one(asked)

/** One line about a target that is gone. */
export const clearedTarget = one(({ category_name }) => `${category_name} asks for nothing any more`)

/** One line about a category left out of a month. */
export const snoozedTarget = sheet<Snooze, Snooze>({
  columns: [text('category_name', 'Category'), text('month', 'Month'), text('category_id', 'Category id')],
  say: ({ category_name, month }) => `${oneLine(category_name)} asks for nothing in ${month}\n`,
})
