/** Asks before a transaction changes that was held against a bank's statement. @see docs/spec.md#e41 */

import type { WorkspaceContext } from '../../../command/context.ts'
import type { Transaction, TransactionChanges } from '../../../contract/operations/transactions.ts'
import { type FoundTransaction, readAllTransferSides, readTransferSides } from './find-transactions.ts'

const statementFields = ['date', 'amount', 'account_id', 'splits', 'status'] as const

/** Would a statement no longer agree after these changes? */
export const affectsReconciliation = (changes: TransactionChanges): boolean =>
  statementFields.some((field) => changes[field] !== undefined)

/** Asks before a reconciled transaction changes, or one whose other side is reconciled. */
export async function confirmReconciledChanges(
  world: WorkspaceContext,
  found: readonly FoundTransaction[],
  changes: TransactionChanges,
): Promise<void> {
  const isOther = (field: (typeof statementFields)[number], { row }: FoundTransaction): boolean =>
    changes[field] !== undefined && (field !== 'status' || row.status !== changes.status)
  const changing = found.filter((one) => statementFields.some((field) => isOther(field, one)))
  await confirmReconciledRows(world, await readAllTransferSides(world, changing))
}

/** The same for one transaction, which is read only where somebody may have to be asked. */
export async function confirmReconciledChange(world: WorkspaceContext, id: string): Promise<void> {
  // With a yes given beforehand nobody is asked, and nothing need be read.
  if (!world.assumesYes && !world.isDryRun)
    await confirmReconciledRows(world, await readTransferSides(world, id))
}

/** The same for transactions that were read already. */
export async function confirmReconciledRows(
  { requireConfirmation }: WorkspaceContext,
  rows: readonly Transaction[],
): Promise<void> {
  const reconciled = rows.filter(({ status }) => status === 'reconciled')
  if (reconciled.length === 0) return
  const many =
    reconciled.length === 1 ? 'a reconciled transaction' : `${reconciled.length} reconciled transactions`
  await requireConfirmation(`Change ${many}?`, async () => reconciled.map(describeTransaction).join('\n'))
}

/** A transaction in a line of a question. */
export function describeTransaction({
  date,
  amount,
  account_name,
  merchant_name,
  status,
}: Transaction): string {
  const words = [date, amount, ...(merchant_name === null ? [] : [merchant_name]), `in ${account_name}`]
  return `${words.join(' ')}${status === 'reconciled' ? ' (reconciled)' : ''}`
}
