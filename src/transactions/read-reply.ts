/** Reads transactions from replies, and adds what a terminal shows of them. */

import type { WorkspaceContext } from '../command/context.ts'
import type { NameIndex } from '../command/names/resolve-name.ts'
import { NetworkError } from '../contract/errors.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import { type ListedTransaction, withOtherAccount, withReference } from './transaction-columns.ts'

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
  throw new NetworkError('The service did not say which transaction it wrote', true)
}

type ListingContext = Pick<WorkspaceContext, 'workspace' | 'user'>

/** Adds to transactions what a terminal shows of them: references, and the names of the other accounts. */
export const toListedTransactions = async (
  context: ListingContext,
  rows: readonly Transaction[],
): Promise<ListedTransaction[]> =>
  addReferences(context, await addOtherAccountNames(context.workspace.names, rows))

/** Adds the references of transactions on a terminal; scripts use ids. */
export function addReferences<Row extends Transaction>(
  { workspace: { references }, user: { showsInfo } }: Pick<ListingContext, 'workspace' | 'user'>,
  rows: readonly Row[],
): Row[] {
  if (!showsInfo()) return [...rows]
  const byId = references.shorten(rows.map(({ id }) => id))
  return rows.map((row) => {
    const text = byId.get(row.id)
    return text === undefined ? row : withReference(row, text)
  })
}

/** Returns a function that adds the reference of any of these transactions. */
export function createReferenceAdder(
  context: Pick<ListingContext, 'workspace' | 'user'>,
  rows: readonly Transaction[],
): (row: Transaction) => Transaction {
  const byId = new Map(addReferences(context, rows).map((row) => [row.id, row]))
  return (row) => byId.get(row.id) ?? row
}

/** Adds the reference of one transaction. */
export const addReference = (
  context: Pick<ListingContext, 'workspace' | 'user'>,
  row: Transaction,
): Transaction => addReferences(context, [row])[0] ?? row

/** Adds the name of the other account to transfers. Accounts are loaded only if there is a transfer. */
async function addOtherAccountNames(
  names: NameIndex,
  rows: readonly Transaction[],
): Promise<ListedTransaction[]> {
  if (!rows.some((row) => row.transfer_account_id !== null)) return [...rows]
  const accountNames = new Map((await names.accounts()).map(({ id, name }) => [id, name]))
  return rows.map((row) => {
    const id = row.transfer_account_id
    return id === null ? row : withOtherAccount(row, accountNames.get(id) ?? id)
  })
}
