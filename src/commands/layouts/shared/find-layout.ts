/** The layouts this user has. */

import { nearest } from '../../../command/suggest.ts'
import type { LayoutFile } from '../../../config/layout-files.ts'
import type { Settings } from '../../../config/user-config.ts'
import { Mistake } from '../../../contract/errors.ts'
import { readLayout } from '../../../import/layouts/layout-json.ts'
import type { Layout } from '../../../import/layouts/saved-layout.ts'
import type { ShownLayout } from '../../../render/layouts.ts'

export interface KnownLayout {
  name: string
  path: string
  layout: Layout
}

const known = ({ name, path, read }: LayoutFile): KnownLayout => ({
  name,
  path,
  layout: readLayout(read(), path),
})

/** All of them, by name. Throws a Mistake about the first one that cannot be meant. */
export const knownLayouts = (settings: Settings): KnownLayout[] => settings.layouts().map(known)

/** Those of an account. What is wrong with a layout of other accounts is no matter of this one. */
export const layoutsFor = (settings: Settings, account_id: string): KnownLayout[] =>
  settings.layouts().flatMap(({ name, path, read }) => {
    const content = read()
    const { accounts = [] } = content
    const isOther = Array.isArray(accounts) && !accounts.includes(account_id)
    return isOther ? [] : [{ name, path, layout: readLayout(content, path) }]
  })

/** A layout by its name. Throws a Mistake when there is none, or it cannot be meant. */
export const layoutNamed = (settings: Settings, name: string): KnownLayout => known(fileNamed(settings, name))

/** The file of a layout, whatever is in it. Throws a Mistake when there is none. */
export function fileNamed(settings: Settings, wanted: string): LayoutFile {
  const all = settings.layouts()
  const found = all.find(({ name }) => name === wanted)
  if (found) return found
  const names = all.map(({ name }) => name)
  const near = nearest(wanted, names)
  const guess = near === undefined ? '' : `; did you mean "${near}"?`
  throw new Mistake('not_found', `No layout called "${wanted}"${guess}`, {
    hint:
      names.length > 0 ? `There are ${names.join(', ')}` : 'A layout comes with the first import of its kind',
  })
}

export const shownLayout = ({ name, path, layout }: KnownLayout): ShownLayout => ({ name, path, ...layout })
