/** Keeps the reconciliations of remote workspaces in the state directory, beside the journal of imports. */

import type { Reconciliation, ReconciliationLog } from '../contract/ports/reconciliations.ts'
import type { Database } from './database.ts'

/** Creates the table of the reconciliations of remote workspaces. */
export const remoteReconciliationsMigration = `
CREATE TABLE reconciliations (
  workspace TEXT NOT NULL,
  account_id TEXT NOT NULL,
  date TEXT NOT NULL,
  balance TEXT NOT NULL, -- of the bank, as a decimal string
  reconciled_at TEXT NOT NULL,
  PRIMARY KEY (workspace, account_id, date)
) STRICT, WITHOUT ROWID;
`

/** Returns the reconciliations of one remote workspace. */
export function remoteReconciliations({ prepare, write }: Database, workspace: string): ReconciliationLog {
  const all = prepare<Reconciliation>(
    `SELECT account_id, date, balance, reconciled_at FROM reconciliations
     WHERE workspace = ? ORDER BY account_id, date`,
  )
  const upsert = prepare(
    `INSERT INTO reconciliations VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET balance = excluded.balance, reconciled_at = excluded.reconciled_at`,
  )
  return {
    list: () => all.all(workspace),
    note: ({ account_id, date, balance, reconciled_at }) =>
      void write(() => upsert.run(workspace, account_id, date, balance, reconciled_at)),
  }
}
