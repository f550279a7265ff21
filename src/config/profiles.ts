/** The profiles of config.json: which workspace is meant, and where it is. */

import { join } from 'node:path'
import { UserError } from '../contract/errors.ts'
import { isValidId, normalizeBaseUrl } from '../contract/remote-address.ts'
import { damagedFileError, isJsonObject, type JsonObject, omitField, readJsonFile } from './read-json.ts'
import { updateJsonFile } from './write-json.ts'

interface ProfileDefaults {
  /** The account that is meant when none is named, as it was typed. */
  default_account?: string
}

/** Workspaces of this machine; one of them, by id or name, where it says which. */
export interface LocalProfile extends ProfileDefaults {
  kind: 'local'
  workspace?: string
}

/** A workspace of a service elsewhere. Its key is kept apart. */
export interface RemoteProfile extends ProfileDefaults {
  base_url: string
  workspace_id: string
  /** A file with the certificates it is known by, where no public authority vouches for it. */
  ca_file?: string
}

export type Profile = LocalProfile | RemoteProfile

export interface Profiles {
  default_profile: string
  /** By name. `local` is always there. */
  profiles: Readonly<Record<string, Profile>>
}

/** The profile that needs no set-up. */
const builtInProfile = 'local'

const PROFILE_NAME = /^[a-z0-9][a-z0-9_-]{0,31}$/

export const isLocalProfile = (profile: Profile): profile is LocalProfile => 'kind' in profile

/** The profiles of a config directory; the built-in one alone when there is no directory or file. */
export function readProfiles(folder: string | undefined): Profiles {
  const none: Profiles = {
    default_profile: builtInProfile,
    profiles: { [builtInProfile]: { kind: 'local' } },
  }
  if (folder === undefined) return none
  const path = join(folder, 'config.json')
  const content = readJsonFile(path)
  if (!content) return none
  const { default_profile = builtInProfile, profiles = {} } = content
  if (typeof default_profile !== 'string') throw damagedFileError(path, 'default_profile is not a text')
  if (!isJsonObject(profiles)) throw damagedFileError(path, 'profiles is not an object')
  const read = Object.entries(profiles).map(
    ([name, profile]) => [name, parseProfile(profile, path, name)] as const,
  )
  return { default_profile, profiles: { ...none.profiles, ...Object.fromEntries(read) } }
}

function parseProfile(profile: unknown, path: string, name: string): Profile {
  const read = PROFILE_NAME.test(name) && isJsonObject(profile) ? parseProfileTarget(profile) : undefined
  const { default_account } = isJsonObject(profile) ? profile : {}
  if (read && default_account === undefined) return read
  if (read && typeof default_account === 'string') return { ...read, default_account }
  throw damagedFileError(path, `the profile ${JSON.stringify(name)} is not one`)
}

/** Where a profile's workspace is; undefined when that is not told. */
function parseProfileTarget({
  kind,
  workspace,
  base_url,
  workspace_id,
  ca_file,
}: JsonObject): Profile | undefined {
  if (kind === 'local' && workspace === undefined) return { kind }
  if (kind === 'local' && typeof workspace === 'string') return { kind, workspace }
  const isRemote = kind === undefined && typeof base_url === 'string' && typeof workspace_id === 'string'
  if (isRemote && ca_file === undefined) return { base_url, workspace_id }
  return isRemote && typeof ca_file === 'string' ? { base_url, workspace_id, ca_file } : undefined
}

/** A profile by name; throws a Mistake that lists those there are. */
export function getProfile(name: string, read: Profiles): Profile {
  const found = findProfile(read, name)
  if (found) return found
  const hint = `The profiles are ${Object.keys(read.profiles).join(', ')}`
  throw new UserError('not_found', `No profile called ${JSON.stringify(name)}`, { hint })
}

/** A profile by name; undefined when there is none. */
export const findProfile = ({ profiles }: Profiles, name: string): Profile | undefined =>
  Object.hasOwn(profiles, name) ? profiles[name] : undefined

/** A profile as it is kept. Throws a Mistake for a name or a place that cannot be. */
export function validateProfile(name: string, profile: Profile): Profile {
  if (PROFILE_NAME.test(name)) return isLocalProfile(profile) ? profile : validateRemoteProfile(profile)
  throw new UserError(
    'value',
    `${JSON.stringify(name)} cannot name a profile; use up to 32 small letters, digits, "-" and "_"`,
  )
}

/** Adds a profile, or says anew where the one of this name is. */
export async function saveProfile(folder: string, name: string, profile: Profile): Promise<void> {
  const checked = validateProfile(name, profile)
  await updateProfiles(folder, (read, profiles) => {
    const { default_account } = findProfile(read, name) ?? {}
    const usual = default_account === undefined ? {} : { default_account }
    return { profiles: { ...profiles, [name]: { ...usual, ...checked } } }
  })
}

function validateRemoteProfile({ base_url, workspace_id, ...rest }: RemoteProfile): RemoteProfile {
  const address = normalizeBaseUrl(base_url)
  if (isValidId(workspace_id)) return { base_url: address, workspace_id, ...rest }
  throw new UserError('value', `${JSON.stringify(workspace_id)} cannot be a workspace id`, {
    field: 'workspace_id',
  })
}

/** Forgets a profile. When it was the default, the built-in one is again. Its key is forgotten apart. */
export async function removeProfile(folder: string, name: string): Promise<void> {
  await updateProfiles(folder, (read, profiles) => {
    getProfile(name, read)
    const default_profile = read.default_profile === name ? builtInProfile : read.default_profile
    return { profiles: omitField(profiles, name), default_profile }
  })
}

/** Makes a profile the one that is used when none is named. */
export async function setDefaultProfile(folder: string, name: string): Promise<void> {
  await updateProfiles(folder, (read) => {
    getProfile(name, read)
    return { default_profile: name }
  })
}

/** Says which account of a profile is meant when none is named; null for none. */
export async function setDefaultAccount(
  folder: string,
  name: string,
  default_account: string | null,
): Promise<void> {
  await updateProfiles(folder, (read, profiles) => {
    const { default_account: _, ...profile } = getProfile(name, read)
    const changed = default_account === null ? profile : { ...profile, default_account }
    return { profiles: { ...profiles, [name]: changed } }
  })
}

/** Changes config.json and keeps what else is in it. */
function updateProfiles(
  folder: string,
  change: (read: Profiles, profiles: JsonObject) => Partial<Record<keyof Profiles, unknown>>,
): Promise<void> {
  return updateJsonFile(folder, 'config', (content) => {
    const profiles = isJsonObject(content['profiles']) ? content['profiles'] : {}
    return { ...content, ...change(readProfiles(folder), profiles) }
  })
}
