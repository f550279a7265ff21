import { any, command, toggle } from '../../command/define.ts'
import { amount, categoryOrGroup, month } from '../../command/options.ts'
import type { NamedCategory } from '../../command/resolve-name.ts'
import { Mistake } from '../../contract/errors.ts'
import type { CategoryGroup } from '../../contract/operations/categories.ts'
import type { MonthCategory } from '../../contract/operations/months.ts'
import { monthOf } from '../../money/calendar.ts'
import { add, compare, isNegative, isZero, smaller, subtract } from '../../money/decimal.ts'
import { assignments, type MonthReply } from '../../render/month.ts'
import { assignEach, categoriesOf, inMonth, type Reassignment } from './shared/assign.ts'

export const fund = command({
  name: 'month fund',
  summary: 'Give categories what their targets still need, as far as Ready to Assign goes',
  arguments: { things: any(categoryOrGroup('The categories or groups, the most important first')) },
  flags: {
    all: toggle('Every category with a target, in the order of the month'),
    upTo: amount('Hand out no more than this'),
    month: month('Another month than this one'),
  },
  examples: [
    { when: 'Pay day', type: 'budget month fund --all' },
    { when: 'First things first', type: 'budget month fund Rent Groceries Everyday' },
    { when: 'Half of the salary', type: 'budget month fund --all --up-to 1200' },
  ],
  changes: true,
  patient: true,
  async run(world, { things: named, all, upTo, month = monthOf(world.today) }) {
    const { api, askFor, canAsk, note } = world
    const isMissing = !all && named.length === 0 && canAsk()
    const things = isMissing ? [await askFor(wanted)] : named
    if (all === things.length > 0)
      throw new Mistake('usage', 'Name the categories or groups to fund, or take --all for every one')
    if (upTo !== undefined && isNegative(upTo))
      throw new Mistake('value', `--up-to cannot be ${upTo}`, { field: 'up_to' })
    const reply = await api.getMonth({ month })
    const asked = all ? categoriesOf(reply) : things.flatMap((thing) => meant(reply, thing))
    const needy = [...new Set(asked)].filter((category) => !category.archived && !isZero(need(category)))
    if (needy.length === 0) note('No target needs more')
    const { ready_to_assign: ready } = reply.month
    const purse = upTo !== undefined && compare(upTo, ready) < 0 ? upTo : ready
    const reassignments = funding(needy, purse)
    if (reassignments.length < needy.length)
      note(`There is only ${purse}: not every target gets what it needs`)
    return assignEach(world, month, reassignments)
  },
  show: assignments,
})

const wanted = categoryOrGroup('The category or group to fund')

/** A snoozed category asks for nothing. */ // spec T6 T7
const need = ({ target }: MonthCategory): string => target?.underfunded_amount ?? '0'

const meant = (reply: MonthReply, thing: NamedCategory | CategoryGroup): MonthCategory[] =>
  'categories' in thing
    ? (reply.month.category_groups.find(({ id }) => id === thing.id)?.categories ?? [])
    : [inMonth(reply, thing)]

/** What each gets while there is something left. */
function funding(needy: readonly MonthCategory[], purse: string): Reassignment[] {
  let left = purse
  const reassignments: Reassignment[] = []
  for (const category of needy) {
    if (compare(left, '0') <= 0) break
    const given = smaller(left, need(category))
    left = subtract(left, given)
    // Funded by somebody else meanwhile, it needs less.
    const assigned = (now: MonthCategory): string => add(now.assigned, smaller(given, need(now)))
    reassignments.push({ category, assigned })
  }
  return reassignments
}
