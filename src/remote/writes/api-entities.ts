/** Says of each kind of thing in the API how it is named, which fields count, and how it is read. */

import type { BudgetApi } from '../../contract/api.ts'
import { ApiError } from '../../contract/errors.ts'
import type { Schedule } from '../../contract/operations/schedules.ts'
import type { Change, ChangeType } from '../../contract/ports/history.ts'
import type { Fields } from '../../contract/transaction-digest.ts'
import { groupThousands } from '../../output/format-amount.ts'

/** The kinds of things that API requests change. */
export type ApiEntityType = Extract<
  ChangeType,
  | 'transaction'
  | 'assignment'
  | 'account'
  | 'category_group'
  | 'category'
  | 'merchant'
  | 'schedule'
  | 'schedule_date'
>

/** Names one thing of the API; the id of an assignment is `MONTH/CATEGORY_ID`. */
export interface EntityReference {
  type: ApiEntityType
  id: string
}

/** A thing as a request for it alone shows it. */
export interface EntityReply {
  reply: Fields
  /** Undefined when the thing does not exist. */
  entity: Fields | undefined
}

/** What is known of one kind of thing. */
interface EntityKind {
  /** The noun before a name, for users. */
  noun: string
  /** The property under which the reply to a write has the thing. */
  replyProperty: string
  /** The fields that a change can hold, in the order of the API document. */
  contentFields: readonly string[]
  /** The fields that name a thing. */
  namingFields: readonly string[]
  /** Reads one thing in one request. */
  read: (api: BudgetApi, id: string) => Promise<EntityReply>
}

/** Returns an amount of a thing; zero where it has none. */
export function getAmount(
  fields: Fields | null | undefined,
  name: 'amount' | 'assigned' | 'available',
): string {
  const value = fields?.[name]
  return typeof value === 'string' ? value : '0'
}

/** Returns the id of what is assigned to a category in a month. */
export const toAssignmentId = (month: string, category_id: string): string => `${month}/${category_id}`

/** Returns the month and the category of an assignment's id. */
export function parseAssignmentId(id: string): { month: string; category_id: string } {
  const slash = id.indexOf('/')
  return { month: id.slice(0, slash), category_id: id.slice(slash + 1) }
}

const findSchedule = async (api: BudgetApi, id: string): Promise<Schedule | undefined> =>
  (await api.listSchedules({})).schedules.find((schedule) => schedule.id === id)

/** Returns the id of a schedule's date. */
export const toScheduleDateId = (schedule_id: string, date: string): string => `${schedule_id}/${date}`

/** Returns the schedule and the date of a date's id. */
export function parseScheduleDateId(id: string): { schedule_id: string; date: string } {
  const slash = id.indexOf('/')
  return { schedule_id: id.slice(0, slash), date: id.slice(slash + 1) }
}

/** Returns what a schedule says of one of its dates; nothing is stored of most. */
export function findScheduleDate(schedule: Schedule, id: string): Fields {
  const { date } = parseScheduleDateId(id)
  const stored = schedule.dates.find((one) => one.date === date)
  const { transaction_id = null, skipped = false, amount = null } = stored ?? {}
  return { name: schedule.name, date, transaction_id, skipped, amount }
}

