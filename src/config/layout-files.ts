/** The layouts of bank files, a JSON file each. What is in them the importer knows. */ // import.md §4

import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Mistake, StorageTrouble } from '../contract/errors.ts'
import { codeOf, fileFailure } from '../fs/file-errors.ts'
import { type Fields, readJsonFile } from './read-json.ts'
import { replace } from './write-json.ts'

const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/
const ENDING = '.json'

/** A layout's file and what it holds. */
export interface LayoutFile {
  name: string
  path: string
  /** Throws a Mistake when the file is no JSON. */
  read(): Fields
}

const folderOf = (config: string): string => join(config, 'layouts')

/** All layouts, by name; none of them is read yet. */
export function readLayouts(config: string | undefined): LayoutFile[] {
  const folder = config === undefined ? undefined : folderOf(config)
  if (folder === undefined || !existsSync(folder)) return []
  const names = filesIn(folder).flatMap((file) =>
    file.endsWith(ENDING) && NAME.test(file.slice(0, -ENDING.length)) ? [file.slice(0, -ENDING.length)] : [],
  )
  return names.toSorted().map((name) => {
    const path = join(folder, `${name}${ENDING}`)
    return { name, path, read: () => readJsonFile(path) ?? {} }
  })
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    const code = codeOf(error)
    const why = code === 'ENOTDIR' ? 'it is not a directory' : (fileFailure(code)?.why ?? code)
    throw new StorageTrouble(`Cannot read the layouts in ${folder}: ${why}`, error)
  }
}

/** Writes a layout whole or not at all; answers with its path. */
export async function saveLayout(config: string, name: string, content: Fields): Promise<string> {
  if (!NAME.test(name)) {
    throw new Mistake('value', `A layout cannot be called "${name}"`, {
      field: 'name',
      hint: 'Take small letters, digits, - and _',
    })
  }
  await replace(folderOf(config), name, content)
  return join(folderOf(config), `${name}${ENDING}`)
}

export const removeLayout = (config: string, name: string): void =>
  rmSync(join(folderOf(config), `${name}${ENDING}`), { force: true })
