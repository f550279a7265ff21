/** Finds the accounts into which entries of the history imported, because a running import may still add to them. */

import { decodeChangeset } from '../../store/decode-changeset.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'
import { getChangeKey } from './row-images.ts'

/** Lists the ids of the accounts of the imports that these entries are part of. */
export function listImportAccounts(
  { history, journal }: WorkspaceStore,
  ids: readonly number[],
): Set<string> {
  const accounts = new Set<string>()
  for (const id of ids) {
    for (const { changeset } of history.iteratePartsBackwards(id)) {
      for (const change of decodeChangeset(changeset)) {
        if (change.table !== 'imports') continue
        const account = journal.findImport(String(getChangeKey(change)[1]))?.account_id
        if (account !== undefined) accounts.add(account)
      }
    }
  }
  return accounts
}
