/** Shows API keys, devices of the page, and the codes with which they sign in. */

import type { DeviceDraft } from '../contract/ports/devices.ts'
import type { ApiKey } from '../contract/ports/local-service.ts'
import { momentColumn } from '../output/moment-column.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { defineView, textColumn } from '../output/view.ts'
import type { Access } from './accesses.ts'

const keyColumns = [
  textColumn('id', 'Id', { neverTruncate: true }),
  textColumn('name', 'Name'),
  textColumn('can', 'Can'),
  textColumn('workspace_id', 'Workspace', { neverTruncate: true, dropPriority: 4 }),
  momentColumn('created_at', 'Created at', 3),
]

const accessColumns = [
  ...keyColumns,
  momentColumn('used_at', 'Used at', 2),
  momentColumn('ends_at', 'Ends at', 5),
  momentColumn('revoked_at', 'Revoked at', 1),
]

/** A list of API keys and devices. */
export const accessListView = defineView<Access[], Access>({
  columns: accessColumns,
  emptyMessage: 'No keys yet; to create one: budget keys create',
})

/** A created key. Its text is shown this one time. */
export type CreatedKey = Omit<ApiKey, 'used_at' | 'revoked_at'> & { key: string }

/** The text of a created key. */
export const createdKeyView = defineView<CreatedKey, CreatedKey>({
  columns: [...keyColumns, textColumn('key', 'Key')],
  renderText: ({ key }, { colors }) => `${colors.bold(key)}\nSave it now; it cannot be shown again\n`,
})

/** One line about a revoked key, or a device that was ended. */
export const revokedAccessView = {
  ...defineView<Access, Access>({ columns: accessColumns }),
  renderText: ({ kind, id }: Access) => `Revoked ${kind} ${sanitizeLine(id)}\n`,
}

/** A code with which a device signs in; `url` is the page with the code in its fragment, null if it is not known. */
export type PairingCode = DeviceDraft & { code: string; ends_at: string; url: string | null }
