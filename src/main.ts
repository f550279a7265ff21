/** Plugs the real world in: terminal, clock, files, network. The only file that may; rooms are opened when they are needed. */

import { randomBytes, randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { run } from './cli/run.ts'
import type { Manners, NewFile, Opened, Stream, Surroundings } from './cli/surroundings.ts'
import type { Remote } from './commands/command.ts'
import type { ChosenRemote } from './config/choose.ts'
import type { User } from './config/settings.ts'
import { Mistake, StorageTrouble } from './contract/errors.ts'
import { type Quota, untouched } from './contract/ledger.ts'
import type { Workspaces } from './contract/local.ts'
import type { LogEntry } from './server/app.ts'

declare const BUDGET_VERSION: string

/** Runs the command line of this process and answers with its exit code. */
export async function main(args: readonly string[], packageFolder: string): Promise<number> {
  const stdout = stream(1)
  const stderr = stream(2)
  return run(args, {
    versions: { budget: BUDGET_VERSION, node: process.versions.node },
    env: process.env,
    stdout,
    stderr,
    get stdinIsTTY() {
      return isTerminal(0)
    },
    today: localDate(new Date()),
    signal: interruption(),
    files: {
      absolute: (path) => resolve(path),
      read: async (path) => (path === '-' ? readStdin() : readFile(path)),
      example: async (name) => readFile(join(packageFolder, 'examples', name)),
      temporaryFolder: async () => mkdtempSync(join(tmpdir(), 'budget-demo-')),
      create: createFile,
    },
    ask: async (question) => (await import('./cli/ask.ts')).ask(question, process.stderr),
    type: async (question, { hidden }) =>
      (await import('./cli/ask.ts')).type(question, { hidden, output: process.stderr }),
    now: Date.now,
    settings: async (profile) => (await import('./config/settings.ts')).settingsOf(userOf(profile, stderr)),
    open: (profile, manners) => open(profile, manners, stderr),
    connect,
    quota: async (remote) => quotaOf(remote),
    workspaces: (profile, folder) => openWorkspacesOf(profile, stderr, folder),
    serve: async (workspaces, { log, log_line, ...options }) => {
      const { startServer } = await import('./server/server.ts')
      const line = ({ method, path, status, ms }: LogEntry): void =>
        log_line(`${new Date().toISOString()} ${method} ${path} ${status} ${ms} ms`)
      return startServer(workspaces, { ...options, now: Date.now, ...(log && { log: line }) })
    },
  } satisfies Surroundings)
}

const two = (number: number): string => String(number).padStart(2, '0')

/** The person's date, not that of UTC. */
const localDate = (now: Date): string =>
  `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`

/** Ends at the first interruption; a second one ends the process. */
function interruption(): AbortSignal {
  const ending = new AbortController()
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.on(signal, () => {
      if (ending.signal.aborted) process.exit(code)
      ending.abort()
    })
  }
  return ending.signal
}

// The terminal

const tick = new Int32Array(new SharedArrayBuffer(4))

/** Only a device can be a terminal; Node's own test takes longer than most commands do. */
function isTerminal(descriptor: number): boolean {
  try {
    if (!fstatSync(descriptor).isCharacterDevice()) return false
  } catch {
    return false // closed before we began
  }
  return process.getBuiltinModule('node:tty').isatty(descriptor)
}

/** A stream that waits for a slow reader and notices one that left. */ // reliability 83
function stream(descriptor: 1 | 2): Stream {
  let isKnownTTY: boolean | undefined
  let isClosed = false
  return {
    get isTTY() {
      return (isKnownTTY ??= isTerminal(descriptor))
    },
    get columns() {
      return (this.isTTY && (descriptor === 1 ? process.stdout : process.stderr).columns) || 80
    },
    write(text) {
      let rest: Uint8Array = Buffer.from(text)
      while (rest.length > 0 && !isClosed) {
        try {
          rest = rest.subarray(writeSync(descriptor, rest))
        } catch (error) {
          const code = codeOf(error)
          if (code === 'EPIPE') isClosed = true
          else if (code === 'EAGAIN') Atomics.wait(tick, 0, 0, 2)
          else if (code === 'ENOSPC')
            throw new StorageTrouble('The disk is full: not everything was written', error)
          else throw error
        }
      }
      return !isClosed
    },
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

// Files

function readFile(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch (error) {
    throw fileTrouble(error, path)
  }
}

async function readStdin(): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of process.stdin) parts.push(part)
  return Buffer.concat(parts)
}

const troubles: Readonly<Record<string, (path: string) => Mistake>> = {
  ENOENT: (path) => new Mistake('not_found', `There is no file "${path}"`),
  EISDIR: (path) => new Mistake('usage', `"${path}" is a directory, not a file`),
  EACCES: (path) => new Mistake('forbidden', `"${path}" may not be opened: permission denied`),
}

const fileTrouble = (error: unknown, path: string): unknown =>
  troubles[String(codeOf(error))]?.(path) ?? error

