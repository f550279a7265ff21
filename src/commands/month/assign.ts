import { Mistake } from '../../contract/errors.ts'
import type { MonthCategory } from '../../contract/months.ts'
import { monthOf } from '../../money/calendar.ts'
import { add } from '../../money/money.ts'
import { type Assignment, assignments } from '../../render/month.ts'
import { command, some, type World } from '../command.ts'
import { month, plain, readAmount } from '../entries.ts'
import { findCategory } from '../names.ts'
import { oneOrMany } from '../one_or_many.ts'

export const assign = command({
  name: 'month assign',
  summary: 'Give a category money for a month',
  arguments: {
    assignments: some({
      ...plain(
        'CATEGORY AMOUNT, or any number of CATEGORY=AMOUNT; +50 and -50 add to what is there',
        'CATEGORY',
      ),
      completion: 'category',
    }),
  },
  flags: { month: month('Another month than this one') },
  examples: [
    { when: 'Fill one envelope', type: 'budget month assign Groceries 400' },
    { when: 'A little more', type: 'budget month assign Groceries +50' },
    {
      when: 'Several at once, for next month',
      type: 'budget month assign Groceries=400 Rent=950 --month next',
    },
  ],
  changes: true,
  async run(world, { assignments, month }) {
    const target = month ?? monthOf(world.today)
    const wishes = await readWishes(world, assignments)
    const { month: before } = await world.api.getMonth({ month: target })
    const categories = new Map(
      before.category_groups.flatMap((group) => group.categories).map((category) => [category.id, category]),
    )
    return oneOrMany(wishes, async ({ id, amount }): Promise<Assignment> => {
      const old = categories.get(id)
      const body = {
        assigned: isRelative(amount) ? add(old?.assigned ?? '0', readAmount(amount)) : readAmount(amount),
      }
      const { category } = await world.api.assignCategory({ month: target, category_id: id, body })
      return { ...category, before: figures(old ?? category) }
    })
  },
  show: assignments,
})

interface Wish {
  id: string
  amount: string
}

const isRelative = (amount: string): boolean => /^[+-]/.test(amount)
const figures = ({ assigned, available }: MonthCategory) => ({ assigned, available })

/** `CATEGORY AMOUNT`, or `CATEGORY=AMOUNT` as often as wanted. */
async function readWishes({ names }: World, words: readonly string[]): Promise<Wish[]> {
  const [first = '', second] = words
  const isPair = words.length === 2 && second !== undefined && !isAssignment(second)
  const pairs = isPair ? [{ name: first, amount: second }] : words.map(splitWish)
  const wishes: Wish[] = []
  for (const { name, amount } of pairs) {
    readAmount(amount)
    const { id } = await findCategory(names, name)
    if (wishes.some((wish) => wish.id === id)) throw new Mistake('usage', `"${name}" is assigned twice`)
    wishes.push({ id, amount })
  }
  return wishes
}

const isAssignment = (word: string): boolean => word.includes('=')

function splitWish(word: string): { name: string; amount: string } {
  // A name may hold an equals sign; an amount cannot.
  const at = word.lastIndexOf('=')
  if (at > 0) return { name: word.slice(0, at), amount: word.slice(at + 1) }
  throw new Mistake('usage', `"${word}" lacks its amount`, {
    hint: 'Write budget month assign Groceries 400, or Groceries=400 Rent=950',
  })
}
