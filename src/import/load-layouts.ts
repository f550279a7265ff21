/** Loads the saved layouts of bank files. */

import { closestMatch } from '../command/suggest.ts'
import type { LayoutFile } from '../config/layout-files.ts'
import type { UserConfig } from '../config/user-config.ts'
import { UserError } from '../contract/errors.ts'
import { parseLayout } from './layouts/layout-json.ts'
import type { SavedLayout } from './layouts/saved-layout.ts'
import type { LayoutOutput } from './views/layouts-view.ts'

/** A layout with its name and its path. */
export interface LoadedLayout {
  name: string
  path: string
  layout: SavedLayout
}

const loadLayout = ({ name, path, read }: LayoutFile): LoadedLayout => ({
  name,
  path,
  layout: parseLayout(read(), path),
})

/**
 * Loads all layouts, sorted by name.
 * @throws UserError for an invalid layout.
 */
export const loadLayouts = (settings: UserConfig): LoadedLayout[] => settings.listLayouts().map(loadLayout)

/** Loads the layouts of an account. Invalid layouts of other accounts are ignored. */
export const loadLayoutsForAccount = (settings: UserConfig, account_id: string): LoadedLayout[] =>
  settings.listLayouts().flatMap(({ name, path, read }) => {
    const content = read()
    const { accounts = [] } = content
    const isOther = Array.isArray(accounts) && !accounts.includes(account_id)
    return isOther ? [] : [{ name, path, layout: parseLayout(content, path) }]
  })

/**
 * Loads a layout by its name.
 * @throws UserError when there is none, or when it is invalid.
 */
export const findLayout = (settings: UserConfig, name: string): LoadedLayout =>
  loadLayout(findLayoutFile(settings, name))

/**
 * Finds the file of a layout, without reading it.
 * @throws UserError when there is none.
 */
export function findLayoutFile(settings: UserConfig, wantedName: string): LayoutFile {
  const files = settings.listLayouts()
  const file = files.find(({ name }) => name === wantedName)
  if (file) return file
  const names = files.map(({ name }) => name)
  const match = closestMatch(wantedName, names)
  const suggestion = match === undefined ? '' : `; did you mean "${match}"?`
  throw new UserError('not_found', `No layout named "${wantedName}"${suggestion}`, {
    hint: names.length > 0 ? `Layouts: ${names.join(', ')}` : 'The first import of a file saves a layout',
  })
}

/** Converts a layout to the object that is printed. */
export const toLayoutOutput = ({ name, path, layout }: LoadedLayout): LayoutOutput => ({
  name,
  path,
  ...layout,
})
