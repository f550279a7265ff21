/** Writes what became of each of several things when a command stopped in the middle. */ // cli.md §1 All or nothing

import type { NewFile } from '../command/runtime.ts'
import type { PartlyDone } from '../contract/errors.ts'
import { outcomeList, type ShownOutcome } from '../render/partial-outcomes.ts'
import type { Opening } from './command-context.ts'
import { failureOf } from './report-error.ts'
import { write } from './write-result.ts'

/** Writes a line for each thing to where the result would have gone. */
export async function writeOutcomes(
  { things, cause }: PartlyDone,
  opening: Opening & { file: NewFile | undefined },
): Promise<void> {
  const { id, name, detail } = failureOf(cause, false)
  const shown = things.map((thing): ShownOutcome => {
    const isFailed = thing.outcome === 'refused' || thing.outcome === 'unknown'
    return isFailed ? { ...thing, error: { id, name, detail } } : thing
  })
  await write(shown, outcomeList, { ...opening, globals: { ...opening.globals, fields: undefined } })
}
