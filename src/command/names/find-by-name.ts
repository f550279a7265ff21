/**
 * Finds the entity that a name, an id or the beginning of a name means.
 * @see docs/cli.md#names-for-ids
 */

import { toNameKey } from '../../contract/normalize-name.ts'
import type { KeepMeaning } from '../../contract/ports/drafts.ts'
import { ambiguousNameError, type EntityNaming, unknownNameError } from './name-candidates.ts'

/** Loads all entities of a kind, from the cache or, with `fresh`, from the service. */
export interface LoadAll<Thing> {
  (age?: 'fresh'): Promise<Thing[]>
  /** Keeps which one a name means. */
  keepMeaning?: KeepMeaning | undefined
  /** Notes which thing a name of a cached list means. */
  noteCached?: ((thing: Thing) => void) | undefined
}

/** What has a name. */
export interface Named {
  id: string
  name: string
}

/** How entities of a kind are found. */
export interface EntityLookup<Thing extends Named> extends EntityNaming<Thing> {
  /** Also finds an entity by a text within its name. */
  matchesSubstring?: true
}

/**
 * Finds the only entity a text can mean: by id, by name, by `Group/Category`, or by a prefix of one name.
 * @throws UserError when the text matches nothing, or several entities.
 */
export async function findByName<Thing extends Named>(
  lookup: EntityLookup<Thing>,
  load: LoadAll<Thing>,
  text: string,
): Promise<Thing> {
  let found: Thing | undefined
  const id = await load.keepMeaning?.(`${lookup.singular} ${text}`, async () => {
    found = await findMatch(lookup, load, { text, word: text })
    return found.id
  })
  return found ?? findMatch(lookup, load, { text, word: id ?? text })
}

/** Finds the entity of a word: of what the user typed, or of the id that it meant. */
async function findMatch<Thing extends Named>(
  lookup: EntityLookup<Thing>,
  load: LoadAll<Thing>,
  { text, word }: { text: string; word: string },
): Promise<Thing> {
  const first = listMatches(lookup, await load(), word)
  if (first.length === 1 && first[0]) {
    if (first[0].id !== word) load.noteCached?.(first[0])
    return first[0]
  }
  // A cached list may be older than the name.
  const entities = await load('fresh')
  const match = listMatches(lookup, entities, word)
  const [single] = match
  if (single && match.length === 1) return single
  if (single) throw ambiguousNameError(lookup, match, text)
  throw unknownNameError(lookup, entities, text)
}

/** Returns the entities a text matches, by the most exact kind of match that has any. */
function listMatches<Thing extends Named>(
  lookup: EntityLookup<Thing>,
  entities: readonly Thing[],
  text: string,
): Thing[] {
  const key = toNameKey(text)
  const sameId = entities.filter((entity) => entity.id === text)
  const sameName = entities.filter((entity) => hasName(lookup, entity, key))
  const current = sameName.filter((entity) => !lookup.isRetired(entity))
  const inUse = key === '' ? [] : entities.filter((entity) => !lookup.isRetired(entity))
  const prefixed = inUse.filter((entity) => hasNamePrefix(lookup, entity, key))
  const within = lookup.matchesSubstring ? inUse.filter((entity) => toNameKey(entity.name).includes(key)) : []
  // If names differ only in case, the one with the case the user typed is meant.
  const exact = current.filter((entity) => entity.name === text || lookup.qualifiedName(entity) === text)
  return (
    [sameId, exact, current, sameName, prefixed, within].find((candidates) => candidates.length > 0) ?? []
  )
}

/** True if an entity has a name, by its key. */
export const hasName = <Thing extends Named>(
  lookup: EntityLookup<Thing>,
  entity: Thing,
  key: string,
): boolean => toNameKey(entity.name) === key || toNameKey(lookup.qualifiedName(entity)) === key

const hasNamePrefix = <Thing extends Named>(
  lookup: EntityLookup<Thing>,
  entity: Thing,
  key: string,
): boolean =>
  toNameKey(entity.name).startsWith(key) ||
  (key.includes('/') && toNameKey(lookup.qualifiedName(entity)).startsWith(key))
