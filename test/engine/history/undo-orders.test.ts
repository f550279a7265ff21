/**
 * Tests undo and redo in random orders: the workspace is as if what is undone had never been done.
 * @see docs/history.md#5-proof
 */

import { expect, test } from 'vitest'
import type { UndoPlan } from '../../../src/contract/ports/history.ts'
import { UndoConflictError } from '../../../src/engine/history/undo-conflict.ts'
import { months } from '../../service/model/arbitrary-picks.ts'
import { openModel } from '../../service/model/model.ts'
import * as fc from '../../support/fast-check.ts'
import { createHistoryWorkspace, type HistoryWorkspace } from './history-workspace.ts'
import {
  assertForHistories,
  continueHistory,
  type MadeEntry,
  makeHistory,
  timeout,
  withWorkspace,
} from './made-history.ts'
import { groups } from './random-steps.ts'
import { compareRows, listDifferences } from './workspace-rows.ts'

/** One random undo or redo: of which entry, and whether later ones may go with it. */
const choice = fc.record({
  at: fc.nat(),
  with_later: fc.boolean(),
  // After a while half of the entries in effect are undos, whose undo is a redo.
  kind: fc.constantFrom('change', 'change', 'any'),
})
type Choice = typeof choice extends fc.Arbitrary<infer Value> ? Value : never

const ORDERS = 4
/** How many entries are made before each order. */
const LATER_GROUPS = 3
const orders = fc.array(fc.array(choice, { minLength: 1, maxLength: 15 }), {
  minLength: ORDERS,
  maxLength: ORDERS,
})

/** Takes a random entry back; a refused undo changes nothing. */
async function undoChosen(workspace: HistoryWorkspace, { at, with_later, kind }: Choice): Promise<void> {
  const { history, subject } = workspace
  const inEffect = history
    .list({})
    .filter(({ undone_by, undoes }) => undone_by === null && (kind === 'any' || undoes === null))
  const id = inEffect[at % Math.max(1, inEffect.length)]?.id
  if (id === undefined) return
  subject.clock.tick()
  const before = workspace.readRows()
  const listed = history.list({})
  const assertUnchanged = (): void => {
    expect(listDifferences(before, workspace.readRows())).toEqual([])
    expect(history.list({})).toEqual(listed)
  }
  const request = { id, with_later }
  const planned = findOutcome(() => history.planUndo(request))
  assertUnchanged()
  const alone = with_later ? findOutcome(() => history.planUndo({ id, with_later: false })) : planned
  const set = planned.undone ?? []
  if (set.length > 1) await assertAllNeeded(workspace, { id, set, left: set[at % set.length] ?? id })
  assertUnchanged()
  const done = findOutcome(() => history.undo(request))
  expect(done).toEqual(planned)
  if (!done.undone) {
    // With the later entries an undo is refused only for a reason that no undo removes.
    if (with_later) expect(done.later).toEqual([])
    return assertUnchanged()
  }
  expect(done.undone[done.undone.length - 1]).toBe(id)
  if (!alone.undone) expect(done.undone).toEqual(expect.arrayContaining(alone.later.slice()))
  else expect(done.undone).toEqual([id])
}

interface Outcome {
  /** The entries that are taken back; undefined when that is refused. */
  undone: number[] | undefined
  refusal: string | undefined
  /** The entry that stands in the way. */
  later: readonly number[]
  changed?: string[]
  ready_to_assign?: unknown
}

function findOutcome(work: () => Pick<UndoPlan, 'entries' | 'changes' | 'ready_to_assign'>): Outcome {
  try {
    const { entries, changes, ready_to_assign } = work()
    const undone = entries.map((entry) => entry.id)
    // Names are those of the moment in which they are read: before an undo, or after it.
    const changed = changes.map(({ type, id }) => `${type} ${id}`)
    return { undone, refusal: undefined, later: [], changed, ready_to_assign }
  } catch (error) {
    if (!(error instanceof UndoConflictError)) throw error
    return { undone: undefined, refusal: error.message, later: error.later }
  }
}

/** Asserts that every entry that an undo takes with it stands in the way: without `left` the others cannot go. */
async function assertAllNeeded(
  { history, tryOut }: HistoryWorkspace,
  { id, set, left }: { id: number; set: readonly number[]; left: number },
): Promise<void> {
  if (left === id) return
  await tryOut(async () => {
    const others = set.filter((one) => one !== left)
    const outcomes = others.map((one) => findOutcome(() => history.undo({ id: one, with_later: false })))
    expect({ left, refused: outcomes.some(({ undone }) => !undone) }).toEqual({ left, refused: true })
  })
}

