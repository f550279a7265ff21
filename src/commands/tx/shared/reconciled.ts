/** Asks before a transaction changes that was held against a bank's statement. */ // spec E41

import type { World } from '../../../command/define.ts'
import type { Transaction, TransactionChanges } from '../../../contract/operations/transactions.ts'
import { type Found, readAllSides, readSides } from './find-transactions.ts'

const guarded = ['date', 'amount', 'account_id', 'splits', 'status'] as const

/** Would a statement no longer agree after these changes? */
export const undoesReconciling = (changes: TransactionChanges): boolean =>
  guarded.some((field) => changes[field] !== undefined)

/** Asks before a reconciled transaction changes, or one whose other side is reconciled. */
export async function confirmReconciled(
  world: World,
  found: readonly Found[],
  changes: TransactionChanges,
): Promise<void> {
  const isOther = (field: (typeof guarded)[number], { row }: Found): boolean =>
    changes[field] !== undefined && (field !== 'status' || row.status !== changes.status)
  const changing = found.filter((one) => guarded.some((field) => isOther(field, one)))
  await confirmRows(world, await readAllSides(world, changing))
}

/** The same for one transaction, which is read only where somebody may have to be asked. */
export async function confirmReconciledOne(world: World, id: string): Promise<void> {
  // With a yes given beforehand nobody is asked, and nothing need be read.
  if (!world.yes && !world.dryRun) await confirmRows(world, await readSides(world, id))
}

/** The same for transactions that were read already. */
export async function confirmRows({ confirm }: World, rows: readonly Transaction[]): Promise<void> {
  const reconciled = rows.filter(({ status }) => status === 'reconciled')
  if (reconciled.length === 0) return
  const many =
    reconciled.length === 1 ? 'a reconciled transaction' : `${reconciled.length} reconciled transactions`
  await confirm(`Change ${many}?`, async () => reconciled.map(described).join('\n'))
}

/** A transaction in a line of a question. */
export function described({ date, amount, account_name, merchant_name, status }: Transaction): string {
  const words = [date, amount, ...(merchant_name === null ? [] : [merchant_name]), `in ${account_name}`]
  return `${words.join(' ')}${status === 'reconciled' ? ' (reconciled)' : ''}`
}
