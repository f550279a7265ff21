/** Notes the earliest month whose totals were changed, however they were changed. */

import { StorageError } from '../contract/errors.ts'
import type { Database } from './database.ts'

/** The earliest changed month. What a transaction of this connection changed is forgotten when it is rolled back. */
export interface EarliestChange {
  /** Returns true if a month before `month` may have changed since `forget`. */
  isBefore(month: string): boolean
  /** Forgets all changes so far; false where no temporary table can be written. Call it where no transaction may write. */
  forget(): boolean
}

const NEVER = '9999-12'

// A table that only this connection has takes part in its transactions, and triggers see every way of writing.
const SCRIPT = `
  CREATE TEMP TABLE IF NOT EXISTS earliest_change (month TEXT NOT NULL);
  DELETE FROM temp.earliest_change;
  INSERT INTO temp.earliest_change VALUES ('${NEVER}');
  ${['cells', 'card_cells', 'credit_parts']
    .flatMap((table) => [
      createTrigger(table, 'INSERT', 'NEW'),
      createTrigger(table, 'UPDATE', 'NEW'),
      createTrigger(table, 'DELETE', 'OLD'),
    ])
    .join('\n')}`

function createTrigger(table: string, event: string, row: 'NEW' | 'OLD'): string {
  return `CREATE TEMP TRIGGER IF NOT EXISTS note_${table}_${event} AFTER ${event} ON main.${table}
    BEGIN UPDATE earliest_change SET month = ${row}.month WHERE month > ${row}.month; END;`
}

/** Returns what notes changes, from its first `forget` on. */
export function createEarliestChange({ exec, prepare }: Pick<Database, 'exec' | 'prepare'>): EarliestChange {
  const readVersion = prepare<{ data_version: number }>('PRAGMA data_version')
  const version = (): number | undefined => readVersion.get()?.data_version
  let month: ReturnType<typeof prepare<{ month: string }>> | undefined
  let known: number | undefined
  return {
    isBefore(first) {
      if (!month || version() !== known) return true
      try {
        return (month.get()?.month ?? '') < first
      } catch (error) {
        // The table is gone with the transaction that created it.
        if (error instanceof StorageError) return true
        throw error
      }
    },
    forget() {
      try {
        exec(SCRIPT)
      } catch (error) {
        // A full or missing directory for temporary files costs time, not figures.
        if (error instanceof StorageError) return false
        throw error
      }
      month ??= prepare('SELECT month FROM temp.earliest_change')
      known = version()
      return true
    },
  }
}
