/**
 * Connects the history of a remote workspace: the API that records its writes, and what takes them back.
 * @see docs/history.md#3-on-a-remote-profile
 */

import { withNameCache } from '../../command/names/name-cache.ts'
import { type BudgetApi, wrapApi } from '../../contract/api.ts'
import { notFound, StorageError } from '../../contract/errors.ts'
import type {
  EntryOrigin,
  History,
  HistoryEntry,
  HistoryEntryDetails,
  UndoPlan,
  UndoRequest,
} from '../../contract/ports/history.ts'
import { type ImportStore, markImports } from '../../contract/ports/import-journal.ts'
import type { WorkspaceCache } from '../../contract/ports/remote-caches.ts'
import type { LoggedEntry, WriteLog } from '../../contract/ports/write-log.ts'
import { formatTimestamp } from '../../money/calendar.ts'
import { type RecordedCommand, recordApiWrites } from '../recording/record-writes.ts'
import { rememberEntities } from '../recording/seen-entities.ts'
import { confirmWrites, explainNotUndoable } from './confirm-writes.ts'
import { withCurrentIds } from './current-ids.ts'
import { mergeChanges, planRemoteUndo, type RemoteUndoPlan } from './plan-undo.ts'
import { runRemoteUndo } from './run-undo.ts'
import { selectChanges } from './select-changes.ts'

/** What the history of a remote workspace is connected with. */
export interface RemoteHistoryOptions {
  api: BudgetApi
  cache: WorkspaceCache | undefined
  /** Opens the log, once. @throws StorageError when it cannot be opened */
  openLog: () => Promise<WriteLog>
  openImportStore: () => ImportStore | Promise<ImportStore>
  reserveRequests: (requests: number) => void
  /** Milliseconds since 1970. */
  now: () => number
  warn: (text: string) => void
  signal: AbortSignal | undefined
}

/** The recorded API of a remote workspace and its history. */
export interface RemoteHistory {
  api: BudgetApi
  history: () => History
  recordAs: (command: string, origin?: EntryOrigin) => void
  recordedEntry: () => number | undefined
  /** Keeps what was read for later invocations; call it before the cache is closed. */
  keepSeenEntities: () => void
}

/** Returns the recorded API and the history of a remote workspace. */
export function connectRemoteHistory(options: RemoteHistoryOptions): RemoteHistory {
  const { cache } = options
  const command: RecordedCommand = {
    label: undefined,
    origin: undefined,
    undoes: null,
    entry: undefined,
    inverts: null,
  }
  let log: WriteLog | undefined
  const openLog = async (): Promise<WriteLog> => (log ??= await options.openLog())
  const seen = rememberEntities(cache)
  const api = recordApiWrites(options.api, { ...options, openLog, command, seen })
  return {
    api,
    history: () =>
      createHistory({ ...options, openLog, command, api: cache ? withNameCache(api, cache) : api }),
    recordAs(label, origin) {
      command.label = label
      command.origin = origin
    },
    recordedEntry: () =>
      command.entry !== undefined && log?.findEntry(command.entry) ? command.entry : undefined,
    keepSeenEntities() {
      try {
        seen.keep()
      } catch (error) {
        // The command is done; losing this costs no more than the undo of a later edit.
        if (!(error instanceof StorageError)) throw error
      }
    },
  }
}

interface HistoryContext extends RemoteHistoryOptions {
  command: RecordedCommand
  log: WriteLog
}

/** A plan, with what it was asked for and what it costs. */
interface PlannedUndo {
  request: UndoRequest
  plan: RemoteUndoPlan
  requests: number
  /** What the plan was built from; another text shows that the history changed since. */
  selection: string
  /** When the service was read, in milliseconds since 1970. */
  readAt: number
}

/** A plan this old was shown to the user, so that other programs had time to change what it was built from. */
const FRESH_MILLISECONDS = 500

