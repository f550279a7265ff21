import { command, maybe, toggle, type World } from '../../command/define.ts'
import { group, month } from '../../command/options.ts'
import { Mistake } from '../../contract/errors.ts'
import type { MonthCategory, MonthGroup } from '../../contract/operations/months.ts'
import { monthOf } from '../../money/calendar.ts'
import { isNegative, isZero } from '../../money/decimal.ts'
import { type MonthView, monthSheet, totalToCover } from '../../render/month.ts'
import { findOverspending, totalOverspent } from './shared/overspending.ts'
import { uncategorizedIn } from './shared/uncategorized.ts'

export const show = command({
  name: 'month show',
  summary: 'Show a budget month: Ready to Assign, then every category',
  arguments: { month: maybe(month('The month; this one when left out')) },
  flags: {
    group: group('Only the categories of this group'),
    overspent: toggle('Only categories that spent more than they had'),
    underfunded: toggle('Only categories whose target needs more'),
    all: toggle('Archived categories too'),
  },
  examples: [
    { when: 'Where the month stands', type: 'budget month' },
    { when: 'Last month', type: 'budget month show last' },
    { when: 'What went wrong', type: 'budget month show --overspent' },
  ],
  async run(world, { month = monthOf(world.today), group, overspent, underfunded, all }): Promise<MonthView> {
    if (overspent && underfunded)
      throw new Mistake('usage', 'Take one of --overspent and --underfunded, not both')
    const reply = await world.api.getMonth({ month })
    if (world.isLocal && world.isHeard()) await tellUncategorized(month, world)
    const keeps = (category: MonthCategory): boolean => {
      if (overspent) return isNegative(category.available)
      if (underfunded) return !isZero(category.target?.underfunded_amount ?? '0')
      return all || !category.archived || hasMoney(category)
    }
    const groups = reply.month.category_groups
      .filter(({ id }) => group === undefined || id === group.id)
      .map((one): MonthGroup => ({ ...one, categories: one.categories.filter(keeps) }))
    const shown = { ...reply, month: { ...reply.month, category_groups: groups } }
    // In a pipe from a remote service the listing of cards would be requests for nothing.
    if (!world.isLocal && !world.isHeard()) return shown
    return { ...shown, [totalToCover]: totalOverspent(await findOverspending(world, reply)) }
  },
  show: monthSheet,
})

// Money in an archived category still counts, so it is not hidden. spec B70
const hasMoney = ({ assigned, activity, available }: MonthCategory): boolean =>
  [assigned, activity, available].some((amount) => !isZero(amount))

/** Elsewhere this would take requests, and in a pipe time for nothing: there month check tells. */ // spec B50
async function tellUncategorized(month: string, world: World): Promise<void> {
  const { count, total } = await uncategorizedIn(month, world)
  if (count > 0)
    world.note(
      `Without a category: ${count}, ${total} together; budget tx list --uncategorized --period ${month}`,
    )
}
