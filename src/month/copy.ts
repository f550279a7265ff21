/** Copies the assigned amounts of a month to another one. */

import type { WorkspaceContext } from '../command/context.ts'
import { UserError } from '../contract/errors.ts'
import type { MonthCategory } from '../contract/operations/months.ts'
import { toMonth } from '../money/calendar.ts'
import { compare, isZero } from '../money/decimal.ts'
import { pluralize } from '../output/pluralize.ts'
import { type AssignmentChange, assignInTurn, listMonthCategories } from './assign.ts'
import type { AssignmentResult } from './month-view.ts'
import { addMonthSummary } from './next-steps.ts'

/** Copies the assigned amounts; asks before those that were already assigned are replaced. */
export async function copyMonth(
  context: WorkspaceContext,
  {
    from,
    to = toMonth(context.invocation.today),
    onlyEmpty,
  }: { from: string; to: string | undefined; onlyEmpty: boolean },
): Promise<AssignmentResult[]> {
  const {
    workspace: { api },
    user: { info },
  } = context
  if (from === to) throw new UserError('usage', `Cannot copy ${from} to itself`)
  const sourceAmounts = new Map(
    listMonthCategories(await api.getMonth({ month: from })).map(({ id, assigned }) => [id, assigned]),
  )
  const reply = await api.getMonth({ month: to })
  const changes = listMonthCategories(reply).flatMap((category) => {
    const assigned = sourceAmounts.get(category.id) ?? category.assigned
    const isKept = category.archived || (onlyEmpty && !isZero(category.assigned))
    if (isKept || compare(assigned, category.assigned) === 0) return []
    // If another client has assigned money since, the category is no longer empty.
    const computeAssigned = (current: MonthCategory): string =>
      onlyEmpty && !isZero(current.assigned) ? current.assigned : assigned
    return [{ category, computeAssigned } satisfies AssignmentChange]
  })
  if (changes.length === 0) info(`${to} already has the same assigned amounts as ${from}`)
  await confirmReplacing(context, to, changes)
  return addMonthSummary(context, reply, await assignInTurn(context, to, changes))
}

/** Asks before amounts that were already assigned are replaced. */
async function confirmReplacing(
  { user: { requireConfirmation }, invocation: { isDryRun } }: Pick<WorkspaceContext, 'user' | 'invocation'>,
  month: string,
  changes: readonly AssignmentChange[],
): Promise<void> {
  const overwritten = changes.filter(({ category }) => !isZero(category.assigned))
  // The list of writes of a dry run shows them anyway.
  if (overwritten.length === 0 || isDryRun) return
  const lines = overwritten
    .slice(0, MAX_LISTED)
    .map(
      ({ category, computeAssigned }) =>
        `${category.name}: ${category.assigned} → ${computeAssigned(category)}`,
    )
  const hidden = overwritten.length - lines.length
  const subject = pluralize(overwritten.length, 'assigned amount')
  await requireConfirmation(`Replace ${subject} in ${month}?`, async () =>
    [...lines, ...(hidden > 0 ? [`and ${hidden} more`] : [])].join('\n'),
  )
}

const MAX_LISTED = 8
