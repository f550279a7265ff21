/** Covers overspent categories with money from other categories. @see docs/cli.md#month-cover */

import type { WorkspaceContext } from '../command/context.ts'
import type { CategoryWithGroup } from '../command/names/resolve-name.ts'
import { UserError } from '../contract/errors.ts'
import type { MonthCategory } from '../contract/operations/months.ts'
import { toMonth } from '../money/calendar.ts'
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
} from '../money/decimal.ts'
import { groupThousands } from '../output/format-amount.ts'
import {
  type AssignmentChange,
  adjustBy,
  assignAtomically,
  findMonthCategory,
  listMonthCategories,
  revertAssignments,
} from './assign.ts'
import type { AssignmentResult, MonthReply } from './month-view.ts'
import { addMonthSummary, nameShortfalls } from './next-steps.ts'
import {
  isOverspent,
  listPaymentCategoryIds,
  predictOverspending,
  type Shortfall,
  separateCards,
  simulateMonth,
  toShortfall,
} from './overspending.ts'

/** Which categories are covered, and where the money comes from, in that order. */
interface CoverInput {
  categories: readonly CategoryWithGroup[]
  all: boolean
  from: readonly (CategoryWithGroup | 'rta')[]
  /** What is left in each of them. */
  keep: string | undefined
  month: string | undefined
}

/** Covers overspent categories; on a terminal it asks which, if none is named. */
export async function coverOverspending(
  context: WorkspaceContext,
  {
    categories: typedCategories,
    all,
    from,
    keep = '0',
    month = toMonth(context.invocation.today),
  }: CoverInput,
): Promise<AssignmentResult[]> {
  const isMissing = !all && typedCategories.length === 0
  if (all === typedCategories.length > 0 && !(isMissing && context.user.isInteractive()))
    throw new UserError('usage', 'Name the categories to cover, or use --all')
  const reply = await context.workspace.api.getMonth({ month })
  const categories = isMissing ? await promptOverspent(context, reply) : typedCategories
  const listRequested = (current: MonthReply): MonthCategory[] =>
    all
      ? listMonthCategories(current)
      : [...new Map(categories.map((one) => [one.id, one])).values()].map((one) =>
          findMonthCategory(current, one),
        )
  if (isNegative(keep))
    throw new UserError('invalid', `What is left cannot be below zero, like ${keep}`, { field: 'keep' })
  const request = { listRequested, sources: { from: uniqueById(from), keep } }
  assertNoneOverspent(reply, request.sources.from)
  if (!listRequested(reply).some(isOverspent)) context.user.info('Nothing is overspent')
  const isPredicted = context.invocation.isDryRun && !context.workspace.rollsBack
  if (isPredicted) return simulateCover(context, reply, request)
  return addMonthSummary(context, reply, await coverAll(context, reply, request))
}

const ALL_CHOICE = 'all'

/** Lets the user select one of the overspent categories, or all of them; empty when nothing is overspent. */
async function promptOverspent(
  { user: { select } }: WorkspaceContext,
  reply: MonthReply,
): Promise<Pick<MonthCategory, 'id' | 'name'>[]> {
  const overspent = listMonthCategories(reply).filter(isOverspent)
  if (overspent.length === 0) return []
  const choices = overspent.map(({ id, name, available }) => ({
    value: id,
    label: `${name} ${groupThousands(available)}`,
  }))
  const everything = overspent.length > 1 ? [{ value: ALL_CHOICE, label: 'All of them' }] : []
  const chosen = await select('Cover which category?', [...choices, ...everything])
  if (chosen === undefined) throw new UserError('unconfirmed', 'Nothing was changed')
  return chosen === ALL_CHOICE ? overspent : overspent.filter(({ id }) => id === chosen)
}

const uniqueById = <Thing extends CategoryWithGroup | 'rta'>(entities: readonly Thing[]): Thing[] => [
  ...new Map(entities.map((entity) => [entity === 'rta' ? entity : entity.id, entity])).values(),
]

/** What is covered, and where the money comes from. */
interface CoverRequest {
  /** Returns the requested categories with the figures of this month. */
  listRequested(current: MonthReply): MonthCategory[]
  sources: { from: CoverInput['from']; keep: string }
}

/** Only another client that spends at the same time could make more rounds necessary. */
const MAX_ROUNDS = 10

/**
 * Covers ordinary categories first: the money for their credit card spending moves to the payment categories
 * by itself.
 * @see docs/cli.md#month-cover
 */
async function coverAll(
  context: WorkspaceContext,
  reply: MonthReply,
  { listRequested, sources }: CoverRequest,
): Promise<AssignmentResult[]> {
  const payments = await listPaymentCategoryIds(context)
  const assigned: AssignmentResult[] = []
  let current = reply
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const { ordinary, cards } = separateCards(payments, listRequested(current).filter(isOverspent))
    const shortCategories = ordinary.length > 0 ? ordinary : cards
    if (shortCategories.length === 0) break
    const shortfalls = shortCategories.map(toShortfall)
    if (!isEnough(findFundingSources(current, sources), shortfalls)) {
      await revertAssignments(context.workspace.api, current.month.month, assigned)
      const { ordinary: all, cards: owed } = await predictOverspending(context, reply, listRequested(reply))
      throw notEnoughError(findFundingSources(reply, sources), [...all, ...owed])
    }
    assigned.push(...(await coverShortfalls(context, current, { shortfalls, sources, earlier: assigned })))
    const isLast = shortCategories === cards && sources.from.every((source) => source === 'rta')
    if (payments.size === 0 || isLast) break
    current = await context.workspace.api.getMonth({ month: current.month.month })
  }
  return mergeAssignments(assigned)
}

