/** Giving categories of a month other amounts, and taking that back when it failed half-way. */

import type { BudgetApi } from '../../contract/api.ts'
import { Mistake, Unreachable } from '../../contract/errors.ts'
import type { MonthCategory } from '../../contract/months.ts'
import type { Assignment, MonthReply } from '../../render/month.ts'
import type { World } from '../command.ts'

/** A category of a month as it is, and what it is to have assigned. */
export interface Reassignment {
  category: MonthCategory
  assigned: string
}

/** A month's categories in the order they are listed. */
export const categoriesOf = ({ month }: MonthReply): MonthCategory[] =>
  month.category_groups.flatMap(({ categories }) => categories)

/** A category as the month has it. */
export function inMonth(reply: MonthReply, { id, name }: { id: string; name: string }): MonthCategory {
  const found = categoriesOf(reply).find((category) => category.id === id)
  if (found) return found
  throw new Mistake('not_found', `${name} is not in the month ${reply.month.month}`)
}

/** Assigns to one category after the other; what was done stays done when one of them fails. */
export async function assignEach(
  { api, price }: Pick<World, 'api' | 'price'>,
  month: string,
  reassignments: readonly Reassignment[],
): Promise<Assignment[]> {
  price(reassignments.length)
  const done: Assignment[] = []
  for (const one of reassignments) done.push(await assignOne(api, month, one))
  return done
}

/** Assigns to all of the categories or to none: money that left one of them arrives in another. */
export async function assignTogether(
  { api, price }: Pick<World, 'api' | 'price'>,
  month: string,
  reassignments: readonly Reassignment[],
): Promise<Assignment[]> {
  price(reassignments.length)
  const done: Assignment[] = []
  for (const [at, one] of reassignments.entries()) {
    try {
      done.push(await assignOne(api, month, one))
    } catch (failure) {
      const mayHaveHappened = failure instanceof Unreachable && failure.sent
      await takeBack(api, month, reassignments.slice(0, mayHaveHappened ? at + 1 : at))
      throw failure
    }
  }
  return done
}

/** Assigns an amount to a category and tells what it was before. */
export async function assignOne(
  api: BudgetApi,
  month: string,
  { category, assigned }: Reassignment,
): Promise<Assignment> {
  const request = { month, category_id: category.id, body: { assigned } }
  const { category: after } = await api.assignCategory(request)
  return { ...after, before: { assigned: category.assigned, available: category.available } }
}

/** The same for a category nobody has looked at. */
export async function assignUnseen(
  api: BudgetApi,
  month: string,
  { category, assigned }: { category: { id: string }; assigned: string },
): Promise<Assignment> {
  const { category: after } = await api.assignCategory({
    month,
    category_id: category.id,
    body: { assigned },
  })
  return { ...after, before: null }
}

async function takeBack(api: BudgetApi, month: string, made: readonly Reassignment[]): Promise<void> {
  for (const { category } of made.toReversed()) {
    try {
      await api.assignCategory({ month, category_id: category.id, body: { assigned: category.assigned } })
    } catch (cause) {
      const before = `budget month assign "${category.name}" ${category.assigned} --month ${month}`
      throw new Unreachable(
        `Only a part was done, and it could not be taken back; ${before} sets it right`,
        true,
        { cause },
      )
    }
  }
}