/** Tables that follow from others: without an earlier step a later one may change them differently. */
const derivedTables =
  /^(?:account_balances|cells|card_cells|credit_parts|merchant_words|categorized_merchants) /

const selectOwn = (changed: readonly string[]): string[] =>
  changed.filter((line) => !derivedTables.test(line)).toSorted()

/** Returns the ids of the entries that are taken back, or of those that are not. */
const listEntries = (
  { history }: HistoryWorkspace,
  isWanted: (undone_by: number | null) => boolean,
): Set<number> => new Set(history.list({}).flatMap(({ id, undone_by }) => (isWanted(undone_by) ? [id] : [])))

/** Returns the rows that an entry changed, e.g. `transactions 3`. */
const listChangedRows = ({ changed }: MadeEntry): Set<string> =>
  new Set(selectOwn(changed).map((line) => /^(.+?) \w+: /.exec(line)?.[1] ?? line))

const isSharedCreation = ({ changed }: MadeEntry, row: string): boolean =>
  /^(?:merchants|category_groups) /.test(row) &&
  changed.some((line) => line.startsWith(`${row} seq: nothing`))

/** An entry, and the entries that were taken back when it was made. */
interface DatedEntry extends MadeEntry {
  undoneThen: ReadonlySet<number>
}

/**
 * Lists the rows of two entries that changed the same row, where only one of them noticed what became of the other:
 * the undo of the earlier one, or its redo, had to be refused.
 */
function listOverruledRows(made: readonly DatedEntry[], inEffect: ReadonlySet<number>): string[] {
  const overruled: string[] = []
  const earlier: { entry: number; row: string }[] = []
  for (const one of made) {
    const { entry, undoneThen } = one
    if (entry === undefined) continue
    const rows = listChangedRows(one)
    if (inEffect.has(entry))
      for (const { entry: other, row } of earlier)
        if (rows.has(row) && inEffect.has(other) === undoneThen.has(other))
          overruled.push(`${row} by ${other} and ${entry}`)
    // A merchant or group stays for others when the entry that created it is taken back.
    for (const row of rows) if (!isSharedCreation(one, row)) earlier.push({ entry, row })
  }
  return overruled
}

/** Makes the steps in effect again; false when one of them did something else than in the history. */
async function repeat(
  workspace: HistoryWorkspace,
  made: readonly MadeEntry[],
  inEffect: ReadonlySet<number>,
): Promise<boolean> {
  let before = workspace.readRows()
  for (const { entry, run, size, changed, sequences } of made) {
    if (entry === undefined || !inEffect.has(entry)) {
      for (let step = 0; step < size; step++) workspace.subject.clock.tick()
      // What was refused might succeed without an earlier step, so it is not tried.
      workspace.setSequences(sequences)
      continue
    }
    // What a merchant learned is stored under the entry.
    workspace.setSequences({ history_entries: entry - 1 })
    await run(workspace)
    const after = workspace.readRows()
    if (selectOwn(listDifferences(before, after)).join() !== selectOwn(changed).join()) return false
    before = after
  }
  return true
}

/** Returns everything that the service says, and what it says of new transactions. */
async function ask(workspace: HistoryWorkspace, now: number): Promise<string> {
  const { subject, tryOut } = workspace
  const { api, admin, clock } = subject
  while (clock.now() < now) clock.tick()
  const answers: unknown[] = [
    await api.listAccounts({ query: { include_closed: true } }),
    await api.listTransactions({ query: { limit: 500 } }),
    await api.listCategories({}),
    await api.listMerchants({}),
    admin.listDeletedTransactions(),
    admin.listTargets(),
    admin.listRules(),
  ]
  for (const month of ['2025-12', ...months, '2026-07']) answers.push(await api.getMonth({ month }))
  const { accounts } = await api.listAccounts({})
  const account_id = accounts[0]?.id ?? ''
  await tryOut(async () => {
    for (const merchant_name of ['Blue Bottle Coffee', 'Blue Bottle Bar', 'Kiosk', 'Straße', 'Bahn']) {
      const transaction = { account_id, date: '2026-04-15', amount: '-1', merchant_name }
      answers.push(await refusedOr(() => api.createTransactions({ body: { transaction } })))
    }
  })
  return JSON.stringify(answers, null, 1)
}

