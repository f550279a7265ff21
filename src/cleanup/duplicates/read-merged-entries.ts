/** Reads from the history which entries `tx duplicates` has deleted before. */

import type { WorkspaceContext } from '../../command/context.ts'
import type { ChangeFields } from '../../contract/ports/history.ts'
import type { MergedEntry } from './merged-entries.ts'

/** Returns the deleted entries, as they were; those that an undo brought back are left out. */
export async function readMergedEntries(
  context: Pick<WorkspaceContext, 'workspace'>,
): Promise<MergedEntry[]> {
  const history = context.workspace.history()
  const entries = await history.list({})
  const merged: MergedEntry[] = []
  for (const { id, command, undone_by } of entries) {
    if (undone_by !== null || !/^tx duplicates\b/.test(command)) continue
    const { changes } = await history.get(id)
    for (const { type, before, after } of changes)
      if (type === 'transaction' && before && after?.['deleted'] === true) merged.push(toMergedEntry(before))
  }
  return merged
}

/** The history of a local workspace tells the name of the account, and not its id. */
function toMergedEntry({ account_id, account_name, date, amount, merchant_name }: ChangeFields): MergedEntry {
  return {
    account_id: typeof account_id === 'string' ? account_id : undefined,
    account_name: String(account_name),
    date: String(date),
    amount: String(amount),
    merchant_name: typeof merchant_name === 'string' ? merchant_name : null,
  }
}
