/** Which workspace an invocation is about: flag, then environment, then config.json, then this machine. */ // cli.md §1

import { readFileSync } from 'node:fs'
import { Mistake } from '../contract/errors.ts'
import { checkKey, readBaseUrl } from '../contract/remote.ts'
import { type Reader, storedKey } from './keys.ts'
import type { Environment } from './locations.ts'
import { isLocal, profileNamed, type RemoteProfile, readProfiles } from './profiles.ts'

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

/** The workspace that is meant. Throws a Mistake: no such profile, a damaged file, no key. */
export function chooseProfile(circumstances: Circumstances): Chosen {
  const { flag, env, folder } = circumstances
  const named = flag || env['BUDGET_PROFILE']
  if (!named && env['BUDGET_BASE_URL']) return remote('environment', remoteOf(env), circumstances)
  const read = readProfiles(folder)
  const name = named || read.default_profile
  const profile = profileNamed(name, read)
  const workspace = env['BUDGET_WORKSPACE']
  if (!isLocal(profile)) {
    return remote(name, workspace ? { ...profile, workspace_id: workspace } : profile, circumstances)
  }
  return { name, ...profile, ...(workspace && { workspace }) }
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
  { base_url, workspace_id }: RemoteProfile,
  circumstances: Circumstances,
): ChosenRemote {
  const { origin } = readBaseUrl(base_url)
  const key =
    environmentKey(origin, circumstances.env) ?? storedKey(circumstances.folder, origin, circumstances)
  if (key === undefined) {
    const hint = '`budget auth login` stores one; BUDGET_API_KEY gives one for a single call'
    throw new Mistake('no_key', `No key is stored for ${origin}`, { hint })
  }
  checkKey(key)
  return { kind: 'remote', name, base_url, workspace_id, key }
}

/** The environment's key, if it is meant for this origin: that of BUDGET_BASE_URL, or the profile's own. */ // reliability.md §3.5
function environmentKey(origin: string, env: Environment): string | undefined {
  const meant = env['BUDGET_BASE_URL']
  if (meant && readBaseUrl(meant).origin !== origin) return undefined
  if (env['BUDGET_API_KEY']) return env['BUDGET_API_KEY']
  const file = env['BUDGET_API_KEY_FILE']
  return file ? keyIn(file) : undefined
}

function keyIn(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException // what readFileSync throws
    throw new Mistake('no_key', `Cannot read BUDGET_API_KEY_FILE ${path} (${code})`)
  }
}
