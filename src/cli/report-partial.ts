/** Reports the outcome of each item of a partly failed command. @see docs/cli.md#all-or-nothing */

import type { ItemResult, PartialFailureError } from '../contract/errors.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { defineView, textColumn, type View } from '../output/view.ts'
import type { Invocation } from './invocation.ts'
import { toErrorReport } from './report-error.ts'
import { writeResult } from './write-result.ts'

/** Writes one line per item to where the result would have gone. */
export async function writePartialResults(
  { items, cause }: PartialFailureError,
  invocation: Invocation,
): Promise<void> {
  const { id, name, detail } = toErrorReport(cause)
  const outcomes = items.map((item): ItemOutcomeWithError => {
    const isFailed = item.outcome === 'refused' || item.outcome === 'unknown'
    return isFailed ? { ...item, error: { id, name, detail } } : item
  })
  // --fields names fields of the result, which outcomes do not have.
  const globals = { ...invocation.globals, fields: undefined }
  await writeResult(outcomes, outcomeListView, { ...invocation, globals })
}

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
