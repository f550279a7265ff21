/** The keys of credentials.json, by the origin they are for. A key never goes to another origin. */ // reliability.md §3

import { chmodSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Mistake } from '../contract/errors.ts'
import { checkKey } from '../contract/remote.ts'
import { damaged, isObject, readJsonFile, without } from './json_file.ts'
import { update } from './save.ts'

/** Who reads keys, and whom to tell about a file others could read. */
export interface Reader {
  /** The user's number, where users have numbers. */
  uid: number | undefined
  warn: (message: string) => void
}

/** The key stored for an origin. Throws a Mistake for a damaged file or one of somebody else. */
export function storedKey(folder: string | undefined, origin: string, reader: Reader): string | undefined {
  if (folder === undefined) return undefined
  const path = join(folder, 'credentials.json')
  const content = readJsonFile(path)
  if (!content) return undefined
  keepPrivate(path, reader)
  const entry = Object.hasOwn(content, origin) ? content[origin] : undefined
  if (entry === undefined) return undefined
  if (isObject(entry) && typeof entry['key'] === 'string') return entry['key']
  throw damaged(path, `there is no key for ${origin}`)
}

/** Closes a file that others could read. */ // reliability.md row 58
function keepPrivate(path: string, { uid, warn }: Reader): void {
  if (uid === undefined) return
  const { mode, uid: owner } = statSync(path)
  if (owner !== uid) throw new Mistake('value', `${path} belongs to another user; its keys are not used`)
  if ((mode & 0o077) === 0) return
  chmodSync(path, 0o600)
  warn(`${path} could be read by others; it no longer can`)
}

/** Stores the key for an origin; throws a Mistake for a text that cannot be one. */
export async function saveKey(folder: string, origin: string, key: string): Promise<void> {
  checkKey(key)
  await update(folder, 'credentials', (content) => ({ ...content, [origin]: { key } }))
}

/** Forgets the key for an origin. */
export async function removeKey(folder: string, origin: string): Promise<void> {
  await update(folder, 'credentials', (content) => without(content, origin))
}
