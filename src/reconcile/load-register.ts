/** Loads the rows of an account for a search over all of them, and looks up what a finding tells of them. */

import type { WorkspaceContext } from '../command/context.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import { paginateTransactions } from '../contract/paginate.ts'
import { addDays, LAST_DAY } from '../money/calendar.ts'
import { formatAmount, type MinorUnits, parseAmount } from '../money/minor-units.ts'
import { isCleared, type RegisterRow } from './difference/register.ts'
import { ALIGN_DAYS } from './statement/align-statement.ts'

/** The rows of an account, and how they are named outside. */
export interface LoadedRegister {
  account: { id: string; name: string }
  decimals: number
  /** The rows that are searched: the newest ones, and older ones that may explain the difference. */
  rows: readonly RegisterRow[]
  /** What the other rows add to the cleared balance. */
  older_cleared: MinorUnits
  /** Returns the id of a row. */
  toId(key: number): string
  /** Gives a transaction that was read or created later a key. */
  addRow(transaction: Transaction): RegisterRow
  /** Returns deleted rows of the account and rows of other accounts of an amount, which a remote profile does not look up. */
  findElsewhere(amount: MinorUnits): { deleted: RegisterRow[]; elsewhere: RegisterRow[] }
  /** Returns a row that is not among the others, deleted or in another account, by its id and its amount. */
  findById(id: string, amount: MinorUnits): RegisterRow | undefined
  /** Returns the name of the account of a row, which may be another one. */
  getAccountName(key: number): string
  toMinor(amount: string): MinorUnits
  format(amount: MinorUnits): string
}

/** What the rows are searched for. */
export interface RegisterRequest {
  account: { id: string; name: string }
  /** The cleared balance as it is now. */
  cleared_balance: string
  decimals: number
  /** The date and the balance of the bank. */
  date: string
  bank: MinorUnits
  /** The first day of the statement. */
  since: string | undefined
}

/** In a longer account, only the newest rows are searched for mistyped amounts. */
const NEWEST_ROWS = 6000

/** Loads the rows of an account: locally in one query, remotely in pages of 500. */
export async function loadRegister(
  context: WorkspaceContext,
  { account, cleared_balance, decimals, date, bank, since }: RegisterRequest,
): Promise<LoadedRegister> {
  const toMinor = (amount: string): MinorUnits => parseAmount(amount, decimals) ?? 0n
  const { known, startAfter, ...lookups } = createLookups(context, { account, decimals, toMinor })
  const { addRow } = lookups
  const shared = {
    account,
    decimals,
    ...lookups,
    toMinor,
    format: (amount: MinorUnits) => formatAmount(amount, decimals),
    getAccountName: (key: number) => known.get(key)?.account_name ?? account.name,
  }
  const sumUp = (rows: readonly RegisterRow[], until: string): MinorUnits =>
    rows.reduce((sum, row) => (isCleared(row) && row.date <= until ? sum + row.amount : sum), 0n)
  const { admin } = context.workspace
  if (!admin) {
    const transactions = await listRows(context, { account_id: account.id, date, since })
    const rows = transactions.map(addRow)
    const older_cleared = toMinor(cleared_balance) - sumUp(rows, LAST_DAY)
    return { ...shared, rows, older_cleared, toId: (key) => known.get(key)?.id ?? '' }
  }
  const cleared = toMinor(admin.readClearedBalance(account.id, date))
  const surplus = cleared - bank
  const query = {
    account_id: account.id,
    newest: NEWEST_ROWS,
    since: since === undefined ? undefined : addDays(since, -ALIGN_DAYS),
    // Rows that are too much, and rows whose sign is turned.
    amounts: [formatAmount(surplus, decimals), formatAmount(surplus / 2n, decimals)] as const,
  }
  const { rows, toId } = admin.readRegister(query)
  startAfter(rows.reduce((most, { key }) => Math.max(most, key), 0))
  const older_cleared = cleared - sumUp(rows, date)
  return { ...shared, rows, older_cleared, toId: (key) => known.get(key)?.id ?? toId(key) }
}

/** Returns how rows are looked up, and the transactions that got a key. */
function createLookups(
  context: WorkspaceContext,
  { account, decimals, toMinor }: Pick<LoadedRegister, 'account' | 'decimals' | 'toMinor'>,
) {
  const known = new Map<number, Transaction>()
  const keys = new Map<string, number>()
  let next = 0
  const addRow = (transaction: Transaction): RegisterRow => {
    const { id } = transaction
    // A row that is looked up again is the same row.
    const key = keys.get(id) ?? next + 1
    next = Math.max(next, key)
    keys.set(id, key)
    known.set(key, transaction)
    return toRegisterRow(transaction, { key, toMinor })
  }
  const listByAmount = (amount: MinorUnits): Transaction[] =>
    context.workspace.admin?.findByAmount(formatAmount(amount, decimals)) ?? []
  const findElsewhere = (amount: MinorUnits) => {
    const found = listByAmount(amount)
    const own = found.filter(({ account_id, deleted }) => account_id === account.id && deleted)
    const others = found.filter(
      ({ account_id, deleted, status, transfer_account_id }) =>
        account_id !== account.id &&
        !deleted &&
        status !== 'reconciled' &&
        // The other side of a transfer with this account is booked here already.
        transfer_account_id !== account.id,
    )
    return { deleted: own.map(addRow), elsewhere: others.map(addRow) }
  }
  const findById = (id: string, amount: MinorUnits): RegisterRow | undefined => {
    const found = listByAmount(amount).find((row) => row.id === id)
    return found && addRow(found)
  }
  const startAfter = (key: number): void => {
    next = key
  }
  return { known, addRow, findElsewhere, findById, startAfter }
}

/** A remote account is searched in so many rows: each page of 500 is a request. */
const REMOTE_ROWS = 5000
const REMOTE_DAYS = 60

/** Lists the newest rows of a remote account in the order of their creation, and all that are pending. */
async function listRows(
  { workspace: { api }, invocation: { signal } }: WorkspaceContext,
  { account_id, date, since = date }: { account_id: string; date: string; since: string | undefined },
): Promise<Transaction[]> {
  const edge = addDays(since < date ? since : date, -REMOTE_DAYS)
  const rows: Transaction[] = []
  let isCut = false
  for await (const page of paginateTransactions(api, { account_id }, signal)) {
    rows.push(...page)
    const oldest = page.at(-1)?.date
    isCut = rows.length >= REMOTE_ROWS && oldest !== undefined && oldest < edge
    if (isCut) break
  }
  if (isCut) {
    const ids = new Set(rows.map(({ id }) => id))
    for await (const page of paginateTransactions(api, { account_id, status: 'pending' }, signal))
      rows.push(...page.filter(({ id }) => !ids.has(id)))
  }
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
