/**
 * Tests undo over random histories: what is taken back is as before, row by row.
 * @see docs/history.md#4-proof
 */

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { UserError } from '../../../src/contract/errors.ts'
import { createHistoryWorkspace, type HistoryWorkspace, type Sequences } from './history-workspace.ts'
import { makeSteps, type Step, type StepMaker, step } from './random-steps.ts'
import { listDifferences, type WorkspaceRows } from './workspace-rows.ts'

const rounds = Number(process.env['BUDGET_ROUNDS'] ?? 25)
const seed = Number(process.env['SEED'] ?? 20261122)
const timeout = 30_000 + rounds * 5000

const steps = fc.array(step, { minLength: 60, maxLength: 60 })

/** A step that was made, what it changed, and its entry. */
interface MadeStep extends Step {
  /** undefined when it changed nothing. */
  entry: number | undefined
  changed: string[]
  after: WorkspaceRows
  sequences: Sequences
}

const getNewest = async ({ history }: HistoryWorkspace): Promise<number> =>
  (await history.list({ limit: 1 }))[0]?.id ?? 0

/** Makes the steps and looks at the workspace after each one. */
async function makeHistory(workspace: HistoryWorkspace, makers: readonly StepMaker[]): Promise<MadeStep[]> {
  const made: MadeStep[] = []
  let before = workspace.readRows()
  let newest = await getNewest(workspace)
  await makeSteps(workspace.subject, makers, async (one) => {
    const after = workspace.readRows()
    const id = await getNewest(workspace)
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
async function undo(
  { history, subject }: HistoryWorkspace,
  id: number,
  with_later = false,
): Promise<number[] | undefined> {
  subject.clock.tick()
  try {
    const { entries } = await history.undo({ id, with_later })
    return entries.map((entry) => entry.id)
  } catch (error) {
    if (error instanceof UserError && error.kind === 'conflict') return undefined
    throw error
  }
}

/** Runs the property, and reports the error of the shortest history that breaks it. */
async function assertForHistories<Values extends [unknown, ...unknown[]]>(
  property: fc.IAsyncPropertyWithHooks<Values>,
): Promise<void> {
  const { failed, errorInstance } = await fc.check(property, { numRuns: rounds, seed })
  // fast-check itself would print functions.
  if (failed) throw errorInstance
}

/** Runs `work` on a workspace of its own. */
async function withWorkspace(work: (workspace: HistoryWorkspace) => Promise<void>): Promise<void> {
  const workspace = createHistoryWorkspace()
  try {
    await work(workspace)
  } finally {
    workspace.close()
  }
}

test('undo of everything, newest first, goes through every earlier state to the empty workspace; redo comes back', {
  timeout,
}, async () => {
  await assertForHistories(
    fc.asyncProperty(steps, (makers) =>
      withWorkspace(async (workspace) => {
        const empty = workspace.readRows()
        const made = await makeHistory(workspace, makers)
        const changes = made.filter(({ entry }) => entry !== undefined)
        const states = [empty, ...changes.map(({ after }) => after)]
        const undone: { state: number; id: number; description: string }[] = []
        for (const [at, { entry = 0, description }] of [...changes.entries()].toReversed()) {
          expect({ description, undone: await undo(workspace, entry) }).toEqual({
            description,
            undone: [entry],
          })
          const now = workspace.readRows()
          expect({ undone: description, lost: listDifferences(states[at] ?? empty, now) }).toEqual({
            undone: description,
            lost: [],
          })
          undone.push({ state: at + 1, id: await getNewest(workspace), description })
        }
        expect(listDifferences(empty, workspace.readRows())).toEqual([])
        for (const { state, id, description } of undone.toReversed()) {
          expect({ description, undone: await undo(workspace, id) }).toEqual({ description, undone: [id] })
          const lost = listDifferences(states[state] ?? empty, workspace.readRows())
          expect({ redone: description, lost }).toEqual({ redone: description, lost: [] })
        }
        expect(workspace.subject.admin.listIntegrityErrors()).toEqual([])
      }),
    ),
  )
})
