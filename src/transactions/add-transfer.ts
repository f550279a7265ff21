/** Adds a transfer, also in the place of transactions that are the same movement of money. */

import type { WorkspaceContext } from '../command/context.ts'
import { NetworkError, UserError } from '../contract/errors.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import { confirmReconciledRows } from './ask-reconciled.ts'
import { findTransactions } from './find-listed.ts'
import { addReferences } from './read-reply.ts'

/** A transfer between two accounts. */
interface TransferInput {
  amount: string
  from: { id: string; name: string }
  to: { id: string; name: string }
  date: string | undefined
  category: { id: string } | undefined
  notes: string | undefined
  /** The ids of transactions that are deleted, because the transfer is what they were. */
  replaces: readonly string[]
}

/** Returns both sides of the new transfer. On a remote profile it is taken back if a transaction cannot be deleted. */
export async function addTransfer(
  context: WorkspaceContext,
  { amount, from, to, date = context.invocation.today, category, notes, replaces }: TransferInput,
): Promise<Transaction[]> {
  if (from.id === to.id)
    throw new UserError('invalid', `--from and --to are both ${from.name}`, { field: 'to_account_id' })
  const ids = [...new Set(replaces)]
  const replaced = (await findTransactions(context, ids)).map(({ row }) => row)
  await confirmReconciledRows(context, replaced)
  const { api, rollsBack } = context.workspace
  const transaction = {
    type: 'transfer' as const,
    from_account_id: from.id,
    to_account_id: to.id,
    amount,
    date,
    ...(category && { category_id: category.id }),
    ...(notes !== undefined && { notes }),
  }
  const { transactions } = await api.createTransactions({ body: { transaction } })
  if (!transactions) throw new NetworkError('The service did not say which transactions it wrote', true)
  try {
    for (const transaction_id of ids) await api.deleteTransaction({ transaction_id })
  } catch (error) {
    const [side] = transactions
    if (!rollsBack && side) await api.deleteTransaction({ transaction_id: side.id })
    throw error
  }
  return addReferences(context, transactions)
}
