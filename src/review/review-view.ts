/** Shows the inbox, and what a review has changed. */

import { listFieldPaths } from '../contract/field-paths.ts'
import { type Transaction, transaction } from '../contract/operations/transactions.ts'
import { pluralize } from '../output/pluralize.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { amountColumn, defineView, type RowPages, textColumn, type View } from '../output/view.ts'
import { describeCategory } from '../transactions/transaction-columns.ts'
import { type ReviewScreenLine, renderReviewLines } from './draw-screen.ts'

/** A category that a transaction may have, and why. */
export interface SuggestionRecord {
  /** Null for Ready to Assign. */
  category_id: string | null
  category_name: string
  ready_to_assign: boolean
  reason: string
  is_sure: boolean
}

/** A transaction of the inbox, with its likely categories. */
export type InboxTransaction = Transaction & { suggestions: SuggestionRecord[] }

/** The inbox, or the transactions that were changed. */
export type ReviewResult = RowPages<InboxTransaction> | (InboxTransaction | Transaction)[]

const getSuggestion = (row: Transaction | InboxTransaction): SuggestionRecord | undefined =>
  'suggestions' in row ? row.suggestions[0] : undefined

const getOwnCategory = (row: Transaction): string | null =>
  row.ready_to_assign ? 'rta' : (row.category_name ?? (row.splits === null ? null : 'split'))

/** Returns the category as `--apply` takes it back. */
const getCategory = (row: Transaction | InboxTransaction): string | null => {
  const suggestion = getSuggestion(row)
  if (!suggestion) return getOwnCategory(row)
  return suggestion.ready_to_assign ? 'rta' : suggestion.category_name
}

/** The inbox as a table that `review --apply` takes back, or the changed transactions. */
export const reviewView: View<ReviewResult> = defineView<ReviewResult, Transaction | InboxTransaction>({
  columns: [
    textColumn('id', 'Id', { neverTruncate: true, isDroppable: true }),
    textColumn('date', 'Date', { neverTruncate: true }),
    textColumn('account_name', 'Account', { dropPriority: 3 }),
    { field: 'merchant', heading: 'Merchant', kind: 'text', getValue: (row) => row.merchant_name },
    amountColumn('amount', 'Amount'),
    { field: 'category', heading: 'Category', kind: 'text', getValue: getCategory },
    {
      field: 'reason',
      heading: 'Why',
      kind: 'text',
      getValue: (row) => getSuggestion(row)?.reason ?? null,
    },
    {
      field: 'is_sure',
      heading: 'Sure',
      kind: 'text',
      getValue: (row) => getSuggestion(row)?.is_sure ?? null,
    },
    textColumn('notes', 'Notes', { isDroppable: true }),
  ],
  fields: () => [
    ...listFieldPaths(transaction),
    ...['category_id', 'category_name', 'ready_to_assign', 'reason', 'is_sure'].map(
      (field) => `suggestions.${field}`,
    ),
  ],
  emptyMessage: 'Nothing to review',
  renderText: (result, { width, colors }) =>
    result.some((row) => 'suggestions' in row)
      ? renderReviewLines(result.map(toLine), { columns: Math.min(width, MAX_WIDTH), rows: 24, colors })
          .map((line) => `${line}\n`)
          .join('')
      : summarize(result),
})

/** A wide terminal does not spread the columns further. */
const MAX_WIDTH = 160

/** Says how many transactions were changed only, and how many were reviewed, by category. */
function summarize(changed: readonly Transaction[]): string {
  const rows = changed.filter(({ review_status }) => review_status !== 'needs_review')
  const waiting = pluralize(changed.length - rows.length, 'transaction that stays', 'transactions that stay')
  const rest = changed.length === rows.length ? '' : `Changed ${waiting} in the inbox\n`
  if (rows.length === 0) return rest
  const counts = new Map<string, number>()
  for (const row of rows) {
    const name = describeCategory(row) ?? 'uncategorized'
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const parts = [...counts].map(([name, count]) => `${count} ${sanitizeLine(name)}`)
  return `Reviewed ${pluralize(rows.length, 'transaction')}: ${parts.join(', ')}\n${rest}`
}

const toLine = (row: Transaction | InboxTransaction): ReviewScreenLine => ({
  date: row.date,
  account: row.account_name,
  merchant: row.merchant_name ?? '',
  count: 1,
  amount: row.amount,
  purpose: getSuggestion(row)?.category_name ?? getOwnCategory(row) ?? '',
  reason: getSuggestion(row)?.reason ?? '',
})
