import { any, command, type World } from '../../command/define.ts'
import { nameThing } from '../../command/for-each.ts'
import { category, file, month, plain, readAmount } from '../../command/options.ts'
import { findCategory } from '../../command/resolve-name.ts'
import { Mistake } from '../../contract/errors.ts'
import { assignCategory, type MonthCategory } from '../../contract/operations/months.ts'
import { check } from '../../contract/validate.ts'
import { monthOf } from '../../money/calendar.ts'
import { decimalsOf } from '../../money/currency.ts'
import { assignments, type MonthReply } from '../../render/month.ts'
import { assignEach, inMonth } from './shared/assign.ts'
import {
  isTarget,
  linesOf,
  meant,
  readWishes,
  type Wish,
  wishedAmount,
  withoutNeed,
} from './shared/parse-assignments.ts'

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
    const { api, files, price, warn } = world
    const words = file === undefined ? [] : linesOf(await files.read(file))
    const wishes = await wished(world, [...words, ...assignments])
    // Told before the month is read: several assignments wait for the next hour rather than fail.
    if (wishes.length > 1) price(wishes.length + 1)
    const reply = await api.getMonth({ month })
    checkAmounts(wishes, reply)
    for (const name of withoutNeed(reply, wishes))
      warn(`${name} has no target in ${month} that needs more, so it keeps what it has`)
    const reassignments = wishes.map(({ category, amount }) => ({
      category: inMonth(reply, category),
      assigned: (now: MonthCategory) => meant(amount, now),
    }))
    return assignEach(world, month, reassignments)
  },
  show: assignments,
})

/** Throws for an amount that the service would refuse, before the first one is assigned. */
function checkAmounts(wishes: readonly Wish[], { currency }: MonthReply): void {
  const workspace = { decimals: decimalsOf(currency), objection: () => undefined }
  for (const { category, amount } of wishes) {
    if (isTarget(amount)) continue
    try {
      check(assignCategory.body, { assigned: readAmount(amount) }, workspace)
    } catch (error) {
      throw wishes.length > 1 ? nameThing(category, error) : error
    }
  }
}

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
