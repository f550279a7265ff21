/**
 * The layouts of bank files, a JSON file each. What is in them the importer knows.
 * @see docs/import.md#4-confirm-once-layouts
 */

import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { StorageError, UserError } from '../contract/errors.ts'
import { explainFileError, getErrorCode } from '../fs/file-errors.ts'
import { type JsonObject, readJsonFile } from './read-json.ts'
import { replaceJsonFile } from './write-json.ts'

const LAYOUT_NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/
const EXTENSION = '.json'

/** A layout's file and what it holds. */
export interface LayoutFile {
  name: string
  path: string
  /** Throws a Mistake when the file is no JSON. */
  read(): JsonObject
}

const getLayoutsDirectory = (config: string): string => join(config, 'layouts')

/** All layouts, by name; none of them is read yet. */
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

/** Writes a layout whole or not at all; answers with its path. */
export async function saveLayout(config: string, name: string, content: JsonObject): Promise<string> {
  if (!LAYOUT_NAME.test(name)) {
    throw new UserError('value', `A layout cannot be called "${name}"`, {
      field: 'name',
      hint: 'Take small letters, digits, - and _',
    })
  }
  await replaceJsonFile(getLayoutsDirectory(config), name, content)
  return join(getLayoutsDirectory(config), `${name}${EXTENSION}`)
}

export const removeLayout = (config: string, name: string): void =>
  rmSync(join(getLayoutsDirectory(config), `${name}${EXTENSION}`), { force: true })
