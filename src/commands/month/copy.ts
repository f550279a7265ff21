import { command, toggle, type World } from '../../command/define.ts'
import { month } from '../../command/options.ts'
import { Mistake } from '../../contract/errors.ts'
import type { MonthCategory } from '../../contract/operations/months.ts'
import { monthOf } from '../../money/calendar.ts'
import { compare, isZero } from '../../money/decimal.ts'
import { assignments } from '../../render/month.ts'
import { assignEach, categoriesOf, type Reassignment } from './shared/assign.ts'

export const copy = command({
  name: 'month copy',
  summary: 'Assign what was assigned in another month',
  arguments: { from: month('The month to copy') },
  flags: {
    to: month('The month that gets it; this one when left out'),
    onlyEmpty: toggle('Only categories that have nothing assigned yet'),
  },
  examples: [
    { when: 'This month as the last one', type: 'budget month copy last' },
    { when: 'Fill what is still empty in the next', type: 'budget month copy this --to next --only-empty' },
  ],
  changes: true,
  patient: true,
  async run(world, { from, to = monthOf(world.today), onlyEmpty }) {
    const { api, note } = world
    if (from === to) throw new Mistake('usage', `${from} cannot be copied to itself`)
    const model = new Map(
      categoriesOf(await api.getMonth({ month: from })).map(({ id, assigned }) => [id, assigned]),
    )
    const differing = categoriesOf(await api.getMonth({ month: to })).flatMap((category) => {
      const assigned = model.get(category.id) ?? category.assigned
      const isKept = category.archived || (onlyEmpty && !isZero(category.assigned))
      if (isKept || compare(assigned, category.assigned) === 0) return []
      // Filled by somebody else meanwhile, it is no longer empty.
      const filled = (now: MonthCategory): string =>
        onlyEmpty && !isZero(now.assigned) ? now.assigned : assigned
      return [{ category, assigned: filled } satisfies Reassignment]
    })
    if (differing.length === 0) note(`${to} has the same assigned as ${from} already`)
    await confirmReplacing(world, to, differing)
    return assignEach(world, to, differing)
  },
  show: assignments,
})

/** Amounts somebody has given already are not replaced without a word. */
async function confirmReplacing(
  { confirm, dryRun }: Pick<World, 'confirm' | 'dryRun'>,
  month: string,
  differing: readonly Reassignment[],
): Promise<void> {
  const replaced = differing.filter(({ category }) => !isZero(category.assigned))
  // The plan of a dry run shows them anyway.
  if (replaced.length === 0 || dryRun) return
  const lines = replaced
    .slice(0, MOST_SHOWN)
    .map(({ category, assigned }) => `${category.name}: ${category.assigned} → ${assigned(category)}`)
  const rest = replaced.length - lines.length
  const what = replaced.length === 1 ? '1 assigned amount' : `${replaced.length} assigned amounts`
  await confirm(`Replace ${what} of ${month}?`, async () =>
    [...lines, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n'),
  )
}

const MOST_SHOWN = 8
