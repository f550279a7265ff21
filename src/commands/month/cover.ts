import { any, command, needed, toggle, type World } from '../../command/define.ts'
import { category, envelopes, month } from '../../command/options.ts'
import type { NamedCategory } from '../../command/resolve-name.ts'
import { Mistake } from '../../contract/errors.ts'
import type { MonthCategory } from '../../contract/operations/months.ts'
import { monthOf } from '../../money/calendar.ts'
import {
  add,
  atLeastZero,
  compare,
  isNegative,
  isZero,
  negate,
  smaller,
  subtract,
  sum,
} from '../../money/decimal.ts'
import { type Assignment, assignments, type MonthReply } from '../../render/month.ts'
import {
  assignTogether,
  categoriesOf,
  changeBy,
  inMonth,
  type Reassignment,
  takeBack,
} from './shared/assign.ts'
import {
  isShort,
  lacking,
  paymentCategories,
  predictOverspending,
  type Shortfall,
  separate,
} from './shared/overspending.ts'

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
  async run(world, { categories: named, all, from, month = monthOf(world.today) }) {
    const isMissing = !all && named.length === 0 && world.canAsk()
    const categories = isMissing ? [await world.askFor(wanted)] : named
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

const wanted = category('The category that spent more than it had')

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
    done.push(...(await coverOnce(world, now, { short: next.map(lacking), sources, before: done })))
    const isLast = next === cards && sources.every((one) => one === 'rta')
    if (payments.size === 0 || isLast) break
    now = await world.api.getMonth({ month: now.month.month })
  }
  return merged(done)
}

/** The same as one list, without making any of it: what moves to the cards is worked out. */
async function foretell(
  world: World,
  reply: MonthReply,
  { asked, sources }: Covering,
): Promise<Assignment[]> {
  const { ordinary, cards } = await predictOverspending(world, reply, asked(reply))
  return coverOnce(world, reply, { short: [...ordinary, ...cards], sources, before: [] })
}

interface Round {
  short: readonly Shortfall[]
  sources: Covering['sources']
  /** What earlier rounds assigned: it is taken back with the rest when this one fails. */
  before: readonly Assignment[]
}

/** Gives each category what it lacks, then takes what was given from the sources. */
async function coverOnce(world: World, now: MonthReply, round: Round): Promise<Assignment[]> {
  const { month } = now.month
  const { short, before } = round
  const planned = await orTakeBack(world, now, before, () =>
    takeFrom(findSources(now, round.sources), total(short)),
  )
  world.price(short.length + planned.length)
  const got = await assignTogether(world, month, short.map(filling), before)
  // Covered by somebody else meanwhile, a category got less, and less is taken.
  const given = sum(got.map((one) => subtract(one.assigned, one.before.assigned)))
  const taking = takeFrom(findSources(now, round.sources), given)
  return [...got, ...(await assignTogether(world, month, taking, [...before, ...got]))]
}

const total = (short: readonly Shortfall[]): string => sum(short.map(({ missing }) => missing))

const filling = ({ category, missing }: Shortfall): Reassignment => ({
  category,
  assigned: (now) => add(now.assigned, smaller(missing, atLeastZero(negate(now.available)))),
})

/** Does something whose failure takes back what was assigned before. */
async function orTakeBack<Result>(
  { api }: World,
  { month }: MonthReply,
  before: readonly Assignment[],
  work: () => Result,
): Promise<Result> {
  try {
    return work()
  } catch (error) {
    await takeBack(api, month.month, before)
    throw error
  }
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

/** What each source gives, the first as far as it goes. Throws a Mistake when it is not enough. */
function takeFrom(sources: readonly Source[], needed: string): Reassignment[] {
  const there = sum(sources.map(({ available }) => available))
  if (compare(needed, there) > 0) {
    const hint = 'Name more categories after --from, or fewer to cover'
    throw new Mistake('value', `Covering this takes ${needed}, and there is ${there}`, { hint })
  }
  let left = needed
  return sources.flatMap(({ category, available }): Reassignment[] => {
    const taken = smaller(left, available)
    left = subtract(left, taken)
    return category === undefined || isZero(taken) ? [] : [changeBy(category, negate(taken))]
  })
}

/** A category that gave or got in several rounds as one change. */
function merged(done: readonly Assignment[]): Assignment[] {
  const byId = new Map<string, Assignment>()
  for (const one of done) byId.set(one.id, { ...one, before: byId.get(one.id)?.before ?? one.before })
  return [...byId.values()]
}
