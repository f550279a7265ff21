/** Reads and writes the `targets` and `snoozes` tables. */

import type { TargetKind } from '../contract/ports/workspace-admin.ts'
import type { ContentTarget } from '../contract/ports/workspace-content.ts'
import type { Database } from './database.ts'

/** The target of a category. */
export interface TargetRow extends ContentTarget {
  kind: TargetKind
}

type StoredTarget = Omit<TargetRow, 'amount'> & { amount: number }

/** Returns the statements of the targets and snoozes. */
export function targetsTable(database: Database) {
  const all = database.prepare<StoredTarget>('SELECT * FROM targets ORDER BY category')
  const put = database.prepare(
    `INSERT INTO targets VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET kind = excluded.kind, amount = excluded.amount, weekday = excluded.weekday,
       by_date = excluded.by_date, repeat_months = excluded.repeat_months, start_month = excluded.start_month`,
  )
  const clear = database.prepare('DELETE FROM targets WHERE category = ?')
  const snoozes = database.prepare<{ category: number }>('SELECT category FROM snoozes WHERE month = ?')
  const snooze = database.prepare('INSERT OR IGNORE INTO snoozes VALUES (?, ?)')
  const forget = database.prepare('DELETE FROM snoozes WHERE category = ?')

  return {
    list: (): TargetRow[] => all.all().map((row) => ({ ...row, amount: BigInt(row.amount) })),
    set: (target: ContentTarget): void =>
      void put.run(
        target.category,
        target.kind,
        target.amount,
        target.weekday,
        target.by_date,
        target.repeat_months,
        target.start_month,
      ),
    /** Deletes a category's target and its snoozes. */
    clear(category: number): void {
      clear.run(category)
      forget.run(category)
    },
    listSnoozed: (month: string): Set<number> => new Set(snoozes.all(month).map((row) => row.category)),
    snooze: (category: number, month: string): void => void snooze.run(category, month),
  }
}
