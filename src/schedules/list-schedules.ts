/** Lists schedules with their next dates, and whether there is money for them. */

import { SCHEDULE_REFERENCE_LENGTH } from '../command/names/find-schedule.ts'
import type { Schedule } from '../contract/operations/schedules.ts'
import { LAST_DAY, nameMonth } from '../money/calendar.ts'
import { getCurrencyDecimals } from '../money/currency.ts'
import { clampToZero, negate } from '../money/decimal.ts'
import { formatAmount, type MinorUnits } from '../money/minor-units.ts'
import { groupThousands } from '../output/format-amount.ts'
import type { DateNeed } from './needs.ts'
import { listOpenDates } from './open-dates.ts'
import { type Plan, type PlanContext, readPlan } from './read-plan.ts'
import { type ShownSchedule, withNeeds } from './schedules-view.ts'

/** Lists the schedules by their next dates. */
export async function listSchedules(context: PlanContext): Promise<ShownSchedule[]> {
  const plan = await readPlan(context, findLastNext)
  const shorten = createShortener(plan.schedules)
  return plan.schedules.map((schedule) => describeNext(plan, schedule, shorten(schedule.id)))
}

/** Returns the last of the next due dates. */
const findLastNext = (schedules: readonly Schedule[]): string =>
  findLast(schedules.map((schedule) => listOpenDates(schedule, LAST_DAY, 1)[0]?.due_date ?? '')) ?? ''

const findLast = (dates: readonly string[]): string | undefined => dates.toSorted().at(-1)

function describeNext(
  { openDates, needs, accounts, currency }: Plan,
  schedule: Schedule,
  reference: string,
): ShownSchedule {
  const next = openDates.find((open) => open.schedule.id === schedule.id)
  const own = needs.dates.filter(({ openDate }) => openDate === next)
  const decidedBy = own.flatMap(({ category_id }) => needs.categories.get(category_id)?.decidedBy ?? [])
  const deciding = [...new Set(decidedBy)].filter(({ openDate }) => openDate.schedule === schedule)
  const card = accounts.find(({ id }) => id === schedule.transfer_account_id)
  const owed = schedule.statement_balance ?? card?.balance ?? null
  const listed = {
    ...schedule,
    next_due_date: next?.due_date ?? null,
    next_amount: next ? (next.amount ?? (owed === null ? null : negate(clampToZero(negate(owed))))) : null,
    is_estimate: schedule.amount_kind === 'full' || (next?.is_estimate ?? false),
    missing: own.length === 0 ? null : format(addUp(own, 'missing'), currency),
    monthly: deciding.length === 0 ? null : format(addUp(deciding, 'monthly'), currency),
    assign_until: findLast(deciding.map(({ until }) => until)) ?? null,
  }
  return withNeeds(listed, describeNeeds(own, deciding, currency), reference)
}

const format = (amount: MinorUnits, currency: string): string =>
  formatAmount(amount, getCurrencyDecimals(currency))

const addUp = (needs: readonly DateNeed[], field: 'funded' | 'needed' | 'missing' | 'monthly'): MinorUnits =>
  needs.reduce((total, need) => total + need[field], 0n)

/**
 * Returns `funded`, or what is there and what to assign: `180.00 of 480.00, 100.00 a month to Jan`; empty for what
 * needs no category. Of several schedules of a category only the one that decides tells the monthly amount.
 */
function describeNeeds(needs: readonly DateNeed[], deciding: readonly DateNeed[], currency: string): string {
  if (needs.length === 0) return ''
  if (needs.every(({ missing }) => missing === 0n)) return 'funded'
  const say = (amount: MinorUnits): string => groupThousands(format(amount, currency))
  const there = `${say(addUp(needs, 'funded'))} of ${say(addUp(needs, 'needed'))}`
  const until = findLast(deciding.map((need) => need.until))
  if (until === undefined) return there
  const when = deciding.every(({ monthly, shortfall }) => monthly === shortfall) ? 'in' : 'a month to'
  return `${there}, ${say(addUp(deciding, 'monthly'))} ${when} ${nameMonth(until).slice(0, 3)}`
}

/** Returns a function from an id to the shortest end that tells all schedules apart. */
function createShortener(schedules: readonly Schedule[]): (id: string) => string {
  const ids = schedules.map(({ id }) => id)
  const longest = Math.max(0, ...ids.map((id) => id.length))
  for (let length = SCHEDULE_REFERENCE_LENGTH; length < longest; length++)
    if (new Set(ids.map((id) => id.slice(-length))).size === ids.length) return (id) => id.slice(-length)
  return (id) => id
}
