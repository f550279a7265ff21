/** Shows the API keys of the local workspaces. */

import type { ApiKey } from '../contract/ports/local-service.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { defineView, textColumn } from '../output/view.ts'

const keyColumns = [
  textColumn('id', 'Id', { neverTruncate: true }),
  textColumn('name', 'Name'),
  textColumn('read_only', 'Read-only', { dropPriority: 1 }),
  textColumn('created_at', 'Created at', { neverTruncate: true, dropPriority: 2 }),
]

/** A list of API keys. */
export const keyListView = defineView<ApiKey[], ApiKey>({
  columns: [...keyColumns, textColumn('revoked_at', 'Revoked at', { neverTruncate: true, dropPriority: 1 })],
  emptyMessage: 'No keys yet; to create one: budget keys create',
})

/** A created key. Its text is shown this one time. */
export type CreatedKey = Omit<ApiKey, 'revoked_at'> & { key: string }

/** The text of a created key. */
export const createdKeyView = defineView<CreatedKey, CreatedKey>({
  columns: [...keyColumns, textColumn('key', 'Key')],
  renderText: ({ key }, { colors }) => `${colors.bold(key)}\nSave it now; it cannot be shown again\n`,
})

/** One line about a revoked key. */
export const revokedKeyView = {
  ...defineView<ApiKey, ApiKey>({ columns: [...keyColumns, textColumn('revoked_at', 'Revoked at')] }),
  renderText: ({ id }: ApiKey) => `Revoked key ${sanitizeLine(id)}\n`,
}
