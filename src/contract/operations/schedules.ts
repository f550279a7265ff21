/**
 * Describes the operations of schedules: transactions that are expected on planned dates.
 * They extend the API document; a service may lack them.
 * @see docs/schedules.md
 */

import * as p from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { transaction } from './transactions.ts'

/**
 * What is known of a schedule's amount: `fixed` to the cent, `about` an estimate, `range` from `amount` to `amount_to`,
 * `full` what a card owes on the day, or on its statement day before.
 */
export const amountKinds = ['fixed', 'about', 'range', 'full'] as const

/** What is known of a schedule's amount. */
export type AmountKind = (typeof amountKinds)[number]

const units = ['day', 'month'] as const
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const weekendRules = ['same', 'before', 'after'] as const

const nthWeekday = p.object({
  nth: p.union([p.literal(1), p.literal(2), p.literal(3), p.literal(4), p.literal('last')]),
  weekday: p.picklist(weekdays),
})

const scheduleLine = p.object({
  /** Null for the line that takes the rest. */
  amount: p.nullable(p.money),
  category_id: p.nullable(p.id),
  category_name: p.nullable(p.string()),
  ready_to_assign: p.boolean(),
  notes: p.nullable(p.string()),
})

const scheduleDate = p.object({
  /** The planned date, before it is moved from a weekend. */
  date: p.replyDate,
  /** The live transaction that fulfils it. */
  transaction_id: p.nullable(p.id),
  transaction_amount: p.nullable(p.money),
  skipped: p.boolean(),
  /** The amount of this date alone. */
  amount: p.nullable(p.money),
  /** Transactions that the user said do not fulfil it. */
  refused_transaction_ids: p.array(p.id),
})

/** The schema of a schedule. */
export const schedule = p.object({
  id: p.id,
  /** The merchant's name, of a transfer the other account's. */
  name: p.string(),
  account_id: p.id,
  account_name: p.string(),
  transfer_account_id: p.nullable(p.id),
  transfer_account_name: p.nullable(p.string()),
  merchant_id: p.nullable(p.id),
  merchant_name: p.nullable(p.string()),
  category_id: p.nullable(p.id),
  category_name: p.nullable(p.string()),
  ready_to_assign: p.boolean(),
  amount_kind: p.openEnum(amountKinds),
  amount: p.nullable(p.money),
  amount_to: p.nullable(p.money),
  /** The day of the month, 1 to 31, on which a `full` card's statement ends; null to pay what is owed on the day. */
  statement_day: p.nullable(p.integer),
  /** What of the statement before `next_date` is not paid yet, zero or below; null without a statement day. */
  statement_balance: p.nullable(p.money),
  /** What a date without an amount of its own is expected to have; null for `full`. */
  expected_amount: p.nullable(p.money),
  splits: p.nullable(p.array(scheduleLine)),
  notes: p.nullable(p.string()),
  match_text: p.nullable(p.string()),
  first_date: p.replyDate,
  every: p.nullable(p.object({ count: p.integer, unit: p.picklist(units) })),
  days: p.array(p.union([p.integer, nthWeekday])),
  weekend: p.picklist(weekendRules),
  until: p.nullable(p.replyDate),
  times: p.nullable(p.integer),
  auto_post: p.boolean(),
  paused: p.boolean(),
  /** The first planned date that is neither fulfilled nor skipped; null when none is left. */
  next_date: p.nullable(p.replyDate),
  /** What is stored of dates, from the third last fulfilled one or from `next_date` on. */
  dates: p.array(scheduleDate),
  created_at: p.instant,
  updated_at: p.instant,
})

/** A schedule: a transaction that is expected on planned dates. */
export type Schedule = p.InferOutput<typeof schedule>

/** What is stored of one planned date. */
export type ScheduleDate = Schedule['dates'][number]

const splitsMessage = 'must be an array of 1 to 100 lines'
const daysMessage = 'must be an array of 1 to 31 days'
const dayMessage = 'must be a day from 1 to 31, or an object with nth (1 to 4, or last) and weekday'

const lineDraft = p.strictFields({
  amount: p.nullable(p.amount),
  category_id: p.optional(p.nullable(p.reference('category'))),
  ready_to_assign: p.optional(p.booleanField),
  notes: p.optional(p.notes),
})

const every = p.nullable(p.strictFields({ count: p.integerField(1, 9999), unit: p.closedEnum(units) }))
const day = p.union([p.integerField(1, 31), nthWeekday], dayMessage)
const times = p.nullable(p.integerField(1, 9999))

