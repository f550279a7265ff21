/** Shows the API keys of the local workspaces. */

import { UserError } from '../contract/errors.ts'
import { toNameKey } from '../contract/normalize-name.ts'
import type { ApiKey } from '../contract/ports/local-service.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { defineView, textColumn } from '../output/view.ts'

const keyColumns = [
  textColumn('id', 'Id', { neverTruncate: true }),
  textColumn('name', 'Name'),
  textColumn('can', 'Can', { dropPriority: 1 }),
  textColumn('workspace_id', 'Workspace', { neverTruncate: true, dropPriority: 3 }),
  textColumn('created_at', 'Created at', { neverTruncate: true, dropPriority: 2 }),
]

const revokedColumn = textColumn('revoked_at', 'Revoked at', { neverTruncate: true, dropPriority: 1 })

/** A list of API keys. */
export const keyListView = defineView<ApiKey[], ApiKey>({
  columns: [...keyColumns, revokedColumn],
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

const MAX_SUGGESTIONS = 8

/**
 * Returns the only key that a text matches. Revoked keys are matched by id only.
 * @throws UserError when it matches no key or several.
 */
export function findKey(keys: readonly ApiKey[], text: string): ApiKey {
  const key = toNameKey(text)
  const current = keys.filter(({ revoked_at }) => revoked_at === null)
  const sameName = current.filter(({ name }) => name !== null && toNameKey(name) === key)
  const prefixed = current.filter(
    ({ id, name }) =>
      key !== '' && (id.startsWith(text) || (name !== null && toNameKey(name).startsWith(key))),
  )
  const matches =
    [keys.filter(({ id }) => id === text), sameName, prefixed].find(({ length }) => length > 0) ?? []
  const [single] = matches
  if (single && matches.length === 1) return single
  const listed = (candidates: readonly ApiKey[]): string =>
    candidates
      .slice(0, MAX_SUGGESTIONS)
      .map(({ id, name }) => (name === null ? id : `"${name}" (${id})`))
      .join(', ')
  if (single)
    throw new UserError('not_found', `"${text}" matches ${matches.length} keys: ${listed(matches)}`, {
      hint: 'Type more of the name, or the id',
    })
  throw new UserError('not_found', `No key named "${text}"`, {
    hint: current.length === 0 ? 'There are no active keys' : `The keys are ${listed(current)}`,
  })
}
