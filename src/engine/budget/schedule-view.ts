/** Shows schedules as the API does. @see docs/schedules.md#what-is-stored */

import { groupBy } from '../../contract/group-by.ts'
import type { Schedule, ScheduleDate } from '../../contract/operations/schedules.ts'
import { formatTimestamp, LAST_DAY } from '../../money/calendar.ts'
import { iteratePlannedDates } from '../../schedules/dates/planned-dates.ts'
import type { Recurrence } from '../../schedules/dates/recurrence.ts'
import type { ScheduleDateRow, ScheduleRow } from '../../store/schedules.ts'
import { assertFound, type RequestContext } from './request-context.ts'
import { estimateAmount, readOwed } from './scheduled-transactions.ts'

/** So many fulfilled dates are listed, with what came between: their amounts estimate the next one. */
const LISTED_FULFILLED = 3

/** Returns how the dates of a schedule repeat. */
export const readRecurrence = ({ recurrence }: Pick<ScheduleRow, 'recurrence'>): Recurrence =>
  JSON.parse(recurrence) as Recurrence // only validated ones are stored

const isClosed = ({ transaction_amount, skipped }: ScheduleDateRow): boolean =>
  transaction_amount !== null || skipped

/** False for a date that is open again as if nothing had been done with it. */
const saysAnything = (row: ScheduleDateRow): boolean =>
  isClosed(row) || row.amount !== null || row.refused.length > 0

function toApiDate({ ids, formatMoney }: RequestContext, row: ScheduleDateRow): ScheduleDate {
  return {
    date: row.date,
    transaction_id: row.transaction === null ? null : ids.toId('transaction', row.transaction),
    transaction_amount: row.transaction_amount === null ? null : formatMoney(row.transaction_amount),
    skipped: row.skipped,
    amount: row.amount === null ? null : formatMoney(row.amount),
    refused_transaction_ids: row.refused.map((seq) => ids.toId('transaction', seq)),
  }
}

const toReference = (
  { ids, getName }: RequestContext,
  kind: 'account' | 'merchant' | 'category',
  seq: number | null,
) => ({
  id: seq === null ? null : ids.toId(kind, seq),
  name: seq === null ? null : getName(kind, seq),
})

/** Returns the first planned date that is open; undefined when none is left. */
function findNextDate(recurrence: Recurrence, dates: readonly ScheduleDateRow[]): string | undefined {
  const closed = new Set(dates.filter(isClosed).map(({ date }) => date))
  for (const date of iteratePlannedDates(recurrence, recurrence.first_date))
    if (!closed.has(date)) return date
  return undefined
}

const readStatementBalance = ({ store }: RequestContext, row: ScheduleRow, next_date: string | null) =>
  row.statement_day === null || next_date === null
    ? null
    : readOwed(store, row, { planned: next_date, day: LAST_DAY })

/** Returns a schedule as the API shows it. */
function toApiSchedule(
  context: RequestContext,
  row: ScheduleRow,
  { dates, all_dates = false }: { dates: readonly ScheduleDateRow[]; all_dates?: boolean | undefined },
): Schedule {
  const { ids, getName, formatMoney } = context
  const recurrence = readRecurrence(row)
  const next_date = findNextDate(recurrence, dates) ?? null
  const fulfilled = dates.filter(({ transaction_amount }) => transaction_amount !== null)
  const since = fulfilled.at(-LISTED_FULFILLED)?.date ?? ''
  const listed = dates.filter(
    (one) =>
      (all_dates || one.date >= since || (next_date !== null && one.date >= next_date)) && saysAnything(one),
  )
  const transfer = toReference(context, 'account', row.transfer_account)
  const merchant = toReference(context, 'merchant', row.merchant)
  const category = toReference(context, 'category', row.category)
  const formatOptional = (amount: bigint | null) => (amount === null ? null : formatMoney(amount))
  return {
    id: ids.toId('schedule', row.seq),
    name: merchant.name ?? transfer.name ?? getName('account', row.account),
    account_id: ids.toId('account', row.account),
    account_name: getName('account', row.account),
    transfer_account_id: transfer.id,
    transfer_account_name: transfer.name,
    merchant_id: merchant.id,
    merchant_name: merchant.name,
    category_id: category.id,
    category_name: category.name,
    ready_to_assign: row.ready_to_assign,
    amount_kind: row.amount_kind,
    amount: formatOptional(row.amount),
    amount_to: formatOptional(row.amount_to),
    statement_day: row.statement_day,
    statement_balance: formatOptional(readStatementBalance(context, row, next_date)),
    expected_amount: formatOptional(estimateAmount(row, dates)),
    splits:
      row.splits?.map((line) => {
        const { id, name } = toReference(context, 'category', line.category)
        return {
          amount: formatOptional(line.amount),
          category_id: id,
          category_name: name,
          ready_to_assign: line.ready_to_assign,
          notes: line.notes,
        }
      }) ?? null,
    notes: row.notes,
    match_text: row.match_text,
    ...recurrence,
    days: [...recurrence.days],
    auto_post: row.auto_post,
    paused: row.paused,
    next_date,
    dates: listed.map((one) => toApiDate(context, one)),
    created_at: formatTimestamp(row.created_at),
    updated_at: formatTimestamp(row.updated_at),
  }
}

/** Returns a stored schedule as the API shows it. */
export const reloadSchedule = (context: RequestContext, seq: number): Schedule =>
  toApiSchedule(context, assertFound(context.store.schedules.get(seq)), {
    dates: context.store.schedules.listDates(seq),
  })

/** Schedules without a date left come last. */
const compareNextDates = (a: Schedule, b: Schedule): number =>
  (a.next_date ?? '9999') < (b.next_date ?? '9999') ? -1 : a.next_date === b.next_date ? 0 : 1

/** Lists the schedules by their next dates, with the latest of the dates that are stored or all of them. */
export function listSchedules(
  context: RequestContext,
  { all_dates }: { all_dates?: boolean | undefined },
): Schedule[] {
  const { schedules } = context.store
  const dates = groupBy(schedules.listDates(), ({ schedule }) => schedule)
  return schedules
    .list()
    .map((row) => toApiSchedule(context, row, { dates: dates.get(row.seq) ?? [], all_dates }))
    .toSorted(compareNextDates)
}
