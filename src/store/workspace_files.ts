/** Lists the files of workspaces that lie in a folder, known to its registry or not. */

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const OURS = /^(wks_[0-9a-f]{16})\.db$/

/** The files of workspaces in a folder, the oldest first. Instants are milliseconds since 1970. */
export function workspacesIn(folder: string): { id: string; file: string; created_at: number }[] {
  const found = readdirSync(folder).flatMap((name) => {
    const id = OURS.exec(name)?.[1]
    const file = join(folder, name)
    const known = id === undefined ? undefined : statSync(file, { throwIfNoEntry: false })
    return id !== undefined && known?.isFile() && known.size > 0
      ? [{ id, file, created_at: Math.round(known.birthtimeMs) }]
      : []
  })
  return found.toSorted((a, b) => a.created_at - b.created_at)
}
