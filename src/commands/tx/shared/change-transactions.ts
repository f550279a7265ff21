/** Changes the transactions that were named: all are found and checked before the first one is written. */

import type { World } from '../../../command/define.ts'
import { foreseeChange } from '../../../command/dry-run/predict-errors.ts'
import { byId, nameThing, oneOrMany } from '../../../command/for-each.ts'
import { badRequest } from '../../../contract/errors.ts'
import type { Transaction, TransactionChanges } from '../../../contract/operations/transactions.ts'
import { type Found, findTransactions, nameUnknown } from './find-transactions.ts'
import { confirmReconciled, undoesReconciling } from './reconciled.ts'
import { answered } from './reply.ts'

/** Changes one transaction. Throws a Mistake that names it when there is none. */
export const changeTransaction = async (
  { api }: Pick<World, 'api'>,
  transaction_id: string,
  body: TransactionChanges,
): Promise<Transaction> => {
  const reply = await api.updateTransaction({ transaction_id, body }).catch((failure: unknown) => {
    throw nameUnknown(transaction_id, failure)
  })
  return answered(reply)
}

interface How {
  body: TransactionChanges
  /** Asks what more there is to ask about the transactions as they are. */
  confirm?: (found: readonly Found[]) => Promise<void>
  /** Changes one of them. */
  change: (id: string) => Promise<Transaction>
}

/** Makes the same changes to all of them, each once. */
export async function changeTransactions(
  world: World,
  ids: readonly string[],
  { body, confirm, change }: How,
): Promise<Transaction[]> {
  const unique = [...new Set(ids)]
  const isAsked = !world.yes && !world.dryRun && (undoesReconciling(body) || confirm !== undefined)
  // A single one is found, or not, by the very request that changes it.
  if (unique.length > 1 || isAsked) {
    const found = await findTransactions(world, unique)
    if (unique.length > 1) checkChange(found, body)
    if (isAsked) {
      await confirmReconciled(world, found, body)
      await confirm?.(found)
    }
  }
  return oneOrMany(world, unique, change, byId)
}

/** Throws what the service would refuse about one of the transactions, with its id. */
function checkChange(found: readonly Found[], body: TransactionChanges): void {
  for (const { row } of found) {
    try {
      if (row.deleted) throw badRequest('transaction is deleted; restore it first')
      foreseeChange(body, row)
    } catch (refusal) {
      throw nameThing(row, refusal)
    }
  }
}
