/** Does the same to several things in turn, and says what became of each when it stops in the middle. */ // cli.md §1 All or nothing

import { ApiError, Mistake, PartlyDone, type ThingOutcome, Unreachable } from '../contract/errors.ts'
import type { World } from './define.ts'

/** A thing as it is spoken of: by its id, and where it has one by its name. */
export interface Label {
  id: string
  name?: string
}

/** How things are spoken of that are ids themselves. */
export const byId = (id: string): Label => ({ id })

/**
 * Does something that takes a request for each thing, one after the other, and answers with a result for each.
 * Where `label` says how they are spoken of, a failure names its thing; stopped in the middle on a remote profile it
 * throws PartlyDone. On this machine the failure takes back what was done.
 */
export async function oneOrMany<Thing, Result>(
  { price, isLocal, dryRun }: Pick<World, 'price' | 'isLocal' | 'dryRun'>,
  things: readonly Thing[],
  act: (thing: Thing) => Promise<Result>,
  label?: (thing: Thing) => Label,
): Promise<Result[]> {
  price(things.length)
  const results: Result[] = []
  for (const [at, thing] of things.entries()) {
    try {
      results.push(await act(thing))
    } catch (failure) {
      if (!label || things.length === 1 || !isTold(failure)) throw failure
      if (at === 0 || isLocal || dryRun) throw nameThing(label(thing), failure)
      throw new PartlyDone(outcomesOf(things.map(label), at, failure), failure)
    }
  }
  return results
}

/** Was it said, rather than met: a refusal, or no answer? */
const isTold = (failure: unknown): boolean =>
  failure instanceof ApiError || failure instanceof Mistake || failure instanceof Unreachable

/** The same refusal with the thing it is about before it, unless it names the thing; any other failure as it is. */
export function nameThing({ id, name }: Label, failure: unknown): unknown {
  const called = name === undefined ? id : `"${name}"`
  if (failure instanceof ApiError)
    return new ApiError(failure.name, `${called}: ${failure.detail}`, failure.retryAfter)
  if (!(failure instanceof Mistake) || failure.message.includes(name ?? id)) return failure
  const { hint, field, rows } = failure
  return new Mistake(failure.kind, `${called}: ${failure.message}`, {
    ...(hint !== undefined && { hint }),
    ...(field !== undefined && { field }),
    ...(rows && { rows }),
  })
}

function outcomesOf(labels: readonly Label[], failed: number, failure: unknown): ThingOutcome[] {
  const isUnknown = failure instanceof Unreachable && failure.sent
  return labels.map((label, at): ThingOutcome => {
    if (at < failed) return { ...label, outcome: 'done' }
    if (at > failed) return { ...label, outcome: 'not_tried' }
    return { ...label, outcome: isUnknown ? 'unknown' : 'refused' }
  })
}
