/** Assigns what targets and dates of schedules still need, as far as Ready to Assign goes. */

import type { WorkspaceContext } from '../command/context.ts'
import type { CategoryWithGroup } from '../command/names/resolve-name.ts'
import { categoryOrGroupOption } from '../command/options.ts'
import { UserError } from '../contract/errors.ts'
import type { CategoryGroup } from '../contract/operations/categories.ts'
import type { MonthCategory } from '../contract/operations/months.ts'
import { toMonth } from '../money/calendar.ts'
import { getCurrencyDecimals } from '../money/currency.ts'
import { add, clampToZero, compare, isNegative, isZero, minimum, subtract, sum } from '../money/decimal.ts'
import { formatAmount } from '../money/minor-units.ts'
import { assignInTurn, expandGroup, listMonthCategories } from './assign.ts'
import type { AssignmentResult, MonthReply } from './month-view.ts'
import { addMonthSummary } from './next-steps.ts'

/** Which categories are funded, the most important first, with how much, and for what. */
interface FundInput {
  things: readonly (CategoryWithGroup | CategoryGroup)[]
  all: boolean
  /** True for what dates of this month need; without `all` and `things`, of all categories and no targets. */
  upcoming: boolean
  upTo: string | undefined
  month: string | undefined
}

/** Assigns what dates and targets need until the money is used up; on a terminal it asks which, if none is named. */
export async function fundTargets(
  context: WorkspaceContext,
  { things: typedEntities, all, upcoming, upTo, month = toMonth(context.invocation.today) }: FundInput,
): Promise<AssignmentResult[]> {
  const {
    workspace: { api },
    user: { promptFor, isInteractive, info },
  } = context
  const isMissing = !all && !upcoming && typedEntities.length === 0 && isInteractive()
  const entities = isMissing ? [await promptFor(fundOption)] : typedEntities
  if (all ? entities.length > 0 : !upcoming && entities.length === 0)
    throw new UserError('usage', 'Name the categories or groups to fund, or use --all')
  if (upTo !== undefined && isNegative(upTo))
    throw new UserError('invalid', `--up-to cannot be ${upTo}`, { field: 'up_to' })
  const reply = await api.getMonth({ month })
  const requested = all
    ? listMonthCategories(reply)
    : entities.flatMap((entity) => expandGroup(reply, entity))
  const targets = new Set(requested.filter(({ archived }) => !archived))
  const isEveryDate = !all && entities.length === 0
  const dates = (upcoming ? await listDateNeeds(context, reply) : []).filter(
    ({ category }) => isEveryDate || requested.includes(category),
  )
  const needs = [...dates, ...listTargetNeeds(targets, dates)]
  if (needs.length === 0) info(upcoming ? 'Nothing is missing' : 'No target needs more')
  const { ready_to_assign: ready } = reply.month
  const budget = upTo !== undefined && compare(upTo, ready) < 0 ? upTo : ready
  const changes = planFunding(needs, budget).map(({ category, amount }) => ({
    category,
    computeAssigned: (current: MonthCategory) =>
      add(current.assigned, minimum(amount, recomputeNeed(current, { category, dates, targets }))),
  }))
  if (compare(sum(needs.map(({ amount }) => amount)), clampToZero(budget)) > 0)
    info(`Only ${budget} is available; some ${upcoming ? 'needs' : 'targets'} are not fully funded`)
  return addMonthSummary(context, reply, await assignInTurn(context, month, changes))
}

const fundOption = categoryOrGroupOption('The category or group to fund')

/**
 * Returns what the target still needs; a snoozed target needs nothing. docs/spec.md#t7
 * @see docs/spec.md#t6,
 */
const getUnderfunded = ({ target }: MonthCategory): string => target?.underfunded_amount ?? '0'

/** What a category needs for a date or a target. */
interface FundingNeed {
  category: MonthCategory
  amount: string
}

const sumNeeds = (needs: readonly FundingNeed[], category: MonthCategory): string =>
  sum(needs.filter((need) => need.category === category).map(({ amount }) => amount))

/** Lists what is missing for dates of the month, the earliest date first. */
async function listDateNeeds(context: WorkspaceContext, reply: MonthReply): Promise<FundingNeed[]> {
  const { readUpcomingNeeds } = await import('./upcoming-needs.ts')
  const { dates } = await readUpcomingNeeds(context, reply)
  const categories = new Map(listMonthCategories(reply).map((category) => [category.id, category]))
  const decimals = getCurrencyDecimals(reply.currency)
  return dates.flatMap(({ category_id, missing }) => {
    const category = categories.get(category_id)
    return category && missing > 0n ? [{ category, amount: formatAmount(missing, decimals) }] : []
  })
}

/** Lists what targets need beyond what dates of the same categories get: the larger need wins. */
const listTargetNeeds = (targets: ReadonlySet<MonthCategory>, dates: readonly FundingNeed[]): FundingNeed[] =>
  [...targets]
    .map((category) => ({
      category,
      amount: clampToZero(subtract(getUnderfunded(category), sumNeeds(dates, category))),
    }))
    .filter(({ amount }) => !isZero(amount))

/** Plans what each category gets, in the order of the needs until the money is used up. */
function planFunding(needs: readonly FundingNeed[], budget: string): FundingNeed[] {
  let remaining = clampToZero(budget)
  const funded = new Map<MonthCategory, string>()
  for (const { category, amount } of needs) {
    if (isZero(remaining)) break
    const part = minimum(remaining, amount)
    remaining = subtract(remaining, part)
    funded.set(category, add(funded.get(category) ?? '0', part))
  }
  return [...funded].map(([category, amount]) => ({ category, amount }))
}

/** Returns what a category needs now: another client may have assigned money since it was read. */
function recomputeNeed(
  current: MonthCategory,
  {
    category,
    dates,
    targets,
  }: { category: MonthCategory; dates: readonly FundingNeed[]; targets: ReadonlySet<MonthCategory> },
): string {
  const arrived = subtract(current.available, category.available)
  const forDates = clampToZero(subtract(sumNeeds(dates, category), arrived))
  const forTarget = targets.has(category) ? getUnderfunded(current) : '0'
  return add(forDates, clampToZero(subtract(forTarget, forDates)))
}
