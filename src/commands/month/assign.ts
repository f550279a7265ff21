import { Mistake } from '../../contract/errors.ts'
import { monthOf } from '../../money/calendar.ts'
import { assignments } from '../../render/month.ts'
import { any, command } from '../command.ts'
import { file, month, plain } from '../entries.ts'
import { oneOrMany } from '../one_or_many.ts'
import { assignOne, inMonth } from './reassignment.ts'
import { linesOf, meant, readWishes } from './wishes.ts'

export const assign = command({
  name: 'month assign',
  summary: 'Give a category money for a month',
  arguments: {
    assignments: any({
      ...plain(
        'CATEGORY AMOUNT, or any number of CATEGORY=AMOUNT; +50 and -50 add to what is there, target is what the target still needs',
        'CATEGORY',
      ),
      completion: 'category',
    }),
  },
  flags: {
    file: file('A file with a CATEGORY=AMOUNT on each line; - is stdin'),
    month: month('Another month than this one'),
  },
  examples: [
    { when: 'Fill one envelope', type: 'budget month assign Groceries 400' },
    { when: 'As much as its target asks for', type: 'budget month assign Rent target' },
    { when: 'A little more', type: 'budget month assign Groceries +50' },
    {
      when: 'Several at once, for next month',
      type: 'budget month assign Groceries=400 Rent=950 --month next',
    },
  ],
  changes: true,
  async run({ api, today, files, names }, { assignments, file, month = monthOf(today) }) {
    const words = file === undefined ? [] : linesOf(await files.read(file))
    if (words.length + assignments.length === 0)
      throw new Mistake('usage', 'Nothing to assign', { hint: 'Write budget month assign Groceries 400' })
    const wishes = await readWishes(names, [...words, ...assignments])
    const reply = await api.getMonth({ month })
    return oneOrMany(wishes, ({ category, amount }) => {
      const old = inMonth(reply, category)
      return assignOne(api, month, { category: old, assigned: meant(amount, old) })
    })
  },
  show: assignments,
})
