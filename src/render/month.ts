/** How a budget month is shown. */

import type { Operations } from '../contract/api.ts'
import { fieldPaths } from '../contract/field-paths.ts'
import type { ReplyOf } from '../contract/operation.ts'
import {
  getMonth,
  type MonthCategory,
  type MonthGroup,
  monthCategory,
} from '../contract/operations/months.ts'
import { isNegative, isZero } from '../money/decimal.ts'
import { wrapped } from './display-width.ts'
import { grouped, money } from './format-amount.ts'
import { oneLine } from './sanitize.ts'
import type { Look } from './style.ts'
import { amount, type Sheet, sheet, text } from './view.ts'

/** A budget month together with its currency, as the service answers. */
export type MonthReply = ReplyOf<Operations['getMonth']>

/** Under it stands what covering the month takes: data for programs has only what the service says. */
export const totalToCover: unique symbol = Symbol('what covering the month takes')

/** A month as it is shown to a person. The summary counts money twice that covering moves to a card. */
export type MonthView = MonthReply & { readonly [totalToCover]?: string }

type MonthRow = MonthCategory & { group_name: string }
const BAR = 10

/** How much of what its target asks for a category has got; nothing without a target. */
function fundedBar({ target }: MonthRow): string {
  if (!target || (isZero(target.assignment_needed) && target.funded_ratio === 0)) return ''
  const filled = Math.floor(target.funded_ratio * BAR)
  return `${'█'.repeat(filled)}${'░'.repeat(BAR - filled)} ${Math.floor(target.funded_ratio * 100)}%`
}

/** A month: Ready to Assign, then its categories by group. */
export const monthSheet = sheet<MonthView, MonthRow>({
  columns: [
    text('group_name', 'Group', { section: true }),
    { ...text('name', 'Category', { least: 14 }), draw: (row) => `  ${row.name}` },
    amount('assigned', 'Assigned', { spare: 1 }),
    amount('activity', 'Activity', { spare: 2 }),
    amount('available', 'Available'),
    {
      field: 'funded_ratio',
      heading: 'Funded',
      kind: 'text',
      whole: true,
      spare: 3,
      value: (row) => row.target?.funded_ratio ?? null,
      draw: fundedBar,
    },
  ],
  rows: ({ month }) => rowsOf(month.category_groups),
  fields: () => fieldPaths(getMonth.reply),
  above: heading,
  below: overspending,
})

const rowsOf = (groups: readonly MonthGroup[]): MonthRow[] =>
  groups.flatMap((group) => group.categories.map((category) => ({ ...category, group_name: group.name })))

function heading({ currency, month }: MonthReply, { paint }: Look): string {
  const left = money(month.ready_to_assign, paint)
  return `${paint.bold(month.month)}   Ready to Assign ${isNegative(month.ready_to_assign) ? left : paint.green(grouped(month.ready_to_assign))} ${currency}\n\n`
}

function overspending({ month, ...view }: MonthView, { paint, width }: Look): string {
  const over = view[totalToCover] ?? month.summary.total_overspent
  return isZero(over)
    ? ''
    : `\n${wrapped(`Overspent ${paint.red(grouped(over))}: assign more, or let the next month pay for it`, width)}\n`
}

/** A category's month after an assignment, with what it was before. */
export type Assignment = MonthCategory & { before: { assigned: string; available: string } }

/** Assignments, from what they were to what they are. */
export const assignments: Sheet<Assignment[]> = sheet<Assignment[], Assignment>({
  columns: [
    text('name', 'Category'),
    {
      field: 'assigned_before',
      heading: 'Before',
      kind: 'amount',
      value: ({ before }) => before.assigned,
    },
    amount('assigned', 'Assigned'),
    amount('available', 'Available'),
  ],
  fields: () => [...fieldPaths(monthCategory), 'before', 'before.assigned', 'before.available'],
  say: (result, { paint }) =>
    result
      .map(({ name, before, assigned, available }) => {
        const change = `${grouped(before.assigned)} → ${grouped(assigned)}`
        return `${oneLine(name)}: assigned ${change}, available ${money(available, paint)}\n`
      })
      .join(''),
})
