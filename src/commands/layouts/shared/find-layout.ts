/** The layouts this user has. */

import { closestMatch } from '../../../command/suggest.ts'
import type { LayoutFile } from '../../../config/layout-files.ts'
import type { UserConfig } from '../../../config/user-config.ts'
import { UserError } from '../../../contract/errors.ts'
import { parseLayout } from '../../../import/layouts/layout-json.ts'
import type { SavedLayout } from '../../../import/layouts/saved-layout.ts'
import type { LayoutOutput } from '../../../render/layouts.ts'

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

/** All of them, by name. Throws a Mistake about the first one that cannot be meant. */
export const loadLayouts = (settings: UserConfig): LoadedLayout[] => settings.listLayouts().map(loadLayout)

/** Those of an account. What is wrong with a layout of other accounts is no matter of this one. */
export const loadLayoutsForAccount = (settings: UserConfig, account_id: string): LoadedLayout[] =>
  settings.listLayouts().flatMap(({ name, path, read }) => {
    const content = read()
    const { accounts = [] } = content
    const isOther = Array.isArray(accounts) && !accounts.includes(account_id)
    return isOther ? [] : [{ name, path, layout: parseLayout(content, path) }]
  })

/** A layout by its name. Throws a Mistake when there is none, or it cannot be meant. */
export const findLayout = (settings: UserConfig, name: string): LoadedLayout =>
  loadLayout(findLayoutFile(settings, name))

/** The file of a layout, whatever is in it. Throws a Mistake when there is none. */
export function findLayoutFile(settings: UserConfig, wanted: string): LayoutFile {
  const all = settings.listLayouts()
  const found = all.find(({ name }) => name === wanted)
  if (found) return found
  const names = all.map(({ name }) => name)
  const near = closestMatch(wanted, names)
  const guess = near === undefined ? '' : `; did you mean "${near}"?`
  throw new UserError('not_found', `No layout called "${wanted}"${guess}`, {
    hint:
      names.length > 0 ? `There are ${names.join(', ')}` : 'A layout comes with the first import of its kind',
  })
}

export const toLayoutOutput = ({ name, path, layout }: LoadedLayout): LayoutOutput => ({
  name,
  path,
  ...layout,
})
