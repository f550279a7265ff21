/** Shows deletions. */

import { pluralize } from './pluralize.ts'
import { sanitizeLine } from './sanitize.ts'
import { defineView, textColumn } from './view.ts'

/** A deleted entity. */
export interface DeletionResult {
  deleted: boolean
  id: string
  name: string
  moved_transaction_count?: number | undefined
  /** What got its transactions. */
  into?: { id: string; name: string } | undefined
  /** How many transactions have no category now; only where counting them costs no request. */
  uncategorized_transaction_count?: number | undefined
}

function describeRows({
  moved_transaction_count: moved,
  into,
  uncategorized_transaction_count: left = 0,
}: DeletionResult): string {
  if (into && moved !== undefined) return `; ${pluralize(moved, 'transaction')} moved to ${into.name}`
  if (left === 0) return ''
  return `; ${pluralize(left, 'transaction')} ${left === 1 ? 'is' : 'are'} uncategorized now`
}

/** One line about each deletion. */
export const deletionView = defineView<DeletionResult | DeletionResult[], DeletionResult>({
  columns: [
    textColumn('id', 'Id'),
    textColumn('deleted', 'Deleted'),
    textColumn('name', 'Name'),
    {
      field: 'moved_transaction_count',
      heading: 'Moved',
      kind: 'count',
      getValue: ({ moved_transaction_count: moved }) => moved ?? null,
    },
  ],
  rows: (result) => [result].flat(),
  renderText: (result) =>
    [result]
      .flat()
      .map((deletion) => `${sanitizeLine(`Deleted ${deletion.name}${describeRows(deletion)}`)}\n`)
      .join(''),
})
