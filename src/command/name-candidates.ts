/** Says which things a name could have meant, the likest first. @see docs/cli.md#names-for-ids */

import { UserError } from '../contract/errors.ts'
import { toNameKey } from '../contract/normalize-name.ts'
import { closestMatch, rankBySimilarity } from './suggest.ts'

/** How a kind of thing is spoken of, and what it may be called. */
export interface EntityNaming<Thing> {
  singular: string
  plural: string
  /** A longer name that tells apart two things of the same name. */
  qualifiedName: (thing: Thing) => string
  /** Out of use: found by its whole name, not by the beginning of it. */
  isRetired: (thing: Thing) => boolean
  /** How the first of them is made. */
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

/** The refusal of a name that several things have. */
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

/** The refusal of a name that nothing has. */
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
