/** Asks before a reconciled transaction changes. @see docs/spec.md#e41 */

import type { WorkspaceContext } from '../command/context.ts'
import type { Transaction, TransactionChanges } from '../contract/operations/transactions.ts'
import { type FoundTransaction, readAllTransferSides, readTransferSides } from './find-listed.ts'

const statementFields = ['date', 'amount', 'account_id', 'splits', 'status'] as const

/** True if the changes would make the transaction disagree with the bank statement. */
export const affectsReconciliation = (changes: TransactionChanges): boolean =>
  statementFields.some((field) => changes[field] !== undefined)

/** Asks before reconciled transactions change, or transfers whose other side is reconciled. */
export async function confirmReconciledChanges(
  context: WorkspaceContext,
  transactions: readonly FoundTransaction[],
  getChanges: (id: string) => TransactionChanges,
): Promise<void> {
  const isOther = (field: (typeof statementFields)[number], { row }: FoundTransaction): boolean => {
    const changes = getChanges(row.id)
    return changes[field] !== undefined && (field !== 'status' || row.status !== changes.status)
  }
  const changing = transactions.filter((transaction) =>
    statementFields.some((field) => isOther(field, transaction)),
  )
  await confirmReconciledRows(context, await readAllTransferSides(context, changing))
}

/** Asks before one transaction changes. The transaction is read only if the user may be asked. */
export async function confirmReconciledChange(context: WorkspaceContext, id: string): Promise<void> {
  // With --yes nothing is asked, so nothing has to be read.
  if (!context.invocation.assumesYes && !context.invocation.isDryRun)
    await confirmReconciledRows(context, await readTransferSides(context, id))
}

/** Asks before these transactions change, if any of them is reconciled. */
export async function confirmReconciledRows(
  { user: { requireConfirmation } }: WorkspaceContext,
  rows: readonly Transaction[],
): Promise<void> {
  const reconciled = rows.filter(({ status }) => status === 'reconciled')
  if (reconciled.length === 0) return
  const many =
    reconciled.length === 1 ? 'a reconciled transaction' : `${reconciled.length} reconciled transactions`
  await requireConfirmation(`Change ${many}?`, async () => reconciled.map(describeTransaction).join('\n'))
}

/** Describes a transaction in one line. */
export function describeTransaction({
  date,
  amount,
  account_name,
  merchant_name,
  status,
}: Transaction): string {
  const parts = [date, amount, ...(merchant_name === null ? [] : [merchant_name]), `in ${account_name}`]
  return `${parts.join(' ')}${status === 'reconciled' ? ' (reconciled)' : ''}`
}
