/** Makes histories in a workspace, and takes their entries back. */

import * as fc from 'fast-check'
import { expect } from 'vitest'
import { UserError } from '../../../src/contract/errors.ts'
import { createHistoryWorkspace, type HistoryWorkspace, type Sequences } from './history-workspace.ts'
import { makeSteps, type Step, type StepMaker, step } from './random-steps.ts'
import { listDifferences, type WorkspaceRows } from './workspace-rows.ts'

const rounds = Number(process.env['BUDGET_ROUNDS'] ?? 5)
const seed = Number(process.env['SEED'] ?? 20261122)

/** How long the tests of histories may take, in milliseconds. */
export const timeout = 60_000 + rounds * 10_000

/** Generates the steps of a history. */
export const steps = fc.array(step, { minLength: 60, maxLength: 60 })

/** A step that was made, what it changed, and its entry. */
export interface MadeStep extends Step {
  /** undefined when it changed nothing. */
  entry: number | undefined
  changed: string[]
  after: WorkspaceRows
  sequences: Sequences
}

/** Returns the id of the newest entry; 0 without any. */
export const getNewest = ({ history }: HistoryWorkspace): number => history.list({ limit: 1 })[0]?.id ?? 0

/** Makes the steps and looks at the workspace after each one. */
export async function makeHistory(
  workspace: HistoryWorkspace,
  makers: readonly StepMaker[],
): Promise<MadeStep[]> {
  const made: MadeStep[] = []
  let before = workspace.readRows()
  let newest = getNewest(workspace)
  workspace.recordCommand('step')
  await makeSteps(workspace.subject, makers, async (one) => {
    workspace.recordCommand('step')
    const after = workspace.readRows()
    const id = getNewest(workspace)
    const changed = listDifferences(before, after)
    const entry = id > newest ? id : undefined
    // A change without its entry, an entry without its change, and two entries for one call cannot exist.
    expect({ step: one.description, entry: id - newest }).toEqual({
      step: one.description,
      entry: changed.length > 0 ? 1 : 0,
    })
    made.push({ ...one, entry, changed, after, sequences: workspace.readSequences() })
    before = after
    newest = id
  })
  return made
}

/** Takes an entry back; returns the entries that were taken back, or undefined when that was refused. */
export function undo(
  { history, subject }: HistoryWorkspace,
  id: number,
  with_later = false,
): number[] | undefined {
  subject.clock.tick()
  try {
    const { entries } = history.undo({ id, with_later })
    return entries.map((entry) => entry.id)
  } catch (error) {
    if (error instanceof UserError && error.kind === 'conflict') return undefined
    throw error
  }
}

/** Runs the property, and reports the error of the shortest history that breaks it. */
export async function assertForHistories<Values extends [unknown, ...unknown[]]>(
  property: fc.IAsyncPropertyWithHooks<Values>,
): Promise<void> {
  const { failed, errorInstance } = await fc.check(property, {
    numRuns: rounds,
    seed,
    endOnFailure: !process.env['SHRINK'],
  })
  // fast-check itself would print functions.
  if (failed) throw errorInstance
}

/** Runs `work` on a workspace of its own. */
export async function withWorkspace(work: (workspace: HistoryWorkspace) => Promise<void>): Promise<void> {
  const workspace = createHistoryWorkspace()
  try {
    await work(workspace)
  } finally {
    workspace.close()
  }
}
