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
    workspace: { reserveRequests, rollsBack },
    invocation: { isDryRun },
  }: Pick<WorkspaceContext, 'workspace' | 'invocation'>,
  items: readonly Thing[],
  act: (item: Thing) => Promise<Result>,
  label?: (item: Thing) => ItemLabel,
): Promise<Result[]> {
  reserveRequests(items.length)
  const results: Result[] = []
  for (const [at, item] of items.entries()) {
    try {
      results.push(await act(item))
    } catch (error) {
      if (!label || items.length === 1 || !isExpectedError(error)) throw error
      if (at === 0 || rollsBack || isDryRun) throw prefixWithItem(label(item), error)
      throw new PartialFailureError(buildOutcomes(items.map(label), at, error), error)
    }
  }
  return results
}

/** True for errors that commands expect: of the API, of the user, of the network. */
const isExpectedError = (error: unknown): boolean =>
  error instanceof ApiError || error instanceof UserError || error instanceof NetworkError

/**
 * Returns the error with its item in front, unless the message names the item already. Other errors are
 * unchanged.
 */
export function prefixWithItem({ id, name }: ItemLabel, error: unknown): unknown {
  const itemName = name === undefined ? id : `"${name}"`
  if (error instanceof ApiError) {
    const isNamed = error.detail.startsWith(`${itemName}: `)
    return isNamed ? error : new ApiError(error.name, `${itemName}: ${error.detail}`, error.retryAfter)
  }
  if (!(error instanceof UserError) || error.message.includes(name ?? id)) return error
  return new UserError(error.kind, `${itemName}: ${error.message}`, error)
}

function buildOutcomes(labels: readonly ItemLabel[], failed: number, error: unknown): ItemResult[] {
  const isUnknown = error instanceof NetworkError && error.mayHaveApplied
  return labels.map((label, at): ItemResult => {
    if (at < failed) return { ...label, outcome: 'done' }
    if (at > failed) return { ...label, outcome: 'not_tried' }
    return { ...label, outcome: isUnknown ? 'unknown' : 'refused' }
  })
}
