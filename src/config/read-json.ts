/**
 * Reads a settings file. Nothing here writes, so that nothing a person made is ever cleared.
 * @see docs/reliability.md#row-63
 */

import { readFileSync } from 'node:fs'
import { UserError } from '../contract/errors.ts'
import { getErrorCode, toFileStorageError } from '../fs/file-errors.ts'

export type JsonObject = Record<string, unknown>

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same fields but one. */
export const omitField = (fields: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([one]) => one !== name))

/** The object in a JSON file; undefined when there is no file. Throws a Mistake that names the file and shows none of it. */
export function readJsonFile(path: string): JsonObject | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return undefined
    throw toFileStorageError(error, path)
  }
  const value = parseJson(text.replace(/^\uFEFF/, ''))
  if (!isJsonObject(value)) throw damagedFileError(path, 'it does not hold a JSON object')
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // the words of a SyntaxError show a piece of the file
  }
}

/** A settings file that cannot be meant. */
export const damagedFileError = (path: string, why: string): UserError =>
  new UserError('value', `${path} is damaged: ${why}`, { hint: 'repair the file, or move it away' })
