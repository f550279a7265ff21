/** Tells from the history whether one command made two transactions. */

import type { WorkspaceContext } from '../command/context.ts'
import type { Transaction } from '../contract/operations/transactions.ts'

/**
 * Returns a function that tells whether one command made both. Of transactions from before the history, those of one
 * instant were made together.
 * @see docs/routine.md#duplicates
 */
export async function readOneCommand({
  workspace: { history },
}: Pick<WorkspaceContext, 'workspace'>): Promise<(a: Transaction, b: Transaction) => boolean> {
  const entries = await history().list({})
  const entryById = new Map<string, number>()
  for (const { id, command, counts } of entries) {
    // The files of an import are known to the journal.
    if ((counts.transaction ?? 0) < 2 || /^import\b/.test(command)) continue
    for (const { type, id: created, before } of (await history().get(id)).changes)
      if (type === 'transaction' && before === null) entryById.set(created, id)
  }
  const start = entries.at(-1)?.at
  const isFromBefore = ({ created_at }: Transaction): boolean => start === undefined || created_at < start
  return (a, b) => {
    const [one, other] = [entryById.get(a.id), entryById.get(b.id)]
    if (one !== undefined || other !== undefined) return one === other
    return a.created_at === b.created_at && isFromBefore(a)
  }
}
