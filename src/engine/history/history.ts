/** Lists the history of a workspace, and undoes entries of it. @see docs/history.md */

import { notFound, UserError } from '../../contract/errors.ts'
import {
  type Change,
  type ChangeCounts,
  type ChangeType,
  changeTypes,
  type HistoryEntry,
  type HistoryFilter,
  type LocalHistory,
  type ReadyToAssignChange,
  type UndoPlan,
  type UndoRequest,
  type UndoResult,
} from '../../contract/ports/history.ts'
import { formatTimestamp } from '../../money/calendar.ts'
import { decodeKeys } from '../../store/changeset.ts'
import { type EntryRow, UNDONE_ENTRY_REMOVED } from '../../store/history-tables.ts'
import { createRequestContext, type EngineOptions } from '../budget/request-context.ts'
import { monthHandlers } from '../operations/months.ts'
import { describeEntry, describeNewestPart, invertDescribed, summarizeUndo } from './describe-entry.ts'
import { isAboutEntity } from './entity-filter.ts'
import { listImportAccounts, listImports } from './imported-again.ts'
import { addDependents } from './later-changes.ts'
import { getChangeType } from './row-descriptions.ts'
import { getChangeKey } from './row-images.ts'
import { UndoConflictError } from './undo-conflict.ts'
import { undoEntryRows } from './undo-rows.ts'

/** How many entries are listed without a limit. */
const ALL_ENTRIES = 1_000_000_000

/** What the history of a workspace needs. */
interface HistoryOptions extends EngineOptions {
  /**
   * Locks an account against imports until released.
   * @throws UserError when an import is running
   */
  lockAccount: (account_id: string) => () => void
}

/** Returns the history of an open workspace. */
export function createHistory(options: HistoryOptions): LocalHistory {
  const { store } = options
  return {
    list: (filter) => store.read(() => listEntries(options, filter)),
    get: (id) =>
      store.read(() => ({
        ...toHistoryEntry(options, getEntry(options, id)),
        changes: describeEntry(options, id),
      })),
    findDraft: (id) => store.read(() => store.history.findDraftEntry(id)),
    listCreated: (id) => store.read(() => listCreated(options, getEntry(options, id).id)),
    listImports: (id) => store.read(() => listImports(store, [getEntry(options, id).id])),
    planUndo: (request) => store.recorder.preview(() => undoAll(options, request).plan),
    undo: (request) => undoWithLocks(options, request),
    readPendingChanges: () => describeNewestPart(options, store.recorder.readPending()),
  }
}

function getEntry({ store }: EngineOptions, id: number): EntryRow {
  const entry = store.history.getEntry(id)
  if (!entry) throw notFound('history entry')
  return entry
}

function listEntries(options: EngineOptions, { limit = ALL_ENTRIES, since, entity }: HistoryFilter) {
  const { store } = options
  const from = since === undefined ? 0 : Date.parse(since)
  if (!entity) return store.history.listEntries(from, limit).map((entry) => toHistoryEntry(options, entry))
  const context = createRequestContext(options)
  const entries: HistoryEntry[] = []
  for (const entry of store.history.listEntries(from, ALL_ENTRIES)) {
    if (entries.length === limit) break
    if (isAboutEntity(context, entry, entity)) entries.push(toHistoryEntry(options, entry))
  }
  return entries
}

function toHistoryEntry({ store }: EngineOptions, entry: EntryRow): HistoryEntry {
  const { id, at, command, actor, undoes, undone_by, version } = entry
  return {
    id,
    at: formatTimestamp(at),
    command,
    actor,
    counts: toCounts(entry),
    undoes,
    undone_by,
    not_undoable: version === store.version ? null : describeVersion(version),
  }
}

const describeVersion = (version: number): string =>
  version === UNDONE_ENTRY_REMOVED
    ? 'The history no longer has the change that it undid'
    : 'Another version of budget wrote it'

/** Returns the counts by kind; the journal of imports counts only where nothing else was changed. */
function toCounts({ counts }: EntryRow): ChangeCounts {
  const byType = new Map<ChangeType, number>()
  for (const [table, count] of Object.entries(counts)) {
    const type = getChangeType(table)
    if (type) byType.set(type, count)
  }
  if (byType.size > 1) byType.delete('import')
  return Object.fromEntries(
    changeTypes.flatMap((type) => (byType.has(type) ? [[type, byType.get(type)]] : [])),
  )
}

