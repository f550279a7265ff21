import { Mistake } from '../../contract/errors.ts'
import type { MonthCategory } from '../../contract/months.ts'
import { monthOf } from '../../money/calendar.ts'
import { add, compare, isNegative, isZero, negate, subtract, sum } from '../../money/money.ts'
import { assignments, type MonthReply } from '../../render/month.ts'
import { any, command, needed, toggle } from '../command.ts'
import { category, envelopes, month } from '../entries.ts'
import type { NamedCategory } from '../names.ts'
import { assignTogether, categoriesOf, inMonth, type Reassignment } from './reassignment.ts'

export const cover = command({
  name: 'month cover',
  summary: 'Cover overspent categories with money of others',
  arguments: { categories: any(category('The categories that spent more than they had')) },
  flags: {
    all: toggle('All that spent more than they had'),
    from: needed(envelopes('Where the money comes from, the first as far as it goes')),
    month: month('Another month than this one'),
  },
  examples: [
    { when: 'One category helps another', type: 'budget month cover "Eating out" --from Fun' },
    { when: 'Everything, from wherever there is money', type: 'budget month cover --all --from Fun,rta' },
  ],
  changes: true,
  patient: true,
  async run(world, { categories, all, from, month = monthOf(world.today) }) {
    const { api, note } = world
    if (all === categories.length > 0)
      throw new Mistake('usage', 'Name the categories to cover, or take --all for every overspent one')
    const reply = await api.getMonth({ month })
    const asked = all ? categoriesOf(reply) : distinct(categories).map((one) => inMonth(reply, one))
    const overspent = asked.filter(({ available }) => isNegative(available))
    if (overspent.length === 0) note('Nothing is overspent')
    const purses = distinct(from).map((one) => purse(reply, one))
    return assignTogether(world, month, covering(overspent, purses))
  },
  show: assignments,
})

const distinct = <Thing extends NamedCategory | 'rta'>(things: readonly Thing[]): Thing[] => [
  ...new Map(things.map((one) => [one === 'rta' ? one : one.id, one])).values(),
]

/** A place money is taken from; of Ready to Assign there is no category. */
interface Purse {
  category: MonthCategory | undefined
  available: string
}

function purse(reply: MonthReply, from: NamedCategory | 'rta'): Purse {
  if (from === 'rta') return { category: undefined, available: held(reply.month.ready_to_assign) }
  const category = inMonth(reply, from)
  if (!isNegative(category.available)) return { category, available: category.available }
  throw new Mistake('value', `${from.name} is overspent itself by ${negate(category.available)}`, {
    field: 'from',
  })
}

const held = (amount: string): string => (isNegative(amount) ? '0' : amount)

/** First what the purses give, then what the overspent categories get. Throws a Mistake when it is not enough. */
function covering(overspent: readonly MonthCategory[], purses: readonly Purse[]): Reassignment[] {
  const needed = sum(overspent.map(({ available }) => negate(available)))
  const there = sum(purses.map(({ available }) => available))
  if (compare(needed, there) > 0) {
    const hint = 'Name more categories after --from, or fewer to cover'
    throw new Mistake('value', `Covering this takes ${needed}, and there is ${there}`, { hint })
  }
  let left = needed
  const giving = purses.flatMap(({ category, available }): Reassignment[] => {
    const taken = compare(left, available) < 0 ? left : available
    left = subtract(left, taken)
    return category === undefined || isZero(taken)
      ? []
      : [{ category, assigned: subtract(category.assigned, taken) }]
  })
  const getting = overspent.map((category) => ({
    category,
    assigned: add(category.assigned, negate(category.available)),
  }))
  return [...giving, ...getting]
}
