/**
 * Plans an undo on a remote workspace: selects the changes, compares them with what the service says now, and builds
 * the requests that take them back.
 * @see docs/history.md#3-on-a-remote-profile
 */

import { type BudgetApi, operations, type WriteOperation } from '../../contract/api.ts'
import type { Change, ReadyToAssignChange, UndoRequest } from '../../contract/ports/history.ts'
import type { InvertedWrite, LoggedChange, LoggedEntry, WriteLog } from '../../contract/ports/write-log.ts'
import { digestTransaction, type Fields } from '../../contract/transaction-digest.ts'
import { add, compare, isNegative, isZero, subtract } from '../../money/decimal.ts'
import { type ApiEntityType, entityKinds, getAmount, parseAssignmentId } from '../writes/api-entities.ts'
import type { Inverse, InverseRequest } from '../writes/api-write.ts'
import { apiWrites } from '../writes/api-writes.ts'
import { type CurrentState, readCurrentState } from './read-current.ts'
import { isGone, type SelectedChange, selectChanges, toThingKey } from './select-changes.ts'
import { createConflict } from './undo-conflict.ts'

/** The requests that take back one change. */
export interface UndoStep {
  requests: readonly InverseRequest[]
  /** What the last of the requests takes back. */
  inverts: InvertedWrite
  change: LoggedChange
}

/** The steps that take back one entry. */
export interface EntrySteps {
  entry: LoggedEntry
  steps: UndoStep[]
}

/** A planned undo. */
export interface RemoteUndoPlan {
  /** The newest first. */
  entries: EntrySteps[]
  changes: Change[]
  ready_to_assign: ReadyToAssignChange | null
  lost: string[]
}

/** What planning needs. */
export interface PlanContext {
  api: BudgetApi
  log: WriteLog
  signal: AbortSignal | undefined
  /** Milliseconds since 1970. */
  now: number
}

/**
 * Returns what an undo sends.
 * @throws ApiError not_found
 * @throws UserError conflict when something was changed since
 */
export async function planRemoteUndo(context: PlanContext, request: UndoRequest): Promise<RemoteUndoPlan> {
  const { log } = context
  const { entries, selected, lost } = selectChanges(context, request)
  const state = await readCurrentState(context, selected)
  const ready_to_assign = predictReadyToAssign(selected, state)
  const stepsByEntry = new Map(entries.map((entry) => [entry.id, { entry, steps: [] as UndoStep[] }]))
  const changes: Change[] = []
  for (const one of selected) {
    const { requests, lost: losses } = invertSelected(log, one, state)
    lost.push(...losses)
    const { entry, write, changes: reverted } = one
    const [change] = reverted
    const inverts = { number: write.number, ids: reverted.map(({ id, logged_id }) => logged_id ?? id) }
    if (requests.length > 0) stepsByEntry.get(entry.id)?.steps.push({ requests, inverts, change })
    changes.push(
      ...reverted.map(({ type, id, before, after }) => ({ type, id, before: after, after: before })),
    )
  }
  const isListed = new Set(lost)
  return {
    entries: [...stepsByEntry.values()],
    changes: mergeChanges(changes),
    ready_to_assign,
    lost: [...isListed],
  }
}

/** Compares what a change left with what is there, and returns the requests that take it back. */
function invertSelected(
  log: WriteLog,
  { entry, write, changes }: SelectedChange,
  state: CurrentState,
): Inverse {
  const { things, transactions } = state
  for (const change of changes) {
    const problem = findProblem(change, things.get(toThingKey(change)))
    if (problem) throw createConflict(log, { entry: entry.id, change, problem })
  }
  const [change] = changes
  const key = toThingKey(change)
  const isLeft = ({ id }: Fields): boolean => things.get(`transaction ${String(id)}`) !== null
  const inverse = apiWrites[write.operation].invert({
    write,
    change,
    now: things.get(key) ?? undefined,
    transactions: (transactions.get(key) ?? []).filter(isLeft),
    original: write.inverts === null ? undefined : log.findWrite(write.inverts.number),
    isRenewed: change.is_renewed === true || namesCreated(change, state),
  })
  if (inverse.requests.some(({ name }) => isCreation(name))) state.created.add(change.id)
  for (const reverted of changes) {
    const reference = toThingKey(reverted)
    things.set(reference, restoreFields(reverted, things.get(reference)))
    if (reverted.type === 'assignment') reduceCategory(reverted, state)
  }
  return inverse
}

