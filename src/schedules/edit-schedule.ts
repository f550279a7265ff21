/** Changes a schedule: for good, from a day on, or its next date alone. */

import type { WorkspaceContext } from '../command/context.ts'
import { UserError } from '../contract/errors.ts'
import type { Schedule, ScheduleChanges } from '../contract/operations/schedules.ts'
import { LAST_DAY } from '../money/calendar.ts'
import { groupThousands } from '../output/format-amount.ts'
import { describeAuto } from './add-schedule.ts'
import {
  type ChangedSchedule,
  toAmountFields,
  toContentFields,
  toRecurrenceFields,
} from './build-schedule.ts'
import { requireNextDate } from './change-dates.ts'
import { parseRecurrence, type TypedRecurrence } from './dates/parse-recurrence.ts'
import { listOpenDates } from './open-dates.ts'
import type { TypedSchedule, TypedScheduleAmount } from './schedule-options.ts'

/** What the user typed about a change. */
export interface ScheduleEdit extends TypedSchedule {
  amount: TypedScheduleAmount | undefined
  noAuto: boolean
  once: boolean
}

/** Changes a schedule, and returns it with what happened. */
export async function editSchedule(
  context: WorkspaceContext,
  schedule: Schedule,
  edit: ScheduleEdit,
): Promise<ChangedSchedule> {
  const { api } = context.workspace
  if (edit.once) return editNextDate(context, schedule, edit)
  const body = await buildChanges(context, schedule, edit)
  if (Object.keys(body).length === 0)
    throw new UserError('usage', 'Nothing to change', {
      hint: 'budget schedules edit --help shows what can be',
    })
  const kept =
    edit.amount && edit.from !== undefined ? await keepAmountUntil(context, schedule, edit.from) : []
  const reply = await api.updateSchedule({ schedule_id: schedule.id, body })
  const moved = await moveOwnAmounts(context, schedule, reply.schedule)
  const remarks = kept.length === 0 ? [] : [`Until then it stays as it was: ${kept.join(', ')}`]
  const auto = edit.auto ? await describeAuto(context, moved.schedule) : []
  return { schedule: moved.schedule, remarks: [...remarks, ...moved.remarks, ...auto] }
}

/**
 * Gives open dates that an edit moves the amounts of their own that they had: the first date those of the first, and so
 * on. Where the rhythm is another one, the dates that lose theirs are named.
 */
async function moveOwnAmounts(
  { workspace: { api } }: WorkspaceContext,
  before: Schedule,
  after: Schedule,
): Promise<ChangedSchedule> {
  const own = new Map(before.dates.flatMap(({ date, amount }) => (amount === null ? [] : [[date, amount]])))
  const lastOwn = [...own.keys()].toSorted().at(-1)
  if (lastOwn === undefined) return { schedule: after, remarks: [] }
  const old = listOpenDates(before, lastOwn)
  const dates = listOpenDates(after, LAST_DAY, old.length)
  const isSameRhythm =
    JSON.stringify(before.every) === JSON.stringify(after.every) && before.days.length === after.days.length
  const planned = new Set(listOpenDates(after, lastOwn).map(({ date }) => date))
  if (dates.length === 0 || old.every(({ date }, at) => date === dates[at]?.date))
    return { schedule: after, remarks: [] }
  const lost: string[] = []
  let schedule = after
  for (const [at, { date }] of old.entries()) {
    const amount = own.get(date)
    const moved = isSameRhythm ? dates[at] : undefined
    if (amount === undefined || dates.some((one) => one.date === date && one.date === moved?.date)) continue
    if (!moved) {
      if (planned.has(date)) continue
      lost.push(`${date} ${groupThousands(amount)}`)
      continue
    }
    const request = { schedule_id: after.id, date: moved.date, body: { amount } }
    schedule = (await api.updateScheduleDate(request)).schedule
  }
  return {
    schedule,
    remarks: lost.length === 0 ? [] : [`These dates had amounts of their own: ${lost.join(', ')}`],
  }
}

async function editNextDate(
  { workspace: { api } }: WorkspaceContext,
  schedule: Schedule,
  { amount }: ScheduleEdit,
): Promise<ChangedSchedule> {
  if (!amount?.typed) throw new UserError('usage', '--once requires an AMOUNT')
  const next = requireNextDate(schedule)
  const fields = toAmountFields(amount, { isTransfer: schedule.transfer_account_id !== null })
  const reply = await api.updateScheduleDate({
    schedule_id: schedule.id,
    date: next.date,
    body: { amount: fields.amount ?? null },
  })
  const changed = reply.schedule.dates.find(({ date }) => date === next.date)?.amount ?? fields.amount ?? ''
  return { schedule: reply.schedule, remarks: [`Only ${next.date} is ${groupThousands(changed)}`] }
}

/** Gives the open dates before a day the amount that they have now. */
async function keepAmountUntil(
  { workspace: { api } }: WorkspaceContext,
  schedule: Schedule,
  from: string,
): Promise<string[]> {
  const kept = listOpenDates(schedule, from).filter(({ date, amount }) => date < from && amount !== null)
  for (const { date, amount } of kept)
    await api.updateScheduleDate({ schedule_id: schedule.id, date, body: { amount } })
  return kept.map(({ date }) => date)
}

async function buildChanges(
  context: WorkspaceContext,
  schedule: Schedule,
  edit: ScheduleEdit,
): Promise<ScheduleChanges> {
  const { amount, category, split, auto, noAuto } = edit
  const isTransfer = schedule.transfer_account_id !== null
  const amounts = amount && toAmountFields(amount, { isTransfer })
  const isSplit = split.length > 0
  const typed = isSplit ? { ...edit, category: undefined } : edit
  return {
    ...amounts,
    ...((isSplit || category) && { category_id: null, ready_to_assign: false, splits: null }),
    ...(await toContentFields(context, typed, amounts?.amount ?? schedule.amount)),
    ...((auto || noAuto) && { auto_post: auto }),
    ...buildRecurrenceChanges(schedule, edit, context.invocation.today),
  }
}

/** A new rhythm begins at the next date, so that it plans nothing in the past. */
function buildRecurrenceChanges(schedule: Schedule, typed: TypedRecurrence, today: string): ScheduleChanges {
  const { every, on, from, weekend, until, times } = typed
  const others = {
    ...(weekend !== undefined && { weekend }),
    ...(until !== undefined && { until }),
    ...(times !== undefined && { times }),
  }
  if (every === undefined && on === undefined) return others
  const start = from ?? schedule.next_date ?? today
  const first = on !== undefined && /^\d{4}-/.test(on) ? undefined : start
  const recurrence = parseRecurrence({ ...typed, every: every ?? formatEvery(schedule), from: first }, today)
  return { ...toRecurrenceFields(recurrence), ...others }
}

const formatEvery = ({ every }: Schedule): string =>
  every === null ? 'once' : `${every.count}${every.unit === 'day' ? 'd' : 'm'}`
