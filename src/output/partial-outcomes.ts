/** Shows the outcome of each item when a command on several items stopped in between. */

import type { ItemResult } from '../contract/errors.ts'
import { sanitizeLine } from './sanitize.ts'
import { defineView, textColumn, type View } from './view.ts'

/** An item with its outcome and, if it failed, the error. */
export type ItemOutcomeWithError = ItemResult & { error?: { id: string; name: string; detail: string } }

const outcomeLabels: Readonly<Record<ItemResult['outcome'], string>> = {
  done: 'done',
  refused: 'refused',
  not_tried: 'not tried',
  unknown: 'outcome unknown',
}

/** A line for each item: `txn_01: refused: transaction is deleted`. */
export const outcomeListView: View<ItemOutcomeWithError[]> = defineView<
  ItemOutcomeWithError[],
  ItemOutcomeWithError
>({
  columns: [
    textColumn('id', 'Id', { neverTruncate: true }),
    { field: 'name', heading: 'Name', kind: 'text', getValue: ({ name }) => name ?? null },
    textColumn('outcome', 'Outcome'),
    { field: 'error', heading: 'Error', kind: 'text', getValue: ({ error }) => error?.detail ?? null },
  ],
  renderText: (items) =>
    items
      .map(({ id, name, outcome, error }) => {
        const why = error === undefined ? '' : `: ${error.detail}`
        return `${sanitizeLine(`${name ?? id}: ${outcomeLabels[outcome]}${why}`)}\n`
      })
      .join(''),
})
