/** Says which things a name could have meant, the likest first. */ // cli.md §1 Names for ids

import { Mistake } from '../contract/errors.ts'
import { nameKey } from '../contract/normalize-name.ts'
import { nearest, rankByLikeness } from './suggest.ts'

/** How a kind of thing is spoken of, and what it may be called. */
export interface Candidates<Thing> {
  one: string
  many: string
  /** A longer name that tells apart two things of the same name. */
  path: (thing: Thing) => string
  /** Out of use: found by its whole name, not by the beginning of it. */
  retired: (thing: Thing) => boolean
  /** How the first of them is made. */
  first?: string
}

interface Named {
  id: string
  name: string
}

const MOST_SHOWN = 8

const listed = (names: readonly string[], all: number): string => {
  const rest = all - names.length
  return rest > 0 ? `${names.join(', ')} and ${rest} more` : names.join(', ')
}

/** The refusal of a name that several things have. */
export function ambiguous<Thing extends Named>(
  kind: Candidates<Thing>,
  found: readonly Thing[],
  text: string,
): Mistake {
  const shown = rankByLikeness(text, found, kind.path).slice(0, MOST_SHOWN)
  const namesakes = new Map<string, number>()
  for (const one of found) {
    const key = nameKey(kind.path(one))
    namesakes.set(key, (namesakes.get(key) ?? 0) + 1)
  }
  const toldApart = (one: Thing): string => {
    const isOnly = namesakes.get(nameKey(kind.path(one))) === 1
    return isOnly ? `"${kind.path(one)}"` : `"${kind.path(one)}" (${one.id})`
  }
  return new Mistake(
    'not_found',
    `"${text}" could be ${found.length} ${kind.many}: ${listed(shown.map(toldApart), found.length)}`,
    { hint: 'Type more of the name, or the id' },
  )
}

/** The refusal of a name that nothing has. */
export function unknown<Thing extends Named>(
  kind: Candidates<Thing>,
  things: readonly Thing[],
  text: string,
): Mistake {
  const near = nearest(
    text,
    things.map(({ name }) => name),
  )
  if (near !== undefined)
    return new Mistake('not_found', `No ${kind.one} called "${text}"; did you mean "${near}"?`)
  const current = things.filter((thing) => !kind.retired(thing))
  const shown = current.length > MOST_SHOWN ? rankByLikeness(text, current, kind.path) : current
  const names = shown.slice(0, MOST_SHOWN).map((thing) => `"${kind.path(thing)}"`)
  const hint =
    current.length === 0
      ? `There are no ${kind.many} yet${kind.first ?? ''}`
      : `The ${kind.many} are ${listed(names, current.length)}`
  return new Mistake('not_found', `No ${kind.one} called "${text}"`, { hint })
}
