/** Finds the closing balance of the last bank file of each account in the journal of imports. */

import type { WorkspaceContext } from '../command/context.ts'
import type { ImportRecord } from '../contract/ports/import-journal.ts'
import { readBankBalance } from '../import/posting/run-import.ts'

/** Returns the latest balance of the bank for each account, by the account's id. */
export async function findBankBalances({
  workspace: { openImportStore },
}: Pick<WorkspaceContext, 'workspace'>): Promise<ReadonlyMap<string, { date: string; amount: string }>> {
  const balances = new Map<string, { date: string; amount: string }>()
  const imports: ImportRecord[] = (await openImportStore()).listImports()
  for (const record of imports) {
    const found = record.state === 'done' ? readBankBalance(record) : undefined
    const known = balances.get(record.account_id)
    if (found && (!known || known.date < found.date)) balances.set(record.account_id, found)
  }
  return balances
}
