/** Lists schedules with their next dates, and whether there is money for them. */

import { SCHEDULE_REFERENCE_LENGTH } from '../command/names/find-schedule.ts'
import type { Schedule } from '../contract/operations/schedules.ts'
import { LAST_DAY } from '../money/calendar.ts'
import { clampToZero, negate, sum } from '../money/decimal.ts'
import { describeNeed } from './describe-need.ts'
import { listOpenDates } from './open-dates.ts'
import { type Plan, type PlanContext, readPlan } from './read-plan.ts'
import { type ShownSchedule, withNeeds } from './schedules-view.ts'

/** Returns the last of the next due dates. */
const findLastNext = (schedules: readonly Schedule[]): string =>
  schedules
    .map((schedule) => listOpenDates(schedule, LAST_DAY, 1)[0]?.due_date ?? '')
    .toSorted()
    .at(-1) ?? ''

/** Lists the schedules by their next dates. */
export async function listSchedules(context: PlanContext): Promise<ShownSchedule[]> {
  const plan = await readPlan(context, findLastNext)
  const shorten = createShortener(plan.schedules)
  return plan.schedules.map((schedule) => describeNext(plan, schedule, shorten(schedule.id)))
}

function describeNext(
  { openDates, needs, accounts }: Plan,
  schedule: Schedule,
  reference: string,
): ShownSchedule {
  const next = openDates.find((open) => open.schedule.id === schedule.id)
  const own = needs.dates.filter(({ openDate }) => openDate === next)
  const decidedBy = own.flatMap(({ category_id }) => needs.categories.get(category_id)?.decidedBy ?? [])
  const deciding = [...new Set(decidedBy)].filter(({ openDate }) => openDate.schedule === schedule)
  const owed =
    schedule.statement_balance ??
    accounts.find(({ id }) => id === schedule.transfer_account_id)?.balance ??
    null
  const isFull = schedule.amount_kind === 'full'
  const listed = {
    ...schedule,
    next_due_date: next?.due_date ?? null,
    next_amount: next ? (next.amount ?? (owed === null ? null : negate(clampToZero(negate(owed))))) : null,
    is_estimate: isFull || (next?.is_estimate ?? false),
    missing: own.length === 0 ? null : sum(own.map(({ missing }) => missing)),
    monthly: deciding.length === 0 ? null : sum(deciding.map(({ monthly }) => monthly)),
    assign_until:
      deciding
        .map(({ until }) => until)
        .toSorted()
        .at(-1) ?? null,
  }
  return withNeeds(listed, describeNeed(own, deciding), reference)
}

/** Returns a function from an id to the shortest end that tells all schedules apart. */
function createShortener(schedules: readonly Schedule[]): (id: string) => string {
  const ids = schedules.map(({ id }) => id)
  const longest = Math.max(0, ...ids.map((id) => id.length))
  for (let length = SCHEDULE_REFERENCE_LENGTH; length < longest; length++)
    if (new Set(ids.map((id) => id.slice(-length))).size === ids.length) return (id) => id.slice(-length)
  return (id) => id
}
