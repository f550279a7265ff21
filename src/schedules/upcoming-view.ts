/** Shows what is coming day by day. */

import { groupThousands } from '../output/format-amount.ts'
import { pluralize } from '../output/pluralize.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import type { TextStyle } from '../output/style.ts'
import { amountColumn, type Column, defineView, textColumn } from '../output/view.ts'
import { formatExpected } from './describe-schedule.ts'
import type { LowestBalance, Upcoming, UpcomingRow } from './upcoming.ts'

const columns: readonly Column<UpcomingRow>[] = [
  {
    ...textColumn('date', 'Date', { neverTruncate: true }),
    formatForTerminal: ({ date, due_date, state }) => (state === 'overdue' ? due_date : date),
  },
  {
    ...textColumn('state', 'State', { dropPriority: 2 }),
    formatForTerminal: ({ state }) => (state === 'planned' ? '' : state),
  },
  textColumn('name', 'What', { minWidth: 10 }),
  {
    ...amountColumn('amount', 'Amount'),
    formatForTerminal: ({ amount, is_estimate }) => formatExpected(amount, is_estimate),
  },
  textColumn('category_name', 'Category', { dropPriority: 3 }),
  textColumn('account_name', 'Account', { dropPriority: 1 }),
  amountColumn('balance', 'Balance'),
]

const rowFields = [
  ...columns.map(({ field }) => field),
  'due_date',
  'is_estimate',
  'account_id',
  'schedule_id',
  'planned_date',
  'transaction_id',
]
const lowestFields = ['account_id', 'account_name', 'date', 'balance', 'below_zero_on']

function renderLowest(
  { account_name, date, balance, below_zero_on }: LowestBalance,
  { colors }: TextStyle,
): string {
  const line = sanitizeLine(`${account_name}: lowest ${groupThousands(balance)} on ${date}`)
  return below_zero_on === null ? `${line}\n` : `${colors.red(`${line}, below zero from ${below_zero_on}`)}\n`
}

/** What is coming: what is overdue first, then each day. */
export const upcomingView = defineView<Upcoming, UpcomingRow>({
  columns,
  rows: ({ rows }) => rows,
  fields: () => [
    'until',
    'rows',
    'lowest',
    ...rowFields.map((field) => `rows.${field}`),
    ...lowestFields.map((field) => `lowest.${field}`),
  ],
  jsonRows: { field: 'rows', fields: () => rowFields, list: ({ rows }) => rows },
  renderHeader: ({ until, rows }) => (rows.length === 0 ? '' : `What is coming until ${until}\n`),
  renderFooter: ({ lowest, rows }, style) => {
    const late = rows.filter(({ state }) => state === 'overdue').length
    const overdue =
      late === 0
        ? ''
        : `${style.colors.red(`${pluralize(late, 'date is', 'dates are')} overdue`)}; post, match or skip them with budget schedules\n`
    return [overdue, ...lowest.map((one) => renderLowest(one, style))].join('')
  },
  emptyMessage:
    'Nothing is planned; to add a schedule: budget schedules add 1450 Landlord Rent --every month --on 1',
})
