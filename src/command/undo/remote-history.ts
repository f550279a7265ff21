/**
 * Connects the history of a remote workspace: the API that records its writes, and what takes them back.
 * @see docs/history.md#3-on-a-remote-profile
 */

import { type BudgetApi, operationNames } from '../../contract/api.ts'
import { notFound } from '../../contract/errors.ts'
import type { RawRequest } from '../../contract/operation.ts'
import type {
  History,
  HistoryEntry,
  HistoryEntryDetails,
  UndoPlan,
  UndoRequest,
} from '../../contract/ports/history.ts'
import type { ImportStore } from '../../contract/ports/import-journal.ts'
import type { WorkspaceCache } from '../../contract/ports/rate-limit.ts'
import type { LoggedEntry, WriteLog } from '../../contract/ports/write-log.ts'
import { formatTimestamp, toMonth } from '../../money/calendar.ts'
import { markImports } from '../imported-transactions.ts'
import { withNameCache } from '../name-cache.ts'
import { type RecordedCommand, recordApiWrites } from '../recording/record-writes.ts'
import { rememberEntities } from '../recording/seen-entities.ts'
import { confirmWrites } from './confirm-writes.ts'
import { mergeChanges } from './merge-changes.ts'
import { planRemoteUndo, type RemoteUndoPlan } from './plan-undo.ts'
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
  recordAs: (command: string) => void
  recordedEntry: () => number | undefined
}

/** Returns the recorded API and the history of a remote workspace. */
export function connectRemoteHistory(options: RemoteHistoryOptions): RemoteHistory {
  const { cache } = options
  const command: RecordedCommand = { label: undefined, undoes: null, entry: undefined, inverts: null }
  let log: WriteLog | undefined
  const openLog = async (): Promise<WriteLog> => (log ??= await options.openLog())
  const api = recordApiWrites(options.api, { ...options, openLog, command, seen: rememberEntities(cache) })
  return {
    api,
    history: () =>
      createHistory({ ...options, openLog, command, api: cache ? withNameCache(api, cache) : api }),
    recordAs(label) {
      command.label = label
    },
    recordedEntry: () =>
      command.entry !== undefined && log?.findEntry(command.entry) ? command.entry : undefined,
  }
}

interface HistoryContext extends RemoteHistoryOptions {
  command: RecordedCommand
}

/** A plan, with what it was asked for and what it costs. */
interface PlannedUndo {
  request: UndoRequest
  plan: RemoteUndoPlan
  requests: number
  /** What the plan was built from; another text shows that the history changed since. */
  selection: string
}

function createHistory(context: HistoryContext): History {
  let planned: PlannedUndo | undefined
  const planAgain = async (log: WriteLog, request: UndoRequest): Promise<PlannedUndo> => {
    const isSame = planned?.request.id === request.id && planned.request.with_later === request.with_later
    const isCurrent = isSame && planned?.selection === describeSelection(log, request)
    planned = isCurrent && planned ? planned : await plan(context, log, request)
    return planned
  }
  return {
    list: async (filter) => (await context.openLog()).listEntries(filter).map(toHistoryEntry),
    get: async (id) => getDetails(await context.openLog(), id),
    planUndo: async (request) => toUndoPlan(await planAgain(await context.openLog(), request)),
    async undo(request) {
      const log = await context.openLog()
      const release = log.lockUndo()
      try {
        const ready = await planAgain(log, request)
        planned = undefined
        return { ...toUndoPlan(ready), recorded: await run(context, log, ready) }
      } finally {
        release()
      }
    },
  }
}

function getDetails(log: WriteLog, id: number): HistoryEntryDetails {
  const changes = log.listWrites(id).flatMap((write) => write.changes)
  return { ...toHistoryEntry(findEntry(log, id)), changes: mergeChanges(changes) }
}

function findEntry(log: WriteLog, id: number): LoggedEntry {
  const entry = log.findEntry(id)
  if (!entry) throw notFound('history entry')
  return entry
}

const toHistoryEntry = ({ at, ...entry }: LoggedEntry): HistoryEntry => ({
  ...entry,
  at: formatTimestamp(at),
  actor: null,
})

/** Describes what an undo would select, without a request. */
const describeSelection = (log: WriteLog, request: UndoRequest): string =>
  JSON.stringify(
    selectChanges(log, request).selected.map(({ write, changes }) => [write.number, changes.length]),
  )

async function plan(context: HistoryContext, log: WriteLog, request: UndoRequest): Promise<PlannedUndo> {
  const { signal, now } = context
  const counter = { requests: 0 }
  const api = countRequests(context.api, counter)
  const month = toMonth(formatTimestamp(now()))
  await confirmWrites(api, log, { id: request.id, now: now() })
  const selection = describeSelection(log, request)
  const undo = await planRemoteUndo({ api, log, signal, month }, request)
  return { request, plan: undo, requests: counter.requests + countSteps(undo), selection }
}

const countSteps = ({ entries }: RemoteUndoPlan): number =>
  entries.flatMap(({ steps }) => steps).reduce((total, { requests }) => total + requests.length, 0)

const toUndoPlan = ({ plan: { entries, ...plan }, requests }: PlannedUndo): UndoPlan => ({
  ...plan,
  entries: entries.map(({ entry }) => toHistoryEntry(entry)),
  requests,
})

async function run(
  context: HistoryContext,
  log: WriteLog,
  { plan: undo, request }: PlannedUndo,
): Promise<HistoryEntry[]> {
  const { command, reserveRequests } = context
  command.label ??= `undo ${request.id}`
  reserveRequests(countSteps(undo))
  const ids = await runRemoteUndo({ ...context, log }, undo)
  await markUndoneImports(context, log, ids)
  return ids.map((id) => toHistoryEntry(findEntry(log, id)))
}

/** Tells the journal of imports which transactions the entries of an undo deleted and restored. */
async function markUndoneImports(
  { openImportStore }: HistoryContext,
  log: WriteLog,
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

/** Returns the same API, which counts its calls. */
function countRequests(api: BudgetApi, counter: { requests: number }): BudgetApi {
  const methods = operationNames.map((name) => {
    // The methods take different requests; the cast lets this wrapper pass any of them on.
    const call = api[name] as (request: RawRequest, signal?: AbortSignal) => Promise<unknown>
    return [
      name,
      (request: RawRequest, signal?: AbortSignal) => {
        counter.requests += 1
        return call(request, signal)
      },
    ]
  })
  return Object.fromEntries(methods) as BudgetApi // one method for every operation name
}
