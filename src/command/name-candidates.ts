/**
 * Builds the errors for names that match nothing or several entities, with the most similar names first.
 * @see docs/cli.md#names-for-ids
 */

import { UserError } from '../contract/errors.ts'
import { toNameKey } from '../contract/normalize-name.ts'
import { closestMatch, rankBySimilarity } from './suggest.ts'

/** How messages name a kind of entity, and which names its entities have. */
export interface EntityNaming<Thing> {
  singular: string
  plural: string
  /** Returns a longer name that distinguishes entities of the same name, e.g. `Bills/Rent`. */
  qualifiedName: (thing: Thing) => string
  /** True if the entity is closed or archived. It is found by its whole name only, not by a prefix. */
  isRetired: (thing: Thing) => boolean
  /** Tells how to create the first one. */
  creationHint?: string
}

interface Named {
  id: string
  name: string
}

const MAX_SUGGESTIONS = 8

const joinNames = (names: readonly string[], all: number): string => {
  const rest = all - names.length
  return rest > 0 ? `${names.join(', ')} and ${rest} more` : names.join(', ')
}

/** Returns the error for a name that several entities have. */
export function ambiguousNameError<Thing extends Named>(
  kind: EntityNaming<Thing>,
  found: readonly Thing[],
  text: string,
): UserError {
  const shown = rankBySimilarity(text, found, kind.qualifiedName).slice(0, MAX_SUGGESTIONS)
  const namesakes = new Map<string, number>()
  for (const one of found) {
    const key = toNameKey(kind.qualifiedName(one))
    namesakes.set(key, (namesakes.get(key) ?? 0) + 1)
  }
  const toldApart = (one: Thing): string => {
    const isOnly = namesakes.get(toNameKey(kind.qualifiedName(one))) === 1
    return isOnly ? `"${kind.qualifiedName(one)}"` : `"${kind.qualifiedName(one)}" (${one.id})`
  }
  return new UserError(
    'not_found',
    `"${text}" could be ${found.length} ${kind.plural}: ${joinNames(shown.map(toldApart), found.length)}`,
    { hint: 'Type more of the name, or the id' },
  )
}

/** Returns the error for a name that no entity has. */
export function unknownNameError<Thing extends Named>(
  kind: EntityNaming<Thing>,
  things: readonly Thing[],
  text: string,
): UserError {
  const near = closestMatch(
    text,
    things.map(({ name }) => name),
  )
  if (near !== undefined)
    return new UserError('not_found', `No ${kind.singular} called "${text}"; did you mean "${near}"?`)
  const current = things.filter((thing) => !kind.isRetired(thing))
  const shown =
    current.length > MAX_SUGGESTIONS ? rankBySimilarity(text, current, kind.qualifiedName) : current
  const names = shown.slice(0, MAX_SUGGESTIONS).map((thing) => `"${kind.qualifiedName(thing)}"`)
  const hint =
    current.length === 0
      ? `There are no ${kind.plural} yet${kind.creationHint ?? ''}`
      : `The ${kind.plural} are ${joinNames(names, current.length)}`
  return new UserError('not_found', `No ${kind.singular} called "${text}"`, { hint })
}
