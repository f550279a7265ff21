/** Workspaces here and elsewhere, opened as the profile says. Their rooms start when the first one is opened. */

import { randomBytes, randomUUID } from 'node:crypto'
import type { Remote } from '../command/define.ts'
import type { Manners, Opened, Stream, Surroundings } from '../command/runtime.ts'
import type { ChosenRemote } from '../config/resolve-profile.ts'
import type { User } from '../config/user-config.ts'
import { Mistake, StorageTrouble } from '../contract/errors.ts'
import type { Workspaces } from '../contract/ports/local-service.ts'
import { type Quota, untouched } from '../contract/ports/rate-limit.ts'
import type { LogEntry } from '../server/app.ts'
import type { openImports } from '../store/imports-db.ts'
import { home } from './protected-directories.ts'

type Services = Pick<Surroundings, 'settings' | 'open' | 'connect' | 'quota' | 'workspaces' | 'serve'>

/** The services within reach; warnings about a person's files go to `stderr`. */
export const openServices = (stderr: Stream): Services => ({
  settings: async (profile) => (await import('../config/user-config.ts')).settingsOf(userOf(profile, stderr)),
  open: (profile, manners) => open(userOf(profile, stderr), manners),
  connect: (remote, manners) => connect(remote, manners, userOf(undefined, stderr).warn),
  quota: (remote) => quota(remote, userOf(undefined, stderr).warn),
  workspaces: (profile, folder) => workspacesOf(userOf(profile, stderr), folder),
  async serve(workspaces, { log, log_line, ...options }) {
    const { startServer } = await import('../server/server.ts')
    const line = ({ method, path, status, ms }: LogEntry): void =>
      log_line(`${new Date().toISOString()} ${method} ${path} ${status} ${ms} ms`)
    const elapsed = () => performance.now()
    return startServer(workspaces, { ...options, now: Date.now, elapsed, ...(log && { log: line }) })
  },
})

/** The person whose profiles and keys are meant. */
const userOf = (flag: string | undefined, stderr: Stream): User => ({
  flag,
  env: process.env,
  home: home(),
  platform: process.platform,
  uid: process.getuid?.(),
  warn: (message) => void stderr.write(`${message}\n`),
})

async function choose(user: User) {
  const { chooseProfile } = await import('../config/resolve-profile.ts')
  const { locations, directory } = await import('../config/directories.ts')
  const places = locations(user.env, user.home, user.platform)
  const chosen = chooseProfile({ ...user, folder: places.config })
  return { chosen, dataFolder: () => directory(places, 'data') }
}

async function open(user: User, manners: Manners): Promise<Opened> {
  const { chosen, dataFolder } = await choose(user)
  if (chosen.kind === 'remote') {
    const opened = await connect(chosen, manners, user.warn)
    return {
      ...opened,
      admin() {
        throw elsewhere(chosen)
      },
    }
  }
  const { chosenWorkspace } = await import('../commands/workspaces/shared/default-workspace.ts')
  const workspaces = await openFolder(dataFolder())
  const { id } = chosenWorkspace(workspaces, chosen.workspace, process.env)
  return {
    api: workspaces.open(id),
    workspace_id: id,
    isLocal: true,
    admin: () => workspaces.admin(id),
    hold: () => workspaces.hold(id),
    edition: () => workspaces.edition(id),
    imports: () => workspaces.imports(id),
    close: () => workspaces.close(),
  }
}

async function workspacesOf(user: User, folder?: string): Promise<Workspaces> {
  if (folder !== undefined) return openFolder(folder)
  const { chosen, dataFolder } = await choose(user)
  if (chosen.kind === 'local') return openFolder(dataFolder())
  throw elsewhere(chosen)
}

const elsewhere = ({ name }: ChosenRemote): Mistake =>
  new Mistake('forbidden', `The profile ${name} is on another machine`, {
    hint: 'Add --profile local to work on this machine',
  })

async function openFolder(folder: string): Promise<Workspaces> {
  const { openWorkspaces } = await import('../engine/workspaces.ts')
  return openWorkspaces({ folder, now: Date.now, random: randomBytes })
}

/** Opens a service elsewhere, with what this user's processes know of it. */
async function connect(remote: Remote, manners: Manners, warn: User['warn']): Promise<Omit<Opened, 'admin'>> {
  const { openClient } = await import('../client/client.ts')
  const { setTimeout: wait } = await import('node:timers/promises')
  const memory = await openMemory({ warn, trace: manners.trace })
  let journal: ReturnType<typeof openImports> | undefined
  const api = openClient({
    ...remote,
    ...manners,
    env: process.env,
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
    async imports() {
      journal ??= (await import('../store/imports-db.ts')).openImports(await stateFolder(), remote)
      return journal
    },
    resent: api.resent,
    price: api.price,
    answerTo: api.answerTo,
    ...(memory && { kept: memory.kept(remote) }),
    async close() {
      await api.close()
      memory?.close()
      journal?.close()
    },
  }
}

async function quota(remote: Remote, warn: User['warn']): Promise<Quota> {
  const memory = await openMemory({ warn, trace: () => undefined })
  try {
    return memory?.ledger(remote).quota(Date.now()) ?? untouched
  } finally {
    memory?.close()
  }
}

async function stateFolder(): Promise<string> {
  const { locations, directory } = await import('../config/directories.ts')
  return directory(locations(process.env, home(), process.platform), 'state')
}

/** What this user's processes share; without it they get along, each for itself. */ // reliability.md §2.5
async function openMemory({ warn, trace }: { warn: User['warn']; trace: Manners['trace'] }) {
  const { openState } = await import('../store/state-db.ts')
  try {
    return openState(await stateFolder(), warn)
  } catch (error) {
    if (!(error instanceof StorageTrouble || error instanceof Mistake)) throw error
    trace(`Requests are not counted: ${error.message}`)
    return undefined
  }
}