async function refusedOr(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    return String(error)
  }
}

/** Takes the newest change back, with the later ones in the way, until none is in effect; returns what that recorded. */
function undoEverything({ history, subject }: HistoryWorkspace): number[] {
  const recorded: number[] = []
  let last = Number.POSITIVE_INFINITY
  for (;;) {
    const newest = history.list({}).find(({ undoes, undone_by }) => undoes === null && undone_by === null)
    if (!newest) return recorded
    // Otherwise it would never end.
    expect(newest.id).toBeLessThan(last)
    last = newest.id
    subject.clock.tick()
    recorded.push(...history.undo({ id: newest.id, with_later: true }).recorded.map(({ id }) => id))
  }
}

/** Asserts that every change that could come back does, or that something is named that stands in the way. */
function assertRedoIsRefusedForAReason({ history }: HistoryWorkspace): void {
  for (const { id, undoes, undone_by } of history.list({})) {
    if (undoes === null || undone_by !== null) continue
    const { later, refusal } = findOutcome(() => history.planUndo({ id, with_later: false }))
    // The owner of a name is told; it may be a merchant that came back with an earlier change.
    if (later.length === 0 && !refusal?.includes('has been given the same name since'))
      expect(refusal).toBeUndefined()
  }
}

test('from any state, undo takes back everything to the empty workspace, and redo leads back to the state', {
  timeout,
}, async () => {
  await assertForHistories(
    fc.asyncProperty(groups, orders, (makers, chosen) =>
      withWorkspace(async (workspace) => {
        const empty = workspace.readRows()
        const model = openModel()
        await makeHistory(workspace, makers.slice(LATER_GROUPS * ORDERS), model)
        for (const [order, choices] of chosen.entries()) {
          await continueHistory(
            workspace,
            makers.slice(order * LATER_GROUPS, (order + 1) * LATER_GROUPS),
            model,
          )
          for (const one of choices) await undoChosen(workspace, one)
        }
        assertRedoIsRefusedForAReason(workspace)
        const before = workspace.readRows()
        const recorded = undoEverything(workspace)
        expect(compareRows(empty, workspace.readRows())).toEqual([])
        assertRedoIsRefusedForAReason(workspace)
        for (const id of recorded.toReversed()) workspace.history.undo({ id, with_later: false })
        expect(compareRows(before, workspace.readRows())).toEqual([])
        expect(workspace.subject.admin.listIntegrityErrors()).toEqual([])
      }),
    ),
  )
})

test('after undo and redo in any order a workspace is as if what is undone had never been done', {
  timeout,
}, async () => {
  const counts = { compared: 0, dependent: 0 }
  await assertForHistories(
    fc.asyncProperty(groups, orders, (makers, chosen) =>
      withWorkspace(async (workspace) => {
        const model = openModel()
        const setup = await makeHistory(workspace, makers.slice(LATER_GROUPS * ORDERS), model)
        const made = setup.map((entry): DatedEntry => ({ ...entry, undoneThen: new Set() }))
        for (const [order, choices] of chosen.entries()) {
          // Some changes are made after others were taken back.
          const more = makers.slice(order * LATER_GROUPS, (order + 1) * LATER_GROUPS)
          const undoneThen = listEntries(workspace, (undone_by) => undone_by !== null)
          const added = await continueHistory(workspace, more, model)
          made.push(...added.map((entry) => ({ ...entry, undoneThen })))
          for (const one of choices) await undoChosen(workspace, one)
          expect(workspace.subject.admin.listIntegrityErrors()).toEqual([])
          const inEffect = listEntries(workspace, (undone_by) => undone_by === null)
          expect(listOverruledRows(made, inEffect)).toEqual([])
          const replay = createHistoryWorkspace()
          try {
            if (await repeat(replay, made, inEffect)) {
              counts.compared++
              expect(compareRows(replay.readRows(), workspace.readRows())).toEqual([])
              const now = workspace.subject.clock.now()
              expect(await ask(workspace, now)).toBe(await ask(replay, now))
            } else counts.dependent++
          } finally {
            replay.close()
          }
        }
      }),
    ),
  )
  // Most histories have steps that can be left out without another one noticing.
  expect(counts.compared).toBeGreaterThan(counts.dependent / 10)
})
