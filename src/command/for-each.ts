/**
 * Does the same to several things in turn, and says what became of each when it stops in the middle.
 * @see docs/cli.md#all-or-nothing
 */

import {
  ApiError,
  type ItemResult,
  NetworkError,
  PartialFailureError,
  UserError,
} from '../contract/errors.ts'
import type { WorkspaceContext } from './context.ts'

/** A thing as it is spoken of: by its id, and where it has one by its name. */
export interface ItemLabel {
  id: string
  name?: string
}

/** How things are spoken of that are ids themselves. */
export const labelById = (id: string): ItemLabel => ({ id })

/**
 * Does something that takes a request for each thing, one after the other, and answers with a result for each.
 * Where `label` says how they are spoken of, a failure names its thing; stopped in the middle on a remote profile it
 * throws PartlyDone. On this machine the failure takes back what was done.
 */
export async function mapOneByOne<Thing, Result>(
  {
    reserveRequests: price,
    isLocal,
    isDryRun: dryRun,
  }: Pick<WorkspaceContext, 'reserveRequests' | 'isLocal' | 'isDryRun'>,
  things: readonly Thing[],
  act: (thing: Thing) => Promise<Result>,
  label?: (thing: Thing) => ItemLabel,
): Promise<Result[]> {
  price(things.length)
  const results: Result[] = []
  for (const [at, thing] of things.entries()) {
    try {
      results.push(await act(thing))
    } catch (failure) {
      if (!label || things.length === 1 || !isExpectedError(failure)) throw failure
      if (at === 0 || isLocal || dryRun) throw prefixWithItem(label(thing), failure)
      throw new PartialFailureError(buildOutcomes(things.map(label), at, failure), failure)
    }
  }
  return results
}

/** Was it said, rather than met: a refusal, or no answer? */
const isExpectedError = (failure: unknown): boolean =>
  failure instanceof ApiError || failure instanceof UserError || failure instanceof NetworkError

/** The same refusal with the thing it is about before it, unless it names the thing; any other failure as it is. */
export function prefixWithItem({ id, name }: ItemLabel, failure: unknown): unknown {
  const called = name === undefined ? id : `"${name}"`
  if (failure instanceof ApiError)
    return new ApiError(failure.name, `${called}: ${failure.detail}`, failure.retryAfter)
  if (!(failure instanceof UserError) || failure.message.includes(name ?? id)) return failure
  const { hint, field, rows } = failure
  return new UserError(failure.kind, `${called}: ${failure.message}`, {
    ...(hint !== undefined && { hint }),
    ...(field !== undefined && { field }),
    ...(rows && { rows }),
  })
}

function buildOutcomes(labels: readonly ItemLabel[], failed: number, failure: unknown): ItemResult[] {
  const isUnknown = failure instanceof NetworkError && failure.mayHaveApplied
  return labels.map((label, at): ItemResult => {
    if (at < failed) return { ...label, outcome: 'done' }
    if (at > failed) return { ...label, outcome: 'not_tried' }
    return { ...label, outcome: isUnknown ? 'unknown' : 'refused' }
  })
}
