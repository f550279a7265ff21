/** How workspaces and keys of this machine are shown. */

import type { Key, Workspace } from '../contract/ports/local-service.ts'
import { oneLine } from './sanitize.ts'
import { sheet, text } from './view.ts'

const workspaceColumns = [
  text('name', 'Workspace'),
  text('currency', 'Currency'),
  text('archived', 'Archived'),
  text('created_at', 'Created at', { droppable: true }),
  text('id', 'Id', { whole: true, spare: 1 }),
]

export const workspaceList = sheet<Workspace[], Workspace>({
  columns: workspaceColumns,
  empty: 'No workspaces yet; budget workspaces create Home --currency USD makes one',
})

/** One line about a workspace that was changed. */
export const workspaceChange = (said: (workspace: Workspace) => string) => ({
  ...sheet<Workspace, Workspace>({ columns: workspaceColumns }),
  say: (workspace: Workspace) => `${oneLine(said(workspace))}\n`,
})

const keyColumns = [
  text('id', 'Id', { whole: true }),
  text('name', 'Name'),
  text('read_only', 'Read-only', { spare: 1 }),
  text('created_at', 'Created at', { whole: true, spare: 2 }),
]

export const keyList = sheet<Key[], Key>({
  columns: [...keyColumns, text('revoked_at', 'Revoked at', { whole: true, spare: 1 })],
  empty: 'No keys yet; budget keys create makes one',
})

/** What `keys create` answers; the key's own text is shown this once. */
export type NewKey = Omit<Key, 'revoked_at'> & { key: string }

export const newKey = sheet<NewKey, NewKey>({
  columns: [...keyColumns, text('key', 'Key')],
  say: ({ key }, { paint }) =>
    `${paint.bold(key)}\nKeep it now: only its SHA-256 is stored, so it cannot be shown again\n`,
})

/** One line about a key that opens nothing any more. */
export const revokedKey = {
  ...sheet<Key, Key>({ columns: [...keyColumns, text('revoked_at', 'Revoked at')] }),
  say: ({ id }: Key) => `Key ${oneLine(id)} opens nothing any more\n`,
}
