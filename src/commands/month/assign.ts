import { Mistake } from '../../contract/errors.ts'
import { monthOf } from '../../money/calendar.ts'
import { assignments } from '../../render/month.ts'
import { any, command, type World } from '../command.ts'
import { category, file, month, plain, readAmount } from '../entries.ts'
import { findCategory } from '../names.ts'
import { oneOrMany } from '../one_or_many.ts'
import { assignOne, assignUnseen, inMonth } from './reassignment.ts'
import { isRelative, linesOf, meant, readWishes, type Wish, wishedAmount, withoutNeed } from './wishes.ts'

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
  async run(world, { assignments, file, month = monthOf(world.today) }) {
    const { api, files, isLocal, warn } = world
    const words = file === undefined ? [] : linesOf(await files.read(file))
    const wishes = await wished(world, [...words, ...assignments])
    // Elsewhere reading costs a request, and an amount that is no change of another needs no reading. cli.md §2
    const reply = isLocal || wishes.some(isRelative) ? await api.getMonth({ month }) : undefined
    for (const name of reply ? withoutNeed(reply, wishes) : [])
      warn(`${name} has no target in ${month} that needs more, so it keeps what it has`)
    return oneOrMany(world, wishes, ({ category, amount }) => {
      if (!reply) return assignUnseen(api, month, { category, assigned: readAmount(amount) })
      return assignOne(api, month, {
        category: inMonth(reply, category),
        assigned: (now) => meant(amount, now),
      })
    })
  },
  show: assignments,
})

const wanted = category('The category that gets it')

/** What the words say; of what they leave out a person is asked. */
async function wished({ names, canAsk, askFor }: World, words: readonly string[]): Promise<Wish[]> {
  const [first] = words
  const isWhole = words.length > 1 || first?.includes('=')
  if (isWhole || !canAsk()) {
    if (first !== undefined) return readWishes(names, words)
    throw new Mistake('usage', 'Nothing to assign', { hint: 'Write budget month assign Groceries 400' })
  }
  const found = first === undefined ? await askFor(wanted) : await findCategory(names, first)
  return [{ category: found, amount: await askFor(wishedAmount) }]
}
