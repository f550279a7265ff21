/** Shows schedules: when, how often, how much, and whether there is money for the next date. */

import { listFieldPaths } from '../contract/field-paths.ts'
import {
  type Schedule,
  type ScheduleDate,
  schedule as scheduleSchema,
} from '../contract/operations/schedules.ts'
import { groupThousands } from '../output/format-amount.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { amountColumn, type Column, defineView, textColumn, type View } from '../output/view.ts'
import { describeRecurrence } from './dates/describe-recurrence.ts'
import { describeAmount, describeCategory, describeSchedule } from './describe-schedule.ts'

/** A schedule with its next open date. */
export interface ListedSchedule extends Schedule {
  /** The day on which it is due; null without a date left and while it is paused. */
  next_due_date: string | null
  /** The amount of that date; of a card that is paid in full, what it owes today. */
  next_amount: string | null
  is_estimate: boolean
  /** What is missing for it; null for income and transfers that need no category. */
  missing: string | null
  /** What to assign each month for its category, and up to which month; null where another schedule decides. */
  monthly: string | null
  assign_until: string | null
}

// JSON omits symbol keys.
const need: unique symbol = Symbol('what its categories need')
const reference: unique symbol = Symbol('the end of its id')

/** A schedule with what only a terminal shows. */
export type ShownSchedule = ListedSchedule & {
  readonly [need]?: string
  readonly [reference]?: string
}

/** Returns the schedule with what a terminal shows: its needs and its reference. */
export const withNeeds = (listed: ListedSchedule, needs: string, text: string): ShownSchedule => ({
  ...listed,
  [need]: needs,
  [reference]: text,
})

const formatAmount = ({ next_amount, is_estimate }: ListedSchedule): string =>
  next_amount === null ? '' : `${is_estimate ? '~' : ''}${groupThousands(next_amount)}`

const columns: readonly Column<ShownSchedule>[] = [
  {
    field: 'ref',
    heading: 'Ref',
    kind: 'text',
    neverTruncate: true,
    dropPriority: 4,
    isTerminalOnly: true,
    getValue: (row) => row[reference] ?? '',
  },
  {
    ...textColumn('next_due_date', 'Next', { neverTruncate: true }),
    formatForTerminal: (row) => (row.paused ? 'paused' : (row.next_due_date ?? 'ended')),
  },
  {
    field: 'every',
    heading: 'Every',
    kind: 'text',
    dropPriority: 2,
    getValue: (row) => describeRecurrence(row),
  },
  textColumn('name', 'What', { minWidth: 10 }),
  { ...amountColumn('next_amount', 'Amount'), formatForTerminal: formatAmount },
  textColumn('account_name', 'Account', { dropPriority: 3 }),
  {
    field: 'category_name',
    heading: 'Category',
    kind: 'text',
    dropPriority: 1,
    getValue: describeCategory,
  },
  {
    field: 'missing',
    heading: 'Funded',
    kind: 'text',
    neverTruncate: true,
    getValue: ({ missing }) => missing,
    formatForTerminal: (row) => row[need] ?? '',
  },
  textColumn('id', 'Id', { hiddenOnTerminal: true }),
]

const ownFields = ['next_due_date', 'next_amount', 'is_estimate', 'missing', 'monthly', 'assign_until']
const fields = () => [...listFieldPaths(scheduleSchema), ...ownFields]

/** The schedules by their next dates. */
export const scheduleListView = defineView<ShownSchedule[], ShownSchedule>({
  columns,
  fields,
  emptyMessage:
    'No schedules yet; to find what recurs: budget schedules suggest; to add one: budget schedules add --help',
})

const detailColumns: readonly Column<Schedule>[] = [
  textColumn('name', 'What'),
  {
    field: 'amount',
    heading: 'Amount',
    kind: 'text',
    getValue: ({ amount }) => amount,
    formatForTerminal: describeAmount,
  },
  textColumn('account_name', 'Account'),
  { field: 'category_name', heading: 'Category', kind: 'text', getValue: describeCategory },
  { field: 'every', heading: 'Every', kind: 'text', getValue: (row) => describeRecurrence(row) },
  textColumn('first_date', 'First date'),
  textColumn('next_date', 'Next date'),
  textColumn('until', 'Until'),
  textColumn('times', 'Times'),
  { field: 'weekend', heading: 'Weekend', kind: 'text', getValue: ({ weekend }) => weekend },
  textColumn('statement_day', 'Statement day'),
  textColumn('match_text', 'Match'),
  textColumn('auto_post', 'Posted by itself'),
  textColumn('paused', 'Paused'),
  textColumn('notes', 'Notes'),
  {
    field: 'dates',
    heading: 'Dates',
    kind: 'text',
    isTerminalOnly: true,
    getValue: ({ dates }) => dates.map(describeDate).join(', '),
  },
  textColumn('id', 'Id'),
]

/** Returns `2026-12-01 -1,450.00`, `2026-12-01 skipped`, or `2027-01-01 -74.20 planned`. */
function describeDate({ date, skipped, transaction_amount, amount }: ScheduleDate): string {
  if (skipped) return `${date} skipped`
  const planned = transaction_amount === null ? ' planned' : ''
  return `${date} ${groupThousands(transaction_amount ?? amount ?? '')}${planned}`
}

/** One schedule with all its fields. */
export const scheduleView = defineView<Schedule, Schedule>({
  columns: detailColumns,
  fields: () => listFieldPaths(scheduleSchema),
  showsSingleAsRecord: true,
})

interface ScheduleChange {
  schedule: Schedule
  /** What happened, one line each. */
  remarks: readonly string[]
}

/** Returns a view of a changed schedule; JSON is the schedule. */
export const defineScheduleChangeView = (verb: string): View<ScheduleChange> => ({
  ...defineView<ScheduleChange, Schedule>({
    columns: [textColumn('id', 'Id'), textColumn('name', 'What'), textColumn('next_date', 'Next')],
    rows: ({ schedule }) => [schedule],
    fields: () => [
      'schedule',
      ...listFieldPaths(scheduleSchema).map((path) => `schedule.${path}`),
      'remarks',
    ],
  }),
  renderText: ({ schedule, remarks }) =>
    [`${verb} ${describeSchedule(schedule)}`, ...remarks].map((line) => `${sanitizeLine(line)}\n`).join(''),
})
