/**
 * Writes a JSON file of the settings, whole or not at all; only user of conf, loaded only for writing.
 * @see docs/reliability.md#file
 */

import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StorageError } from '../contract/errors.ts'
import { explainFileError, getErrorCode } from '../fs/file-errors.ts'
import { withFileLock } from '../fs/file-lock.ts'
import { makeDirectory } from '../fs/make-directory.ts'
import { type JsonObject, readJsonFile } from './read-json.ts'

/**
 * Changes a settings file under a lock: `change` maps its content to the new content.
 * @throws UserError for a damaged file, which stays as it is
 * @throws StorageError when the file cannot be written; the old one stays
 */
export async function updateJsonFile(
  folder: string,
  name: string,
  change: (content: JsonObject) => JsonObject,
): Promise<void> {
  const { default: Conf } = await import('conf')
  await withDirectoryLock(folder, () => {
    const content = readJsonFile(join(folder, `${name}.json`)) ?? {}
    const conf = new Conf<JsonObject>({
      cwd: folder,
      configName: name,
      projectSuffix: '',
      accessPropertiesByDotNotation: false, // names of profiles may contain dots docs/reliability.md#row-65
      clearInvalidConfig: false,
      deserialize: () => content, // readJsonFile has read and checked it
    })
    // conf's own writing loses the file on a full disk, and under Snap does not write to a temporary file.
    Object.defineProperty(conf, '_write', {
      value: (changed: JsonObject) => writeAtomically(conf.path, formatJson(changed)),
    })
    conf.store = change(content)
  })
}

/** Writes a file that is not part of the settings and replaces any content. */
export const replaceJsonFile = (folder: string, name: string, content: JsonObject): Promise<void> =>
  withDirectoryLock(folder, () => writeAtomically(join(folder, `${name}.json`), formatJson(content)))

/** Changes the text of a JSON file under a lock; `change` gets its text and returns the new one. */
export const rewriteJsonFile = (
  folder: string,
  name: string,
  change: (text: string) => string,
): Promise<void> =>
  withDirectoryLock(folder, () => {
    const path = join(folder, `${name}.json`)
    writeAtomically(path, change(fs.readFileSync(path, 'utf8')))
  })

const formatJson = (content: JsonObject): string => `${JSON.stringify(content, undefined, 2)}\n`

/** Runs work that writes into a directory under the directory's lock. */
async function withDirectoryLock(folder: string, work: () => void): Promise<void> {
  try {
    makeDirectory(folder, 0o700)
    await withFileLock(folder, work)
  } catch (error) {
    throw toWriteError(error, folder)
  }
}

/** Writes to a temporary file, syncs it to the disk and renames it. */
function writeAtomically(path: string, text: string): void {
  const target = fs.existsSync(path) ? fs.realpathSync(path) : path // a link to the user's dotfiles stays a link
  removeLeftovers(target)
  const temporary = `${target}.${randomUUID()}.tmp`
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = fs.constants
  const file = fs.openSync(temporary, O_CREAT | O_EXCL | O_WRONLY | (O_NOFOLLOW ?? 0), 0o600)
  try {
    writeAll(file, Buffer.from(text))
    fs.renameSync(temporary, target)
  } catch (error) {
    fs.rmSync(temporary, { force: true })
    throw error
  }
  syncDirectory(dirname(target))
}

function writeAll(file: number, bytes: Buffer): void {
  try {
    for (let offset = 0; offset < bytes.length; ) offset += fs.writeSync(file, bytes, offset)
    fs.fsyncSync(file)
    const { size } = fs.fstatSync(file)
    if (size !== bytes.length) throw new StorageError('Only part of the file was written')
  } finally {
    fs.closeSync(file)
  }
}

/**
 * Removes the temporary files of killed processes; under the lock, every temporary file is one.
 * @see docs/reliability.md#row-59
 */
function removeLeftovers(target: string): void {
  const folder = dirname(target)
  for (const name of fs.readdirSync(folder)) {
    const isLeft = name.startsWith(`${basename(target)}.`) && name.endsWith('.tmp')
    if (isLeft) fs.rmSync(join(folder, name), { force: true })
  }
}

/** Makes a renamed file survive a power failure. @see docs/reliability.md#row-61 */
function syncDirectory(folder: string): void {
  if (!fs.constants.O_DIRECTORY) return // Windows cannot open directories
  const handle = fs.openSync(folder, 'r')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

function toWriteError(error: unknown, folder: string): unknown {
  const failure = explainFileError(getErrorCode(error))
  if (!failure || error instanceof StorageError) return error
  return new StorageError(`Cannot write to ${folder}: ${failure.reason}`, error, failure.hint)
}
