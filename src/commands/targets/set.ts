import { localCommand, needed } from '../../command/define.ts'
import { amount, category, date, oneOf, wholeNumber } from '../../command/options.ts'
import { Mistake } from '../../contract/errors.ts'
import { type TargetDraft, targetKinds } from '../../contract/ports/local-service.ts'
import { isNegative, isZero } from '../../money/decimal.ts'
import { targetChange } from '../../render/targets.ts'

export const set = localCommand({
  name: 'targets set',
  summary: 'Say what a category asks for, in place of what it asked for before',
  arguments: { category: category('The category') },
  flags: {
    kind: needed(oneOf('What it asks for', 'KIND', targetKinds)),
    amount: needed(amount('How much: of the weekly kinds each week')),
    weekday: wholeNumber('The day the weekly kinds count; 0 is Monday', 0, 6),
    by: date('The day by which by_date wants the amount'),
    repeatMonths: wholeNumber('After how many months by_date wants it again', 1, 1200),
  },
  examples: [
    {
      when: 'Top it up every month',
      type: 'budget targets set Groceries --kind monthly_refill --amount 400',
    },
    {
      when: 'Something every Friday',
      type: 'budget targets set "Eating out" --kind weekly_set_aside --amount 25 --weekday 4',
    },
    {
      when: 'Once a year',
      type: 'budget targets set Insurance --kind by_date --amount 600 --by 2027-03-01 --repeat-months 12',
    },
  ],
  changes: true,
  run({ admin }, { category, kind, amount, weekday, by, repeatMonths }) {
    const isWeekly = kind === 'weekly_refill' || kind === 'weekly_set_aside'
    if (isWeekly !== (weekday !== undefined)) throw fitting('--weekday', isWeekly, kind)
    if ((kind === 'by_date') !== (by !== undefined)) throw fitting('--by', kind === 'by_date', kind)
    if (kind !== 'by_date' && repeatMonths !== undefined) throw fitting('--repeat-months', false, kind)
    if (isNegative(amount) || isZero(amount))
      throw new Mistake('value', `A target needs an amount above zero, not ${amount}`, { field: 'amount' })
    const draft: TargetDraft = {
      kind,
      amount,
      ...(weekday !== undefined && { weekday }),
      ...(by !== undefined && { by }),
      ...(repeatMonths !== undefined && { repeat_months: repeatMonths }),
    }
    return admin.setTarget(category.id, draft)
  },
  show: targetChange,
})

const fitting = (flag: string, isNeeded: boolean, kind: string): Mistake =>
  new Mistake('usage', isNeeded ? `${kind} needs ${flag}` : `${kind} takes no ${flag}`)
