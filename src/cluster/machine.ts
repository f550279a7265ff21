/**
 * Serves the workspaces of a database on this machine: reads from a copy that is up to date, and commits writes by
 * appending what they changed to the log.
 * @see docs/scaling.md#how-a-write-is-committed
 */

import { isWriteOperation, type OperationName, operationNames, type UnvalidatedApi } from '../contract/api.ts'
import { hashApiKey } from '../contract/api-key-text.ts'
import { notFound } from '../contract/errors.ts'
import type { RawRequest } from '../contract/operation.ts'
import type { ApiKey, Workspace } from '../contract/ports/local-service.ts'
import type { Admission, ServedWorkspaces } from '../contract/ports/served-workspaces.ts'
import { createRequestHandler, type RequestHandler } from '../engine/engine.ts'
import { formatTimestamp } from '../money/calendar.ts'
import { joinCalls } from './batch-calls.ts'
import type { Copies, WorkspaceCopy } from './copies.ts'
import type { LogHead } from './log.ts'
import { type ConnectionPool, DatabaseUnavailableError } from './postgres.ts'
import { type AdmittedRow, admit } from './statements.ts'
import type { WriteQueues } from './write-queues.ts'

/** What a machine is made of. */
export interface MachineOptions {
  pool: ConnectionPool
  copies: Copies
  writes: WriteQueues
  /** Milliseconds since 1970. */
  now: () => number
  /** For how many seconds after the database was last reached reads are answered without it. @default 0 */
  staleSeconds?: number | undefined
  /** Counts one request of a key. @default no request is counted */
  countRequest?: ((key_id: string) => Promise<void>) | undefined
  /** Forces short and empty pages in tests. */
  scanLimit?: ((limit: number) => number) | undefined
}

/** Returns the workspaces of a database in the form that a server asks for. */
export function createMachine(options: MachineOptions): Pick<ServedWorkspaces, 'admit' | 'countRequest'> {
  const remembered = rememberAdmissions(options)
  const join = joinCalls<AdmittedRow[]>()
  const counts = createEarlyCounts(options.countRequest)
  return {
    async admit(text, workspace_id) {
      const hash = hashApiKey(text)
      const counted = counts.begin(hash)
      const read = async () => {
        const seq = options.copies.findSeq(workspace_id)
        const rows = await options.pool.read(admit, [workspace_id, hash])
        // The log has the entries that the copy had when it was asked, unless it is another log, or was deleted.
        if (seq !== undefined && (rows[0]?.seq ?? -1) < seq) await options.copies.removeForeign(workspace_id)
        return rows
      }
      try {
        const [row] = await join(toName(hash, workspace_id), read)
        remembered.set(hash, workspace_id, row)
        const admission = row && toAdmission(options, row)
        counts.set(hash, admission?.key, counted)
        return admission
      } catch (error) {
        const known = error instanceof DatabaseUnavailableError && remembered.get(hash, workspace_id)
        if (!known) throw error
        const admission = { ...toAdmission(options, known.row), ...openStale(options, known, error) }
        counts.set(hash, admission.key, Promise.resolve()) // the database that counts is away
        return admission
      }
    },
    ...(options.countRequest && { countRequest: counts.get }),
  }
}

/** Counts requests while their key is looked up, where the key was valid before: one round trip less. */
function createEarlyCounts(countRequest: MachineOptions['countRequest'] = async () => undefined) {
  const keyIds = new Map<string, string>()
  const counts = new WeakMap<ApiKey, Promise<void>>()
  const toText = (hash: Uint8Array): string => Buffer.from(hash).toString('hex')
  return {
    begin(hash: Uint8Array): Promise<void> | undefined {
      const known = keyIds.get(toText(hash))
      const counted = known === undefined ? undefined : countRequest(known)
      counted?.catch(() => undefined) // an unknown key, or a database that is away, is told first
      return counted
    },
    set(hash: Uint8Array, key: ApiKey | undefined, counted: Promise<void> | undefined): void {
      keyIds.delete(toText(hash))
      if (!key) return
      keyIds.set(toText(hash), key.id)
      const [oldest] = keyIds.size > MAX_REMEMBERED ? keyIds.keys() : []
      if (oldest !== undefined) keyIds.delete(oldest)
      if (counted) counts.set(key, counted)
    },
    get: (key: ApiKey): Promise<void> => counts.get(key) ?? countRequest(key.id),
  }
}

