/** Connects commands to workspaces, local or remote; each module is loaded at its first use. */

import { randomBytes, randomUUID } from 'node:crypto'
import type { RemoteProfileWithKey } from '../../command/context.ts'
import type {
  Connection,
  ConnectOptions,
  OutputStream,
  RequestPolicy,
  Runtime,
} from '../../command/runtime.ts'
import type { ResolvedRemoteProfile } from '../../config/resolve-profile.ts'
import type { UserConfigOptions } from '../../config/user-config.ts'
import { StorageError, UserError } from '../../contract/errors.ts'
import type { Workspaces } from '../../contract/ports/local-service.ts'
import { type Quota, unusedQuota } from '../../contract/ports/remote-caches.ts'
import { connectLocal } from './connect-local.ts'
import { getHomeDirectory } from './protected-directories.ts'
import { openRemoteFiles } from './remote-files.ts'
import { getStateDirectory } from './state-directory.ts'

type Services = Pick<
  Runtime,
  | 'settings'
  | 'connectProfile'
  | 'connectRemote'
  | 'readQuota'
  | 'openLocalWorkspaces'
  | 'serve'
  | 'serveDatabase'
  | 'connectDatabase'
>

/** Returns the services of this machine; warnings about the user's files go to `stderr`. */
export const createServices = (stderr: OutputStream): Services => ({
  settings: async (profile) =>
    (await import('../../config/user-config.ts')).openUserConfig(toUserConfigOptions(profile, stderr)),
  connectProfile: (profile, connect) => connectProfile(toUserConfigOptions(profile, stderr), connect),
  connectRemote: (remote, policy) =>
    connectRemote(remote, policy, toUserConfigOptions(undefined, stderr).warn),
  readQuota: (remote) => readQuota(remote, toUserConfigOptions(undefined, stderr).warn),
  openLocalWorkspaces: (profile, folder) => openLocalWorkspaces(toUserConfigOptions(profile, stderr), folder),
  serve: async (workspaces, options) => (await import('./serve.ts')).serve(workspaces, options),
  serveDatabase: async (options) => (await import('./serve.ts')).serveDatabase(options),
  connectDatabase: async (file) => (await import('./serve.ts')).connectDatabase(file),
})

/** Returns the user's environment, with the profile that the command line names. */
const toUserConfigOptions = (flag: string | undefined, stderr: OutputStream): UserConfigOptions => ({
  flag,
  env: process.env,
  home: getHomeDirectory(),
  platform: process.platform,
  uid: process.getuid?.(),
  warn: (message) => void stderr.write(`${message}\n`),
})

async function resolveSelectedProfile(options: UserConfigOptions) {
  const { resolveProfile: resolve } = await import('../../config/resolve-profile.ts')
  const { resolveDirectories, requireDirectory } = await import('../../config/directories.ts')
  const directories = resolveDirectories(options.env, options.home, options.platform)
  const profile = resolve({ ...options, folder: directories.config })
  return { chosen: profile, dataFolder: () => requireDirectory(directories, 'data') }
}

async function connectProfile(options: UserConfigOptions, connect: ConnectOptions): Promise<Connection> {
  const { chosen: profile, dataFolder } = await resolveSelectedProfile(options)
  if (profile.kind === 'remote') {
    const connection = await connectRemote(profile, connect, options.warn)
    return { ...connection, workspaceAdmin: () => rejectRemoteProfile(profile) }
  }
  const { resolveWorkspace } = await import('../../setup/resolve-workspace.ts')
  const workspaces = await openWorkspacesIn(dataFolder())
  const { id } = resolveWorkspace(workspaces, profile.workspace, { ...connect, env: process.env })
  const openReviewDrafts = async (import_id?: string) =>
    (await import('../../store/review-drafts.ts')).openReviewDrafts(await getStateDirectory(), id, import_id)
  const openDrafts = async () =>
    (await import('../../store/drafts-db.ts')).openDrafts(await getStateDirectory(), id)
  return connectLocal(workspaces, id, { openReviewDrafts, openDrafts })
}

/** Opens what exports read of a remote workspace. */
export const requestExports: Connection['openExportSource'] = async (options) =>
  (await import('../../remote/requested-exports.ts')).createRequestedExports(options)

