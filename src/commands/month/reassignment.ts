/** Changes assigned amounts of a month, each from the figure that is there when it is written, and takes them back. */

import type { BudgetApi } from '../../contract/api.ts'
import { ApiError, Mistake, Unreachable } from '../../contract/errors.ts'
import { categoryTag, type MonthCategory } from '../../contract/months.ts'
import { add, subtract } from '../../money/money.ts'
import type { Assignment, MonthReply } from '../../render/month.ts'
import type { World } from '../command.ts'
import { oneOrMany } from '../one_or_many.ts'

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
      done.push(await assignOne(api, month, one))
    } catch (failure) {
      if (failure instanceof Unreachable && failure.sent) await putBack(api, month, one.category)
      await takeBack(api, month, done)
      throw failure
    }
  }
  return done.slice(before.length)
}

/** Others may be faster so many times; each time one of them got something done. */
const MOST_TRIES = 200

/** Assigns an amount to a category and tells what it was before. */
async function assignOne(
  api: BudgetApi,
  month: string,
  { category, assigned }: Reassignment,
): Promise<Assignment> {
  let now = category
  for (let tries = 1; ; tries++) {
    try {
      const request = { month, category_id: now.id, if_match: categoryTag(now) }
      const { category: after } = await api.assignCategory({ ...request, body: { assigned: assigned(now) } })
      return { ...after, before: { assigned: now.assigned, available: now.available } }
    } catch (error) {
      const isChanged = error instanceof ApiError && error.name === 'precondition_failed'
      if (!isChanged || tries === MOST_TRIES) throw error
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

/** Nobody knows whether this category was changed: it gets what it had. */
async function putBack(api: BudgetApi, month: string, category: MonthCategory): Promise<void> {
  const { id: category_id, assigned, name } = category
  await orSay(api.assignCategory({ month, category_id, body: { assigned } }), { month, name, assigned })
}

/** What a person can type when something could not be taken back. */
async function orSay(
  taking: Promise<unknown>,
  { month, name, assigned }: { month: string; name: string; assigned: string },
): Promise<void> {
  try {
    await taking
  } catch (cause) {
    const command = `budget month assign "${name}" ${assigned} --month ${month}`
    const message = `Only a part was done, and it could not be taken back; ${command} sets it right`
    throw new Unreachable(message, true, { cause })
  }
}
