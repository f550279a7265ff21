/**
 * Writes a file of the settings' folder whole or not at all. conf's only door; loaded only to write settings.
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
 * Changes a settings file: `change` gets what it holds and returns what it shall hold. Other writers wait meanwhile.
 * A damaged file is a Mistake and stays as it is; a full disk is StorageTrouble, and the old file stays.
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
      accessPropertiesByDotNotation: false, // profile names are data. docs/reliability.md#row-65
      clearInvalidConfig: false,
      deserialize: () => content, // read already, with more care
    })
    // conf's own way of writing loses the file on a full disk, and writes in place under Snap.
    Object.defineProperty(conf, '_write', {
      value: (changed: JsonObject) => writeAtomically(conf.path, changed),
    })
    conf.store = change(content)
  })
}

/** Writes a file that is none of the settings: whatever it held is replaced, and conf has no part in it. */
export const replaceJsonFile = (folder: string, name: string, content: JsonObject): Promise<void> =>
  withDirectoryLock(folder, () => writeAtomically(join(folder, `${name}.json`), content))

/** Does what writes into a folder while other writers wait. */
async function withDirectoryLock(folder: string, work: () => void): Promise<void> {
  try {
    makeDirectory(folder, 0o700)
    await withFileLock(folder, work)
  } catch (error) {
    throw toWriteError(error, folder)
  }
}

/** The text goes to a file of its own and onto the disk first, then takes the old one's name. */
function writeAtomically(path: string, content: JsonObject): void {
  const target = fs.existsSync(path) ? fs.realpathSync(path) : path // a link to a person's dotfiles stays a link
  removeLeftovers(target)
  const temporary = `${target}.${randomUUID()}.tmp`
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = fs.constants
  const file = fs.openSync(temporary, O_CREAT | O_EXCL | O_WRONLY | (O_NOFOLLOW ?? 0), 0o600)
  try {
    writeAll(file, Buffer.from(`${JSON.stringify(content, undefined, 2)}\n`))
    fs.renameSync(temporary, target)
  } catch (error) {
    fs.rmSync(temporary, { force: true })
    throw error
  }
  syncDirectory(dirname(target))
}

function writeAll(file: number, bytes: Buffer): void {
  try {
    for (let at = 0; at < bytes.length; ) at += fs.writeSync(file, bytes, at)
    fs.fsyncSync(file)
    const { size } = fs.fstatSync(file)
    if (size !== bytes.length) throw new StorageError('The disk took only a part of the file')
  } finally {
    fs.closeSync(file)
  }
}

/** Removes what a killed writer left; under the lock, every such file is one. @see docs/reliability.md#row-59 */
function removeLeftovers(target: string): void {
  const folder = dirname(target)
  for (const name of fs.readdirSync(folder)) {
    const isLeft = name.startsWith(`${basename(target)}.`) && name.endsWith('.tmp')
    if (isLeft) fs.rmSync(join(folder, name), { force: true })
  }
}

/** Makes the new name survive a power cut. @see docs/reliability.md#row-61 */
function syncDirectory(folder: string): void {
  if (!fs.constants.O_DIRECTORY) return // Windows opens no directories
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
