import { Mistake } from '../../contract/errors.ts'
import type { MonthCategory } from '../../contract/months.ts'
import { monthOf } from '../../money/calendar.ts'
import { atLeastZero, compare, isNegative, isZero, negate, subtract, sum } from '../../money/money.ts'
import { type Assignment, assignments, type MonthReply } from '../../render/month.ts'
import { any, command, needed, toggle, type World } from '../command.ts'
import { category, envelopes, month } from '../entries.ts'
import type { NamedCategory } from '../names.ts'
import {
  isShort,
  lacking,
  paymentCategories,
  predictOverspending,
  type Shortfall,
  separate,
} from './overspending.ts'
import {
  assignTogether,
  categoriesOf,
  changeBy,
  inMonth,
  type Reassignment,
  takeBack,
} from './reassignment.ts'

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
    if (all === categories.length > 0)
      throw new Mistake('usage', 'Name the categories to cover, or take --all for every overspent one')
    const reply = await world.api.getMonth({ month })
    const asked = (now: MonthReply): MonthCategory[] =>
      all ? categoriesOf(now) : distinct(categories).map((one) => inMonth(now, one))
    const covering = { asked, sources: distinct(from) }
    findSources(reply, covering.sources)
    if (!asked(reply).some(isShort)) world.note('Nothing is overspent')
    return world.dryRun ? foretell(world, reply, covering) : coverAll(world, reply, covering)
  },
  show: assignments,
})

const distinct = <Thing extends NamedCategory | 'rta'>(things: readonly Thing[]): Thing[] => [
  ...new Map(things.map((one) => [one === 'rta' ? one : one.id, one])).values(),
]

/** What is to be covered, and where the money comes from. */
interface Covering {
  /** The categories, as the month now has them. */
  asked(now: MonthReply): MonthCategory[]
  sources: readonly (NamedCategory | 'rta')[]
}

/** Nobody needs more rounds, unless others spend as fast as this covers. */
const MOST_ROUNDS = 10

/** Ordinary categories first: what they spent on cards moves to the cards by itself, and is not needed there again. */ // cli.md cover
async function coverAll(
  world: World,
  reply: MonthReply,
  { asked, sources }: Covering,
): Promise<Assignment[]> {
  const payments = await paymentCategories(world)
  const done: Assignment[] = []
  let now = reply
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const { ordinary, cards } = separate(payments, asked(now).filter(isShort))
    const next = ordinary.length > 0 ? ordinary : cards
    if (next.length === 0) break
    const { month } = now.month
    const reassignments = await reassigned(world, now, { next, sources, done })
    done.push(...(await assignTogether(world, month, reassignments, done)))
    const isLast = next === cards && sources.every((one) => one === 'rta')
    if (payments.size === 0 || isLast) break
    now = await world.api.getMonth({ month })
  }
  return merged(done)
}

interface Round {
  next: readonly MonthCategory[]
  sources: Covering['sources']
  done: readonly Assignment[]
}

/** What one round assigns; when there is not enough for it, the rounds before are taken back. */
async function reassigned(
  { api }: World,
  now: MonthReply,
  { next, sources, done }: Round,
): Promise<Reassignment[]> {
  try {
    return shareOut(next.map(lacking), findSources(now, sources))
  } catch (error) {
    await takeBack(api, now.month.month, done)
    throw error
  }
}

/** The same as one list, without making any of it: what moves to the cards is worked out. */
async function foretell(
  world: World,
  reply: MonthReply,
  { asked, sources }: Covering,
): Promise<Assignment[]> {
  const { ordinary, cards } = await predictOverspending(world, reply, asked(reply))
  const reassignments = shareOut([...ordinary, ...cards], findSources(reply, sources))
  return assignTogether(world, reply.month.month, reassignments)
}

/** A place money is taken from; of Ready to Assign there is no category. */
interface Source {
  category: MonthCategory | undefined
  available: string
}

const findSources = (reply: MonthReply, from: Covering['sources']): Source[] =>
  from.map((one) => {
    if (one === 'rta') return { category: undefined, available: atLeastZero(reply.month.ready_to_assign) }
    const category = inMonth(reply, one)
    if (!isNegative(category.available)) return { category, available: category.available }
    const message = `${one.name} is overspent itself by ${negate(category.available)}`
    throw new Mistake('value', message, { field: 'from' })
  })

/** First what the sources give, then what the categories get. Throws a Mistake when it is not enough. */
function shareOut(short: readonly Shortfall[], sources: readonly Source[]): Reassignment[] {
  const needed = sum(short.map(({ missing }) => missing))
  const there = sum(sources.map(({ available }) => available))
  if (compare(needed, there) > 0) {
    const hint = 'Name more categories after --from, or fewer to cover'
    throw new Mistake('value', `Covering this takes ${needed}, and there is ${there}`, { hint })
  }
  let left = needed
  const giving = sources.flatMap(({ category, available }): Reassignment[] => {
    const taken = compare(left, available) < 0 ? left : available
    left = subtract(left, taken)
    return category === undefined || isZero(taken) ? [] : [changeBy(category, negate(taken))]
  })
  return [...giving, ...short.map(({ category, missing }) => changeBy(category, missing))]
}

/** A category that gave or got in several rounds as one change. */
function merged(done: readonly Assignment[]): Assignment[] {
  const byId = new Map<string, Assignment>()
  for (const one of done) byId.set(one.id, { ...one, before: byId.get(one.id)?.before ?? one.before })
  return [...byId.values()]
}
