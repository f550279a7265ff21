/** Transfers for people: the other account by its name, which the API gives by its id. */

import type { NameIndex } from '../../../command/resolve-name.ts'
import type { Transaction } from '../../../contract/operations/transactions.ts'
import { type TransactionWithOtherAccount, withOtherAccount } from '../../../render/transactions.ts'

/** The same transactions, transfers with the name of the other account; names are asked for only where there is a transfer. */
export async function addOtherAccountNames(
  names: NameIndex,
  rows: readonly Transaction[],
): Promise<TransactionWithOtherAccount[]> {
  if (!rows.some((row) => row.transfer_account_id !== null)) return [...rows]
  const nameOf = new Map((await names.accounts()).map(({ id, name }) => [id, name]))
  return rows.map((row) => {
    const id = row.transfer_account_id
    return id === null ? row : withOtherAccount(row, nameOf.get(id) ?? id)
  })
}
