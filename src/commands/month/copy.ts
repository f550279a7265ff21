import { Mistake } from '../../contract/errors.ts'
import { monthOf } from '../../money/calendar.ts'
import { compare, isZero } from '../../money/money.ts'
import { assignments } from '../../render/month.ts'
import { command, toggle } from '../command.ts'
import { month } from '../entries.ts'
import { assignEach, categoriesOf } from './reassignment.ts'

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
      return isKept || compare(assigned, category.assigned) === 0 ? [] : [{ category, assigned }]
    })
    if (differing.length === 0) note(`${to} has the same assigned as ${from} already`)
    return assignEach(world, to, differing)
  },
  show: assignments,
})
