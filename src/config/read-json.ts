/**
 * Reads a JSON file of the settings; it never writes, so that a damaged file is left as it is.
 * @see docs/reliability.md#row-63
 */

import { readFileSync, statSync } from 'node:fs'
import { UserError } from '../contract/errors.ts'
import { getErrorCode, toFileStorageError } from '../fs/file-errors.ts'

/** An object of a JSON file. */
export type JsonObject = Record<string, unknown>

/** True for an object that is not an array. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the same fields without one. */
export const omitField = (fields: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name))

/**
 * Returns the object in a JSON file; undefined when there is no file.
 * @throws UserError that names the file and shows none of its content
 */
export function readJsonFile(path: string): JsonObject | undefined {
  let text: string
  try {
    // Reading a pipe would wait for its writer, and no signal ends that.
    if (!isFileOrDirectory(path)) throw notRegularFileError(path)
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return undefined
    throw toFileStorageError(error, path)
  }
  const value = parseJsonText(text)
  if (!value) throw damagedFileError(path, 'it does not contain a JSON object')
  return value
}

function isFileOrDirectory(path: string): boolean {
  const stats = statSync(path)
  return stats.isFile() || stats.isDirectory() // reading a directory fails with a better reason
}

const notRegularFileError = (path: string): UserError =>
  new UserError('invalid', `${path} is not a regular file`, { hint: 'Move it somewhere else' })

/** Returns the object in a JSON text; undefined when it is none. */
export function parseJsonText(text: string): JsonObject | undefined {
  const value = parseJson(text.replace(/^\uFEFF/, ''))
  return isJsonObject(value) ? value : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // the message of a SyntaxError quotes the file
  }
}

/** Returns the error for a settings file with invalid content. */
export const damagedFileError = (path: string, reason: string): UserError =>
  new UserError('invalid', `${path} is damaged: ${reason}`, {
    hint: 'Repair the file or move it out of the way',
  })