const recurrence = p.strictFields({
  first_date: p.date,
  every,
  days: p.array(day),
  weekend: p.closedEnum(weekendRules),
  until: p.nullable(p.date),
  times,
})

/** True if the dates of a schedule may repeat like this. */
export const isRecurrence = (value: unknown): boolean => p.is(recurrence, value)

const optionalFields = {
  transfer_account_id: p.optional(p.nullable(p.reference('account'))),
  merchant_id: p.optional(p.nullable(p.reference('merchant'))),
  merchant_name: p.optional(p.nullable(p.merchantName)),
  category_id: p.optional(p.nullable(p.reference('category'))),
  ready_to_assign: p.optional(p.booleanField),
  amount_kind: p.optional(p.closedEnum(amountKinds)),
  amount: p.optional(p.nullable(p.amount)),
  amount_to: p.optional(p.nullable(p.amount)),
  statement_day: p.optional(p.nullable(p.integerField(1, 31))),
  splits: p.optional(
    p.nullable(p.boundedArray(lineDraft, 100, { empty: splitsMessage, tooMany: splitsMessage })),
  ),
  notes: p.optional(p.notes),
  match_text: p.optional(p.nullable(p.name)),
  every: p.optional(every),
  days: p.optional(p.boundedArray(day, 31, { empty: daysMessage, tooMany: daysMessage })),
  weekend: p.optional(p.closedEnum(weekendRules)),
  until: p.optional(p.nullable(p.date)),
  times: p.optional(times),
  auto_post: p.optional(p.booleanField),
  paused: p.optional(p.booleanField),
}

const scheduleDraft = p.strictFields({
  account_id: p.reference('account'),
  first_date: p.date,
  ...optionalFields,
})

/** A schedule to create. Without `every` it has one date; money goes out where `amount` is negative. */
export type ScheduleDraft = p.InferInput<typeof scheduleDraft>

const scheduleChanges = p.strictFields({
  account_id: p.optional(p.reference('account')),
  first_date: p.optional(p.date),
  ...optionalFields,
})

/** The changes of a schedule. */
export type ScheduleChanges = p.InferInput<typeof scheduleChanges>

/** GET /schedules. */
export const listSchedules = defineOperation({
  summary: 'List the schedules in the order of their next dates',
  method: 'GET',
  path: '/schedules',
  status: 200,
  // True lists everything that is stored of dates.
  query: p.strictFields({ all_dates: p.optional(p.queryBoolean) }),
  reply: p.object({ schedules: p.array(schedule) }),
})

/** POST /schedules. */
export const createSchedule = defineOperation({
  summary: 'Create a schedule',
  method: 'POST',
  path: '/schedules',
  status: 201,
  body: scheduleDraft,
  reply: p.object({ schedule }),
})

/** PATCH /schedules/{schedule_id}. */
export const updateSchedule = defineOperation({
  summary: 'Update a schedule; send only the fields to change',
  method: 'PATCH',
  path: '/schedules/{schedule_id}',
  status: 200,
  body: scheduleChanges,
  reply: p.object({ schedule }),
})

/** DELETE /schedules/{schedule_id}. */
export const deleteSchedule = defineOperation({
  summary: 'Delete a schedule; its transactions stay',
  method: 'DELETE',
  path: '/schedules/{schedule_id}',
  status: 200,
  reply: p.object({ deleted: p.boolean(), id: p.id }),
})

/** PATCH /schedules/{schedule_id}/dates/{date}. */
export const updateScheduleDate = defineOperation({
  summary: 'Fulfil, open, skip or change one planned date',
  method: 'PATCH',
  path: '/schedules/{schedule_id}/dates/{date}',
  status: 200,
  body: p.strictFields({
    // Null opens the date, and the transaction never fulfils it by itself.
    transaction_id: p.optional(p.nullable(p.textField)),
    skipped: p.optional(p.booleanField),
    amount: p.optional(p.nullable(p.amount)),
  }),
  reply: p.object({ schedule }),
})

/** POST /schedules/{schedule_id}/dates/{date}/post. */
export const postScheduleDate = defineOperation({
  summary: 'Create the transaction of one planned date, which fulfils it; a fulfilled date gives 409',
  method: 'POST',
  path: '/schedules/{schedule_id}/dates/{date}/post',
  status: 201,
  // The date of the transaction: the planned date by default.
  body: p.strictFields({ date: p.optional(p.date), amount: p.optional(p.nullable(p.amount)) }),
  reply: p.object({ schedule, transactions: p.array(transaction) }),
})
