/**
 * Stores an API key for each profile in credentials.json, bound to the origin it may be sent to.
 * @see docs/reliability.md#credentials
 * @see docs/reliability.md#r10
 */

import { chmodSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StorageError, UserError } from '../contract/errors.ts'
import { assertApiKeyFormat, parseBaseUrl } from '../contract/remote-address.ts'
import { isLocalProfile, readProfiles } from './profiles.ts'
import { damagedFileError, isJsonObject, type JsonObject, omitField, readJsonFile } from './read-json.ts'
import { updateJsonFile } from './write-json.ts'

/** Who reads the key file, and who is warned that other users could read it. */
export interface KeyFileAccess {
  /** The user id, on systems that have one. */
  uid: number | undefined
  warn: (message: string) => void
}

/** Whose key it is, and where it may be sent; a service described by environment variables has no profile. */
export interface KeyOwner {
  profile: string | undefined
  origin: string
}

/**
 * Returns the key stored for a profile.
 * @throws UserError for a damaged file or one of another user
 */
export function readStoredKey(
  folder: string | undefined,
  { profile, origin }: KeyOwner,
  reader: KeyFileAccess,
): string | undefined {
  if (folder === undefined) return undefined
  const path = join(folder, 'credentials.json')
  const content = readJsonFile(path)
  if (!content) return undefined
  restrictPermissions(path, reader)
  const entry = profile === undefined ? undefined : findKeyEntry(content, profile, path)
  // A key bound to another origin is not sent, nor are the keys of other profiles for this origin.
  if (entry) return entry.origin === origin ? entry.key : undefined
  const shared = findKeyEntry(content, origin, path)
  if (shared || profile !== undefined) return shared?.key
  const keys = Object.keys(content).flatMap((name) => {
    const entry = findKeyEntry(content, name, path)
    return entry?.origin === origin ? [entry.key] : []
  })
  return new Set(keys).size === 1 ? keys[0] : undefined
}

/**
 * Lists every stored key, so that output can mask them; empty for an unreadable file, which other code reports.
 */
export function listStoredKeys(folder: string | undefined): string[] {
  try {
    const content = (folder !== undefined && readJsonFile(join(folder, 'credentials.json'))) || {}
    const keys = Object.values(content).map((entry) => (isJsonObject(entry) ? entry['key'] : undefined))
    return keys.filter((key) => typeof key === 'string')
  } catch (error) {
    if (error instanceof UserError || error instanceof StorageError) return []
    throw error
  }
}

/** Returns the entry of a profile or, in older files, of an origin. */
function findKeyEntry(
  content: JsonObject,
  name: string,
  path: string,
): { key: string; origin: string } | undefined {
  const entry = Object.hasOwn(content, name) ? content[name] : undefined
  if (entry === undefined) return undefined
  const { key, origin = name } = isJsonObject(entry) ? entry : {}
  if (typeof key === 'string' && typeof origin === 'string') return { key, origin }
  throw damagedFileError(path, `it has no key for ${name}`)
}

/** Makes a file unreadable for other users. @see docs/reliability.md#row-58 */
function restrictPermissions(path: string, { uid, warn }: KeyFileAccess): void {
  if (uid === undefined) return
  const { mode, uid: owner } = statSync(path)
  if (owner !== uid) throw new UserError('invalid', `${path} belongs to another user; its keys were not used`)
  if ((mode & 0o077) === 0) return
  chmodSync(path, 0o600)
  warn(`${path} was readable by other users; its permissions were fixed`)
}

/**
 * Stores the key of a profile.
 * @throws UserError for a text that cannot be a key
 */
export async function saveKey(
  folder: string,
  owner: KeyOwner & { profile: string },
  key: string,
): Promise<void> {
  assertApiKeyFormat(key)
  const { profile, origin } = owner
  await updateJsonFile(folder, 'credentials', (content) => ({
    ...migrateOriginKeys(content, folder),
    [profile]: { origin, key },
  }))
}

/** Removes the key of a profile, or of a service described by environment variables. */
export async function removeKey(folder: string, { profile, origin }: KeyOwner): Promise<void> {
  if (!readJsonFile(join(folder, 'credentials.json'))) return
  await updateJsonFile(folder, 'credentials', (content) =>
    omitField(migrateOriginKeys(content, folder), profile ?? origin),
  )
}

/** Replaces entries of origins, as older versions wrote them, by entries of the profiles with that origin. */
function migrateOriginKeys(content: JsonObject, folder: string): JsonObject {
  const keys = { ...content }
  for (const [name, profile] of Object.entries(readProfiles(folder).profiles)) {
    if (isLocalProfile(profile) || Object.hasOwn(keys, name)) continue
    const { origin } = parseBaseUrl(profile.base_url)
    const shared = Object.hasOwn(content, origin) ? content[origin] : undefined
    if (isJsonObject(shared)) keys[name] = { ...shared, origin }
    if (isJsonObject(shared)) delete keys[origin]
  }
  return keys
}
