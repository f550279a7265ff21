import { command, needed } from '../../command/define.ts'
import { amount, envelope, month } from '../../command/options.ts'
import { Mistake } from '../../contract/errors.ts'
import { monthOf } from '../../money/calendar.ts'
import { isNegative, isZero, negate } from '../../money/decimal.ts'
import { assignments } from '../../render/month.ts'
import { assignTogether, changeBy, inMonth, type Reassignment } from './shared/assign.ts'

export const move = command({
  name: 'month move',
  summary: 'Move money from one category to another',
  arguments: { amount: amount('How much') },
  flags: {
    from: needed(envelope('The category that gives it')),
    to: needed(envelope('The category that gets it')),
    month: month('Another month than this one'),
  },
  examples: [
    { when: 'Eating out costs a film', type: 'budget month move 30 --from Fun --to "Eating out"' },
    { when: 'Money that is not needed after all', type: 'budget month move 100 --from Holidays --to rta' },
  ],
  changes: true,
  patient: true,
  async run(world, { amount, from, to, month = monthOf(world.today) }) {
    if (isNegative(amount) || isZero(amount))
      throw new Mistake('value', `Only an amount above zero can move, not ${amount}`, { field: 'amount' })
    if (from === to || (from !== 'rta' && to !== 'rta' && from.id === to.id))
      throw new Mistake('value', 'Money cannot move to where it is; --from and --to are the same', {
        field: 'to',
      })
    const reply = await world.api.getMonth({ month })
    const reassignments: Reassignment[] = []
    if (from !== 'rta') reassignments.push(changeBy(inMonth(reply, from), negate(amount)))
    if (to !== 'rta') reassignments.push(changeBy(inMonth(reply, to), amount))
    return assignTogether(world, month, reassignments)
  },
  show: assignments,
})
