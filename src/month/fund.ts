/** Assigns what targets still need, as far as Ready to Assign goes. */

import type { WorkspaceContext } from '../command/context.ts'
import type { CategoryWithGroup } from '../command/names/resolve-name.ts'
import { categoryOrGroupOption } from '../command/options.ts'
import { UserError } from '../contract/errors.ts'
import type { CategoryGroup } from '../contract/operations/categories.ts'
import type { MonthCategory } from '../contract/operations/months.ts'
import { toMonth } from '../money/calendar.ts'
import { add, compare, isNegative, isZero, minimum, subtract } from '../money/decimal.ts'
import { type AssignmentChange, assignInTurn, expandGroup, listMonthCategories } from './assign.ts'
import type { AssignmentResult } from './month-view.ts'
import { addMonthSummary } from './next-steps.ts'

/** Which targets are funded, the most important first, and how much may be assigned. */
interface FundInput {
  things: readonly (CategoryWithGroup | CategoryGroup)[]
  all: boolean
  upTo: string | undefined
  month: string | undefined
}

/** Assigns what targets need until the money is used up; on a terminal it asks which, if none is named. */
export async function fundTargets(
  context: WorkspaceContext,
  { things: typedEntities, all, upTo, month = toMonth(context.invocation.today) }: FundInput,
): Promise<AssignmentResult[]> {
  const {
    workspace: { api },
    user: { promptFor, isInteractive, info },
  } = context
  const isMissing = !all && typedEntities.length === 0 && isInteractive()
  const entities = isMissing ? [await promptFor(fundOption)] : typedEntities
  if (all === entities.length > 0)
    throw new UserError('usage', 'Name the categories or groups to fund, or use --all')
  if (upTo !== undefined && isNegative(upTo))
    throw new UserError('invalid', `--up-to cannot be ${upTo}`, { field: 'up_to' })
  const reply = await api.getMonth({ month })
  const requested = all
    ? listMonthCategories(reply)
    : entities.flatMap((entity) => expandGroup(reply, entity))
  const underfunded = [...new Set(requested)].filter(
    (category) => !category.archived && !isZero(getUnderfunded(category)),
  )
  if (underfunded.length === 0) info('No target needs more')
  const { ready_to_assign: ready } = reply.month
  const budget = upTo !== undefined && compare(upTo, ready) < 0 ? upTo : ready
  const changes = planFunding(underfunded, budget)
  if (changes.length < underfunded.length)
    info(`Only ${budget} is available; some targets are not fully funded`)
  return addMonthSummary(context, reply, await assignInTurn(context, month, changes))
}

const fundOption = categoryOrGroupOption('The category or group to fund')

/**
 * Returns what the target still needs; a snoozed target needs nothing. docs/spec.md#t7
 * @see docs/spec.md#t6,
 */
const getUnderfunded = ({ target }: MonthCategory): string => target?.underfunded_amount ?? '0'

/** Plans assignments in order until the money is used up. */
function planFunding(underfunded: readonly MonthCategory[], budget: string): AssignmentChange[] {
  let remaining = budget
  const changes: AssignmentChange[] = []
  for (const category of underfunded) {
    if (compare(remaining, '0') <= 0) break
    const amount = minimum(remaining, getUnderfunded(category))
    remaining = subtract(remaining, amount)
    // If another client has assigned money since, the category needs less.
    const computeAssigned = (current: MonthCategory): string =>
      add(current.assigned, minimum(amount, getUnderfunded(current)))
    changes.push({ category, computeAssigned })
  }
  return changes
}
