/** Finds a key by its id, its name, or the beginning of either. */

import { Mistake } from '../../../contract/errors.ts'
import { nameKey } from '../../../contract/normalize-name.ts'
import type { Key } from '../../../contract/ports/local-service.ts'

const MOST_SHOWN = 8

/** The one key a text means; names are those of keys in use. Throws a Mistake when it means none or several. */
export function findKey(keys: readonly Key[], text: string): Key {
  const key = nameKey(text)
  const current = keys.filter(({ revoked_at }) => revoked_at === null)
  const called = current.filter(({ name }) => name !== null && nameKey(name) === key)
  const begun = current.filter(
    ({ id, name }) => key !== '' && (id.startsWith(text) || (name !== null && nameKey(name).startsWith(key))),
  )
  const found = [keys.filter(({ id }) => id === text), called, begun].find(({ length }) => length > 0) ?? []
  const [only] = found
  if (only && found.length === 1) return only
  const listed = (some: readonly Key[]): string =>
    some
      .slice(0, MOST_SHOWN)
      .map(({ id, name }) => (name === null ? id : `"${name}" (${id})`))
      .join(', ')
  if (only)
    throw new Mistake('not_found', `"${text}" could be ${found.length} keys: ${listed(found)}`, {
      hint: 'Type more of the name, or the id',
    })
  throw new Mistake('not_found', `No key called "${text}"`, {
    hint: current.length === 0 ? 'There are no keys in use' : `The keys are ${listed(current)}`,
  })
}
