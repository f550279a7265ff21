/** Gives transactions that an import cleared their date and status back. */

import type { WorkspaceContext } from '../../command/context.ts'
import { ApiError } from '../../contract/errors.ts'
import type { Transaction, TransactionChanges } from '../../contract/operations/transactions.ts'
import type { Change, HistoryEntry } from '../../contract/ports/history.ts'
import type { ImportStore } from '../../contract/ports/import-journal.ts'

/** The journal, the import, and the entries of the history that are its own or shared with other files. */
interface ClearedByImport {
  imports: ImportStore
  import_id: string
  entries: readonly HistoryEntry[]
}

/**
 * Restores what the import cleared, the newest change first. What was changed, reconciled or deleted since stays as
 * it is now. Returns the ids of the restored transactions.
 */
export async function restoreCleared(
  { workspace: { api, history } }: Pick<WorkspaceContext, 'workspace'>,
  { imports, import_id, entries }: ClearedByImport,
): Promise<string[]> {
  const ids = new Set(imports.listKnownTransactions(import_id))
  for (const batch of imports.listBatches(import_id))
    if (batch.state === 'noted') for (const id of batch.ids) ids.add(id)
  ids.delete('')
  if (ids.size === 0) return []
  const restored: string[] = []
  for (const { id } of entries)
    for (const change of (await history().get(id)).changes) {
      if (change.type !== 'transaction' || !ids.has(change.id)) continue
      const sides = await api.getTransaction({ transaction_id: change.id }).catch(ignoreMissing)
      const body = sides && buildRestoration(change, sides.transaction, sides.transactions)
      if (!body) continue
      await api.updateTransaction({ transaction_id: change.id, body })
      restored.push(change.id)
    }
  return restored
}

/** Returns the date and status before the change; undefined where the transaction is no longer as it left it. */
function buildRestoration(
  { before, after }: Change,
  current: Transaction,
  sides: readonly Transaction[] = [current],
): TransactionChanges | undefined {
  if (!before || !after || current.deleted) return undefined
  if (sides.some(({ status }) => status === 'reconciled')) return undefined
  const fields = (['date', 'status'] as const).filter((field) => before[field] !== after[field])
  if (fields.length === 0 || fields.some((field) => current[field] !== after[field])) return undefined
  return Object.fromEntries(fields.map((field) => [field, before[field]]))
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof ApiError && error.name === 'not_found') return undefined
  throw error
}
