/**
 * Reads and writes the saved layouts of bank files, one JSON file each.
 * src/import interprets their content.
 * @see docs/import.md#4-confirm-once-layouts
 */

import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { StorageError, UserError } from '../contract/errors.ts'
import { explainFileError, getErrorCode } from '../fs/file-errors.ts'
import { replaceListItems } from './edit-json-list.ts'
import { type JsonObject, parseJsonText, readJsonFile } from './read-json.ts'
import { replaceJsonFile, rewriteJsonFile } from './write-json.ts'

const LAYOUT_NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/
const EXTENSION = '.json'

/** The file of a layout. */
export interface LayoutFile {
  name: string
  path: string
  /**
   * Returns the content of the file.
   * @throws UserError when it is not JSON
   */
  read(): JsonObject
}

const getLayoutsDirectory = (config: string): string => join(config, 'layouts')

/** Lists all layouts by name without reading them. */
export function listLayouts(config: string | undefined): LayoutFile[] {
  const folder = config === undefined ? undefined : getLayoutsDirectory(config)
  if (folder === undefined || !existsSync(folder)) return []
  const names = listFiles(folder).flatMap((file) =>
    file.endsWith(EXTENSION) && LAYOUT_NAME.test(file.slice(0, -EXTENSION.length))
      ? [file.slice(0, -EXTENSION.length)]
      : [],
  )
  return names.toSorted().map((name) => {
    const path = join(folder, `${name}${EXTENSION}`)
    return { name, path, read: () => readJsonFile(path) ?? {} }
  })
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    const code = getErrorCode(error)
    const why = code === 'ENOTDIR' ? 'it is not a directory' : (explainFileError(code)?.reason ?? code)
    throw new StorageError(`Cannot read the layouts in ${folder}: ${why}`, error)
  }
}

/** Writes a layout, whole or not at all, and returns its path. */
export async function saveLayout(config: string, name: string, content: JsonObject): Promise<string> {
  if (!LAYOUT_NAME.test(name)) {
    throw new UserError('invalid', `"${name}" is not a valid layout name`, {
      field: 'name',
      hint: 'Use lowercase letters, digits, - and _',
    })
  }
  await replaceJsonFile(getLayoutsDirectory(config), name, content)
  return join(getLayoutsDirectory(config), `${name}${EXTENSION}`)
}

/** The rules of a layout before and after a change. */
export interface RulesChange {
  before: readonly object[]
  after: readonly object[]
}

/**
 * Replaces the rules of a layout; the rest of the file keeps its text, and so does each rule that stays.
 * @throws UserError when another process has changed the rules in the meantime
 */
export const saveLayoutRules = (config: string, name: string, change: RulesChange): Promise<void> =>
  rewriteJsonFile(getLayoutsDirectory(config), name, (text) => replaceRules(text, name, change))

function replaceRules(text: string, name: string, { before, after }: RulesChange): string {
  const content = parseJsonText(text)
  if (!content || !isSame(content['rules'] ?? [], before))
    throw new UserError('conflict', `The rules of the layout ${name} have just been changed`, {
      hint: 'Save them again',
    })
  const changed = { ...content, rules: after }
  const edited = replaceListItems(text, 'rules', after)
  // A file without rules, or one in which the list is not found, is formatted from scratch.
  return edited !== undefined && isSame(parseJsonText(edited), changed)
    ? edited
    : `${JSON.stringify(changed, undefined, 2)}\n`
}

const isSame = (value: unknown, other: unknown): boolean => JSON.stringify(value) === JSON.stringify(other)

/** Deletes a layout. */
export const removeLayout = (config: string, name: string): void =>
  rmSync(join(getLayoutsDirectory(config), `${name}${EXTENSION}`), { force: true })
