/** Writes the schedules of a local workspace as facts of an archive, each with what is known of its dates. */

import type { IdKind } from '../contract/ids.ts'
import type { ArchiveFact } from '../contract/ports/export-source.ts'
import type { ContentSchedule, ContentScheduleDate } from '../contract/ports/workspace-content.ts'
import { formatTimestamp } from '../money/calendar.ts'
import type { MinorUnits } from '../money/minor-units.ts'
import type { ArchivedRow } from '../store/exported-rows.ts'
import type { WorkspaceStore } from '../store/workspace-store.ts'
import { readRecurrence } from './budget/schedule-view.ts'

/** Turns what is stored into what is written. */
export interface FactContext {
  toId: (kind: IdKind, seq: ArchivedRow[string] | undefined) => string | null
  toMoney: (minor: ArchivedRow[string] | MinorUnits | undefined) => string
}

/** Lists the schedules by creation, their dates in order. */
export function listScheduleFacts(
  context: FactContext,
  { list, listStoredDates }: WorkspaceStore['schedules'],
): ArchiveFact[] {
  const schedules = list()
  const dates = schedules.length > 0 ? listStoredDates() : []
  return schedules.map((row) => ({
    ...toScheduleFact(row, context),
    dates: dates.filter(({ schedule }) => schedule === row.seq).map((date) => toDateFact(date, context)),
    created_at: formatTimestamp(row.created_at),
    updated_at: formatTimestamp(row.updated_at),
  }))
}

const toOptionalMoney = (amount: MinorUnits | null, { toMoney }: FactContext): string | null =>
  amount === null ? null : toMoney(amount)

function toScheduleFact(row: ContentSchedule, context: FactContext): ArchiveFact {
  const { toId } = context
  const { first_date, every, days, weekend, until, times } = readRecurrence(row)
  return {
    id: toId('schedule', row.seq),
    account_id: toId('account', row.account),
    transfer_account_id: toId('account', row.transfer_account),
    merchant_id: toId('merchant', row.merchant),
    category_id: toId('category', row.category),
    ready_to_assign: row.ready_to_assign,
    amount_kind: row.amount_kind,
    amount: toOptionalMoney(row.amount, context),
    amount_to: toOptionalMoney(row.amount_to, context),
    statement_day: row.statement_day,
    splits:
      row.splits?.map(({ amount, category, ready_to_assign, notes }) => ({
        amount: toOptionalMoney(amount, context),
        category_id: toId('category', category),
        ready_to_assign,
        notes,
      })) ?? null,
    notes: row.notes,
    match_text: row.match_text,
    first_date,
    every: every && { ...every },
    days: days.map((day) => (typeof day === 'number' ? day : { ...day })),
    weekend,
    until,
    times,
    auto_post: row.auto_post,
    paused: row.paused,
  }
}

const toDateFact = (row: ContentScheduleDate, context: FactContext): ArchiveFact => ({
  date: row.date,
  transaction_id: context.toId('transaction', row.transaction),
  skipped: row.skipped,
  amount: toOptionalMoney(row.amount, context),
  refused_transaction_ids: row.refused.map((seq) => context.toId('transaction', seq)),
})
