/** Loads the rows of an account for a search over all of them, and looks up what a finding tells of them. */

import type { RegisterRow } from '../../../analysis/reconcile/register.ts'
import type { WorkspaceContext } from '../../../command/context.ts'
import type { Transaction } from '../../../contract/operations/transactions.ts'
import { paginateTransactions } from '../../../contract/paginate.ts'
import { toMonth } from '../../../money/calendar.ts'
import { getCurrencyDecimals } from '../../../money/currency.ts'
import { formatAmount, type MinorUnits, parseAmount } from '../../../money/minor-units.ts'

/** The rows of an account, and how they are named outside. */
export interface LoadedRegister {
  account: { id: string; name: string }
  decimals: number
  rows: readonly RegisterRow[]
  /** Returns the id of a row. */
  toId(key: number): string
  /** Gives a transaction that was read or created later a key. */
  addRow(transaction: Transaction): RegisterRow
  /** Returns deleted rows of the account and rows of other accounts of an amount, which a remote profile does not look up. */
  findElsewhere(amount: MinorUnits): { deleted: RegisterRow[]; elsewhere: RegisterRow[] }
  /** Returns the name of the account of a row that was found elsewhere. */
  getAccountName(key: number): string
  toMinor(amount: string): MinorUnits
  format(amount: MinorUnits): string
}

/** Loads the rows of an account: locally in one query, remotely in pages of 500. */
export async function loadRegister(
  context: WorkspaceContext,
  account: { id: string; name: string },
): Promise<LoadedRegister> {
  const decimals = getCurrencyDecimals(await context.names.currency(toMonth(context.today)))
  const toMinor = (amount: string): MinorUnits => parseAmount(amount, decimals) ?? 0n
  const known = new Map<number, Transaction>()
  let next = 0
  const addRow = (transaction: Transaction): RegisterRow => {
    next += 1
    known.set(next, transaction)
    return toRegisterRow(transaction, { key: next, toMinor })
  }
  const findElsewhere = (amount: MinorUnits) => {
    if (!context.isLocal) return { deleted: [], elsewhere: [] }
    const found = context.workspaceAdmin().findByAmount(formatAmount(amount, decimals))
    const own = found.filter(({ account_id, deleted }) => account_id === account.id && deleted)
    const others = found.filter(
      ({ account_id, deleted, status }) => account_id !== account.id && !deleted && status !== 'reconciled',
    )
    return { deleted: own.map(addRow), elsewhere: others.map(addRow) }
  }
  const shared = {
    account,
    decimals,
    addRow,
    findElsewhere,
    toMinor,
    format: (amount: MinorUnits) => formatAmount(amount, decimals),
    getAccountName: (key: number) => known.get(key)?.account_name ?? account.name,
  }
  if (!context.isLocal) {
    const rows = await listRows(context, account.id)
    return { ...shared, rows: rows.map(addRow), toId: (key) => known.get(key)?.id ?? '' }
  }
  const { rows, toId } = context.workspaceAdmin().readRegister(account.id)
  next = rows.reduce((most, { key }) => Math.max(most, key), 0)
  return { ...shared, rows, toId: (key) => known.get(key)?.id ?? toId(key) }
}

/** Lists the rows of an account in the order of their creation, so that the later of two equal ones is known. */
async function listRows({ api, signal }: WorkspaceContext, account_id: string): Promise<Transaction[]> {
  const rows: Transaction[] = []
  for await (const page of paginateTransactions(api, { account_id }, signal)) rows.push(...page)
  return rows.toSorted((a, b) => (a.created_at < b.created_at ? -1 : Number(a.created_at > b.created_at)))
}

/** Returns a transaction as a row of the register. */
export const toRegisterRow = (
  { date, amount, status, merchant_name }: Transaction,
  { key, toMinor }: { key: number; toMinor: (amount: string) => MinorUnits },
): RegisterRow => ({
  key,
  date,
  amount: toMinor(amount),
  // A status that is not known counts as the bank's, which is what every balance does with it.
  status: status === 'pending' || status === 'reconciled' ? status : 'cleared',
  words: merchant_name ?? '',
})
