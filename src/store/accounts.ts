/** Reads and writes the `accounts` table and the balances of the accounts. */

import type { ContentAccount } from '../contract/ports/workspace-content.ts'
import type { MinorUnits } from '../money/minor-units.ts'
import type { Database } from './database.ts'

/** An account. Amounts are minor units, instants milliseconds since 1970. */
export interface AccountRow extends ContentAccount {
  cleared_balance: MinorUnits
  pending_balance: MinorUnits
  live_transactions: number
}

/** The effect of changed transactions on an account's stored totals. */
export interface BalanceChange {
  cleared: MinorUnits
  pending: MinorUnits
  live: number
}

type StoredAccount = {
  [Column in keyof AccountRow]: AccountRow[Column] extends string | null ? AccountRow[Column] : bigint | null
}

const readAccount = (row: StoredAccount): AccountRow => ({
  seq: Number(row.seq),
  name: row.name,
  type: row.type,
  notes: row.notes,
  closed: row.closed === 1n,
  linked: row.linked === 1n,
  deleted: row.deleted === 1n,
  last_reconciled_at: row.last_reconciled_at === null ? null : Number(row.last_reconciled_at),
  cleared_balance: row.cleared_balance ?? 0n,
  pending_balance: row.pending_balance ?? 0n,
  live_transactions: Number(row.live_transactions ?? 0),
  created_at: Number(row.created_at),
  updated_at: Number(row.updated_at),
})

/** Returns the statements of the accounts. */
export function accountsTable(database: Database) {
  const bigints = { bigints: true } as const
  const select = 'SELECT * FROM accounts LEFT JOIN account_balances ON account = seq'
  const bySeq = database.prepare<StoredAccount>(`${select} WHERE seq = ?`, bigints)
  const active = database.prepare<StoredAccount>(`${select} WHERE deleted = 0 ORDER BY seq`, bigints)
  const all = database.prepare<StoredAccount>(`${select} ORDER BY seq`, bigints)
  const insert = database.prepare(
    'INSERT INTO accounts (name, type, created_at, updated_at) VALUES (?, ?, ?, ?)',
  )
  const update = database.prepare(
    'UPDATE accounts SET name = ?, notes = ?, closed = ?, last_reconciled_at = ?, updated_at = ? WHERE seq = ?',
  )
  const change = database.prepare(
    `INSERT INTO account_balances VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET cleared_balance = cleared_balance + excluded.cleared_balance,
       pending_balance = pending_balance + excluded.pending_balance,
       live_transactions = live_transactions + excluded.live_transactions`,
  )
  const forgetBalance = database.prepare('DELETE FROM account_balances WHERE account = ?')
  const remove = database.prepare('UPDATE accounts SET deleted = 1, updated_at = ? WHERE seq = ?')
  const link = database.prepare('UPDATE accounts SET linked = ? WHERE seq = ?')

  return {
    /** Returns an account, deleted or not. */
    get(seq: number): AccountRow | undefined {
      const row = bySeq.get(seq)
      return row && readAccount(row)
    },
    /** Lists the accounts that are not deleted, in the order of their creation. */
    list: (): AccountRow[] => active.all().map(readAccount),
    /** Lists all accounts, deleted ones included, in the order of their creation. */
    listAll: (): AccountRow[] => all.all().map(readAccount),
    insert: (account: { name: string; type: string; at: number }): number =>
      insert.run(account.name, account.type, account.at, account.at).key,
    update(account: AccountRow): void {
      const { name, notes, closed, last_reconciled_at, updated_at, seq } = account
      update.run(name, notes, Number(closed), last_reconciled_at, updated_at, seq)
    },
    changeBalances: (seq: number, by: BalanceChange): void =>
      void change.run(seq, by.cleared, by.pending, by.live),
    /** Forgets the balance of an account that ceases to exist. */
    forgetBalance: (seq: number): void => void forgetBalance.run(seq),
    remove: (seq: number, at: number): void => void remove.run(at, seq),
    setLinked: (seq: number, linked: boolean): void => void link.run(Number(linked), seq),
  }
}
