/** Shows the API keys of the local workspaces. */

import type { ApiKey } from '../contract/ports/local-service.ts'
import { sanitizeLine } from './sanitize.ts'
import { defineView, textColumn } from './view.ts'

const keyColumns = [
  textColumn('id', 'Id', { neverTruncate: true }),
  textColumn('name', 'Name'),
  textColumn('read_only', 'Read-only', { dropPriority: 1 }),
  textColumn('created_at', 'Created at', { neverTruncate: true, dropPriority: 2 }),
]

export const keyListView = defineView<ApiKey[], ApiKey>({
  columns: [...keyColumns, textColumn('revoked_at', 'Revoked at', { neverTruncate: true, dropPriority: 1 })],
  emptyMessage: 'No keys yet; budget keys create makes one',
})

/** What `keys create` answers; the key's own text is shown this once. */
export type CreatedKey = Omit<ApiKey, 'revoked_at'> & { key: string }

export const createdKeyView = defineView<CreatedKey, CreatedKey>({
  columns: [...keyColumns, textColumn('key', 'Key')],
  renderText: ({ key }, { colors }) =>
    `${colors.bold(key)}\nKeep it now: only its SHA-256 is stored, so it cannot be shown again\n`,
})

/** One line about a key that opens nothing any more. */
export const revokedKeyView = {
  ...defineView<ApiKey, ApiKey>({ columns: [...keyColumns, textColumn('revoked_at', 'Revoked at')] }),
  renderText: ({ id }: ApiKey) => `Key ${sanitizeLine(id)} opens nothing any more\n`,
}