/** The kinds of things, by type. */
export const entityKinds: Readonly<Record<ApiEntityType, EntityKind>> = {
  transaction: {
    noun: 'Transaction',
    replyProperty: 'transaction',
    contentFields: [
      'date',
      'amount',
      'account_id',
      'account_name',
      'merchant_id',
      'merchant_name',
      'category_id',
      'category_name',
      'ready_to_assign',
      'notes',
      'status',
      'review_status',
      'type',
      'transfer_account_id',
      'splits',
    ],
    namingFields: ['date', 'amount', 'merchant_name', 'account_name'],
    async read(api, transaction_id) {
      const reply = await api.getTransaction({ transaction_id })
      return { reply, entity: reply.transaction }
    },
  },
  assignment: {
    noun: 'The assignment to',
    replyProperty: 'category',
    contentFields: ['month', 'category_id', 'category_name', 'assigned'],
    namingFields: ['month', 'category_id', 'category_name'],
    async read(api, id) {
      const { month, category_id } = parseAssignmentId(id)
      const { category_groups } = (await api.getMonth({ month })).month
      const category = category_groups
        .flatMap((group) => group.categories)
        .find(({ id }) => id === category_id)
      return { reply: { category }, entity: category }
    },
  },
  account: {
    noun: 'Account',
    replyProperty: 'account',
    contentFields: ['name', 'type', 'notes', 'closed'],
    namingFields: ['name'],
    async read(api, account_id) {
      const reply = await api.getAccount({ account_id })
      return { reply, entity: reply.account }
    },
  },
  category_group: {
    noun: 'Group',
    replyProperty: 'category_group',
    contentFields: ['name'],
    namingFields: ['name'],
    async read(api, group_id) {
      const { category_groups } = await api.listCategoryGroups({})
      const category_group = category_groups.find(({ id }) => id === group_id)
      return { reply: { category_group }, entity: category_group }
    },
  },
  category: {
    noun: 'Category',
    replyProperty: 'category',
    contentFields: ['name', 'group_id', 'archived'],
    namingFields: ['name'],
    async read(api, category_id) {
      const reply = await api.getCategory({ category_id })
      return { reply, entity: reply.category }
    },
  },
  merchant: {
    noun: 'Merchant',
    replyProperty: 'merchant',
    contentFields: ['name'],
    namingFields: ['name'],
    async read(api, merchant_id) {
      const reply = await api.getMerchant({ merchant_id })
      return { reply, entity: reply.merchant }
    },
  },
  schedule: {
    noun: 'Schedule',
    replyProperty: 'schedule',
    contentFields: [
      'name',
      'merchant_id',
      'merchant_name',
      'account_id',
      'account_name',
      'transfer_account_id',
      'transfer_account_name',
      'category_id',
      'category_name',
      'ready_to_assign',
      'amount_kind',
      'amount',
      'amount_to',
      'statement_day',
      'splits',
      'notes',
      'match_text',
      'first_date',
      'every',
      'days',
      'weekend',
      'until',
      'times',
      'auto_post',
      'paused',
    ],
    namingFields: ['name', 'amount'],
    async read(api, schedule_id) {
      const schedule = await findSchedule(api, schedule_id)
      return { reply: { schedule }, entity: schedule }
    },
  },
  schedule_date: {
    noun: 'Date of the schedule',
    // The reply to a write has the schedule.
    replyProperty: 'schedule_date',
    contentFields: ['name', 'date', 'transaction_id', 'skipped', 'amount'],
    namingFields: ['name', 'date'],
    async read(api, id) {
      const schedule = await findSchedule(api, parseScheduleDateId(id).schedule_id)
      return { reply: { schedule }, entity: schedule && findScheduleDate(schedule, id) }
    },
  },
}

/** Reads a thing that may be gone; the reply of a missing thing is that of its deletion. */
export async function readEntity(api: BudgetApi, { type, id }: EntityReference): Promise<EntityReply> {
  try {
    return await entityKinds[type].read(api, id)
  } catch (error) {
    if (error instanceof ApiError && error.name === 'not_found')
      return { reply: { deleted: true, id }, entity: undefined }
    throw error
  }
}

/** Returns those fields that a thing has. */
export const pickFields = (entity: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.flatMap((name) => (entity[name] === undefined ? [] : [[name, entity[name]]])))

/** Returns a value as the fields of a thing; any value has properties after Object(). */
export const asFields = (value: unknown): Fields => Object(value) as Fields

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Returns the kind and the name of a thing. */
export function describeThing({ type, id, before, after }: Change): string {
  const fields = after ?? before ?? {}
  if (type === 'transaction') {
    const words = [
      asText(fields['date']),
      asText(fields['merchant_name']),
      groupThousands(asText(fields['amount'])),
    ]
    return `Transaction ${words.filter((word) => word !== '').join(' ')}`
  }
  const name = asText(fields['name']) || asText(fields['category_name']) || id
  const { noun } = entityKinds[type as ApiEntityType] // Only things of the API are in the log.
  return type === 'assignment' ? `${noun} ${name} ${parseAssignmentId(id).month}` : `${noun} ${name}`
}
