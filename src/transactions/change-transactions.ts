/** Changes several transactions; all of them are found and checked before the first one is written. */

import type { WorkspaceContext } from '../command/context.ts'
import { type ItemLabel, labelById, mapOneByOne, prefixWithItem } from '../command/for-each.ts'
import { assertChangeAllowed } from '../contract/assert-change-allowed.ts'
import { badRequest } from '../contract/errors.ts'
import type { Transaction, TransactionChanges } from '../contract/operations/transactions.ts'
import { affectsReconciliation, confirmReconciledChanges } from './ask-reconciled.ts'
import { type FoundTransaction, findTransactions, toUnknownIdError } from './find-listed.ts'
import { addReferences, getRepliedTransaction } from './read-reply.ts'
import type { SelectedTransactions } from './select-transactions.ts'

/**
 * Changes one transaction.
 * @throws UserError with the id when there is none.
 */
export const changeTransaction = async (
  { workspace: { api } }: Pick<WorkspaceContext, 'workspace'>,
  transaction_id: string,
  body: TransactionChanges,
): Promise<Transaction> => {
  const reply = await api.updateTransaction({ transaction_id, body }).catch((error: unknown) => {
    throw toUnknownIdError(transaction_id, error)
  })
  return getRepliedTransaction(reply)
}

interface ChangeOptions {
  /** The changes, or what makes them from the transaction. */
  body: TransactionChanges | ((row: Transaction) => TransactionChanges)
  /** Asks for further confirmations about the transactions. */
  confirm?: (transactions: readonly FoundTransaction[]) => Promise<void>
  /** Changes one of the transactions. */
  change: (id: string, changes: TransactionChanges) => Promise<Transaction>
  /** Names a transaction in an error. @default its id */
  label?: (id: string) => ItemLabel
}

/** Makes the same changes to each transaction and returns the results. */
export async function changeTransactions(
  context: WorkspaceContext,
  { ids, found }: SelectedTransactions,
  { body, confirm, change, label = labelById }: ChangeOptions,
): Promise<Transaction[]> {
  const dependsOnRow = typeof body === 'function'
  const isAsked =
    !context.invocation.assumesYes &&
    !context.invocation.isDryRun &&
    (dependsOnRow || affectsReconciliation(body) || confirm !== undefined)
  // The request that changes a single transaction tells whether it exists.
  const isRead = ids.length > 1 || isAsked || dependsOnRow
  const transactions = isRead ? (found ?? (await findTransactions(context, ids))) : []
  const changesById = new Map(
    transactions.map(({ row }) => [row.id, dependsOnRow ? body(row) : body] as const),
  )
  const getChanges = (id: string): TransactionChanges => changesById.get(id) ?? (dependsOnRow ? {} : body)
  if (ids.length > 1) assertChangesAllowed(transactions, getChanges, label)
  if (isAsked) {
    await confirmReconciledChanges(context, transactions, getChanges)
    await confirm?.(transactions)
  }
  const changeOne = (id: string): Promise<Transaction> => change(id, getChanges(id))
  return addReferences(context, await mapOneByOne(context, ids, changeOne, label))
}

/**
 * Asserts that the changes are allowed for all transactions.
 * @throws ApiError as the service would, with the label of the transaction.
 */
function assertChangesAllowed(
  transactions: readonly FoundTransaction[],
  getChanges: (id: string) => TransactionChanges,
  label: (id: string) => ItemLabel,
): void {
  for (const { row } of transactions) {
    try {
      if (row.deleted) throw badRequest('transaction is deleted; restore it first')
      assertChangeAllowed(getChanges(row.id), row)
    } catch (error) {
      throw prefixWithItem(label(row.id), error)
    }
  }
}
