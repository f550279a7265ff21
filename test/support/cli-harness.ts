/** Runs command lines in process with a fake terminal; everything else is real, but it is 2026-11-20. */

import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { connectLocal } from '../../src/cli/platform/connect-local.ts'
import { runProgram } from '../../src/cli/platform/run-program.ts'
import { remoteProfileError, requestExports } from '../../src/cli/platform/services.ts'
import { runCli } from '../../src/cli/run.ts'
import { withStatusLine } from '../../src/cli/status-line.ts'
import { connectDatabase } from '../../src/cluster/connect.ts'
import type { ProgramStreams, RemoteProfileWithKey } from '../../src/command/context.ts'
import type { Connection, OutputStream, Pager, RequestPolicy } from '../../src/command/runtime.ts'
import { findDatabaseAddress } from '../../src/config/database-address.ts'
import { resolveProfile } from '../../src/config/resolve-profile.ts'
import { openUserConfig, type UserConfigOptions } from '../../src/config/user-config.ts'
import { StorageError } from '../../src/contract/errors.ts'
import { openWorkspaces } from '../../src/engine/workspaces.ts'
import { createCachedReferences } from '../../src/remote/cached-references.ts'
import { openClient } from '../../src/remote/http/client.ts'
import { connectRemoteReports } from '../../src/remote/reports/remote-reports.ts'
import { connectRemoteHistory } from '../../src/remote/undo/remote-history.ts'
import { admitLocally } from '../../src/server/admit-locally.ts'
import { startServer } from '../../src/server/server.ts'
import { resolveWorkspace } from '../../src/setup/resolve-workspace.ts'
import { openDrafts } from '../../src/store/drafts-db.ts'
import { readForeignDatabase } from '../../src/store/foreign-database.ts'
import { hashRemoteIdentity } from '../../src/store/hash-remote-identity.ts'
import { openImportStore } from '../../src/store/imports-db.ts'
import { hasMonthCache, openMonthCache } from '../../src/store/month-cache.ts'
import { openRemoteHistory } from '../../src/store/remote-history.ts'
import { openReviewDrafts } from '../../src/store/review-drafts.ts'
import { openStateDatabase } from '../../src/store/state-db.ts'
import { createTestFiles } from './cli-files.ts'
import { createTestScreen, type ScreenStep } from './test-screen.ts'

const NOW = Date.parse('2026-11-20T12:00:00.000Z')

/** How a command line is run. */
export interface HarnessRunOptions {
  env?: Record<string, string>
  /**
   * The columns of a terminal on both outputs and the keyboard.
   * @default pipes
   */
  terminal?: number
  /**
   * The rows of that terminal.
   * @default as many as needed
   */
  rows?: number
  /** What the user does on a screen that is drawn; a function looks at what it shows. @default a terminal that reads lines */
  keys?: readonly ScreenStep[]
  /** The user leaves the pager after this many writes. */
  pages?: number
  /** The user's answers, prompt by prompt. */
  answers?: string[]
  /** What happens elsewhere while the user is asked to confirm. */
  whileAsked?: () => Promise<void>
  /** The file on standard input. */
  stdin?: string
  /** The reader of stdout closes it after this many writes. */
  reads?: number
  /** True if the disk behind stdout is full. */
  isFull?: boolean
  signal?: AbortSignal
  /** True if no other program is installed, such as hledger. */
  hasNoPrograms?: boolean
  /** Milliseconds by which the clock is ahead. */
  later?: number
  /** The requests per hour that the service accepts. */
  rateLimit?: number
  /** Receives the requests that the service got. */
  requests?: string[]
  /** Replaces members of the connection, e.g. its history. */
  connection?: Partial<Connection>
  /** What another program writes to the command, and where it reads. */
  streams?: ProgramStreams
  /** Called with the address once a service listens. */
  listening?: (url: string) => Promise<void>
}

/** What a command line printed, and its exit code. */
export interface RunResult {
  stdout: string
  stderr: string
  code: number
}

