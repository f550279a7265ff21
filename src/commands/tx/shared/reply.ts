/** Reads transactions from replies, and adds the name of the other account to transfers. */

import type { NameIndex } from '../../../command/resolve-name.ts'
import { NetworkError } from '../../../contract/errors.ts'
import type { Transaction } from '../../../contract/operations/transactions.ts'
import { type TransactionWithOtherAccount, withOtherAccount } from '../../../render/transactions.ts'

/**
 * Returns the transaction of a reply; of a transfer the requested side.
 * @throws NetworkError when the reply contains none.
 * @see docs/spec.md#s1
 */
export function getRepliedTransaction({
  transaction,
  transactions,
}: {
  transaction?: Transaction | undefined
  transactions?: Transaction[] | undefined
}): Transaction {
  const single = transaction ?? transactions?.[0]
  if (single) return single
  throw new NetworkError('The service did not return which transaction it wrote', true)
}

/** Adds the name of the other account to transfers. Accounts are loaded only if there is a transfer. */
export async function addOtherAccountNames(
  names: NameIndex,
  rows: readonly Transaction[],
): Promise<TransactionWithOtherAccount[]> {
  if (!rows.some((row) => row.transfer_account_id !== null)) return [...rows]
  const accountNames = new Map((await names.accounts()).map(({ id, name }) => [id, name]))
  return rows.map((row) => {
    const id = row.transfer_account_id
    return id === null ? row : withOtherAccount(row, accountNames.get(id) ?? id)
  })
}