async function openLocalWorkspaces(options: UserConfigOptions, folder?: string): Promise<Workspaces> {
  if (folder !== undefined) return openWorkspacesIn(folder)
  const { chosen: profile, dataFolder } = await resolveSelectedProfile(options)
  if (profile.kind === 'local') return openWorkspacesIn(dataFolder())
  return rejectRemoteProfile(profile)
}

function rejectRemoteProfile(profile: ResolvedRemoteProfile): never {
  throw remoteProfileError(profile)
}

/** Returns the error of a command that needs a local workspace. */
export const remoteProfileError = ({ name }: ResolvedRemoteProfile): UserError =>
  new UserError('forbidden', `The profile ${name} uses a remote service`, {
    hint: 'Add --profile local to use this computer',
  })

const openWorkspacesIn = async (folder: string): Promise<Workspaces> =>
  (await import('../../engine/workspaces.ts')).openWorkspaces({ folder, now: Date.now, random: randomBytes })

/** Opens a remote workspace, with the state that the user's processes share about it. */
async function connectRemote(
  remote: RemoteProfileWithKey,
  policy: RequestPolicy,
  warn: UserConfigOptions['warn'],
): Promise<Omit<Connection, 'workspaceAdmin'>> {
  const { openClient } = await import('../../remote/http/client.ts')
  const { connectRemoteHistory } = await import('../../remote/undo/remote-history.ts')
  const { createCachedReferences } = await import('../../remote/cached-references.ts')
  const { connectRemoteReports } = await import('../../remote/reports/remote-reports.ts')
  const { setTimeout: wait } = await import('node:timers/promises')
  const requestState = await openRequestState({ warn, trace: policy.trace })
  const cache = requestState?.workspaceCache(remote)
  const files = openRemoteFiles(remote, warn)
  const client = openClient({
    ...remote,
    ...policy,
    env: process.env,
    now: Date.now,
    random: Math.random,
    newId: randomUUID,
    wait: (milliseconds, signal) => wait(milliseconds, undefined, signal && { signal }),
    rateLimitStore: requestState?.rateLimitStore(remote),
    cache,
  })
  const { countResentWrites, reserveRequests, findHttpResponse } = client
  const reports = connectRemoteReports(files.monthCache)
  const { openLog, openImportStore } = files
  const options = {
    api: reports.watchWrites(client),
    cache,
    openLog,
    openImportStore,
    reserveRequests,
    warn,
    signal: policy.signal,
  }
  const { keepSeenEntities, ...history } = connectRemoteHistory({ ...options, now: Date.now })
  return {
    ...history,
    references: () => createCachedReferences(client, cache),
    openExportSource: requestExports,
    openReportSource: reports.openReportSource,
    workspace_id: remote.workspace_id,
    isLocal: false,
    openImportStore,
    openReconciliations: async () => (await openImportStore()).reconciliations,
    openReviewDrafts: files.openReviewDrafts,
    openDrafts: files.openDrafts,
    countResentWrites,
    reserveRequests,
    findHttpResponse,
    ...(cache && { nameCache: cache }),
    async close() {
      keepSeenEntities()
      await client.close()
      requestState?.close()
      files.close()
    },
  }
}

async function readQuota(remote: RemoteProfileWithKey, warn: UserConfigOptions['warn']): Promise<Quota> {
  const requestState = await openRequestState({ warn, trace: () => undefined })
  try {
    return requestState?.rateLimitStore(remote).readQuota(Date.now()) ?? unusedQuota
  } finally {
    requestState?.close()
  }
}

/**
 * Opens the state that the user's processes share; undefined when it cannot be opened, which does no harm.
 * @see docs/http-client.md#rate-limit
 */
async function openRequestState({
  warn,
  trace,
}: {
  warn: UserConfigOptions['warn']
  trace: RequestPolicy['trace']
}) {
  const { openStateDatabase } = await import('../../store/state-db.ts')
  try {
    return openStateDatabase(await getStateDirectory(), warn)
  } catch (error) {
    if (!(error instanceof StorageError || error instanceof UserError)) throw error
    trace(`Requests are not counted: ${error.message}`)
    return undefined
  }
}
