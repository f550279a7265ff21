/** Makes histories in a workspace, and takes their entries back. */

import { expect } from 'vitest'
import { UserError } from '../../../src/contract/errors.ts'
import { type Model, openModel } from '../../service/model/model.ts'
import * as fc from '../../support/fast-check.ts'
import { createHistoryWorkspace, type HistoryWorkspace, type Sequences } from './history-workspace.ts'
import { type Step, type StepGroup, setupGroups } from './random-steps.ts'
import { listDifferences, type WorkspaceRows } from './workspace-rows.ts'

const rounds = Number(process.env['BUDGET_ROUNDS'] ?? 3)
const seed = Number(process.env['SEED'] ?? 20261122)

/** How long the tests of histories may take, in milliseconds. */
export const timeout = 60_000 + rounds * 10_000

/** Steps that were made, what they changed, and their entry. */
export interface MadeEntry {
  description: string
  /** undefined when nothing was changed. */
  entry: number | undefined
  changed: string[]
  /** What the history said of the entry when it was made. */
  described: string
  after: WorkspaceRows
  sequences: Sequences
  /** How many steps there were. */
  size: number
  /** Makes the steps again. */
  run: (workspace: HistoryWorkspace) => Promise<void>
}

/** Returns the id of the newest entry; 0 without any. */
export const getNewest = ({ history }: HistoryWorkspace): number => history.list({ limit: 1 })[0]?.id ?? 0

/** Things that have a name of their own; others are told with the name of their category. */
const named = new Set(['account', 'category_group', 'category', 'merchant'])

/** Returns what the history says of an entry, without the names of other things: those are always the present ones. */
export const describeEntry = ({ history }: HistoryWorkspace, id: number): string => {
  const { changes, counts } = history.get(id)
  const texts = changes.map((change) =>
    JSON.stringify(change, (key, value: unknown) =>
      key.endsWith('_name') || (key === 'name' && !named.has(change.type)) ? undefined : value,
    ),
  )
  // They are ordered for people, in part by names.
  return [...texts.toSorted(), JSON.stringify(counts)].join('\n')
}

/** Makes one entry of some steps. */
async function makeEntry(
  workspace: HistoryWorkspace,
  isOneTransaction: boolean,
  works: readonly (() => Promise<void>)[],
): Promise<void> {
  workspace.recordCommand('steps')
  const makeAll = async (): Promise<void> => {
    for (const work of works) {
      workspace.subject.clock.tick()
      await work()
    }
  }
  await (isOneTransaction ? workspace.transact(makeAll) : makeAll())
}

async function makeGroup(
  workspace: HistoryWorkspace,
  model: Model,
  { makers, isOneTransaction }: StepGroup,
): Promise<Pick<MadeEntry, 'description' | 'size' | 'run'>> {
  const steps: Step[] = []
  const works = makers.map((make) => async () => void steps.push(await make(workspace.subject, model)))
  await makeEntry(workspace, isOneTransaction, works)
  return {
    description: steps.map(({ description }) => description).join('; '),
    size: steps.length,
    run: (other) =>
      makeEntry(
        other,
        isOneTransaction,
        steps.map((step) => async () => void (await step.run(other.subject))),
      ),
  }
}

/** Makes a household and then the steps, and looks at the workspace after each entry. */
export const makeHistory = (
  workspace: HistoryWorkspace,
  groups: readonly StepGroup[],
  model = openModel(),
): Promise<MadeEntry[]> => continueHistory(workspace, [...setupGroups, ...groups], model)

/** Makes more steps, which the model of the workspace chooses. */
export async function continueHistory(
  workspace: HistoryWorkspace,
  groups: readonly StepGroup[],
  model: Model,
): Promise<MadeEntry[]> {
  const made: MadeEntry[] = []
  let before = workspace.readRows()
  let newest = getNewest(workspace)
  for (const group of groups) {
    const one = await makeGroup(workspace, model, group)
    const after = workspace.readRows()
    const id = getNewest(workspace)
    const changed = listDifferences(before, after)
    // A change without its entry, and two entries of one command cannot exist.
    expect({ made: one.description, entries: id - newest }).toEqual({
      made: one.description,
      entries: changed.length > 0 ? 1 : Math.min(id - newest, Number(group.makers.length > 1)),
    })
    const entry = id > newest ? id : undefined
    const described = entry === undefined ? '' : describeEntry(workspace, entry)
    made.push({ ...one, entry, changed, described, after, sequences: workspace.readSequences() })
    before = after
    newest = id
  }
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
