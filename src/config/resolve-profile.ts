/**
 * Resolves the workspace of an invocation: flag, environment, config.json, then this machine.
 * @see docs/cli.md
 */

import { readFileSync } from 'node:fs'
import { UserError } from '../contract/errors.ts'
import { assertApiKeyFormat, normalizeBaseUrl, parseBaseUrl } from '../contract/remote-address.ts'
import { getErrorCode, toFileStorageError } from '../fs/file-errors.ts'
import { type KeyFileAccess, type KeyOwner, readStoredKey } from './credentials.ts'
import type { Environment } from './directories.ts'
import { getProfile, isLocalProfile, type Profile, type RemoteProfile, readProfiles } from './profiles.ts'

/** A workspace of this machine; `workspace` is an id or a name, if one was chosen. */
interface ResolvedLocalProfile {
  kind: 'local'
  name: string
  workspace?: string
}

/** A workspace of a remote service, with its key. */
export interface ResolvedRemoteProfile {
  kind: 'remote'
  name: string
  base_url: string
  workspace_id: string
  ca_file?: string
  key: string
}

/** The workspace that an invocation uses. */
export type ResolvedProfile = ResolvedLocalProfile | ResolvedRemoteProfile

/** What determines the profile and the key. */
export interface ProfileContext extends KeyFileAccess {
  /** The value of `--profile`. */
  flag: string | undefined
  env: Environment
  /** The config directory, if it is known. */
  folder: string | undefined
}

/** A key, and where it was found. */
export interface ResolvedKey {
  key: string
  source: 'BUDGET_API_KEY' | 'BUDGET_API_KEY_FILE' | 'credentials.json'
}

/** True if environment variables alone describe the service. */
export const isEnvironmentProfile = ({ flag, env }: Pick<ProfileContext, 'flag' | 'env'>): boolean =>
  !flag && !env['BUDGET_PROFILE'] && Boolean(env['BUDGET_BASE_URL'])

/**
 * Returns the selected profile, with or without a key.
 * @throws UserError for an unknown profile or a damaged file
 */
export function selectProfile({ flag, env, folder }: ProfileContext): { name: string; profile: Profile } {
  const requestedName = flag || env['BUDGET_PROFILE']
  if (isEnvironmentProfile({ flag, env }))
    return { name: 'environment', profile: readEnvironmentProfile(env) }
  const read = readProfiles(folder)
  const name = requestedName || read.default_profile
  const profile = getProfile(name, read)
  const workspace = env['BUDGET_WORKSPACE']
  if (!workspace) return { name, profile }
  return {
    name,
    profile: isLocalProfile(profile) ? { ...profile, workspace } : { ...profile, workspace_id: workspace },
  }
}

/**
 * Returns the selected workspace.
 * @throws UserError for an unknown profile, a damaged file or a missing key
 */
export function resolveProfile(context: ProfileContext): ResolvedProfile {
  const { name, profile } = selectProfile(context)
  return isLocalProfile(profile) ? { name, ...profile } : resolveRemoteProfile(name, profile, context)
}

/** Returns the service that environment variables alone describe. */
function readEnvironmentProfile(env: Environment): RemoteProfile {
  const { BUDGET_BASE_URL: base_url, BUDGET_WORKSPACE: workspace_id } = env
  if (base_url && workspace_id) return { base_url, workspace_id }
  throw new UserError('usage', 'BUDGET_BASE_URL requires BUDGET_WORKSPACE', {
    hint: 'Set it to a workspace id',
  })
}

function resolveRemoteProfile(
  name: string,
  { base_url, workspace_id, ca_file }: RemoteProfile,
  context: ProfileContext,
): ResolvedRemoteProfile {
  const { origin } = parseBaseUrl(base_url)
  const resolved = resolveKey({ profile: isEnvironmentProfile(context) ? undefined : name, origin }, context)
  if (!resolved) {
    const hint = 'Store one with `budget auth login`, or set BUDGET_API_KEY for a single command'
    throw new UserError('no_key', `No key is stored for ${origin}`, { hint })
  }
  assertApiKeyFormat(resolved.key)
  const certificates = ca_file === undefined ? {} : { ca_file }
  return {
    kind: 'remote',
    name,
    base_url: normalizeBaseUrl(base_url),
    workspace_id,
    ...certificates,
    key: resolved.key,
  }
}

/**
 * Returns a profile's key: the environment's, if it is meant for the profile's origin, else the stored one.
 * @see docs/reliability.md#sources
 * @see docs/reliability.md#host-scoping
 */
export function resolveKey(owner: KeyOwner, context: ProfileContext): ResolvedKey | undefined {
  const environmentKey = readEnvironmentKey(owner.origin, context.env)
  if (environmentKey) return environmentKey
  const key = readStoredKey(context.folder, owner, context)
  return key === undefined ? undefined : { key, source: 'credentials.json' }
}

/** The environment's key is meant for BUDGET_BASE_URL, or without it for the profile's origin. */
function readEnvironmentKey(origin: string, env: Environment): ResolvedKey | undefined {
  const baseUrl = env['BUDGET_BASE_URL']
  if (baseUrl && parseBaseUrl(baseUrl).origin !== origin) return undefined
  const { BUDGET_API_KEY: key, BUDGET_API_KEY_FILE: file } = env
  if (key) return { key, source: 'BUDGET_API_KEY' }
  return file ? { key: readKeyFile(file), source: 'BUDGET_API_KEY_FILE' } : undefined
}

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    const code = getErrorCode(error)
    if (code !== 'ENOENT') throw toFileStorageError(error, `The BUDGET_API_KEY_FILE ${path}`)
    throw new UserError('no_key', `Cannot read BUDGET_API_KEY_FILE ${path} (${code})`)
  }
}
