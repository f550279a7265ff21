/** Reads and writes the `reconciliations` table, and the rows of an account that a reconciliation is about. */

import { FIRST_DAY } from '../money/calendar.ts'
import type { MinorUnits } from '../money/minor-units.ts'
import type { Database } from './database.ts'

/** Creates the table. */
export const reconciliationsMigration = `
CREATE TABLE reconciliations (
  account INTEGER NOT NULL REFERENCES accounts (seq),
  date TEXT NOT NULL,
  balance INTEGER NOT NULL, -- of the bank, in minor units
  at INTEGER NOT NULL,
  PRIMARY KEY (account, date)
) STRICT, WITHOUT ROWID;
`

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
const selectRegister = (
  table: string,
  condition: string,
): string => `SELECT json_group_array(json_array(seq, date, amount,
    CASE status WHEN 'pending' THEN 0 WHEN 'cleared' THEN 1 ELSE 2 END, merchant, transfer_account)) AS rows
  FROM (SELECT * FROM ${table} WHERE ${condition} AND account = ? AND deleted = 0 ORDER BY date, seq)`

/** Selects rows of an account: the newest ones, those from a date on, and all that are pending or of an amount. */
export interface RegisterSelection {
  newest: number
  since: string | undefined
  amounts: readonly [MinorUnits, MinorUnits]
}

/** Returns the statements of the reconciliations. */
export const reconciliationsTable = (database: Database) => ({
  ...noteReconciliations(database),
  ...readRegister(database),
})

function noteReconciliations({ prepare }: Database) {
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
  return {
    /** Lists all reconciliations, each account's oldest first. */
    list: (): ReconciliationRow[] =>
      all.all().map(([account, date, balance, at]) => ({
        account: Number(account),
        date,
        balance,
        at: Number(at),
      })),
    /** Notes that an account agreed with the bank on a date. */
    note: ({ account, date, balance, at }: ReconciliationRow): void =>
      void upsert.run(account, date, balance, at),
    /** Marks the cleared rows of an account up to a date as reconciled, and returns how many they are. */
    markReconciled: ({ account, date, at }: Omit<ReconciliationRow, 'balance'>): number =>
      reconcile.run(at, account, date).changes,
  }
}

function readRegister({ prepare }: Database) {
  const clearedSum = prepare<{ sum: MinorUnits }>(
    `SELECT coalesce(sum(amount), 0) AS sum FROM transactions
     WHERE account = ? AND date > ? AND status <> 'pending' AND deleted = 0`,
    { bigints: true },
  )
  // Without the index it would sort all rows of the account.
  const newestEdge = prepare<{ date: string | null; count: number }>(
    `SELECT min(date) AS date, count(*) AS count FROM (
       SELECT date FROM transactions INDEXED BY transactions_by_date
       WHERE account = ? AND deleted = 0 ORDER BY date DESC, seq DESC LIMIT ?)`,
  )
  // The newest rows are found by the index of the dates, the few older ones by one pass over the table.
  const newRows = prepare<{ rows: string }>(selectRegister('transactions', 'date >= ?'))
  const oldRows = prepare<{ rows: string }>(
    selectRegister('transactions NOT INDEXED', "(amount IN (?, ?) OR status = 'pending') AND date < ?"),
  )
  const merchantNames = prepare<NamedRow>('SELECT seq, name FROM merchants')
  const accountNames = prepare<NamedRow>('SELECT seq, name FROM accounts')
  const byAmount = prepare<{ seq: number }>(
    'SELECT seq FROM transactions NOT INDEXED WHERE amount = ? ORDER BY date DESC, seq DESC LIMIT ?',
  )
  return {
    /** Returns the sum of the live rows of an account after a date that are not pending. */
    sumClearedAfter: (account: number, date: string): MinorUnits => clearedSum.get(account, date)?.sum ?? 0n,
    /** Lists the selected live rows of an account, the oldest first. */
    listRegister(account: number, { newest, since, amounts }: RegisterSelection): StoredRegisterRow[] {
      const found = newestEdge.get(account, newest)
      const edge = found && found.count === newest ? (found.date ?? FIRST_DAY) : FIRST_DAY
      const from = since !== undefined && since < edge ? since : edge
      const names = { merchants: toNames(merchantNames.all()), accounts: toNames(accountNames.all()) }
      return [oldRows.get(...amounts, from, account), newRows.get(from, account)]
        .flatMap((text) => JSON.parse(text?.rows ?? '[]') as RegisterTuple[]) // the statements above wrote it
        .map((stored) => readRegisterRow(stored, names))
    },
    /** Lists the rows of an amount, deleted ones too, the newest first. */
    listByAmount: (amount: MinorUnits, limit: number): number[] =>
      byAmount.all(amount, limit).map(({ seq }) => seq),
  }
}

interface NamedRow {
  seq: number
  name: string
}

type Names = ReadonlyMap<number, string>

const toNames = (rows: readonly NamedRow[]): Names => new Map(rows.map(({ seq, name }) => [seq, name]))

const readRegisterRow = (
  [seq, date, amount, status, merchant, transfer]: RegisterTuple,
  { merchants, accounts }: { merchants: Names; accounts: Names },
): StoredRegisterRow => ({
  seq,
  date,
  amount: BigInt(amount),
  status: statuses[status],
  words: (transfer === null ? merchants.get(merchant ?? 0) : accounts.get(transfer)) ?? '',
})

type RegisterTuple = [
  seq: number,
  date: string,
  amount: number,
  status: 0 | 1 | 2,
  merchant: number | null,
  transfer: number | null,
]
