/** `budget month copy`: copies the assigned amounts of a month to another one. */

import type { WorkspaceContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define.ts'
import { booleanFlag } from '../../command/option-spec.ts'
import { monthOption } from '../../command/options.ts'
import { UserError } from '../../contract/errors.ts'
import type { MonthCategory } from '../../contract/operations/months.ts'
import { toMonth } from '../../money/calendar.ts'
import { compare, isZero } from '../../money/decimal.ts'
import { assignmentsView } from '../../render/month.ts'
import { type AssignmentChange, assignInTurn, listMonthCategories } from './shared/assign.ts'

export const copy = defineCommand({
  name: 'month copy',
  summary: 'Assign what was assigned in another month',
  arguments: { from: monthOption('The month to copy') },
  flags: {
    to: monthOption('The month that gets it; this one when left out'),
    onlyEmpty: booleanFlag('Only categories that have nothing assigned yet'),
  },
  examples: [
    { when: 'This month as the last one', commandLine: 'budget month copy last' },
    {
      when: 'Fill what is still empty in the next',
      commandLine: 'budget month copy this --to next --only-empty',
    },
  ],
  mutates: true,
  waitsForRateLimit: true,
  async run(world, { from, to = toMonth(world.today), onlyEmpty }) {
    const { api, info } = world
    if (from === to) throw new UserError('usage', `${from} cannot be copied to itself`)
    const model = new Map(
      listMonthCategories(await api.getMonth({ month: from })).map(({ id, assigned }) => [id, assigned]),
    )
    const differing = listMonthCategories(await api.getMonth({ month: to })).flatMap((category) => {
      const assigned = model.get(category.id) ?? category.assigned
      const isKept = category.archived || (onlyEmpty && !isZero(category.assigned))
      if (isKept || compare(assigned, category.assigned) === 0) return []
      // If another client has assigned money since, the category is no longer empty.
      const filled = (now: MonthCategory): string =>
        onlyEmpty && !isZero(now.assigned) ? now.assigned : assigned
      return [{ category, assigned: filled } satisfies AssignmentChange]
    })
    if (differing.length === 0) info(`${to} has the same assigned as ${from} already`)
    await confirmReplacing(world, to, differing)
    return assignInTurn(world, to, differing)
  },
  view: assignmentsView,
})

/** Asks before amounts that were already assigned are replaced. */
async function confirmReplacing(
  {
    requireConfirmation: confirm,
    isDryRun: dryRun,
  }: Pick<WorkspaceContext, 'requireConfirmation' | 'isDryRun'>,
  month: string,
  differing: readonly AssignmentChange[],
): Promise<void> {
  const replaced = differing.filter(({ category }) => !isZero(category.assigned))
  // The list of writes of a dry run shows them anyway.
  if (replaced.length === 0 || dryRun) return
  const lines = replaced
    .slice(0, MAX_LISTED)
    .map(({ category, assigned }) => `${category.name}: ${category.assigned} → ${assigned(category)}`)
  const rest = replaced.length - lines.length
  const what = replaced.length === 1 ? '1 assigned amount' : `${replaced.length} assigned amounts`
  await confirm(`Replace ${what} of ${month}?`, async () =>
    [...lines, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n'),
  )
}

const MAX_LISTED = 8
