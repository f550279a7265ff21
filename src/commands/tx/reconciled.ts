/** The guard of what was held against a bank's statement. */ // spec E41

import type { BudgetApi } from '../../contract/api.ts'
import type { Transaction, TransactionChanges } from '../../contract/transactions.ts'
import type { World } from '../command.ts'

const guarded = ['date', 'amount', 'account_id', 'splits'] as const

/** Would a statement no longer agree after these changes? */
export const undoesReconciling = (changes: TransactionChanges): boolean =>
  guarded.some((field) => changes[field] !== undefined)

/** A transaction; of a transfer both sides. */
export async function sidesOf(api: BudgetApi, transaction_id: string): Promise<Transaction[]> {
  const { transaction, transactions } = await api.getTransaction({ transaction_id })
  return transactions ?? [transaction]
}

/** Asks before a reconciled transaction changes, or one whose other side is reconciled. */
export async function confirmReconciled(world: World, ids: readonly string[]): Promise<void> {
  // With a yes given beforehand nobody is asked, and nothing need be read.
  if (world.yes || world.dryRun) return
  const rows: Transaction[] = []
  for (const id of ids) rows.push(...(await sidesOf(world.api, id)))
  await confirmRows(world, rows)
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
