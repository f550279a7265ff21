/**
 * Applies an operation to several items in turn and reports the outcome of each when one of them fails.
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

/** How an item is named in messages: by its id and, if it has one, its name. */
export interface ItemLabel {
  id: string
  name?: string
}

/** Returns the label of an item that has no name. */
export const labelById = (id: string): ItemLabel => ({ id })

/**
 * Calls `act` for each item in turn and returns the results in order.
 * With `label`, an error names its item.
 * @throws PartialFailureError on a remote profile, when an item fails after others succeeded. A local
 *   workspace rolls back.
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

/** True for errors that commands expect: of the API, of the user, of the network. */
const isExpectedError = (failure: unknown): boolean =>
  failure instanceof ApiError || failure instanceof UserError || failure instanceof NetworkError

/**
 * Returns the error with its item in front, unless the message names the item already. Other errors are
 * unchanged.
 */
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