/** A file that appears whole or not at all. */ // reliability 84
function createFile(path: string, { force }: { force: boolean }): NewFile {
  if (existsSync(path)) {
    if (statSync(path).isDirectory()) throw new Mistake('usage', `"${path}" is a directory, not a file`)
    if (!force)
      throw new Mistake('usage', `"${path}" is there already`, { hint: 'Add --force to replace it' })
  }
  const beside = `${path}.${randomBytes(6).toString('hex')}.tmp`
  const descriptor = opened(beside, path)
  return {
    write(content) {
      let rest: Uint8Array = typeof content === 'string' ? Buffer.from(content) : content
      while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest))
      return true
    },
    finish() {
      fsyncSync(descriptor)
      closeSync(descriptor)
      renameSync(beside, path)
    },
    abandon() {
      closeSync(descriptor)
      rmSync(beside, { force: true })
    },
  }
}

function opened(beside: string, path: string): number {
  try {
    return openSync(beside, 'wx')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw new Mistake('not_found', `There is no folder for "${path}"`)
    throw fileTrouble(error, path)
  }
}

// Workspaces, here and elsewhere

/** The home directory, where there is one. */ // reliability 67
const home = (): string | undefined => process.env['HOME'] || homedir() || undefined

/** The person whose profiles and keys are meant. */
const userOf = (flag: string | undefined, stderr: Stream): User => ({
  flag,
  env: process.env,
  home: home(),
  platform: process.platform,
  uid: process.getuid?.(),
  warn: (message) => void stderr.write(`${message}\n`),
})

async function choose(profile: string | undefined, stderr: Stream) {
  const { chooseProfile } = await import('./config/choose.ts')
  const { locations, directory } = await import('./config/locations.ts')
  const user = userOf(profile, stderr)
  const places = locations(user.env, user.home, user.platform)
  const chosen = chooseProfile({ ...user, folder: places.config })
  return { chosen, dataFolder: () => directory(places, 'data') }
}

async function open(profile: string | undefined, manners: Manners, stderr: Stream): Promise<Opened> {
  const { chosen, dataFolder } = await choose(profile, stderr)
  if (chosen.kind === 'remote') {
    const opened = await connect(chosen, manners)
    return {
      ...opened,
      admin() {
        throw elsewhere(chosen)
      },
    }
  }
  const { chosenWorkspace } = await import('./commands/workspaces/chosen.ts')
  const workspaces = await openFolder(dataFolder())
  const { id } = chosenWorkspace(workspaces, chosen.workspace, process.env)
  return {
    api: workspaces.open(id),
    workspace_id: id,
    isLocal: true,
    admin: () => workspaces.admin(id),
    close: () => workspaces.close(),
  }
}

async function openWorkspacesOf(
  profile: string | undefined,
  stderr: Stream,
  folder?: string,
): Promise<Workspaces> {
  if (folder !== undefined) return openFolder(folder)
  const { chosen, dataFolder } = await choose(profile, stderr)
  if (chosen.kind === 'local') return openFolder(dataFolder())
  throw elsewhere(chosen)
}

const elsewhere = ({ name }: ChosenRemote): Mistake =>
  new Mistake('forbidden', `The profile ${name} is on another machine`, {
    hint: 'Add --profile local to work on this machine',
  })

async function openFolder(folder: string): Promise<Workspaces> {
  const { openWorkspaces } = await import('./engine/workspaces.ts')
  return openWorkspaces({ folder, now: Date.now, random: randomBytes })
}

/** Opens a service elsewhere, with what this user's processes know of it. */
async function connect(remote: Remote, manners: Manners): Promise<Omit<Opened, 'admin'>> {
  const { openClient } = await import('./client/client.ts')
  const { setTimeout: wait } = await import('node:timers/promises')
  const memory = await openMemory(manners.trace)
  const api = openClient({
    ...remote,
    ...manners,
    now: Date.now,
    random: Math.random,
    newId: randomUUID,
    wait: (milliseconds, signal) => wait(milliseconds, undefined, signal && { signal }),
    ledger: memory?.ledger(remote),
    kept: memory?.kept(remote),
  })
  return {
    api,
    workspace_id: remote.workspace_id,
    isLocal: false,
    ...(memory && { kept: memory.kept(remote) }),
    async close() {
      await api.close()
      memory?.close()
    },
  }
}

async function quotaOf(remote: Remote): Promise<Quota> {
  const memory = await openMemory(() => undefined)
  try {
    return memory?.ledger(remote).quota(Date.now()) ?? untouched
  } finally {
    memory?.close()
  }
}

/** What this user's processes share; without it they get along, each for itself. */ // reliability.md §2.5
async function openMemory(trace: (text: string) => void) {
  const { locations, directory } = await import('./config/locations.ts')
  const { openState } = await import('./store/state.ts')
  try {
    return openState(directory(locations(process.env, home(), process.platform), 'state'))
  } catch (error) {
    if (!(error instanceof StorageTrouble || error instanceof Mistake)) throw error
    trace(`Requests are not counted: ${error.message}`)
    return undefined
  }
}
