import { command, maybe } from '../../command/define.ts'
import { month } from '../../command/options.ts'
import { monthOf } from '../../money/calendar.ts'
import { isNegative, negate } from '../../money/decimal.ts'
import { type MonthCheck, monthCheck, type Problem } from '../../render/month-check.ts'
import { findOverspending, type Shortfall } from './shared/overspending.ts'
import { uncategorizedIn } from './shared/uncategorized.ts'

export const check = command({
  name: 'month check',
  summary: 'Look for overspending, a negative Ready to Assign and uncategorized transactions',
  arguments: { month: maybe(month('The month; this one when left out')) },
  examples: [
    { when: 'Is everything in order?', type: 'budget month check' },
    { when: 'Last month, in a script', type: 'budget month check last --json' },
  ],
  async run(world, { month = monthOf(world.today) }): Promise<MonthCheck> {
    const reply = await world.api.getMonth({ month })
    const { ready_to_assign: ready } = reply.month
    const { ordinary, cards } = await findOverspending(world, reply)
    const problems = [...ordinary, ...cards].map(overspent)
    if (isNegative(ready)) problems.unshift({ problem: 'ready_to_assign', amount: ready, ...nothing })
    const { count, total } = await uncategorizedIn(month, world)
    if (count > 0) problems.push({ problem: 'uncategorized', amount: total, ...nothing, count })
    return { month, problems }
  },
  show: monthCheck,
  outcome: ({ problems }) => (problems.length > 0 ? PROBLEMS_FOUND : 0),
})

/** The exit code of a check that found something. */ // cli.md §1
const PROBLEMS_FOUND = 20

const nothing = { category_id: null, category_name: null, count: null }

const overspent = ({ category, missing }: Shortfall): Problem => ({
  problem: 'overspent',
  amount: negate(missing),
  ...nothing,
  category_id: category.id,
  category_name: category.name,
})
