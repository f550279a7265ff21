/** Reads the fields of a schedule from the body of a request. @see docs/schedules.md#what-is-stored */

import type { ScheduleChanges } from '../../contract/operations/schedules.ts'
import type { Recurrence } from '../../schedules/dates/recurrence.ts'
import type { ScheduleRow } from '../../store/schedules.ts'
import { assertFound, type RequestContext } from './request-context.ts'
import { resolveMerchant } from './resolve-merchant.ts'
import { readRecurrence } from './schedule-view.ts'
import { toCategorySeq } from './split-lines.ts'

/** Returns the fields of a row that a body sets; others stay as they are. */
export function mergeFields(context: RequestContext, row: ScheduleRow, body: ScheduleChanges): ScheduleRow {
  const { ids, toMinorUnits } = context
  const set = <Value>(key: keyof ScheduleChanges, value: () => Value, old: Value): Value =>
    body[key] === undefined ? old : value()
  const toAccount = (id: string | null | undefined) =>
    typeof id === 'string' ? assertFound(ids.toSeq('account', id)) : null
  const toAmount = (amount: string | null | undefined) =>
    typeof amount === 'string' ? toMinorUnits(amount) : null
  const merchant = resolveMerchant(context, body, '')
  return {
    ...row,
    account: set('account_id', () => assertFound(ids.toSeq('account', body.account_id ?? '')), row.account),
    transfer_account: set(
      'transfer_account_id',
      () => toAccount(body.transfer_account_id),
      row.transfer_account,
    ),
    merchant: merchant === undefined ? row.merchant : (merchant?.seq ?? null),
    category: set('category_id', () => toCategorySeq(context, body.category_id), row.category),
    ready_to_assign: body.ready_to_assign ?? row.ready_to_assign,
    amount_kind: body.amount_kind ?? row.amount_kind,
    amount: set('amount', () => toAmount(body.amount), row.amount),
    amount_to: set('amount_to', () => toAmount(body.amount_to), row.amount_to),
    // What is not paid in full has no statement.
    statement_day: set(
      'statement_day',
      () => body.statement_day ?? null,
      (body.amount_kind ?? row.amount_kind) === 'full' ? row.statement_day : null,
    ),
    splits: set(
      'splits',
      () =>
        body.splits?.map((line) => ({
          amount: toAmount(line.amount),
          category: toCategorySeq(context, line.category_id),
          ready_to_assign: line.ready_to_assign ?? false,
          notes: line.notes ?? null,
        })) ?? null,
      row.splits,
    ),
    notes: body.notes === undefined ? row.notes : body.notes,
    match_text: body.match_text === undefined ? row.match_text : body.match_text,
    recurrence: JSON.stringify(mergeRecurrence(readRecurrence(row), body)),
    auto_post: body.auto_post ?? row.auto_post,
    paused: body.paused ?? row.paused,
  }
}

/** Without days, a schedule of months is due on the day of its first date. */
function mergeRecurrence(old: Recurrence, body: ScheduleChanges): Recurrence {
  const first_date = body.first_date ?? old.first_date
  const every = body.every === undefined ? old.every : body.every
  const isMonthly = every?.unit === 'month'
  const days = body.days ?? (isMonthly && body.first_date === undefined ? old.days : [])
  return {
    first_date,
    every,
    days: isMonthly && days.length === 0 ? [Number(first_date.slice(8))] : days,
    weekend: body.weekend ?? old.weekend,
    until: body.until === undefined ? old.until : body.until,
    times: body.times === undefined ? old.times : body.times,
  }
}

/** Returns a new schedule of one date, before its fields are set. */
export function buildNewRow(context: RequestContext, first_date: string): Omit<ScheduleRow, 'account'> {
  const recurrence: Recurrence = {
    first_date,
    every: null,
    days: [],
    weekend: 'same',
    until: null,
    times: null,
  }
  return {
    seq: 0,
    transfer_account: null,
    merchant: null,
    category: null,
    ready_to_assign: false,
    amount_kind: 'fixed',
    amount: null,
    amount_to: null,
    statement_day: null,
    splits: null,
    notes: null,
    match_text: null,
    recurrence: JSON.stringify(recurrence),
    auto_post: false,
    paused: false,
    created_at: context.now,
    updated_at: context.now,
  }
}