/** A directory in which command lines run. */
export interface CliHarness {
  folder: string
  budget(args: readonly string[], performance?: HarnessRunOptions): Promise<RunResult>
  close(): void
}

/** Returns random bytes that are the same in every run. */
function createDeterministicBytes(): (bytes: number) => Uint8Array {
  let next = 0
  return (bytes) => Uint8Array.from({ length: bytes }, () => (next = (next + 37) % 251))
}

/** Creates a harness with an empty directory; on a first use, the first workspace is announced or refused. */
export function createCliHarness(isFirstUse = false): CliHarness {
  const folder = mkdtempSync(join(tmpdir(), 'budget-stage-'))
  const random = createDeterministicBytes()
  let clock = NOW
  const open = (data: string) => {
    mkdirSync(data, { recursive: true })
    return openWorkspaces({ folder: data, now: () => clock, random })
  }

  async function budget(args: readonly string[], performance: HarnessRunOptions = {}): Promise<RunResult> {
    const { env = {}, terminal, answers = [], reads = Number.POSITIVE_INFINITY } = performance
    const said = { stdout: '', stderr: '' }
    const opened: { close(): void }[] = []
    const data = env['BUDGET_DATA_DIR'] ?? join(folder, 'data')
    let left = reads
    clock = NOW + (performance.later ?? 0)
    const stream = (name: 'stdout' | 'stderr'): OutputStream =>
      withStatusLine({
        isTTY: terminal !== undefined,
        columns: terminal ?? 80,
        rows: performance.rows ?? Number.POSITIVE_INFINITY,
        write(text) {
          if (name === 'stdout' && left-- <= 0) return false
          if (name === 'stdout' && performance.isFull)
            throw new StorageError('The disk is full: not everything was written')
          said[name] += text
          const url = /^listening on (\S+)/.exec(text)?.[1]
          if (url !== undefined) void performance.listening?.(url)
          return true
        },
      })
    const work = new AbortController()
    /** A user who cancels a prompt cancels the command, as in src/cli/platform/terminal.ts. */
    const answered = <Answer>(answer: Answer | undefined): Answer | undefined => {
      if (answer === undefined) work.abort()
      work.signal.throwIfAborted()
      return answer
    }
    /** A pager that prints its name and its complete input. */
    function pager(command: string): Pager {
      let leftToRead = performance.pages ?? Number.POSITIVE_INFINITY
      said.stdout += `[${command}]\n`
      return {
        hasUserQuit: () => leftToRead <= 0,
        async write(text) {
          const isRead = leftToRead-- > 0
          if (isRead) said.stdout += text
          if (leftToRead <= 0) work.abort()
          return isRead
        },
        close: async () => undefined,
      }
    }
    const userOf = (flag: string | undefined): UserConfigOptions => ({
      flag,
      env: {
        BUDGET_CONFIG_DIR: join(folder, 'config'),
        BUDGET_DATA_DIR: data,
        BUDGET_STATE_DIR: join(folder, 'state'),
        // Programs installed on this machine must not affect a test.
        XDG_DATA_DIRS: join(folder, 'share'),
        ...env,
      },
      home: folder,
      platform: 'linux',
      uid: process.getuid?.(),
      warn: (message) => void stream('stderr').write(`${message}\n`),
    })
    const settings = (profile: string | undefined) => openUserConfig(userOf(profile))
    /** In tests the service always has port 8787. */
    const connect = async (
      remote: RemoteProfileWithKey,
      manners: RequestPolicy,
    ): Promise<Omit<Connection, 'workspaceAdmin'>> => {
      let time = NOW + (performance.later ?? 0)
      const served = open(data)
      const server = await startServer(admitLocally(served), {
        host: '127.0.0.1',
        port: 0,
        rate_limit: performance.rateLimit ?? 200,
        rate_window: 3600,
        now: () => time,
        log: ({ method, path }) => performance.requests?.push(`${method} ${path}`),
      })
      const base_url = remote.base_url.replace('http://127.0.0.1:8787', server.url)
      const state = openStateDatabase(
        join(folder, 'state'),
        (text) => void stream('stderr').write(`${text}\n`),
      )
      const kept = state.workspaceCache(remote)
      let journal: ReturnType<typeof openImportStore> | undefined
      const ledger = state.rateLimitStore(remote)
      const wait = async (milliseconds: number): Promise<void> => {
        time += milliseconds
      }
      const client = openClient({
        ...remote,
        ...manners,
        base_url,
        now: () => time,
        random: () => 0,
        wait,
        newId: randomUUID,
        rateLimitStore: ledger,
        cache: kept,
      })
      const openJournal = () => (journal ??= openImportStore(join(folder, 'state'), remote))
      let log: ReturnType<typeof openRemoteHistory> | undefined
      let months: ReturnType<typeof openMonthCache> | undefined
      const reports = connectRemoteReports({
        openCache: async () =>
          (months ??= openMonthCache({
            folder: join(folder, 'state'),
            remote,
            warn: (text) => void stream('stderr').write(`${text}\n`),
          })),
        hasCache: () => hasMonthCache(join(folder, 'state')),
        now: () => time,
      })
      const { keepSeenEntities, ...history } = connectRemoteHistory({
        api: reports.watchWrites(client),
        cache: kept,
        openLog: async () => (log ??= openRemoteHistory(join(folder, 'state'), remote)),
        openImportStore: openJournal,
        reserveRequests: client.reserveRequests,
        now: () => time,
        warn: (text) => void stream('stderr').write(`${text}\n`),
        signal: manners.signal,
      })
      return {
        ...history,
        workspace_id: remote.workspace_id,
        references: () => createCachedReferences(client, kept),
        openExportSource: requestExports,
        openReportSource: reports.openReportSource,
        isLocal: false,
        openImportStore: openJournal,
        openReconciliations: () => openJournal().reconciliations,
        openReviewDrafts: (import_id) =>
          openReviewDrafts(
            join(folder, 'state'),
            hashRemoteIdentity(remote.base_url, remote.workspace_id),
            import_id,
          ),
        openDrafts: () =>
          openDrafts(join(folder, 'state'), hashRemoteIdentity(remote.base_url, remote.workspace_id)),
        countResentWrites: client.countResentWrites,
        reserveRequests: client.reserveRequests,
        findHttpResponse: client.findHttpResponse,
        nameCache: kept,
        async close() {
          keepSeenEntities()
          await client.close()
          journal?.close()
          log?.close()
          months?.close()
          await server.close()
          served.close()
          state.close()
        },
      }
    }
    const code = await runCli(args, {
      versions: { budget: '0.0.0-stage', node: '20.19.0' },
      program: 'budget',
      env,
      stdout: stream('stdout'),
      stderr: stream('stderr'),
      stdinIsTTY: () => terminal !== undefined,
      today: new Date(clock).toISOString().slice(0, 10),
      readToday: () => new Date(clock).toISOString().slice(0, 10),
      executable: { node: '/usr/bin/node', program: '/opt/budget/bin/budget.js' },
      openStreams: () => performance.streams ?? { input: new PassThrough().end(), output: new PassThrough() },
      signal: performance.signal ?? work.signal,
      computeLong: async (work) => work(),
      openPager: async (command) => (command === 'nowhere' ? undefined : pager(command)),
      files: createTestFiles(folder, performance.stdin),
      confirm: async (question) => {
        await performance.whileAsked?.()
        const answer = answers.shift()
        said.stderr += `${question} ${answer ?? ''}\n`
        return answered(answer === undefined ? undefined : answer === 'yes')
      },
      input: async (question, { hidden }) => {
        const answer = answers.shift()
        said.stderr += `${question} ${hidden ? '***' : (answer ?? '')}\n`
        return answered(answer)
      },
      select: async (question, choices, options) => {
        const answer = answers.shift()
        said.stderr += `${question} [${choices.map(({ label }) => label).join(', ')}] ${answer ?? ''}\n`
        const known = choices.find(({ label }) => label === answer)
        return answered(known?.value ?? (options?.allowsNew ? answer : undefined))
      },
      selectMany: async (question, { choices }) => {
        const answer = answers.shift()
        said.stderr += `${question} [${choices.map(({ label }) => label).join(', ')}] ${answer ?? ''}\n`
        if (answer === 'Esc') return undefined
        const labels = answer?.split(' + ')
        return answered(
          labels &&
            choices
              .filter(({ label }) => labels.some((one) => label.includes(one)))
              .map(({ value }) => value),
        )
      },
      // The answer is what the user saves.
      editText: async (text, use) => {
        said.stderr += text
        await performance.whileAsked?.()
        return use(answers.shift()?.replaceAll('|', '\n') ?? text)
      },
      // A terminal that is drawn, or one that reads and prints lines.
      showScreen: (use) =>
        performance.keys
          ? use(createTestScreen(performance.keys, { columns: terminal ?? 80, rows: performance.rows ?? 24 }))
          : use({
              isLineBased: true,
              columns: terminal ?? 80,
              rows: performance.rows ?? 24,
              draw: (lines) => void (said.stdout += `${lines.join('\n')}\n`),
              async readEvent() {
                const answer = answers.shift()
                if (answer === undefined) return { name: 'input-end' }
                said.stdout += `> ${answer}\n`
                return { name: 'line', text: answer }
              },
            }),
      now: () => NOW + (performance.later ?? 0),
      wait: async () => undefined,
      settings: async (profile) => settings(profile),
      connectRemote: (remote, manners) => connect(remote, manners),
      async readQuota(remote) {
        const state = openStateDatabase(
          join(folder, 'state'),
          (text) => void stream('stderr').write(`${text}\n`),
        )
        const quota = state.rateLimitStore(remote).readQuota(NOW)
        state.close()
        return quota
      },
      async connectProfile(profile, manners) {
        const user = userOf(profile)
        const chosen = resolveProfile({ ...user, folder: settings(profile).directories.config })
        if (chosen.kind === 'remote') {
          const admin = () => {
            throw remoteProfileError(chosen)
          }
          return { ...(await connect(chosen, manners)), workspaceAdmin: admin, ...performance.connection }
        }
        const workspaces = open(data)
        const { id } = resolveWorkspace(workspaces, env['BUDGET_WORKSPACE'] ?? chosen.workspace, {
          env,
          beforeFirstWorkspace: isFirstUse ? manners.beforeFirstWorkspace : () => undefined,
        })
        const reviewDrafts = (import_id?: string) => openReviewDrafts(join(folder, 'state'), id, import_id)
        const drafts = {
          openReviewDrafts: reviewDrafts,
          openDrafts: () => openDrafts(join(folder, 'state'), id),
        }
        return { ...connectLocal(workspaces, id, drafts), ...performance.connection }
      },
      async openLocalWorkspaces(_profile, elsewhere) {
        const workspaces = open(elsewhere ?? data)
        opened.push(workspaces)
        return workspaces
      },
      useForeignTables: async (file, use) => readForeignDatabase(file, use),
      runProgram: async (program, args) =>
        performance.hasNoPrograms ? undefined : runProgram(program, args),
      serve: (workspaces, { host, port, rate_limit, rate_window, log_line }) =>
        startServer(admitLocally(workspaces), {
          host,
          port,
          rate_limit,
          rate_window,
          now: () => NOW,
          log: ({ method, path }) => log_line(`${method} ${path}`),
        }),
      serveDatabase: () => Promise.reject(new Error('tests start machines as processes')),
      connectDatabase: async (file) => {
        const url = findDatabaseAddress(
          env,
          file === undefined ? undefined : { name: file, content: readFileSync(file, 'utf8') },
        )
        return connectDatabase({ url, now: () => NOW })
      },
    })
    for (const one of opened) one.close()
    return { ...said, code }
  }

  return { folder, budget, close: () => rmSync(folder, { recursive: true, force: true }) }
}
