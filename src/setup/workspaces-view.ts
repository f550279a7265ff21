/** Shows the local workspaces. */

import type { Workspace } from '../contract/ports/local-service.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { defineView, textColumn } from '../output/view.ts'

const workspaceColumns = [
  textColumn('name', 'Workspace'),
  textColumn('currency', 'Currency'),
  textColumn('archived', 'Archived'),
  textColumn('created_at', 'Created at', { isDroppable: true }),
  textColumn('id', 'Id', { neverTruncate: true, dropPriority: 1 }),
]

/** A list of workspaces. */
export const workspaceListView = defineView<Workspace[], Workspace>({
  columns: workspaceColumns,
  emptyMessage: 'No workspaces yet; to create one: budget workspaces create Home --currency USD',
})

interface DownloadResult {
  id: string
  name: string
  path: string
}

/** One line about a downloaded workspace. */
export const downloadView = defineView<DownloadResult, DownloadResult>({
  columns: [textColumn('id', 'Id'), textColumn('name', 'Workspace'), textColumn('path', 'File')],
  renderText: ({ name, path }) => `Wrote ${sanitizeLine(name)} to ${sanitizeLine(path)}\n`,
})

/** Returns a view of one line about a changed workspace. */
export const defineWorkspaceChangeView = (describe: (workspace: Workspace) => string) => ({
  ...defineView<Workspace, Workspace>({ columns: workspaceColumns }),
  renderText: (workspace: Workspace) => `${sanitizeLine(describe(workspace))}\n`,
})
