/** Changes assigned amounts of a month, each from the figure that is there when it is written, and takes them back. */

import type { WorkspaceContext } from '../../../command/context.ts'
import { mapOneByOne } from '../../../command/for-each.ts'
import type { BudgetApi } from '../../../contract/api.ts'
import { ApiError, NetworkError, UserError } from '../../../contract/errors.ts'
import { formatCategoryEtag, type MonthCategory } from '../../../contract/operations/months.ts'
import { add, compare, subtract } from '../../../money/decimal.ts'
import type { AssignmentResult, MonthReply } from '../../../render/month.ts'

/** A category of a month as it was read, and the amount to assign to it as it then is. */
export interface AssignmentChange {
  category: MonthCategory
  /** May be asked again: when the category was changed meanwhile, with what it has now. */
  assigned(now: MonthCategory): string
}

/** So much more for a category, or less below zero. */
export const adjustBy = (category: MonthCategory, amount: string): AssignmentChange => ({
  category,
  assigned: (now) => add(now.assigned, amount),
})

/** A month's categories in the order they are listed. */
export const listMonthCategories = ({ month }: MonthReply): MonthCategory[] =>
  month.category_groups.flatMap(({ categories }) => categories)

/** A category as the month has it. */
export function findMonthCategory(
  reply: MonthReply,
  { id, name }: { id: string; name: string },
): MonthCategory {
  const found = listMonthCategories(reply).find((category) => category.id === id)
  if (found) return found
  throw new UserError('not_found', `${name} is not in the month ${reply.month.month}`)
}

type AssignmentService = Pick<WorkspaceContext, 'api' | 'reserveRequests'>

/** Assigns to one category after the other; a failure on the way tells what became of each. */
export const assignInTurn = (
  world: Pick<WorkspaceContext, 'api' | 'reserveRequests' | 'isLocal' | 'isDryRun'>,
  month: string,
  reassignments: readonly AssignmentChange[],
): Promise<AssignmentResult[]> =>
  mapOneByOne(
    world,
    reassignments,
    (one) => assignWithRetry(world.api, month, one),
    ({ category: { id, name } }) => ({ id, name }),
  )

/**
 * Assigns to all of the categories or to none: money that left one of them arrives in another. `before` was assigned
 * earlier by the same command, and is taken back with the rest.
 */
export async function assignAtomically(
  { api, reserveRequests }: AssignmentService,
  month: string,
  reassignments: readonly AssignmentChange[],
  before: readonly AssignmentResult[] = [],
): Promise<AssignmentResult[]> {
  reserveRequests(reassignments.length)
  const done = [...before]
  for (const one of reassignments) {
    try {
      done.push(await assignWithRetry(api, month, one, (attempt) => restoreUncertain(api, month, attempt)))
    } catch (failure) {
      await revertAssignments(api, month, done)
      throw failure
    }
  }
  return done.slice(before.length)
}

/** Others may be faster so many times; each time one of them got something done. */
const MAX_TRIES = 200

/** An amount that was sent for a category, and the category as it was before. */
interface AssignmentAttempt {
  category: MonthCategory
  wanted: string
}

/** Assigns an amount to a category and tells what it was before. `inDoubt` is called when nobody knows whether it was. */
async function assignWithRetry(
  api: BudgetApi,
  month: string,
  { category, assigned }: AssignmentChange,
  inDoubt?: (attempt: AssignmentAttempt) => Promise<void>,
): Promise<AssignmentResult> {
  let now = category
  for (let tries = 1; ; tries++) {
    const wanted = assigned(now)
    try {
      const request = { month, category_id: now.id, if_match: formatCategoryEtag(now) }
      const { category: after } = await api.assignCategory({ ...request, body: { assigned: wanted } })
      return { ...after, before: { assigned: now.assigned, available: now.available } }
    } catch (error) {
      if (error instanceof NetworkError && error.mayHaveApplied) await inDoubt?.({ category: now, wanted })
      if (!isVersionConflict(error) || tries === MAX_TRIES) throw error
      now = findMonthCategory(await api.getMonth({ month }), now)
    }
  }
}

/** Takes back what was assigned, the last first, from whatever the categories have by now. */
export async function revertAssignments(
  api: BudgetApi,
  month: string,
  made: readonly AssignmentResult[],
): Promise<void> {
  for (const { before, ...after } of made.toReversed()) {
    const taken = adjustBy(after, subtract(before.assigned, after.assigned))
    await withManualFix(assignWithRetry(api, month, taken), {
      month,
      name: after.name,
      assigned: before.assigned,
    })
  }
}

/** Nobody knows whether this category was changed: it gets what it had, unless others changed it since. */
async function restoreUncertain(
  api: BudgetApi,
  month: string,
  { category, wanted }: AssignmentAttempt,
): Promise<void> {
  const { id, assigned, name } = category
  const put = async (): Promise<MonthCategory | undefined> => {
    for (;;) {
      const now = findMonthCategory(await api.getMonth({ month }), category)
      if (compare(now.assigned, assigned) === 0) return undefined
      if (compare(now.assigned, wanted) !== 0) return now
      try {
        await api.assignCategory({
          month,
          category_id: id,
          if_match: formatCategoryEtag(now),
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
  const hint = `${name} has ${changed.assigned} assigned now; look whether that is right`
  throw new NetworkError(`It is not known whether ${name} was changed: others changed it too`, true, { hint })
}

/** Was the category changed since it was read? */
const isVersionConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.name === 'precondition_failed'

/** What a person can type when something could not be taken back. */
async function withManualFix<Taken>(
  taking: Promise<Taken>,
  { month, name, assigned }: { month: string; name: string; assigned: string },
): Promise<Taken> {
  try {
    return await taking
  } catch (cause) {
    const command = `budget month assign "${name}" ${assigned} --month ${month}`
    const message = `Only a part was done, and it could not be taken back; ${command} sets it right`
    throw new NetworkError(message, true, { cause })
  }
}
