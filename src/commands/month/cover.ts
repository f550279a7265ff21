/**
 * `budget month cover`: covers overspent categories with money from other categories. @see
 * docs/cli.md#month-cover
 */

import type { WorkspaceContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define.ts'
import { booleanFlag, filling, required, zeroOrMore } from '../../command/option-spec.ts'
import { categoriesOrRtaOption, categoryOption, monthOption } from '../../command/options.ts'
import type { CategoryWithGroup } from '../../command/resolve-name.ts'
import { UserError } from '../../contract/errors.ts'
import type { MonthCategory } from '../../contract/operations/months.ts'
import { toMonth } from '../../money/calendar.ts'
import {
  add,
  clampToZero,
  compare,
  isNegative,
  isZero,
  minimum,
  negate,
  subtract,
  sum,
} from '../../money/decimal.ts'
import { type AssignmentResult, assignmentsView, type MonthReply } from '../../render/month.ts'
import {
  type AssignmentChange,
  adjustBy,
  assignAtomically,
  findMonthCategory,
  listMonthCategories,
  revertAssignments,
} from './shared/assign.ts'
import {
  isOverspent,
  listPaymentCategoryIds,
  predictOverspending,
  type Shortfall,
  separateCards,
  toShortfall,
} from './shared/overspending.ts'

export const cover = defineCommand({
  name: 'month cover',
  summary: 'Cover overspent categories with money of others',
  arguments: {
    categories: zeroOrMore(filling(categoryOption('The categories that spent more than they had'))),
  },
  flags: {
    all: booleanFlag('All that spent more than they had'),
    from: required(categoriesOrRtaOption('Where the money comes from, the first as far as it goes')),
    month: monthOption('Another month than this one'),
  },
  examples: [
    { when: 'One category helps another', commandLine: 'budget month cover "Eating out" --from Fun' },
    {
      when: 'Everything, from wherever there is money',
      commandLine: 'budget month cover --all --from Fun,rta',
    },
  ],
  mutates: true,
  waitsForRateLimit: true,
  async run(world, { categories: named, all, from, month = toMonth(world.today) }) {
    const isMissing = !all && named.length === 0 && world.isInteractive()
    const categories = isMissing ? [await world.promptFor(overspentCategoryOption)] : named
    if (all === categories.length > 0)
      throw new UserError('usage', 'Name the categories to cover, or take --all for every overspent one')
    const reply = await world.api.getMonth({ month })
    const asked = (now: MonthReply): MonthCategory[] =>
      all ? listMonthCategories(now) : uniqueById(categories).map((one) => findMonthCategory(now, one))
    const covering = { asked, sources: uniqueById(from) }
    findFundingSources(reply, covering.sources)
    if (!asked(reply).some(isOverspent)) world.info('Nothing is overspent')
    return world.isDryRun ? simulateCover(world, reply, covering) : coverAll(world, reply, covering)
  },
  view: assignmentsView,
})

const overspentCategoryOption = categoryOption('The category that spent more than it had')

const uniqueById = <Thing extends CategoryWithGroup | 'rta'>(things: readonly Thing[]): Thing[] => [
  ...new Map(things.map((one) => [one === 'rta' ? one : one.id, one])).values(),
]

/** What is covered, and where the money comes from. */
interface CoverRequest {
  /** Returns the requested categories with the figures of this month. */
  asked(now: MonthReply): MonthCategory[]
  sources: readonly (CategoryWithGroup | 'rta')[]
}

/** Only another client that spends at the same time could make more rounds necessary. */
const MAX_ROUNDS = 10

/**
 * Covers ordinary categories first: the money for their credit card spending moves to the payment categories
 * by itself.
 * @see docs/cli.md#month-cover
 */
async function coverAll(
  world: WorkspaceContext,
  reply: MonthReply,
  { asked, sources }: CoverRequest,
): Promise<AssignmentResult[]> {
  const payments = await listPaymentCategoryIds(world)
  const done: AssignmentResult[] = []
  let now = reply
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const { ordinary, cards } = separateCards(payments, asked(now).filter(isOverspent))
    const next = ordinary.length > 0 ? ordinary : cards
    if (next.length === 0) break
    done.push(...(await coverShortfalls(world, now, { short: next.map(toShortfall), sources, before: done })))
    const isLast = next === cards && sources.every((one) => one === 'rta')
    if (payments.size === 0 || isLast) break
    now = await world.api.getMonth({ month: now.month.month })
  }
  return mergeAssignments(done)
}

