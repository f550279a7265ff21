/** Handles the operations of schedules. @see docs/schedules.md#what-is-stored */

import { badRequest, conflict, notFound } from '../../contract/errors.ts'
import type { OperationRequest } from '../../contract/operation.ts'
import type { updateScheduleDate } from '../../contract/operations/schedules.ts'
import { isDate } from '../../money/calendar.ts'
import { isPlannedDate } from '../../schedules/dates/planned-dates.ts'
import type { ScheduleDateRow, ScheduleRow } from '../../store/schedules.ts'
import { assertValidSchedule } from '../budget/check-schedule.ts'
import { assertFound, findRow, type HandlersFor, type RequestContext } from '../budget/request-context.ts'
import { buildNewRow, mergeFields } from '../budget/schedule-fields.ts'
import { listSchedules, readRecurrence, reloadSchedule } from '../budget/schedule-view.ts'
import { createScheduled } from '../budget/scheduled-transactions.ts'

const getScheduleRow = (context: RequestContext, id: string): ScheduleRow =>
  findRow(context, 'schedule', id, context.store.schedules.get)

/**
 * Returns what is known of a planned date.
 * @throws ApiError not_found when the schedule has no such date
 */
function getDate(context: RequestContext, schedule: ScheduleRow, date: string): ScheduleDateRow {
  if (!isDate(date)) throw badRequest('date must be a date in the form YYYY-MM-DD')
  const known = context.store.schedules.listDates(schedule.seq).find((one) => one.date === date)
  if (known) return known
  if (!isPlannedDate(readRecurrence(schedule), date)) throw notFound('planned date')
  return {
    schedule: schedule.seq,
    date,
    transaction: null,
    transaction_amount: null,
    skipped: false,
    amount: null,
    refused: [],
  }
}

/**
 * Returns the transaction that is to fulfil a date.
 * @throws ApiError when it is deleted, of another account, or fulfils another date
 */
function findFulfilling(context: RequestContext, schedule: ScheduleRow, id: string): number {
  const { store } = context
  const row = findRow(context, 'transaction', id, store.transactions.get)
  if (row.deleted) throw badRequest('transaction_id is a deleted transaction')
  if (row.account !== schedule.account && row.account !== schedule.transfer_account)
    throw badRequest('transaction_id is of another account than the schedule')
  // Both sides of a transfer are one.
  for (const seq of [row.seq, row.pair]) {
    const other = seq === null ? undefined : store.schedules.findFulfilled(seq)
    if (other) throw conflict(`transaction fulfils the date ${other.date} of a schedule already`)
  }
  return row.seq
}

type DateChanges = OperationRequest<typeof updateScheduleDate>['body']

function changeDate(context: RequestContext, schedule: ScheduleRow, date: string, body: DateChanges): void {
  const before = getDate(context, schedule, date)
  const after = { ...before }
  if (body.amount !== undefined)
    after.amount = body.amount === null ? null : context.toMinorUnits(body.amount)
  if (
    after.amount !== null &&
    schedule.splits?.every((line) => line.amount !== null) &&
    after.amount !== schedule.amount
  )
    throw badRequest('amount differs from the splits, none of which takes the rest')
  if (body.transaction_id === null && before.transaction !== null) {
    after.transaction = null
    after.refused = [...before.refused, before.transaction]
  }
  if (typeof body.transaction_id === 'string') {
    assertOpen(before)
    const seq = findFulfilling(context, schedule, body.transaction_id)
    after.transaction = seq
    after.refused = before.refused.filter((one) => one !== seq)
  }
  if (body.skipped && after.transaction !== null) throw conflict(`${date} is fulfilled; it cannot be skipped`)
  after.skipped = body.skipped ?? before.skipped
  context.store.schedules.setDate(after)
}

function assertOpen({ date, transaction, skipped }: ScheduleDateRow): void {
  if (transaction !== null) throw conflict(`${date} is fulfilled already`)
  if (skipped) throw conflict(`${date} was skipped`)
}

/** The handlers of the operations of schedules. */
export const scheduleHandlers: HandlersFor<
  | 'listSchedules'
  | 'createSchedule'
  | 'updateSchedule'
  | 'deleteSchedule'
  | 'updateScheduleDate'
  | 'postScheduleDate'
> = {
  // GET /schedules: lists the schedules by their next dates.
  listSchedules: (context, { query = {} }) => ({ schedules: listSchedules(context, query) }),

  // POST /schedules: creates a schedule.
  createSchedule(context, { body }) {
    const account = assertFound(context.ids.toSeq('account', body.account_id))
    const row = mergeFields(context, { ...buildNewRow(context, body.first_date), account }, body)
    assertValidSchedule(context, row, readRecurrence(row))
    return { schedule: reloadSchedule(context, context.store.schedules.insert(row)) }
  },

  // PATCH /schedules/{schedule_id}: changes the fields of the body.
  updateSchedule(context, { schedule_id, body }) {
    const before = getScheduleRow(context, schedule_id)
    const row = { ...mergeFields(context, before, body), updated_at: context.now }
    assertValidSchedule(context, row, readRecurrence(row))
    context.store.schedules.update(row)
    return { schedule: reloadSchedule(context, row.seq) }
  },

  // DELETE /schedules/{schedule_id}: deletes a schedule; its transactions stay.
  deleteSchedule(context, { schedule_id }) {
    context.store.schedules.remove(getScheduleRow(context, schedule_id).seq)
    return { deleted: true, id: schedule_id }
  },

  // PATCH /schedules/{schedule_id}/dates/{date}: fulfils, opens, skips or changes one planned date.
  updateScheduleDate(context, { schedule_id, date, body }) {
    const schedule = getScheduleRow(context, schedule_id)
    changeDate(context, schedule, date, body)
    return { schedule: reloadSchedule(context, schedule.seq) }
  },

  // POST /schedules/{schedule_id}/dates/{date}/post: creates the transaction that fulfils it.
  postScheduleDate(context, { schedule_id, date, body }) {
    const schedule = getScheduleRow(context, schedule_id)
    const planned = getDate(context, schedule, date)
    assertOpen(planned)
    const dates = context.store.schedules.listDates(schedule.seq)
    const transactions = createScheduled(context, schedule, { planned, dates, body })
    const transaction = assertFound(context.ids.toSeq('transaction', transactions[0]?.id ?? ''))
    context.store.schedules.setDate({ ...planned, transaction })
    return { schedule: reloadSchedule(context, schedule.seq), transactions }
  },
}