/** Plans the same assignments for a remote dry run, which makes them in memory and records what they leave. */
async function simulateCover(
  context: WorkspaceContext,
  reply: MonthReply,
  request: CoverRequest,
): Promise<AssignmentResult[]> {
  const { workspace, invocation } = context
  const simulated = await simulateMonth(context, reply)
  const api = { ...workspace.api, ...simulated.api }
  const planned = await coverAll({ ...context, workspace: { ...workspace, api } }, reply, request)
  const { month } = reply.month
  return planned.map(({ before, id, name, assigned }) => {
    const { available } = simulated.getCategory(id)
    invocation.recordPlannedChange({
      method: 'PATCH',
      path: `/months/${month}/categories/${encodeURIComponent(id)}`,
      body: { assigned },
      type: 'assignment',
      id: `${month}/${id}`,
      before: { name, ...before },
      after: { name, assigned, available },
    })
    return { ...simulated.getCategory(id), before }
  })
}

interface CoverRound {
  shortfalls: readonly Shortfall[]
  sources: CoverRequest['sources']
  /** Assignments of earlier rounds, which are reverted together with this one if it fails. */
  earlier: readonly AssignmentResult[]
}

/** Assigns each category its shortage, then takes the assigned amounts from the sources. */
async function coverShortfalls(
  context: WorkspaceContext,
  current: MonthReply,
  round: CoverRound,
): Promise<AssignmentResult[]> {
  const { month } = current.month
  const { shortfalls, earlier } = round
  const sources = findFundingSources(current, round.sources)
  const planned = planWithdrawals(sources, totalShortage(shortfalls))
  context.workspace.reserveRequests(shortfalls.length + planned.length)
  const covered = await assignAtomically(context, month, shortfalls.map(fillShortfall), earlier)
  // If another client covered a part meanwhile, less was assigned, and less is taken.
  const assignedTotal = sum(
    covered.map((assignment) => subtract(assignment.assigned, assignment.before.assigned)),
  )
  const withdrawals = planWithdrawals(sources, assignedTotal)
  return [...covered, ...(await assignAtomically(context, month, withdrawals, [...earlier, ...covered]))]
}

const totalShortage = (shortfalls: readonly Shortfall[]): string =>
  sum(shortfalls.map(({ shortage }) => shortage))

const fillShortfall = ({ category, shortage }: Shortfall): AssignmentChange => ({
  category,
  computeAssigned: (current) =>
    add(current.assigned, minimum(shortage, clampToZero(negate(current.available)))),
})

/** A source of money; Ready to Assign has no category. */
interface FundingSource {
  category: MonthCategory | undefined
  available: string
}

const findFundingSources = (reply: MonthReply, { from, keep }: CoverRequest['sources']): FundingSource[] =>
  from.map((source) => {
    const category = source === 'rta' ? undefined : findMonthCategory(reply, source)
    const available = category ? category.available : reply.month.ready_to_assign
    return { category, available: clampToZero(subtract(available, keep)) }
  })

/** @throws UserError when a source needs money itself. */
function assertNoneOverspent(reply: MonthReply, from: CoverInput['from']): void {
  const overspent = from.find((source) => source !== 'rta' && isOverspent(findMonthCategory(reply, source)))
  if (!overspent || overspent === 'rta') return
  const { available } = findMonthCategory(reply, overspent)
  throw new UserError('invalid', `${overspent.name} is itself overspent by ${negate(available)}`, {
    field: 'from',
  })
}

const totalAvailable = (sources: readonly FundingSource[]): string =>
  sum(sources.map(({ available }) => available))

const isEnough = (sources: readonly FundingSource[], shortfalls: readonly Shortfall[]): boolean =>
  compare(totalShortage(shortfalls), totalAvailable(sources)) <= 0

/** Returns the error with all that is needed, also by the cards that are covered last. */
function notEnoughError(sources: readonly FundingSource[], shortfalls: readonly Shortfall[]): UserError {
  const parts = shortfalls.length > 1 ? ` (${nameShortfalls(shortfalls)})` : ''
  const needed = `${groupThousands(totalShortage(shortfalls))}${parts}`
  return new UserError(
    'invalid',
    `Covering this requires ${needed}; only ${groupThousands(totalAvailable(sources))} is available`,
    { hint: 'Add categories to --from, or cover fewer' },
  )
}

/** Distributes an amount over the sources, in their order. */
function planWithdrawals(sources: readonly FundingSource[], needed: string): AssignmentChange[] {
  let remaining = needed
  return sources.flatMap(({ category, available }): AssignmentChange[] => {
    const amount = minimum(remaining, available)
    remaining = subtract(remaining, amount)
    return category === undefined || isZero(amount) ? [] : [adjustBy(category, negate(amount))]
  })
}

/** Merges the assignments of several rounds to one category. */
function mergeAssignments(done: readonly AssignmentResult[]): AssignmentResult[] {
  const byId = new Map<string, AssignmentResult>()
  for (const assignment of done)
    byId.set(assignment.id, { ...assignment, before: byId.get(assignment.id)?.before ?? assignment.before })
  return [...byId.values()]
}
