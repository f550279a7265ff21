/** Changes assigned amounts of a month, each from the figure that is there when it is written, and takes them back. */

import type { World } from '../../../command/define.ts'
import { oneOrMany } from '../../../command/for-each.ts'
import type { BudgetApi } from '../../../contract/api.ts'
import { ApiError, Mistake, Unreachable } from '../../../contract/errors.ts'
import { categoryTag, type MonthCategory } from '../../../contract/operations/months.ts'
import { add, compare, subtract } from '../../../money/decimal.ts'
import type { Assignment, MonthReply } from '../../../render/month.ts'

/** A category of a month as it was read, and the amount to assign to it as it then is. */
export interface Reassignment {
  category: MonthCategory
  /** May be asked again: when the category was changed meanwhile, with what it has now. */
  assigned(now: MonthCategory): string
}

/** So much more for a category, or less below zero. */
export const changeBy = (category: MonthCategory, amount: string): Reassignment => ({
  category,
  assigned: (now) => add(now.assigned, amount),
})

/** A month's categories in the order they are listed. */
export const categoriesOf = ({ month }: MonthReply): MonthCategory[] =>
  month.category_groups.flatMap(({ categories }) => categories)

/** A category as the month has it. */
export function inMonth(reply: MonthReply, { id, name }: { id: string; name: string }): MonthCategory {
  const found = categoriesOf(reply).find((category) => category.id === id)
  if (found) return found
  throw new Mistake('not_found', `${name} is not in the month ${reply.month.month}`)
}

type Service = Pick<World, 'api' | 'price'>

/** Assigns to one category after the other; a failure on the way tells what became of each. */
export const assignEach = (
  world: Pick<World, 'api' | 'price' | 'isLocal' | 'dryRun'>,
  month: string,
  reassignments: readonly Reassignment[],
): Promise<Assignment[]> =>
  oneOrMany(
    world,
    reassignments,
    (one) => assignOne(world.api, month, one),
    ({ category: { id, name } }) => ({ id, name }),
  )

/**
 * Assigns to all of the categories or to none: money that left one of them arrives in another. `before` was assigned
 * earlier by the same command, and is taken back with the rest.
 */
export async function assignTogether(
  { api, price }: Service,
  month: string,
  reassignments: readonly Reassignment[],
  before: readonly Assignment[] = [],
): Promise<Assignment[]> {
  price(reassignments.length)
  const done = [...before]
  for (const one of reassignments) {
    try {
      done.push(await assignOne(api, month, one, (attempt) => putBack(api, month, attempt)))
    } catch (failure) {
      await takeBack(api, month, done)
      throw failure
    }
  }
  return done.slice(before.length)
}

/** Others may be faster so many times; each time one of them got something done. */
const MOST_TRIES = 200

/** An amount that was sent for a category, and the category as it was before. */
interface Attempt {
  category: MonthCategory
  wanted: string
}

/** Assigns an amount to a category and tells what it was before. `inDoubt` is called when nobody knows whether it was. */
async function assignOne(
  api: BudgetApi,
  month: string,
  { category, assigned }: Reassignment,
  inDoubt?: (attempt: Attempt) => Promise<void>,
): Promise<Assignment> {
  let now = category
  for (let tries = 1; ; tries++) {
    const wanted = assigned(now)
    try {
      const request = { month, category_id: now.id, if_match: categoryTag(now) }
      const { category: after } = await api.assignCategory({ ...request, body: { assigned: wanted } })
      return { ...after, before: { assigned: now.assigned, available: now.available } }
    } catch (error) {
      if (error instanceof Unreachable && error.sent) await inDoubt?.({ category: now, wanted })
      if (!isChanged(error) || tries === MOST_TRIES) throw error
      now = inMonth(await api.getMonth({ month }), now)
    }
  }
}

/** Takes back what was assigned, the last first, from whatever the categories have by now. */
export async function takeBack(api: BudgetApi, month: string, made: readonly Assignment[]): Promise<void> {
  for (const { before, ...after } of made.toReversed()) {
    const taken = changeBy(after, subtract(before.assigned, after.assigned))
    await orSay(assignOne(api, month, taken), { month, name: after.name, assigned: before.assigned })
  }
}

/** Nobody knows whether this category was changed: it gets what it had, unless others changed it since. */
async function putBack(api: BudgetApi, month: string, { category, wanted }: Attempt): Promise<void> {
  const { id, assigned, name } = category
  const put = async (): Promise<MonthCategory | undefined> => {
    for (;;) {
      const now = inMonth(await api.getMonth({ month }), category)
      if (compare(now.assigned, assigned) === 0) return undefined
      if (compare(now.assigned, wanted) !== 0) return now
      try {
        await api.assignCategory({ month, category_id: id, if_match: categoryTag(now), body: { assigned } })
        return undefined
      } catch (error) {
        if (!isChanged(error)) throw error
      }
    }
  }
  const changed = await orSay(put(), { month, name, assigned })
  if (!changed) return
  const hint = `${name} has ${changed.assigned} assigned now; look whether that is right`
  throw new Unreachable(`It is not known whether ${name} was changed: others changed it too`, true, { hint })
}

/** Was the category changed since it was read? */
const isChanged = (error: unknown): boolean =>
  error instanceof ApiError && error.name === 'precondition_failed'

/** What a person can type when something could not be taken back. */
async function orSay<Taken>(
  taking: Promise<Taken>,
  { month, name, assigned }: { month: string; name: string; assigned: string },
): Promise<Taken> {
  try {
    return await taking
  } catch (cause) {
    const command = `budget month assign "${name}" ${assigned} --month ${month}`
    const message = `Only a part was done, and it could not be taken back; ${command} sets it right`
    throw new Unreachable(message, true, { cause })
  }
}
