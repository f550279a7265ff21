/**
 * Lists the workspaces of a directory by their files, in case the registry is lost.
 * @see docs/reliability.md#r7
 */

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const WORKSPACE_FILE_NAME = /^(wks_[0-9a-f]{16})\.db$/

/** The file of a workspace. `created_at` is in milliseconds since 1970. */
interface WorkspaceFile {
  id: string
  file: string
  created_at: number
}

/** Lists the non-empty files of workspaces, the oldest first. */
export function listWorkspaceFiles(folder: string): WorkspaceFile[] {
  const files = readdirSync(folder).flatMap((name) => {
    const id = WORKSPACE_FILE_NAME.exec(name)?.[1]
    const file = join(folder, name)
    const stats = id === undefined ? undefined : statSync(file, { throwIfNoEntry: false })
    return id !== undefined && stats?.isFile() && stats.size > 0
      ? [{ id, file, created_at: Math.round(stats.birthtimeMs) }]
      : []
  })
  return files.toSorted((a, b) => a.created_at - b.created_at)
}