function createHistory(options: RemoteHistoryOptions & { command: RecordedCommand }): History {
  let planned: PlannedUndo | undefined
  const open = async (): Promise<HistoryContext> => ({
    ...options,
    log: withCurrentIds(await options.openLog()),
  })
  const planOnce = async (context: HistoryContext, request: UndoRequest): Promise<PlannedUndo> => {
    const isSame = planned?.request.id === request.id && planned.request.with_later === request.with_later
    const isCurrent = isSame && planned?.selection === describeSelection(context, request)
    planned = isCurrent && planned ? planned : await plan(context, request)
    return planned
  }
  return {
    async list(filter) {
      const { log, now } = await open()
      return log.listEntries(filter).map((entry) => toHistoryEntry(entry, now()))
    },
    get: async (id) => getDetails(await open(), id),
    async findDraft(id) {
      const entry = (await open()).log.findDraftEntry(id)
      return entry && { id: entry.id, requests: entry.writes.filter(({ state }) => state === 'done').length }
    },
    listCreated: async (id) =>
      getDetails(await open(), id)
        .changes.filter(({ type, before }) => type === 'transaction' && before === null)
        .map((change) => change.id),
    listImports: async (id) =>
      getDetails(await open(), id)
        .changes.filter(({ type }) => type === 'import')
        .map((change) => change.id),
    async planUndo(request) {
      const context = await open()
      return toUndoPlan(await planOnce(context, request), context.now())
    },
    async undo(request) {
      const context = await open()
      const release = context.log.lockUndo()
      try {
        if (planned && Math.abs(context.now() - planned.readAt) > FRESH_MILLISECONDS) planned = undefined
        const ready = await planOnce(context, request)
        planned = undefined
        return { ...toUndoPlan(ready, context.now()), recorded: await run(context, ready) }
      } finally {
        release()
      }
    },
  }
}

function getDetails(context: HistoryContext, id: number): HistoryEntryDetails {
  const changes = context.log.listWrites(id).flatMap((write) => write.changes)
  // The digest is only for comparing.
  const plain = changes.map(({ digest: _, ...change }) => change)
  return { ...getEntry(context, id), changes: mergeChanges(plain) }
}

function getEntry({ log, now }: HistoryContext, id: number): HistoryEntry {
  const entry = log.findEntry(id)
  if (!entry) throw notFound('history entry')
  return toHistoryEntry(entry, now())
}

function toHistoryEntry(logged: LoggedEntry, now: number): HistoryEntry {
  const { id, at, command, actor, counts, undoes, undone_by } = logged
  const not_undoable = explainNotUndoable(logged, now)
  return { id, at: formatTimestamp(at), command, actor, counts, undoes, undone_by, not_undoable }
}

/** Describes what an undo would select, without a request. */
function describeSelection({ log, now }: HistoryContext, request: UndoRequest): string {
  const { selected } = selectChanges({ log, now: now() }, request)
  return JSON.stringify(selected.map(({ write, changes }) => [write.number, changes.length]))
}

async function plan(context: HistoryContext, request: UndoRequest): Promise<PlannedUndo> {
  const { signal, log } = context
  const now = context.now()
  const counter = { requests: 0 }
  const api = wrapApi(context.api, (_name, call) => (request, signal) => {
    counter.requests += 1
    return call(request, signal)
  })
  // An undo that stopped half-way may have lost the answer to its last request.
  const unfinished = log.findUnfinishedUndo(request.id)?.id
  for (const id of [request.id, unfinished]) if (id !== undefined) await confirmWrites(api, log, { id, now })
  const selection = describeSelection(context, request)
  const undo = await planRemoteUndo({ api, log, signal, now }, request)
  const requests = counter.requests + countSteps(undo)
  return { request, plan: undo, requests, selection, readAt: context.now() }
}

const countSteps = ({ entries }: RemoteUndoPlan): number =>
  entries.flatMap(({ steps }) => steps).reduce((total, { requests }) => total + requests.length, 0)

const toUndoPlan = ({ plan: { entries, ...undo }, requests }: PlannedUndo, now: number): UndoPlan => ({
  ...undo,
  entries: entries.map(({ entry }) => toHistoryEntry(entry, now)),
  requests,
})

async function run(context: HistoryContext, { plan: undo }: PlannedUndo): Promise<HistoryEntry[]> {
  context.reserveRequests(countSteps(undo))
  const ids = await runRemoteUndo(context, undo)
  await markUndoneImports(context, ids)
  return ids.map((id) => getEntry(context, id))
}

/** Tells the journal of imports which transactions the entries of an undo deleted and restored. */
async function markUndoneImports(
  { openImportStore, log }: HistoryContext,
  ids: readonly number[],
): Promise<void> {
  const writes = ids.flatMap((id) => log.listWrites(id)).filter(({ state }) => state === 'done')
  const listIds = (name: string): Set<string> =>
    new Set(
      writes
        .filter(({ operation }) => operation === name)
        .flatMap(({ changes }) => changes.map((change) => change.id)),
    )
  const deleted = listIds('deleteTransaction')
  const restored = listIds('restoreTransaction')
  if (deleted.size > 0 || restored.size > 0) markImports(await openImportStore(), { deleted, restored })
}
