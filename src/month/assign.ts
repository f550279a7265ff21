/** Assigns money to categories with optimistic locking, and reverts assignments when a later one fails. */

import type { CommandWorkspace, WorkspaceContext } from '../command/context.ts'
import { mapOneByOne } from '../command/for-each.ts'
import type { CategoryWithGroup } from '../command/names/resolve-name.ts'
import type { BudgetApi } from '../contract/api.ts'
import { ApiError, NetworkError, UserError } from '../contract/errors.ts'
import type { CategoryGroup } from '../contract/operations/categories.ts'
import { formatCategoryEtag, type MonthCategory } from '../contract/operations/months.ts'
import { add, compare, subtract } from '../money/decimal.ts'
import type { AssignmentResult, MonthReply } from './month-view.ts'

/** A category as it was read, and how to compute its new assigned amount. */
export interface AssignmentChange {
  category: MonthCategory
  /** Computes the new assigned amount. It is called again with new figures after a version conflict. */
  computeAssigned(current: MonthCategory): string
}

/** Returns the change that adds an amount, which may be negative. */
export const adjustBy = (category: MonthCategory, amount: string): AssignmentChange => ({
  category,
  computeAssigned: (current) => add(current.assigned, amount),
})

/** Returns the categories of a month in their order. */
export const listMonthCategories = ({ month }: MonthReply): MonthCategory[] =>
  month.category_groups.flatMap(({ categories }) => categories)

/**
 * Returns a category with its figures of the month.
 * @throws UserError when the month does not have it.
 */
export function findMonthCategory(
  reply: MonthReply,
  { id, name }: { id: string; name: string },
): MonthCategory {
  const category = listMonthCategories(reply).find((category) => category.id === id)
  if (category) return category
  throw new UserError('not_found', `${name} is not in the month ${reply.month.month}`)
}

/** Returns the categories of a group with their figures of the month, or a single category. */
export const expandGroup = (reply: MonthReply, entity: CategoryWithGroup | CategoryGroup): MonthCategory[] =>
  'categories' in entity
    ? (reply.month.category_groups.find(({ id }) => id === entity.id)?.categories ?? [])
    : [findMonthCategory(reply, entity)]

interface AssignmentService {
  workspace: Pick<CommandWorkspace, 'api' | 'reserveRequests'>
}

/**
 * Assigns to one category after the other.
 * @throws PartialFailureError when one fails after others succeeded.
 */
export const assignInTurn = (
  context: Pick<WorkspaceContext, 'workspace' | 'invocation'>,
  month: string,
  changes: readonly AssignmentChange[],
): Promise<AssignmentResult[]> =>
  mapOneByOne(
    context,
    changes,
    (change) => assignWithRetry(context.workspace.api, month, change),
    ({ category: { id, name } }) => ({ id, name }),
  )

/**
 * Assigns to all categories or to none, because money that leaves one category arrives in another. `before`
 * are earlier assignments of the same command, which are reverted too.
 */
export async function assignAtomically(
  { workspace: { api, reserveRequests } }: AssignmentService,
  month: string,
  changes: readonly AssignmentChange[],
  before: readonly AssignmentResult[] = [],
): Promise<AssignmentResult[]> {
  reserveRequests(changes.length)
  const completed = [...before]
  for (const change of changes) {
    try {
      completed.push(
        await assignWithRetry(api, month, change, (attempted) => restoreUncertain(api, month, attempted)),
      )
    } catch (error) {
      await revertAssignments(api, month, completed)
      throw error
    }
  }
  return completed.slice(before.length)
}

/**
 * Each conflict means that another client has written, so this limit is only reached under constant writes.
 */
const MAX_TRIES = 200

/** An amount that was sent, and the category before it. */
interface AssignmentAttempt {
  category: MonthCategory
  wantedAmount: string
}

/**
 * Assigns an amount and returns the category with its old figures. `inDoubt` is called when the response was
 * lost.
 */
async function assignWithRetry(
  api: BudgetApi,
  month: string,
  { category, computeAssigned }: AssignmentChange,
  inDoubt?: (attempted: AssignmentAttempt) => Promise<void>,
): Promise<AssignmentResult> {
  let current = category
  for (let tries = 1; ; tries++) {
    const wantedAmount = computeAssigned(current)
    try {
      const request = { month, category_id: current.id, if_match: formatCategoryEtag(current) }
      const { category: after } = await api.assignCategory({ ...request, body: { assigned: wantedAmount } })
      return { ...after, before: { assigned: current.assigned, available: current.available } }
    } catch (error) {
      if (error instanceof NetworkError && error.mayHaveApplied)
        await inDoubt?.({ category: current, wantedAmount })
      if (!isVersionConflict(error) || tries === MAX_TRIES) throw error
      current = findMonthCategory(await api.getMonth({ month }), current)
    }
  }
}

/** Reverts assignments, the last one first, relative to the current figures. */
export async function revertAssignments(
  api: BudgetApi,
  month: string,
  assignments: readonly AssignmentResult[],
): Promise<void> {
  for (const { before, ...after } of assignments.toReversed()) {
    const reversal = adjustBy(after, subtract(before.assigned, after.assigned))
    await withManualFix(assignWithRetry(api, month, reversal), {
      month,
      name: after.name,
      assigned: before.assigned,
    })
  }
}

/**
 * Restores a category whose assignment may or may not have been applied, unless another client has changed
 * it.
 */
async function restoreUncertain(
  api: BudgetApi,
  month: string,
  { category, wantedAmount }: AssignmentAttempt,
): Promise<void> {
  const { id, assigned, name } = category
  const put = async (): Promise<MonthCategory | undefined> => {
    for (;;) {
      const current = findMonthCategory(await api.getMonth({ month }), category)
      if (compare(current.assigned, assigned) === 0) return undefined
      if (compare(current.assigned, wantedAmount) !== 0) return current
      try {
        await api.assignCategory({
          month,
          category_id: id,
          if_match: formatCategoryEtag(current),
          body: { assigned },
        })
        return undefined
      } catch (error) {
        if (!isVersionConflict(error)) throw error
      }
    }
  }
  const changed = await withManualFix(put(), { month, name, assigned })
  if (!changed) return
  const hint = `${name} now has ${changed.assigned} assigned; check that this is right`
  throw new NetworkError(`${name} may or may not have been changed: another user changed it too`, true, {
    hint,
  })
}

/** True if the category was changed since it was read. */
const isVersionConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.name === 'precondition_failed'

/** Turns a failed revert into an error with the command that repairs the category. */
async function withManualFix<Taken>(
  taking: Promise<Taken>,
  { month, name, assigned }: { month: string; name: string; assigned: string },
): Promise<Taken> {
  try {
    return await taking
  } catch (cause) {
    const command = `budget month assign "${name}" ${assigned} --month ${month}`
    const message = `Only part of this was done and could not be undone; to fix it: ${command}`
    throw new NetworkError(message, true, { cause })
  }
}
