/** Shows schedules: when, how often, how much, and whether there is money for the next date. */

import { listFieldPaths } from '../contract/field-paths.ts'
import {
  type Schedule,
  type ScheduleDate,
  schedule as scheduleSchema,
} from '../contract/operations/schedules.ts'
import { transaction as transactionSchema } from '../contract/operations/transactions.ts'
import { groupThousands } from '../output/format-amount.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { amountColumn, type Column, defineView, textColumn, type View } from '../output/view.ts'
import type { ChangedSchedule } from './build-schedule.ts'
import type { ChangedDates } from './change-dates.ts'
import { describeRecurrence } from './dates/describe-recurrence.ts'
import { describeAmount, describeCategory, describeSchedule, formatExpected } from './describe-schedule.ts'

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

/** Creates a column of text that is read from several fields. */
const computedColumn = <Row extends Schedule>(
  field: string,
  heading: string,
  getValue: (row: Row) => string | null,
  options: Partial<Column<Row>> = {},
): Column<Row> => ({ field, heading, kind: 'text', getValue, ...options })

const columns: readonly Column<ShownSchedule>[] = [
  computedColumn('ref', 'Ref', (row) => row[reference] ?? '', {
    neverTruncate: true,
    dropPriority: 4,
    isTerminalOnly: true,
  }),
  {
    ...textColumn('next_due_date', 'Next', { neverTruncate: true }),
    formatForTerminal: (row) => (row.paused ? 'paused' : (row.next_due_date ?? 'ended')),
  },
  computedColumn('every', 'Every', describeRecurrence, { dropPriority: 2 }),
  textColumn('name', 'What', { minWidth: 10 }),
  {
    ...amountColumn('next_amount', 'Amount'),
    formatForTerminal: ({ next_amount, is_estimate }) => formatExpected(next_amount, is_estimate),
  },
  textColumn('account_name', 'Account', { dropPriority: 3 }),
  computedColumn('category_name', 'Category', describeCategory, { dropPriority: 1 }),
  computedColumn('missing', 'Funded', ({ missing }) => missing, {
    neverTruncate: true,
    formatForTerminal: (row) => row[need] ?? '',
  }),
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
  { ...textColumn('amount', 'Amount'), formatForTerminal: describeAmount },
  textColumn('account_name', 'Account'),
  computedColumn('category_name', 'Category', describeCategory),
  computedColumn('every', 'Every', describeRecurrence),
  textColumn('first_date', 'First date'),
  textColumn('next_date', 'Next date'),
  textColumn('until', 'Until'),
  textColumn('times', 'Times'),
  textColumn('weekend', 'Weekend'),
  textColumn('statement_day', 'Statement day'),
  textColumn('match_text', 'Match'),
  textColumn('auto_post', 'Posted by itself'),
  textColumn('paused', 'Paused'),
  textColumn('notes', 'Notes'),
  computedColumn('dates', 'Dates', ({ dates }) => dates.map(describeDate).join(', '), {
    isTerminalOnly: true,
  }),
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

/** Returns a view of text for a result that is about one schedule. */
const defineChangeView = <Change extends { schedule: Schedule }>(
  fields: () => string[],
  say: (change: Change) => string[],
): View<Change> => ({
  ...defineView<Change, Schedule>({
    columns: [textColumn('id', 'Id'), textColumn('name', 'What'), textColumn('next_date', 'Next')],
    rows: ({ schedule }) => [schedule],
    fields: () => ['schedule', ...prefixPaths('schedule', scheduleSchema), ...fields()],
  }),
  renderText: (change) =>
    say(change as Change) // the result has no pages
      .map((line) => `${sanitizeLine(line)}\n`)
      .join(''),
})

const prefixPaths = (field: string, schema: Parameters<typeof listFieldPaths>[0]): string[] =>
  listFieldPaths(schema).map((path) => `${field}.${path}`)

/** Returns a view of a changed schedule. */
export const defineScheduleChangeView = (verb: string): View<ChangedSchedule> =>
  defineChangeView(
    () => ['remarks'],
    ({ schedule, remarks }) => [`${verb} ${describeSchedule(schedule)}`, ...remarks],
  )

/** Returns a view of one line for the dates that changed. */
export const defineDatesView = (verb: string): View<ChangedDates> =>
  defineChangeView(
    () => ['dates', 'transactions', ...prefixPaths('transactions', transactionSchema)],
    ({ schedule, dates, transactions: [row] }) => {
      const booked = row ? `: ${groupThousands(row.amount)} on ${row.date} in ${row.account_name}` : ''
      const next = schedule.next_date === null ? 'no date is left' : `next ${schedule.next_date}`
      return [`${verb} ${schedule.name} ${dates.join(', ')}${booked}; ${next}`]
    },
  )
