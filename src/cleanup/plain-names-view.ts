/** Shows merchants whose names are bank texts, with their plain names. */

import { amountColumn, type Column, countColumn, defineView, textColumn } from '../output/view.ts'
import { type FindingOutcome, renderApplyHint } from './findings-view.ts'
import type { PlainNameFinding } from './merchants/find-plain-names.ts'

/** A merchant as it is printed, and what became of it. */
export type PlainNameOutput = PlainNameFinding & { outcome: FindingOutcome }

const columns: readonly Column<PlainNameOutput>[] = [
  countColumn('number', 'Number'),
  textColumn('name', 'Merchant', { minWidth: 12 }),
  textColumn('plain_name', 'Plain name', { minWidth: 12 }),
  countColumn('transactions', 'Transactions'),
  amountColumn('total', 'Total'),
  textColumn('outcome', 'Outcome', { isDroppable: true }),
  textColumn('into_merchant_id', 'Merged into', { isDroppable: true, hiddenOnTerminal: true }),
  textColumn('id', 'Id', { isDroppable: true, neverTruncate: true }),
]

/** The merchants, those with the most transactions first. */
export const plainNamesView = defineView<PlainNameOutput[], PlainNameOutput>({
  columns,
  fields: () => [
    'number',
    'sure',
    'outcome',
    'id',
    'name',
    'plain_name',
    'into_merchant_id',
    'transactions',
    'total',
  ],
  renderFooter: renderApplyHint,
  emptyMessage: 'No merchant names to clean up',
})