/** Simulates the same assignments without writing. What moves to payment categories is computed. */
async function simulateCover(
  world: WorkspaceContext,
  reply: MonthReply,
  { asked, sources }: CoverRequest,
): Promise<AssignmentResult[]> {
  const { ordinary, cards } = await predictOverspending(world, reply, asked(reply))
  return coverShortfalls(world, reply, { short: [...ordinary, ...cards], sources, before: [] })
}

interface CoverRound {
  short: readonly Shortfall[]
  sources: CoverRequest['sources']
  /** Assignments of earlier rounds, which are reverted together with this one if it fails. */
  before: readonly AssignmentResult[]
}

/** Assigns each category its shortage, then takes the assigned amounts from the sources. */
async function coverShortfalls(
  world: WorkspaceContext,
  now: MonthReply,
  round: CoverRound,
): Promise<AssignmentResult[]> {
  const { month } = now.month
  const { short, before } = round
  const planned = await revertOnError(world, now, before, () =>
    planWithdrawals(findFundingSources(now, round.sources), totalShortage(short)),
  )
  world.reserveRequests(short.length + planned.length)
  const got = await assignAtomically(world, month, short.map(fillShortfall), before)
  // If another client covered a part meanwhile, less was assigned, and less is taken.
  const given = sum(got.map((one) => subtract(one.assigned, one.before.assigned)))
  const taking = planWithdrawals(findFundingSources(now, round.sources), given)
  return [...got, ...(await assignAtomically(world, month, taking, [...before, ...got]))]
}

const totalShortage = (short: readonly Shortfall[]): string => sum(short.map(({ missing }) => missing))

const fillShortfall = ({ category, missing }: Shortfall): AssignmentChange => ({
  category,
  assigned: (now) => add(now.assigned, minimum(missing, clampToZero(negate(now.available)))),
})

/** Runs `work`. If it fails, the earlier assignments are reverted. */
async function revertOnError<Result>(
  { api }: WorkspaceContext,
  { month }: MonthReply,
  before: readonly AssignmentResult[],
  work: () => Result,
): Promise<Result> {
  try {
    return work()
  } catch (error) {
    await revertAssignments(api, month.month, before)
    throw error
  }
}

/** A source of money; Ready to Assign has no category. */
interface FundingSource {
  category: MonthCategory | undefined
  available: string
}

const findFundingSources = (reply: MonthReply, from: CoverRequest['sources']): FundingSource[] =>
  from.map((one) => {
    if (one === 'rta') return { category: undefined, available: clampToZero(reply.month.ready_to_assign) }
    const category = findMonthCategory(reply, one)
    if (!isNegative(category.available)) return { category, available: category.available }
    const message = `${one.name} is overspent itself by ${negate(category.available)}`
    throw new UserError('value', message, { field: 'from' })
  })

/**
 * Distributes an amount over the sources, in their order.
 * @throws UserError when they do not hold enough.
 */
function planWithdrawals(sources: readonly FundingSource[], needed: string): AssignmentChange[] {
  const there = sum(sources.map(({ available }) => available))
  if (compare(needed, there) > 0) {
    const hint = 'Name more categories after --from, or fewer to cover'
    throw new UserError('value', `Covering this takes ${needed}, and there is ${there}`, { hint })
  }
  let left = needed
  return sources.flatMap(({ category, available }): AssignmentChange[] => {
    const taken = minimum(left, available)
    left = subtract(left, taken)
    return category === undefined || isZero(taken) ? [] : [adjustBy(category, negate(taken))]
  })
}

/** Merges the assignments of several rounds to one category. */
function mergeAssignments(done: readonly AssignmentResult[]): AssignmentResult[] {
  const byId = new Map<string, AssignmentResult>()
  for (const one of done) byId.set(one.id, { ...one, before: byId.get(one.id)?.before ?? one.before })
  return [...byId.values()]
}