const isCreation = (name: WriteOperation): boolean => operations[name].status === 201

/** True if a change names a thing that the plan creates again, so that it has another id then. */
function namesCreated({ before }: LoggedChange, { created }: CurrentState): boolean {
  const text = JSON.stringify(before)
  return [...created].some((id) => text.includes(id))
}

/** Takes an assigned amount that is taken back from what its category holds. */
function reduceCategory({ id, before, after }: LoggedChange, { things }: CurrentState): void {
  const key = `category ${parseAssignmentId(id).category_id}`
  const category = things.get(key)
  if (!category || category['available'] === undefined) return
  const difference = subtract(getAmount(after, 'assigned'), getAmount(before, 'assigned'))
  things.set(key, { ...category, available: subtract(getAmount(category, 'available'), difference) })
}

/** Returns the thing after its change is taken back, which is what an older change of it left. */
function restoreFields({ type, before, after }: LoggedChange, now: Fields | null | undefined): Fields | null {
  if (isGone(before)) return null
  const restored = { ...now, ...before }
  if (type !== 'assignment' || !now) return restored
  const difference = subtract(getAmount(before, 'assigned'), getAmount(after, 'assigned'))
  return { ...restored, available: add(getAmount(now, 'available'), difference) }
}

/** Returns what happened to a thing since a change; undefined when it is as the change left it. */
function findProblem(
  change: LoggedChange,
  now: Fields | null | undefined,
): 'has been deleted since' | 'has been changed since' | undefined {
  // What was deleted is restored, or created again.
  if (now === undefined || isGone(change.after)) return undefined
  if (now === null) return 'has been deleted since'
  return isUnchanged(change, now) ? undefined : 'has been changed since'
}

function isUnchanged({ type, after, digest }: LoggedChange, now: Fields): boolean {
  if (digest !== undefined) return digestTransaction(now) === digest
  if (type === 'assignment') return compare(getAmount(after, 'assigned'), getAmount(now, 'assigned')) === 0
  // Only things of the API are in the log.
  return entityKinds[type as ApiEntityType].contentFields.every(
    (field) => after?.[field] === undefined || isSameValue(after[field], now[field]),
  )
}

const isSameValue = (expected: unknown, actual: unknown): boolean =>
  JSON.stringify(expected ?? null) === JSON.stringify(actual ?? null)

/**
 * Returns Ready to Assign of the one month whose assignments are taken back; null when several months are concerned,
 * and when later months could hold back a part, which only the service knows.
 * @see docs/spec.md#b40
 */
function predictReadyToAssign(
  selected: readonly SelectedChange[],
  { readyToAssign }: CurrentState,
): ReadyToAssignChange | null {
  const [only, ...others] = readyToAssign
  const isMixed = selected.some(({ changes }) => changes.some(({ type }) => type === 'transaction'))
  if (!only || others.length > 0 || isMixed) return null
  const [month, before] = only
  let after = before
  for (const { changes } of selected)
    for (const { type, id, before: old, after: current } of changes)
      if (type === 'assignment' && parseAssignmentId(id).month === month)
        after = add(after, subtract(getAmount(current, 'assigned'), getAmount(old, 'assigned')))
  const isExact = isNegative(before)
    ? isNegative(after) || isZero(after)
    : !isZero(before) && !isNegative(after)
  const isChanged = compare(before, after) !== 0
  return isExact && isChanged ? { month, before, after } : null
}

/** Returns one change for each thing, in the order of their first changes; none for what came and went. */
export function mergeChanges(changes: readonly Change[]): Change[] {
  const merged = new Map<string, Change>()
  for (const { type, id, before, after } of changes) {
    const key = `${type} ${id}`
    const earlier = merged.get(key)
    merged.set(key, {
      type,
      id,
      before: earlier ? earlier.before && { ...before, ...earlier.before } : before,
      after: earlier ? after && { ...earlier.after, ...after } : after,
    })
  }
  return [...merged.values()].filter(
    ({ before, after }) => before !== null || !(after === null || after['deleted'] === true),
  )
}
