/** Says what the figures of a month ask for, each with the command that does it. */

import type { WorkspaceContext } from '../../../command/context.ts'
import { toShellValue } from '../../../import/model/shell-words.ts'
import { toMonth } from '../../../money/calendar.ts'
import { compare, isNegative, isZero, negate, subtract, sum } from '../../../money/decimal.ts'
import { groupThousands } from '../../../render/format-amount.ts'
import { type AssignmentResult, type MonthReply, withMonthSummary } from '../../../render/month.ts'
import { findOverspending, type Overspending, type Shortfall, totalOverspent } from './overspending.ts'

/** How many overspent categories a sentence names. */
const MAX_NAMED = 3

/** Returns the sentences about a month on two lines each: what is wrong, and the command that mends it. */
export async function describeMonth(context: WorkspaceContext, reply: MonthReply): Promise<string[]> {
  const { month } = reply.month
  const monthFlag = month === toMonth(context.today) ? '' : ` --month ${month}`
  const sentences = [
    describeNegativeReadyToAssign(reply, monthFlag),
    describeOverspending(reply, await findOverspending(context, reply), monthFlag),
  ]
  return sentences.filter((sentence) => sentence !== undefined)
}

function describeOverspending(
  { month }: MonthReply,
  overspending: Overspending,
  monthFlag: string,
): string | undefined {
  const shortfalls = [...overspending.ordinary, ...overspending.cards]
  if (shortfalls.length === 0) return undefined
  const total = totalOverspent(overspending)
  const [single] = shortfalls
  const isSingle = single !== undefined && shortfalls.length === 1
  const names = isSingle ? single.category.name : nameShortfalls(shortfalls)
  const which = isSingle ? toShellValue(single.category.name) : '--all'
  const from = compare(month.ready_to_assign, total) >= 0 ? 'rta' : 'CATEGORY'
  return `Overspent ${groupThousands(total)}: ${names}\nTo cover it: budget month cover ${which} --from ${from}${monthFlag}`
}

/** Names the largest shortfalls with their amounts. */
function nameShortfalls(shortfalls: readonly Shortfall[]): string {
  const named = shortfalls
    .toSorted((a, b) => compare(b.shortage, a.shortage))
    .slice(0, MAX_NAMED)
    .map(({ category, shortage }) => `${category.name} ${groupThousands(shortage)}`)
  const hidden = shortfalls.length - named.length
  return `${named.join(', ')}${hidden > 0 ? ` and ${hidden} more` : ''}`
}

function describeNegativeReadyToAssign({ month }: MonthReply, monthFlag: string): string | undefined {
  if (!isNegative(month.ready_to_assign)) return undefined
  const missing = negate(month.ready_to_assign)
  return `You assigned ${groupThousands(missing)} more than you have\nTo take it back: budget month move ${missing} --from CATEGORY --to rta${monthFlag}`
}

/**
 * Adds to assignments what the month looks like after them, for a terminal. `before` is the month as it was read before
 * them. On a remote profile nothing is read again: Ready to Assign is computed where that is certain.
 */
export async function addMonthSummary(
  context: WorkspaceContext,
  before: MonthReply,
  assignments: AssignmentResult[],
): Promise<AssignmentResult[]> {
  if (assignments.length === 0 || context.isDryRun || !context.showsInfo()) return assignments
  if (!context.isLocal) {
    const ready_to_assign = computeReadyToAssign(before, assignments)
    return ready_to_assign === undefined
      ? assignments
      : withMonthSummary(assignments, { ready_to_assign, sentences: [] })
  }
  const after = await context.api.getMonth({ month: before.month.month })
  return withMonthSummary(assignments, {
    ready_to_assign: after.month.ready_to_assign,
    sentences: await describeMonth(context, after),
  })
}

/**
 * Returns Ready to Assign after assignments; undefined where later months may hold some of it back, so that it cannot be
 * computed from this month.
 * @see docs/spec.md#b40
 */
function computeReadyToAssign(
  { month }: MonthReply,
  assignments: readonly AssignmentResult[],
): string | undefined {
  const moved = sum(assignments.map(({ assigned, before }) => subtract(assigned, before.assigned)))
  const after = subtract(month.ready_to_assign, moved)
  const isCertain = !isNegative(month.ready_to_assign) && !isZero(month.ready_to_assign) && !isNegative(after)
  return isCertain ? after : undefined
}