/** Lists the transactions that an entry created, whatever happened to them since. */
function listCreated(options: EngineOptions, id: number): string[] {
  const { ids, store } = createRequestContext(options)
  const created = new Set<number>()
  for (const { inserted, changeset } of store.history.iteratePartsBackwards(id)) {
    const [first, last] = inserted.transactions ?? [1, 0]
    for (let seq = first; seq <= last; seq++) created.add(seq)
    for (const change of decodeKeys(changeset))
      if (change.table === 'transactions' && change.operation === 'insert')
        created.add(Number(getChangeKey(change)[0]))
  }
  return [...created].map((seq) => ids.toId('transaction', seq))
}

/** Undoes entries, and locks the accounts of their imports until then: no import may add rows to them. */
function undoWithLocks(options: HistoryOptions, request: UndoRequest): UndoResult {
  const { store, lockAccount } = options
  const releases: (() => void)[] = []
  try {
    return store.write(() => {
      const { plan, recorded } = undoAll(options, request)
      const ids = plan.entries.map(({ id }) => id)
      for (const account of listImportAccounts(store, ids)) releases.push(lockAccount(account))
      const entries = recorded.map((id) => toHistoryEntry(options, getEntry(options, id)))
      // Spreading the plan would call its getter `changes`, which takes long.
      return Object.assign(plan, { recorded: entries })
    })
  } finally {
    // Only after the commit: until then an import would find the rows that the undo deletes.
    for (const release of releases) release()
  }
}

/** What an undo did. */
interface UndoOutcome {
  plan: UndoPlan
  /** The entries that record the undo, in the order of `plan.entries`. */
  recorded: number[]
}

/** Undoes an entry; with `with_later` also the later entries that depend on it. */
function undoAll(options: EngineOptions, { id, with_later }: UndoRequest): UndoOutcome {
  const { store } = options
  assertUndoable(options, id)
  if (!with_later) return undoInOrder(options, new Set([id]))
  const ids = new Set([id])
  for (;;) {
    addDependents(store, ids)
    for (const one of ids) assertUndoable(options, one)
    try {
      return store.recorder.attempt(() => undoInOrder(options, ids))
    } catch (error) {
      // Only trying finds later entries that use a row it removes, took a name it restores, or deleted a row it needs.
      const later = error instanceof UndoConflictError ? error.later.filter((one) => !ids.has(one)) : []
      if (later.length === 0) throw error
      for (const one of later) ids.add(one)
    }
  }
}

/** Undoes entries, the newest first. */
function undoInOrder(options: EngineOptions, ids: ReadonlySet<number>): UndoOutcome {
  const order = [...ids].toSorted((a, b) => b - a)
  const entries = order.map((id) => toHistoryEntry(options, getEntry(options, id)))
  const month = createRequestContext(options).today.slice(0, 7)
  const before = readReadyToAssign(options, month)
  const recorded = order.map((id) => undoEntryRows(options, getEntry(options, id)))
  const ready_to_assign: ReadyToAssignChange = { month, before, after: readReadyToAssign(options, month) }
  const kept = new Set(recorded.flatMap((id) => listKeptIds(options, id)))
  const isTaken = ({ id, after }: Change): boolean => after !== null || !kept.has(id)
  const changes = memoize(() =>
    order.flatMap((id) => invertDescribed(describeEntry(options, id))).filter(isTaken),
  )
  const plan: UndoPlan = {
    entries,
    ready_to_assign,
    requests: 0,
    lost: [],
    summarize: memoize(() => {
      const [id] = order
      const summary = id !== undefined && order.length === 1 ? summarizeUndo(options, id) : undefined
      return summary && { ...summary, others: summary.others.filter(isTaken) }
    }),
    // Describing the rows of a large import takes longer than taking it back, and few callers want it.
    get changes() {
      return changes()
    },
  }
  return { plan, recorded }
}

/** Lists the ids of the merchants and groups that an undo left, because others use them. */
function listKeptIds(options: EngineOptions, id: number): string[] {
  const { ids } = createRequestContext(options)
  return getEntry(options, id).kept.map(({ table, key }) =>
    ids.toId(table === 'merchants' ? 'merchant' : 'category_group', key),
  )
}

function memoize<Value>(compute: () => Value): () => Value {
  let result: { value: Value } | undefined
  return () => {
    result ??= { value: compute() }
    return result.value
  }
}

function assertUndoable(options: EngineOptions, id: number): void {
  const { undone_by, not_undoable } = toHistoryEntry(options, getEntry(options, id))
  if (not_undoable !== null) throw new UserError('conflict', `${id} cannot be undone: ${not_undoable}`)
  if (undone_by === null) return
  throw new UserError('conflict', `${id} was already undone by ${undone_by}`, {
    hint: `To redo it: budget redo ${id}`,
  })
}

function readReadyToAssign(options: EngineOptions, month: string): string {
  const reply = monthHandlers.getMonth(createRequestContext(options), { month })
  return reply.month.ready_to_assign
}
