/** Reports the outcome of each item of a partly failed command. @see docs/cli.md#all-or-nothing */

import type { PartialFailureError } from '../contract/errors.ts'
import { type ItemOutcomeWithError, outcomeListView } from '../output/partial-outcomes.ts'
import type { Invocation } from './invocation.ts'
import { toErrorReport } from './report-error.ts'
import { writeResult } from './write-result.ts'

/** Writes one line per item to where the result would have gone. */
export async function writePartialResults(
  { items, cause }: PartialFailureError,
  invocation: Invocation,
): Promise<void> {
  const { id, name, detail } = toErrorReport(cause, false)
  const outcomes = items.map((item): ItemOutcomeWithError => {
    const isFailed = item.outcome === 'refused' || item.outcome === 'unknown'
    return isFailed ? { ...item, error: { id, name, detail } } : item
  })
  // --fields names fields of the result, which outcomes do not have.
  const globals = { ...invocation.globals, fields: undefined }
  await writeResult(outcomes, outcomeListView, { ...invocation, globals })
}
