/** Which workspace an invocation is about: flag, then environment, then config.json, then this machine. */ // cli.md §1

import { readFileSync } from 'node:fs'
import { Mistake } from '../contract/errors.ts'
import { checkKey, plainAddress, readBaseUrl } from '../contract/remote-address.ts'
import { codeOf, fileTrouble } from '../fs/file-errors.ts'
import { type KeyHolder, type Reader, storedKey } from './credentials.ts'
import type { Environment } from './directories.ts'
import { isLocal, type Profile, profileNamed, type RemoteProfile, readProfiles } from './profiles.ts'

/** A workspace of this machine; `workspace` is an id or a name, where one was chosen. */
interface ChosenLocal {
  kind: 'local'
  name: string
  workspace?: string
}

/** A workspace of a service elsewhere, with the key that opens it. */
export interface ChosenRemote {
  kind: 'remote'
  name: string
  base_url: string
  workspace_id: string
  ca_file?: string
  key: string
}

export type Chosen = ChosenLocal | ChosenRemote

export interface Circumstances extends Reader {
  /** What `--profile` says. */
  flag: string | undefined
  env: Environment
  /** The config directory, where it is known. */
  folder: string | undefined
}

/** A key, and where it was found. */
export interface FoundKey {
  key: string
  source: 'BUDGET_API_KEY' | 'BUDGET_API_KEY_FILE' | 'credentials.json'
}

/** Does the environment alone describe the service that is meant? */
export const isDescribed = ({ flag, env }: Pick<Circumstances, 'flag' | 'env'>): boolean =>
  !flag && !env['BUDGET_PROFILE'] && Boolean(env['BUDGET_BASE_URL'])

/** The profile that is meant, whether there is a key for it or not. Throws a Mistake: no such profile, a damaged file. */
export function meantProfile({ flag, env, folder }: Circumstances): { name: string; profile: Profile } {
  const named = flag || env['BUDGET_PROFILE']
  if (isDescribed({ flag, env })) return { name: 'environment', profile: remoteOf(env) }
  const read = readProfiles(folder)
  const name = named || read.default_profile
  const profile = profileNamed(name, read)
  const workspace = env['BUDGET_WORKSPACE']
  if (!workspace) return { name, profile }
  return {
    name,
    profile: isLocal(profile) ? { ...profile, workspace } : { ...profile, workspace_id: workspace },
  }
}

/** The workspace that is meant. Throws a Mistake: no such profile, a damaged file, no key. */
export function chooseProfile(circumstances: Circumstances): Chosen {
  const { name, profile } = meantProfile(circumstances)
  return isLocal(profile) ? { name, ...profile } : remote(name, profile, circumstances)
}

/** The service that the environment alone describes. */
function remoteOf(env: Environment): RemoteProfile {
  const { BUDGET_BASE_URL: base_url, BUDGET_WORKSPACE: workspace_id } = env
  if (base_url && workspace_id) return { base_url, workspace_id }
  throw new Mistake('usage', 'BUDGET_BASE_URL needs BUDGET_WORKSPACE beside it', {
    hint: 'set it to a workspace id',
  })
}

function remote(
  name: string,
  { base_url, workspace_id, ca_file }: RemoteProfile,
  circumstances: Circumstances,
): ChosenRemote {
  const { origin } = readBaseUrl(base_url)
  const found = keyFor({ profile: isDescribed(circumstances) ? undefined : name, origin }, circumstances)
  if (!found) {
    const hint = '`budget auth login` stores one; BUDGET_API_KEY gives one for a single call'
    throw new Mistake('no_key', `No key is stored for ${origin}`, { hint })
  }
  checkKey(found.key)
  const certified = ca_file === undefined ? {} : { ca_file }
  return {
    kind: 'remote',
    name,
    base_url: plainAddress(base_url),
    workspace_id,
    ...certified,
    key: found.key,
  }
}

/** A profile's key: the environment's, if it is meant for its origin, or the one that is stored. */ // reliability.md §3.1 §3.5
export function keyFor(holder: KeyHolder, circumstances: Circumstances): FoundKey | undefined {
  const inEnvironment = environmentKey(holder.origin, circumstances.env)
  if (inEnvironment) return inEnvironment
  const key = storedKey(circumstances.folder, holder, circumstances)
  return key === undefined ? undefined : { key, source: 'credentials.json' }
}

/** The environment's key is for BUDGET_BASE_URL, or else for the profile's own origin. */
function environmentKey(origin: string, env: Environment): FoundKey | undefined {
  const meant = env['BUDGET_BASE_URL']
  if (meant && readBaseUrl(meant).origin !== origin) return undefined
  const { BUDGET_API_KEY: key, BUDGET_API_KEY_FILE: file } = env
  if (key) return { key, source: 'BUDGET_API_KEY' }
  return file ? { key: keyIn(file), source: 'BUDGET_API_KEY_FILE' } : undefined
}

function keyIn(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    const code = codeOf(error)
    if (code !== 'ENOENT') throw fileTrouble(error, `The BUDGET_API_KEY_FILE ${path}`)
    throw new Mistake('no_key', `Cannot read BUDGET_API_KEY_FILE ${path} (${code})`)
  }
}