/** An admission that the database gave a while ago. */
interface RememberedAdmission {
  row: AdmittedRow
  seconds: number
}

const MAX_REMEMBERED = 10_000

const toName = (hash: Uint8Array, workspace_id: string): string =>
  `${Buffer.from(hash).toString('hex')}${workspace_id}`

/** Remembers the last admission of each key and workspace, for as long as its reads may be stale. */
function rememberAdmissions({ now, staleSeconds = 0 }: MachineOptions) {
  const rows = new Map<string, { row: AdmittedRow; at: number }>()
  return {
    set(hash: Uint8Array, workspace_id: string, row: AdmittedRow | undefined): void {
      if (staleSeconds === 0) return
      const name = toName(hash, workspace_id)
      rows.delete(name)
      if (row) rows.set(name, { row, at: now() })
      const [oldest] = rows.size > MAX_REMEMBERED ? rows.keys() : []
      if (oldest !== undefined) rows.delete(oldest)
    },
    get(hash: Uint8Array, workspace_id: string): RememberedAdmission | undefined {
      const known = rows.get(toName(hash, workspace_id))
      const seconds = known ? Math.ceil((now() - known.at) / 1000) : Number.POSITIVE_INFINITY
      return known && seconds <= staleSeconds ? { row: known.row, seconds } : undefined
    },
  }
}

/** Returns the API of a copy as it is, without the database: it only reads. */
function openStale(
  options: MachineOptions,
  { row, seconds }: RememberedAdmission,
  unavailable: DatabaseUnavailableError,
): Pick<Admission, 'open' | 'staleSeconds'> {
  const id = row.workspace_id ?? ''
  const run = async (name: OperationName, request: RawRequest): Promise<unknown> => {
    if (isWriteOperation(name)) throw unavailable
    const answer = options.copies.useAsItIs(id, async (copy) => getHandler(copy, options)(name, request))
    if (!answer) throw unavailable
    return answer
  }
  return { staleSeconds: seconds, open: () => toApi(run) }
}

const toApi = (run: (name: OperationName, request: RawRequest) => Promise<unknown>): UnvalidatedApi =>
  Object.fromEntries(
    operationNames.map((name) => [name, (request: RawRequest) => run(name, request)]),
  ) as UnvalidatedApi // one method for each name

function toAdmission(options: MachineOptions, row: AdmittedRow): Admission {
  const workspace = toWorkspace(row)
  return {
    key: {
      id: row.key_id,
      name: row.key_name,
      can: row.can,
      workspace_id: row.key_workspace_id === '' ? null : row.key_workspace_id,
      created_at: formatTimestamp(row.key_created_at),
      used_at: null,
      revoked_at: null,
    },
    workspace,
    open() {
      const head = toHead(row)
      if (!workspace || !head) throw notFound('workspace')
      return openApi(options, workspace.id, head)
    },
  }
}

function toWorkspace({
  workspace_id,
  name,
  currency,
  created_at,
  archived_at,
}: AdmittedRow): Workspace | undefined {
  if (workspace_id === null || name === null || currency === null) return undefined
  return {
    id: workspace_id,
    name,
    currency,
    archived: archived_at !== null,
    created_at: formatTimestamp(created_at ?? 0),
  }
}

const toHead = ({ seq, entry_id, format }: AdmittedRow): LogHead | undefined =>
  seq === null || entry_id === null || format === null ? undefined : { seq, entry_id, format }

/** Returns the API of a workspace whose every answer contains at least the entry `head`. */
function openApi(options: MachineOptions, id: string, head: LogHead): UnvalidatedApi {
  return toApi((name, request) =>
    options.copies.use(id, head, async (copy) =>
      isWriteOperation(name)
        ? options.writes.write(copy, { name, request })
        : getHandler(copy, options)(name, request),
    ),
  )
}

const handlers = new WeakMap<WorkspaceCopy, RequestHandler>()

/** Returns the function that handles every request to a copy. */
export function getHandler(
  copy: WorkspaceCopy,
  { now, scanLimit }: Pick<MachineOptions, 'now' | 'scanLimit'>,
): RequestHandler {
  const known = handlers.get(copy)
  if (known) return known
  const { store } = copy.replica
  const handler = createRequestHandler({ store, now, ...(scanLimit && { scanLimit }) })
  handlers.set(copy, handler)
  return handler
}
