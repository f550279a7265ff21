/** Merges several changes of one thing into one, from its first state to its last. */

import type { Change } from '../../contract/ports/history.ts'

/** Returns one change for each thing, in the order of their first changes; none for what came and went. */
export function mergeChanges(changes: readonly Change[]): Change[] {
  const merged = new Map<string, Change>()
  for (const { type, id, before, after } of changes) {
    const key = `${type} ${id}`
    const earlier = merged.get(key)
    merged.set(key, {
      type,
      id,
      before: earlier ? earlier.before && { ...before, ...earlier.before } : before,
      after: earlier ? after && { ...earlier.after, ...after } : after,
    })
  }
  return [...merged.values()].filter(
    ({ before, after }) => before !== null || !(after === null || after['deleted'] === true),
  )
}
