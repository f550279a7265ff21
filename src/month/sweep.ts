/** Returns what is left over in categories to Ready to Assign. */

import type { WorkspaceContext } from '../command/context.ts'
import type { CategoryWithGroup } from '../command/names/resolve-name.ts'
import { UserError } from '../contract/errors.ts'
import type { CategoryGroup } from '../contract/operations/categories.ts'
import { toMonth } from '../money/calendar.ts'
import { clampToZero, compare, subtract, sum } from '../money/decimal.ts'
import { groupThousands } from '../output/format-amount.ts'
import { type AssignmentChange, assignInTurn, expandGroup, listMonthCategories } from './assign.ts'
import type { AssignmentResult } from './month-view.ts'
import { addMonthSummary } from './next-steps.ts'
import { listPaymentCategoryIds } from './overspending.ts'

/** What gives its leftovers back. */
interface SweepInput {
  things: readonly (CategoryWithGroup | CategoryGroup)[]
  all: boolean
  month: string | undefined
}

/** Returns leftovers to Ready to Assign, once the user has confirmed it. */
export async function sweepLeftovers(
  context: WorkspaceContext,
  { things: entities, all, month = toMonth(context.invocation.today) }: SweepInput,
): Promise<AssignmentResult[]> {
  if (all === entities.length > 0)
    throw new UserError('usage', 'Name the categories or groups to sweep, or use --all')
  const reply = await context.workspace.api.getMonth({ month })
  const cards = all ? await listPaymentCategoryIds(context) : new Set<string>()
  const chosen = all ? listMonthCategories(reply) : entities.flatMap((entity) => expandGroup(reply, entity))
  const leftovers = [...new Set(chosen)].filter(
    ({ id, available }) => !cards.has(id) && compare(available, '0') > 0,
  )
  if (leftovers.length === 0) context.user.info('Nothing is left over')
  // The list of writes of a dry run shows them anyway.
  else if (!context.invocation.isDryRun) {
    const total = groupThousands(sum(leftovers.map(({ available }) => available)))
    const what = leftovers.length === 1 ? (leftovers[0]?.name ?? '') : `${leftovers.length} categories`
    await context.user.requireConfirmation(
      `Return ${total} from ${what} in ${month} to Ready to Assign?`,
      async () => leftovers.map(({ name, available }) => `${name} ${groupThousands(available)}`).join('\n'),
    )
  }
  const changes = leftovers.map(
    (category): AssignmentChange => ({
      category,
      computeAssigned: (current) => subtract(current.assigned, clampToZero(current.available)),
    }),
  )
  return addMonthSummary(context, reply, await assignInTurn(context, month, changes))
}
