/**
 * Writes what became of each of several things when a command stopped in the middle.
 * @see docs/cli.md#all-or-nothing
 */

import type { AtomicFile } from '../command/runtime.ts'
import type { PartialFailureError } from '../contract/errors.ts'
import { type ItemOutcomeWithError, outcomeListView } from '../render/partial-outcomes.ts'
import type { Invocation } from './command-context.ts'
import { toErrorReport } from './report-error.ts'
import { writeResult } from './write-result.ts'

/** Writes a line for each thing to where the result would have gone. */
export async function writePartialResults(
  { items, cause }: PartialFailureError,
  opening: Invocation & { file: AtomicFile | undefined },
): Promise<void> {
  const { id, name, detail } = toErrorReport(cause, false)
  const shown = items.map((thing): ItemOutcomeWithError => {
    const isFailed = thing.outcome === 'refused' || thing.outcome === 'unknown'
    return isFailed ? { ...thing, error: { id, name, detail } } : thing
  })
  await writeResult(shown, outcomeListView, {
    ...opening,
    globals: { ...opening.globals, fields: undefined },
  })
}
