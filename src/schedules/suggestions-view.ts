/** Shows what recurs and could be a schedule. */

import { groupThousands } from '../output/format-amount.ts'
import { amountColumn, type Column, defineView, textColumn } from '../output/view.ts'
import type { Suggestion } from './suggest-from-history.ts'

const columns: readonly Column<Suggestion>[] = [
  textColumn('next_date', 'Next', { neverTruncate: true }),
  textColumn('every', 'Every', { dropPriority: 2 }),
  textColumn('name', 'What', { minWidth: 10 }),
  {
    ...amountColumn('amount', 'Amount'),
    formatForTerminal: ({ amount, is_estimate }) => `${is_estimate ? '~' : ''}${groupThousands(amount)}`,
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
    'name',
    'amount',
    'is_estimate',
    'every',
    'next_date',
    'account_id',
    'account_name',
    'category_name',
    'evidence',
    'draft',
    'schedule_id',
    'times',
    'last',
    ...['id', 'date', 'amount'].map((field) => `evidence.${field}`),
  ],
  renderFooter: (suggestions) =>
    suggestions.some(({ schedule_id }) => schedule_id === null)
      ? 'To add them: budget schedules suggest --apply ask\n'
      : '',
  emptyMessage: 'Nothing else recurs',
})
