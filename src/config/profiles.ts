/**
 * Reads and writes the profiles in config.json.
 * A profile says which workspace to use, and where it is.
 */

import { join } from 'node:path'
import { UserError } from '../contract/errors.ts'
import { isValidId, normalizeBaseUrl } from '../contract/remote-address.ts'
import { damagedFileError, isJsonObject, type JsonObject, omitField, readJsonFile } from './read-json.ts'
import { updateJsonFile } from './write-json.ts'

interface ProfileDefaults {
  /** The account to use when a command names none, as the user typed it. */
  default_account?: string
}

/** A workspace of this machine, by id or name; without one the default workspace. */
export interface LocalProfile extends ProfileDefaults {
  kind: 'local'
  workspace?: string
}

/** A workspace of a remote service. Its key is stored in credentials.json. */
export interface RemoteProfile extends ProfileDefaults {
  base_url: string
  workspace_id: string
  /** A file with the certificates that identify the service, if no public authority does. */
  ca_file?: string
}

/** A profile. */
export type Profile = LocalProfile | RemoteProfile

/** The content of config.json. */
export interface Profiles {
  default_profile: string
  /** By name; `local` always exists. */
  profiles: Readonly<Record<string, Profile>>
  /** For how many days `budget db compact` keeps the history, e.g. `400d`; undefined keeps all of it. */
  history_keep?: string
  /** What the user's own words for command lines stand for, by word. */
  aliases: Readonly<Record<string, string>>
}

/** The profile that needs no setup. */
const builtInProfile = 'local'

const PROFILE_NAME = /^[a-z0-9][a-z0-9_-]{0,31}$/

/** True for a profile of this machine. */
export const isLocalProfile = (profile: Profile): profile is LocalProfile => 'kind' in profile

/** Reads the profiles of a config directory; without a directory or file there is only the built-in one. */
export function readProfiles(folder: string | undefined): Profiles {
  const none: Profiles = {
    default_profile: builtInProfile,
    profiles: { [builtInProfile]: { kind: 'local' } },
    aliases: {},
  }
  if (folder === undefined) return none
  const path = join(folder, 'config.json')
  const content = readJsonFile(path)
  if (!content) return none
  const { default_profile = builtInProfile, profiles = {}, history_keep, aliases = {} } = content
  if (typeof default_profile !== 'string') throw damagedFileError(path, 'default_profile is not a string')
  if (!isJsonObject(profiles)) throw damagedFileError(path, 'profiles is not an object')
  if (history_keep !== undefined && typeof history_keep !== 'string')
    throw damagedFileError(path, 'history_keep is not a string')
  if (!isRecordOfStrings(aliases)) throw damagedFileError(path, 'aliases is not an object of strings')
  const read = Object.entries(profiles).map(
    ([name, profile]) => [name, parseProfile(profile, path, name)] as const,
  )
  return {
    default_profile,
    profiles: { ...none.profiles, ...Object.fromEntries(read) },
    aliases,
    ...(history_keep !== undefined && { history_keep }),
  }
}

const isRecordOfStrings = (value: unknown): value is Readonly<Record<string, string>> =>
  isJsonObject(value) && Object.values(value).every((text) => typeof text === 'string')

function parseProfile(profile: unknown, path: string, name: string): Profile {
  const read = PROFILE_NAME.test(name) && isJsonObject(profile) ? parseProfileTarget(profile) : undefined
  const { default_account } = isJsonObject(profile) ? profile : {}
  if (read && default_account === undefined) return read
  if (read && typeof default_account === 'string') return { ...read, default_account }
  throw damagedFileError(path, `the profile ${JSON.stringify(name)} is not valid`)
}

/** Returns the workspace of a profile; undefined for an invalid entry. */
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

/**
 * Returns a profile by name.
 * @throws UserError that lists the profiles
 */
export function getProfile(name: string, config: Profiles): Profile {
  const profile = findProfile(config, name)
  if (profile) return profile
  const hint = `The profiles are ${Object.keys(config.profiles).join(', ')}`
  throw new UserError('not_found', `No profile named ${JSON.stringify(name)}`, { hint })
}

/** Returns a profile by name; undefined when there is none. */
export const findProfile = ({ profiles }: Profiles, name: string): Profile | undefined =>
  Object.hasOwn(profiles, name) ? profiles[name] : undefined

/**
 * Returns a profile in its stored form.
 * @throws UserError for an invalid name, address or id
 */
export function validateProfile(name: string, profile: Profile): Profile {
  if (PROFILE_NAME.test(name)) return isLocalProfile(profile) ? profile : validateRemoteProfile(profile)
  throw new UserError(
    'invalid',
    `${JSON.stringify(name)} is not a valid profile name; use up to 32 lowercase letters, digits, "-" and "_"`,
  )
}

/** Adds or replaces a profile. */
export async function saveProfile(folder: string, name: string, profile: Profile): Promise<void> {
  const validated = validateProfile(name, profile)
  await updateProfiles(folder, (read, profiles) => {
    const { default_account } = findProfile(read, name) ?? {}
    const defaults = default_account === undefined ? {} : { default_account }
    return { profiles: { ...profiles, [name]: { ...defaults, ...validated } } }
  })
}

function validateRemoteProfile({ base_url, workspace_id, ...rest }: RemoteProfile): RemoteProfile {
  const address = normalizeBaseUrl(base_url)
  if (isValidId(workspace_id)) return { base_url: address, workspace_id, ...rest }
  throw new UserError('invalid', `${JSON.stringify(workspace_id)} is not a valid workspace id`, {
    field: 'workspace_id',
  })
}

/** Removes a profile; if it was the default, the built-in one becomes it. The key is removed separately. */
export async function removeProfile(folder: string, name: string): Promise<void> {
  await updateProfiles(folder, (read, profiles) => {
    getProfile(name, read)
    const default_profile = read.default_profile === name ? builtInProfile : read.default_profile
    return { profiles: omitField(profiles, name), default_profile }
  })
}

/** Makes a profile the default. */
export async function setDefaultProfile(folder: string, name: string): Promise<void> {
  await updateProfiles(folder, (read) => {
    getProfile(name, read)
    return { default_profile: name }
  })
}

/** Sets or (null) removes the default account of a profile. */
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

/** Sets or (null) removes for how long the history is kept. */
export const setHistoryKeep = (folder: string, history_keep: string | null): Promise<void> =>
  // JSON omits what is undefined.
  updateProfiles(folder, () => ({ history_keep: history_keep ?? undefined }))

/** Sets or (null) removes what a word of the user stands for. */
export const setAlias = (folder: string, word: string, commandLine: string | null): Promise<void> =>
  updateProfiles(folder, ({ aliases }) => ({ aliases: { ...aliases, [word]: commandLine ?? undefined } }))

/** Changes config.json and keeps its other content. */
function updateProfiles(
  folder: string,
  change: (read: Profiles, profiles: JsonObject) => Partial<Record<keyof Profiles, unknown>>,
): Promise<void> {
  return updateJsonFile(folder, 'config', (content) => {
    const profiles = isJsonObject(content['profiles']) ? content['profiles'] : {}
    return { ...content, ...change(readProfiles(folder), profiles) }
  })
}
