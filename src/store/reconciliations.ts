/** Reads and writes the `reconciliations` table, and the rows of an account that a reconciliation is about. */

import type { MinorUnits } from '../money/minor-units.ts'
import type { Database } from './database.ts'

/** An account that agreed with the bank; `at` is in milliseconds since 1970. */
export interface ReconciliationRow {
  account: number
  date: string
  balance: MinorUnits
  at: number
}

type StoredReconciliation = [account: bigint, date: string, balance: bigint, at: bigint]

/** A live row of an account; words are the merchant, or the other account of a transfer. */
export interface StoredRegisterRow {
  seq: number
  date: string
  amount: MinorUnits
  status: 'pending' | 'cleared' | 'reconciled'
  words: string
}

const statuses = ['pending', 'cleared', 'reconciled'] as const

// A row of JSON is read three times as fast as a row of columns; an amount of 15 digits is exact in it.
const REGISTER = `SELECT json_group_array(json_array(seq, date, amount,
    CASE status WHEN 'pending' THEN 0 WHEN 'cleared' THEN 1 ELSE 2 END, merchant, transfer_account)) AS rows
  FROM (SELECT * FROM transactions WHERE account = ? AND deleted = 0 ORDER BY date, seq)`

/** Returns the statements of the reconciliations. */
export function reconciliationsTable({ prepare }: Database) {
  const all = prepare<StoredReconciliation>(
    'SELECT account, date, balance, at FROM reconciliations ORDER BY account, date',
    { bigints: true, arrays: true },
  )
  const upsert = prepare(
    `INSERT INTO reconciliations VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET balance = excluded.balance, at = excluded.at`,
  )
  const reconcile = prepare(
    `UPDATE transactions SET status = 'reconciled', updated_at = ?
     WHERE account = ? AND date <= ? AND status = 'cleared' AND deleted = 0`,
  )
  const register = prepare<{ rows: string }>(REGISTER)
  const merchantNames = prepare<{ seq: number; name: string }>('SELECT seq, name FROM merchants')
  const accountNames = prepare<{ seq: number; name: string }>('SELECT seq, name FROM accounts')
  const byAmount = prepare<{ seq: number }>(
    'SELECT seq FROM transactions WHERE amount = ? ORDER BY date DESC, seq DESC LIMIT ?',
  )
  const toNames = (rows: readonly { seq: number; name: string }[]): ReadonlyMap<number, string> =>
    new Map(rows.map(({ seq, name }) => [seq, name]))
  return {
    /** Lists all reconciliations, each account's oldest first. */
    list: (): ReconciliationRow[] =>
      all
        .all()
        .map(([account, date, balance, at]) => ({ account: Number(account), date, balance, at: Number(at) })),
    /** Notes that an account agreed with the bank on a date. */
    note: ({ account, date, balance, at }: ReconciliationRow): void =>
      void upsert.run(account, date, balance, at),
    /** Marks the cleared rows of an account up to a date as reconciled, and returns how many they are. */
    markReconciled: ({ account, date, at }: Omit<ReconciliationRow, 'balance'>): number =>
      reconcile.run(at, account, date).changes,
    /** Lists the live rows of an account, the oldest first. */
    listRegister(account: number): StoredRegisterRow[] {
      const merchants = toNames(merchantNames.all())
      const accounts = toNames(accountNames.all())
      const text = register.get(account)?.rows ?? '[]'
      const stored = JSON.parse(text) as RegisterTuple[] // the statement above wrote it
      return stored.map(([seq, date, amount, status, merchant, transfer]) => ({
        seq,
        date,
        amount: BigInt(amount),
        status: statuses[status],
        words: (transfer === null ? merchants.get(merchant ?? 0) : accounts.get(transfer)) ?? '',
      }))
    },
    /** Lists the rows of an amount, deleted ones too, the newest first. */
    listByAmount: (amount: MinorUnits, limit: number): number[] =>
      byAmount.all(amount, limit).map(({ seq }) => seq),
  }
}

type RegisterTuple = [
  seq: number,
  date: string,
  amount: number,
  status: 0 | 1 | 2,
  merchant: number | null,
  transfer: number | null,
]
