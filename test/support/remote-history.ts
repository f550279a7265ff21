/** Opens a remote workspace over HTTP, with the history that a computer keeps of it, invocation by invocation. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BudgetApi, operations, wrapApi } from '../../src/contract/api.ts'
import { ApiError, StorageError } from '../../src/contract/errors.ts'
import type { History } from '../../src/contract/ports/history.ts'
import type { ImportStore } from '../../src/contract/ports/import-journal.ts'
import type { WriteLog } from '../../src/contract/ports/write-log.ts'
import { openWorkspaces } from '../../src/engine/workspaces.ts'
import { openClient } from '../../src/remote/http/client.ts'
import { connectRemoteHistory, type RemoteHistory } from '../../src/remote/undo/remote-history.ts'
import { admitLocally } from '../../src/server/admit-locally.ts'
import { startServer } from '../../src/server/server.ts'
import { openImportStore } from '../../src/store/imports-db.ts'
import { openRemoteHistory } from '../../src/store/remote-history.ts'
import { openStateDatabase } from '../../src/store/state-db.ts'

/** Noon of 2026-11-20, when the tests begin; each invocation is a second later than the one before. */
const NOON = Date.UTC(2026, 10, 20, 12)

/** A remote workspace, and the computer on which the tests run. */
export interface TestRemote {
  /** Runs one invocation and returns the id of the entry it recorded. */
  invoke: (command: string, work: (api: BudgetApi) => Promise<unknown>) => Promise<number | undefined>
  /** Runs one invocation that uses the history. */
  withHistory: <Result>(work: (history: History) => Promise<Result>) => Promise<Result>
  /** Another program that uses the same workspace; nothing of it is recorded. */
  otherApi: BudgetApi
  importStore: ImportStore
  /** The requests that the service got from this computer. */
  requests: string[]
  /** Lets a later request of this kind fail, after so many that succeed; by default the service refuses it. */
  failNext: (kind: RegExp, after: number, error?: Error) => void
  /** Lets the next invocation end between the reply of a write and its record. */
  killAfterNextWrite: () => void
  /** Makes the log of writes fail from now on. */
  loseLog: () => void
  passTime: (milliseconds: number) => void
  /** Returns the history of another workspace at the same address. */
  otherProfile: () => History
  log: WriteLog
  /** Returns the arguments of test/remote/undo/recording-process.ts. */
  processArgs: (account_id: string, entry?: number) => string[]
  /** What the user was warned of. */
  warnings: string[]
  folder: string
}

/** Runs a test with a new remote workspace in EUR. */
export async function withRemote(test: (remote: TestRemote) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'budget-history-'))
  let time = NOON
  const requests: string[] = []
  const warnings: string[] = []
  const workspaces = openWorkspaces({ folder, now: () => time, random: createBytes() })
  const { id: workspace_id } = workspaces.createWorkspace({ name: 'Household', currency: 'EUR' })
  const { key } = workspaces.createKey({ name: 'tests', can: 'write', workspace_id: null })
  const server = await startServer(admitLocally(workspaces), {
    host: '127.0.0.1',
    port: 0,
    rate_limit: Number.POSITIVE_INFINITY,
    rate_window: 3600,
    now: () => time,
    log: ({ method, path }) => requests.push(`${method} ${path.replace(/.*\/workspaces\/[^/]+/, '')}`),
  })
  const remote = { base_url: server.url, workspace_id, key }
  const state = openStateDatabase(folder)
  const cache = state.workspaceCache(remote)
  const log = openRemoteHistory(folder, remote)
  const importStore = openImportStore(folder, remote)
  const client = openClient({
    ...remote,
    now: () => time,
    wait: async () => undefined,
    random: () => 0,
    cache,
  })
  const failure = createFailure()
  let isKilled = false
  let isLogLost = false
  const killable: WriteLog = {
    ...log,
    markDone(number, result) {
      if (isKilled) throw new Error('killed')
      log.markDone(number, result)
    },
    markUnknown(number) {
      if (!isKilled) log.markUnknown(number)
    },
  }
  const connect = (): RemoteHistory => {
    time += 1000
    return connectRemoteHistory({
      api: failure.wrap(client),
      cache,
      openLog: async () => {
        if (isLogLost) throw new StorageError('The disk is full')
        return killable
      },
      openImportStore: () => importStore,
      reserveRequests: () => undefined,
      now: () => time,
      warn: (text) => warnings.push(text),
      signal: undefined,
    })
  }
  try {
    await test({
      async invoke(command, work) {
        const { api, recordAs, recordedEntry, keepSeenEntities } = connect()
        recordAs(command)
        try {
          await work(api)
        } finally {
          isKilled = false
          keepSeenEntities()
        }
        return recordedEntry()
      },
      withHistory: (work) => work(connect().history()),
      otherApi: workspaces.open(workspace_id),
      importStore,
      requests,
      failNext: failure.failNext,
      killAfterNextWrite() {
        isKilled = true
      },
      loseLog() {
        isLogLost = true
      },
      passTime(milliseconds) {
        time += milliseconds
      },
      otherProfile: () =>
        connectRemoteHistory({
          api: client,
          cache: undefined,
          openLog: async () => openRemoteHistory(folder, { ...remote, workspace_id: 'ws_other' }),
          openImportStore: () => importStore,
          reserveRequests: () => undefined,
          now: () => time,
          warn: (text) => warnings.push(text),
          signal: undefined,
        }).history(),
      log,
      processArgs: (account_id, entry) => [
        ...[server.url, workspace_id, key, account_id, folder, String(time)],
        ...(entry === undefined ? [] : [String(entry)]),
      ],
      warnings,
      folder,
    })
  } finally {
    await client.close()
    await server.close()
    for (const file of [log, importStore, state, workspaces]) file.close()
    rmSync(folder, { recursive: true })
  }
}

/** Lets one request fail before it is sent. */
function createFailure() {
  let armed: { kind: RegExp; left: number; error: Error } | undefined
  return {
    failNext(kind: RegExp, after: number, error: Error = new ApiError('forbidden', 'the test refuses it')) {
      armed = { kind, left: after, error }
    },
    wrap(api: BudgetApi): BudgetApi {
      return wrapApi(api, (name, call) => async (request, signal) => {
        if (armed?.kind.test(operations[name].method) && armed.left-- === 0) {
          const { error } = armed
          armed = undefined
          throw error
        }
        return call(request, signal)
      })
    },
  }
}

function createBytes(): (bytes: number) => Uint8Array {
  let next = 0
  return (bytes) => Uint8Array.from({ length: bytes }, () => (next = (next + 37) % 251))
}
