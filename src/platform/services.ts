/** Workspaces here and elsewhere, opened as the profile says. Their rooms start when the first one is opened. */

import { randomBytes, randomUUID } from 'node:crypto'
import type { RemoteProfileWithKey } from '../command/context.ts'
import type { Connection, OutputStream, RequestPolicy, Runtime } from '../command/runtime.ts'
import type { ResolvedRemoteProfile } from '../config/resolve-profile.ts'
import type { UserConfigOptions } from '../config/user-config.ts'
import { StorageError, UserError } from '../contract/errors.ts'
import type { Workspaces } from '../contract/ports/local-service.ts'
import { type Quota, unusedQuota } from '../contract/ports/rate-limit.ts'
import type { LogEntry } from '../server/app.ts'
import type { openImportStore } from '../store/imports-db.ts'
import { getHomeDirectory } from './protected-directories.ts'

type Services = Pick<
  Runtime,
  'settings' | 'connectProfile' | 'connectRemote' | 'readQuota' | 'openLocalWorkspaces' | 'serve'
>

/** The services within reach; warnings about a person's files go to `stderr`. */
export const createServices = (stderr: OutputStream): Services => ({
  settings: async (profile) =>
    (await import('../config/user-config.ts')).openUserConfig(toUserConfigOptions(profile, stderr)),
  connectProfile: (profile, manners) => connectProfile(toUserConfigOptions(profile, stderr), manners),
  connectRemote: (remote, manners) =>
    connectRemote(remote, manners, toUserConfigOptions(undefined, stderr).warn),
  readQuota: (remote) => readQuota(remote, toUserConfigOptions(undefined, stderr).warn),
  openLocalWorkspaces: (profile, folder) => openLocalWorkspaces(toUserConfigOptions(profile, stderr), folder),
  async serve(workspaces, { log, log_line, ...options }) {
    const { startServer } = await import('../server/server.ts')
    const line = ({ method, path, status, ms }: LogEntry): void =>
      log_line(`${new Date().toISOString()} ${method} ${path} ${status} ${ms} ms`)
    const elapsed = () => performance.now()
    return startServer(workspaces, { ...options, now: Date.now, elapsed, ...(log && { log: line }) })
  },
})

/** The person whose profiles and keys are meant. */
const toUserConfigOptions = (flag: string | undefined, stderr: OutputStream): UserConfigOptions => ({
  flag,
  env: process.env,
  home: getHomeDirectory(),
  platform: process.platform,
  uid: process.getuid?.(),
  warn: (message) => void stderr.write(`${message}\n`),
})

async function resolveSelectedProfile(user: UserConfigOptions) {
  const { resolveProfile: chooseProfile } = await import('../config/resolve-profile.ts')
  const { resolveDirectories: locations, requireDirectory: directory } = await import(
    '../config/directories.ts'
  )
  const places = locations(user.env, user.home, user.platform)
  const chosen = chooseProfile({ ...user, folder: places.config })
  return { chosen, dataFolder: () => directory(places, 'data') }
}

async function connectProfile(user: UserConfigOptions, manners: RequestPolicy): Promise<Connection> {
  const { chosen, dataFolder } = await resolveSelectedProfile(user)
  if (chosen.kind === 'remote') {
    const opened = await connectRemote(chosen, manners, user.warn)
    return {
      ...opened,
      workspaceAdmin() {
        throw remoteProfileError(chosen)
      },
    }
  }
  const { resolveWorkspace: chosenWorkspace } = await import(
    '../commands/workspaces/shared/resolve-workspace.ts'
  )
  const workspaces = await openWorkspacesIn(dataFolder())
  const { id } = chosenWorkspace(workspaces, chosen.workspace, process.env)
  return {
    api: workspaces.open(id),
    workspace_id: id,
    isLocal: true,
    workspaceAdmin: () => workspaces.admin(id),
    beginTransaction: () => workspaces.beginTransaction(id),
    changeCounter: () => workspaces.changeCounter(id),
    openImportStore: () => workspaces.importStore(id),
    close: () => workspaces.close(),
  }
}

async function openLocalWorkspaces(user: UserConfigOptions, folder?: string): Promise<Workspaces> {
  if (folder !== undefined) return openWorkspacesIn(folder)
  const { chosen, dataFolder } = await resolveSelectedProfile(user)
  if (chosen.kind === 'local') return openWorkspacesIn(dataFolder())
  throw remoteProfileError(chosen)
}

const remoteProfileError = ({ name }: ResolvedRemoteProfile): UserError =>
  new UserError('forbidden', `The profile ${name} is on another machine`, {
    hint: 'Add --profile local to work on this machine',
  })

async function openWorkspacesIn(folder: string): Promise<Workspaces> {
  const { openWorkspaces } = await import('../engine/workspaces.ts')
  return openWorkspaces({ folder, now: Date.now, random: randomBytes })
}

/** Opens a service elsewhere, with what this user's processes know of it. */
async function connectRemote(
  remote: RemoteProfileWithKey,
  manners: RequestPolicy,
  warn: UserConfigOptions['warn'],
): Promise<Omit<Connection, 'workspaceAdmin'>> {
  const { openClient } = await import('../client/client.ts')
  const { setTimeout: wait } = await import('node:timers/promises')
  const memory = await openSharedState({ warn, trace: manners.trace })
  let journal: ReturnType<typeof openImportStore> | undefined
  const api = openClient({
    ...remote,
    ...manners,
    env: process.env,
    now: Date.now,
    random: Math.random,
    newId: randomUUID,
    wait: (milliseconds, signal) => wait(milliseconds, undefined, signal && { signal }),
    rateLimitStore: memory?.ledger(remote),
    cache: memory?.kept(remote),
  })
  return {
    api,
    workspace_id: remote.workspace_id,
    isLocal: false,
    async openImportStore() {
      journal ??= (await import('../store/imports-db.ts')).openImportStore(await getStateDirectory(), remote)
      return journal
    },
    countResentWrites: api.countResentWrites,
    reserveRequests: api.reserveRequests,
    findHttpResponse: api.findHttpResponse,
    ...(memory && { nameCache: memory.kept(remote) }),
    async close() {
      await api.close()
      memory?.close()
      journal?.close()
    },
  }
}

async function readQuota(remote: RemoteProfileWithKey, warn: UserConfigOptions['warn']): Promise<Quota> {
  const memory = await openSharedState({ warn, trace: () => undefined })
  try {
    return memory?.ledger(remote).readQuota(Date.now()) ?? unusedQuota
  } finally {
    memory?.close()
  }
}

async function getStateDirectory(): Promise<string> {
  const { resolveDirectories: locations, requireDirectory: directory } = await import(
    '../config/directories.ts'
  )
  return directory(locations(process.env, getHomeDirectory(), process.platform), 'state')
}

/**
 * What this user's processes share; without it they get along, each for itself.
 * @see docs/http-client.md#rate-limit
 */
async function openSharedState({
  warn,
  trace,
}: {
  warn: UserConfigOptions['warn']
  trace: RequestPolicy['trace']
}) {
  const { openStateDatabase: openState } = await import('../store/state-db.ts')
  try {
    return openState(await getStateDirectory(), warn)
  } catch (error) {
    if (!(error instanceof StorageError || error instanceof UserError)) throw error
    trace(`Requests are not counted: ${error.message}`)
    return undefined
  }
}
