/**
 * Builds the errors for names that match nothing or several entities, with the most similar names first.
 * @see docs/cli.md#names-for-ids
 */

import { UserError } from '../../contract/errors.ts'
import { toNameKey } from '../../contract/normalize-name.ts'
import { closestName, rankBySimilarity } from '../suggest.ts'

/** How messages name a kind of entity, and which names its entities have. */
export interface EntityNaming<Thing> {
  singular: string
  plural: string
  /** Returns a longer name that distinguishes entities of the same name, e.g. `Bills/Rent`. */
  qualifiedName: (entity: Thing) => string
  /** True if the entity is closed or archived. It is found by its whole name only, not by a prefix. */
  isRetired: (entity: Thing) => boolean
  /** Tells how to create the first one. */
  creationHint?: string
  /** True if a new one may be meant although there are others. */
  isOftenNew?: true
}

interface Named {
  id: string
  name: string
}

const MAX_SUGGESTIONS = 8

const joinNames = (names: readonly string[], total: number): string => {
  const hidden = total - names.length
  return hidden > 0 ? `${names.join(', ')} and ${hidden} more` : names.join(', ')
}

/** Returns the error for a name that several entities have. */
export function ambiguousNameError<Thing extends Named>(
  kind: EntityNaming<Thing>,
  matches: readonly Thing[],
  text: string,
): UserError {
  const listed = rankBySimilarity(text, matches, kind.qualifiedName).slice(0, MAX_SUGGESTIONS)
  const namesakes = new Map<string, number>()
  for (const entity of matches) {
    const key = toNameKey(kind.qualifiedName(entity))
    namesakes.set(key, (namesakes.get(key) ?? 0) + 1)
  }
  const toldApart = (entity: Thing): string => {
    const isOnly = namesakes.get(toNameKey(kind.qualifiedName(entity))) === 1
    return isOnly ? `"${kind.qualifiedName(entity)}"` : `"${kind.qualifiedName(entity)}" (${entity.id})`
  }
  return new UserError(
    'not_found',
    `"${text}" matches ${matches.length} ${kind.plural}: ${joinNames(listed.map(toldApart), matches.length)}`,
    { hint: 'Type more of the name, or the id' },
  )
}

/** Returns the error for a name that no entity has. */
export function unknownNameError<Thing extends Named>(
  kind: EntityNaming<Thing>,
  entities: readonly Thing[],
  text: string,
): UserError {
  const match = closestName(
    text,
    entities.map(({ name }) => name),
  )
  if (match !== undefined)
    return new UserError('not_found', `No ${kind.singular} named "${text}"; did you mean "${match}"?`)
  const current = entities.filter((entity) => !kind.isRetired(entity))
  const listed =
    current.length > MAX_SUGGESTIONS ? rankBySimilarity(text, current, kind.qualifiedName) : current
  const names = listed.slice(0, MAX_SUGGESTIONS).map((entity) => `"${kind.qualifiedName(entity)}"`)
  const hint =
    current.length === 0
      ? `There are no ${kind.plural} yet${kind.creationHint ?? ''}`
      : `The ${kind.plural} are ${joinNames(names, current.length)}${(kind.isOftenNew && kind.creationHint) ?? ''}`
  return new UserError('not_found', `No ${kind.singular} named "${text}"`, { hint })
}
