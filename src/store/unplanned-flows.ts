/** Lists what happened without a schedule, for forecasts. @see docs/schedules.md#habits */

import { lineKinds } from '../contract/ports/report-source.ts'
import type { MinorUnits } from '../money/minor-units.ts'
import type { Database } from './database.ts'
import { buildKind } from './line-conditions.ts'

/** What happened on a day, in one account and category. */
interface FlowRow {
  date: string
  account: number
  category: number | null
  amount: MinorUnits
}

/** True if a transaction is about as large as a schedule expects it. */
const IS_NEAR_AMOUNT = `4 * abs(t.amount) BETWEEN 3 * abs(s.amount) AND 5 * abs(coalesce(s.amount_to, s.amount))`

/** True if a schedule stands for a transaction: its merchant, or the accounts of its transfer, in either direction. */
const IS_EXPECTED = `
  EXISTS (SELECT 1 FROM schedule_dates d WHERE d."transaction" = t.seq)
  OR t.pair IS NOT NULL AND EXISTS (SELECT 1 FROM schedule_dates d WHERE d."transaction" = t.pair)
  OR (t.merchant IN (SELECT merchant FROM schedules)) IS TRUE AND EXISTS (
    SELECT 1 FROM schedules s
    WHERE s.merchant = t.merchant AND (s.amount < 0) = (t.amount < 0) AND ${IS_NEAR_AMOUNT})
  OR t.pair IS NOT NULL AND EXISTS (
    SELECT 1 FROM schedules s
    WHERE s.amount_kind = 'full' AND s.transfer_account IN (t.account, t.transfer_account)
      OR s.transfer_account = CASE WHEN t.amount < 0 THEN t.transfer_account ELSE t.account END
        AND s.account = CASE WHEN t.amount < 0 THEN t.account ELSE t.transfer_account END AND ${IS_NEAR_AMOUNT})`

/** Returns the statement that lists what happened without a schedule. */
export function unplannedFlows({ prepare }: Database) {
  const began = lineKinds.indexOf('starting_balance')
  const where = `t.deleted = 0 AND t.date BETWEEN ? AND ? AND NOT (${IS_EXPECTED})`
  const flows = prepare<[date: string, account: number, category: number | null, amount: number]>(
    `SELECT date, account, category, sum(amount) FROM (
       SELECT t.date, t.account, t.category, t.amount FROM transactions t
       WHERE t.split = 0 AND ${where} AND ${buildKind('t.ready_to_assign')} <> ${began}
       UNION ALL
       SELECT t.date, t.account, l.category, l.amount FROM transactions t JOIN split_lines l ON l."transaction" = t.seq
       WHERE t.split = 1 AND ${where} AND ${buildKind('l.ready_to_assign')} <> ${began})
     GROUP BY date, account, category ORDER BY date`,
    { arrays: true },
  )
  return {
    listUnplannedFlows: (since: string, until: string): FlowRow[] =>
      flows
        .all(since, until, since, until)
        .map(([date, account, category, amount]) => ({ date, account, category, amount: BigInt(amount) })),
  }
}
