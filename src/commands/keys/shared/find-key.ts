/** Finds an API key by its id, its name, or a prefix of either. */

import { UserError } from '../../../contract/errors.ts'
import { toNameKey } from '../../../contract/normalize-name.ts'
import type { ApiKey } from '../../../contract/ports/local-service.ts'

const MAX_SUGGESTIONS = 8

/**
 * Returns the only key that a text matches. Revoked keys are matched by id only.
 * @throws UserError when it matches no key or several.
 */
export function findKey(keys: readonly ApiKey[], text: string): ApiKey {
  const key = toNameKey(text)
  const current = keys.filter(({ revoked_at }) => revoked_at === null)
  const called = current.filter(({ name }) => name !== null && toNameKey(name) === key)
  const begun = current.filter(
    ({ id, name }) =>
      key !== '' && (id.startsWith(text) || (name !== null && toNameKey(name).startsWith(key))),
  )
  const found = [keys.filter(({ id }) => id === text), called, begun].find(({ length }) => length > 0) ?? []
  const [only] = found
  if (only && found.length === 1) return only
  const listed = (some: readonly ApiKey[]): string =>
    some
      .slice(0, MAX_SUGGESTIONS)
      .map(({ id, name }) => (name === null ? id : `"${name}" (${id})`))
      .join(', ')
  if (only)
    throw new UserError('not_found', `"${text}" could be ${found.length} keys: ${listed(found)}`, {
      hint: 'Type more of the name, or the id',
    })
  throw new UserError('not_found', `No key called "${text}"`, {
    hint: current.length === 0 ? 'There are no keys in use' : `The keys are ${listed(current)}`,
  })
}
