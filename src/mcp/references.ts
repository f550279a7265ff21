/** Shortens the ids of transactions for an assistant: the ends of ids, as commands accept them. */

import type { TransactionReferences } from '../contract/ports/references.ts'

/** So many characters stay unambiguous for a while after the answer. */
const MIN_LENGTH = 6

/** Returns a function from the id of a transaction to its reference: the end of the id, or the whole id. */
export function createReferences(
  references: TransactionReferences,
  ids: readonly string[],
): (id: string) => string {
  const shortest = references.shorten(ids)
  return (id) => {
    const text = shortest.get(id)
    return text === undefined ? id : id.slice(-Math.max(MIN_LENGTH, text.length))
  }
}
