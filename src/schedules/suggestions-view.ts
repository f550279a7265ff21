/** Shows what recurs and could be a schedule. */

import { amountColumn, type Column, defineView, textColumn } from '../output/view.ts'
import { formatExpected } from './describe-schedule.ts'
import type { Suggestion } from './suggest-from-history.ts'

const columns: readonly Column<Suggestion>[] = [
  textColumn('next_date', 'Next', { neverTruncate: true }),
  textColumn('every', 'Every', { dropPriority: 2 }),
  textColumn('name', 'What', { minWidth: 10 }),
  {
    ...amountColumn('amount', 'Amount'),
    formatForTerminal: ({ amount, is_estimate }) => formatExpected(amount, is_estimate),
  },
  textColumn('account_name', 'Account', { dropPriority: 3 }),
  textColumn('category_name', 'Category', { dropPriority: 1 }),
  { field: 'times', heading: 'Times', kind: 'count', getValue: ({ evidence }) => evidence.length },
  {
    field: 'last',
    heading: 'Last',
    kind: 'text',
    getValue: ({ evidence }) => evidence.at(-1)?.date ?? null,
  },
  textColumn('schedule_id', 'Schedule', { hiddenOnTerminal: true }),
]

/** The suggestions, the next one first. */
export const suggestionsView = defineView<Suggestion[], Suggestion>({
  columns,
  fields: () => [
    ...columns.map(({ field }) => field),
    'is_estimate',
    'account_id',
    'draft',
    'evidence',
    'evidence.id',
    'evidence.date',
    'evidence.amount',
  ],
  renderFooter: (suggestions) =>
    suggestions.some(({ schedule_id }) => schedule_id === null)
      ? 'To add them: budget schedules suggest --apply ask\n'
      : '',
  emptyMessage: 'Nothing else recurs',
})
