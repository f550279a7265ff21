/**
 * Imports a file into a remote service as the command line does, with short deadlines. Its arguments are the
 * service's address, workspace, key and account, the file and a directory.
 */

import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { runCli } from '../../../src/cli/run.ts'
import type { OutputStream, Runtime } from '../../../src/command/runtime.ts'
import { openUserConfig } from '../../../src/config/user-config.ts'
import { UserError } from '../../../src/contract/errors.ts'
import { createCachedReferences } from '../../../src/remote/cached-references.ts'
import { openClient } from '../../../src/remote/http/client.ts'
import { connectRemoteHistory } from '../../../src/remote/undo/remote-history.ts'
import { openImportStore } from '../../../src/store/imports-db.ts'
import { openRemoteHistory } from '../../../src/store/remote-history.ts'
import { openStateDatabase } from '../../../src/store/state-db.ts'
import { deadlines, lateEffectMilliseconds } from './deadlines.ts'

const [base_url = '', workspace_id = '', key = '', account = '', file = '', folder = ''] =
  process.argv.slice(2)
const remote = { base_url, workspace_id, key }

const stream = (descriptor: number): OutputStream => ({
  isTTY: false,
  columns: 80,
  rows: 24,
  write: (text) => writeSync(descriptor, text) > 0,
  status: () => undefined,
})

const nobody = (): never => {
  throw new Error('an import asks for nothing of the kind')
}

async function importing(): Promise<number> {
  const state = openStateDatabase(folder)
  const client = openClient({
    ...remote,
    now: Date.now,
    random: Math.random,
    newId: randomUUID,
    wait: (milliseconds, signal) => wait(milliseconds, undefined, signal && { signal }),
    max_wait_seconds: 60,
    cache: state.workspaceCache(remote),
    timeouts: deadlines,
  })
  const journal = { ...openImportStore(folder, remote), lateEffectMilliseconds }
  const history = openRemoteHistory(folder, remote)
  const surroundings: Runtime = {
    program: 'budget',
    editText: () => Promise.reject(new Error('No editor')),
    versions: { budget: '0.0.0-rounds', node: process.versions.node },
    env: {},
    stdout: stream(1),
    stderr: stream(2),
    stdinIsTTY: () => false,
    today: '2026-11-20',
    readToday: () => '2026-11-20',
    executable: { node: process.execPath, program: 'budget' },
    openStreams: () => ({ input: process.stdin, output: process.stdout }),
    signal: new AbortController().signal,
    files: {
      resolvePath: (path) => path,
      resolveWithin: nobody,
      assertOutsideOwnDirectories: async () => undefined,
      read: async (path) => {
        if (!existsSync(path)) throw new UserError('not_found', `File not found: "${path}"`)
        return readFileSync(path)
      },
      listDirectory: nobody,
      readShippedFile: nobody,
      createTemporaryDirectory: nobody,
      openWithDesktop: nobody,
      makeParentDirectory: nobody,
      create: async (path) => ({
        write: (content) => {
          writeFileSync(path, content)
          return true
        },
        commit: () => undefined,
        discard: () => undefined,
      }),
    },
    confirm: nobody,
    input: nobody,
    select: nobody,
    selectMany: nobody,
    showScreen: nobody,
    computeLong: async (work) => work(),
    openPager: nobody,
    now: Date.now,
    wait: (milliseconds, signal) => wait(milliseconds, undefined, { signal }),
    settings: async (flag) =>
      openUserConfig({
        flag,
        env: { BUDGET_CONFIG_DIR: folder },
        home: folder,
        platform: 'linux',
        uid: process.getuid?.(),
        warn: nobody,
      }),
    connectProfile: async () => ({
      openReviewDrafts: nobody,
      openDrafts: nobody,
      openExportSource: nobody,
      openReportSource: nobody,
      ...connectRemoteHistory({
        api: client,
        cache: state.workspaceCache(remote),
        openLog: async () => history,
        openImportStore: () => journal,
        reserveRequests: client.reserveRequests,
        now: Date.now,
        warn: nobody,
        signal: undefined,
      }),
      workspace_id,
      references: () => createCachedReferences(client, undefined),
      isLocal: false,
      workspaceAdmin: nobody,
      openImportStore: () => journal,
      openReconciliations: nobody,
      countResentWrites: client.countResentWrites,
      reserveRequests: client.reserveRequests,
      nameCache: state.workspaceCache(remote),
      async close() {
        await client.close()
        journal.close()
        history.close()
        state.close()
      },
    }),
    connectRemote: nobody,
    readQuota: nobody,
    openLocalWorkspaces: nobody,
    useForeignTables: nobody,
    runProgram: nobody,
    serve: nobody,
    serveDatabase: nobody,
    connectDatabase: nobody,
  }
  return runCli(['import', file, '--account', account, '--accept', '--json'], surroundings)
}

void importing().then((code) => {
  process.exitCode = code
})
