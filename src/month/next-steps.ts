/** Says what the figures of a month ask for, each with the command that does it. */

import type { WorkspaceContext } from '../command/context.ts'
import { toMonth } from '../money/calendar.ts'
import { getCurrencyDecimals } from '../money/currency.ts'
import { compare, isNegative, isZero, subtract, sum } from '../money/decimal.ts'
import { formatAmount, type MinorUnits } from '../money/minor-units.ts'
import { groupThousands } from '../output/format-amount.ts'
import { describeShortage, describeTakingBack } from '../output/ready-to-assign.ts'
import { toShellValue } from '../output/shell-words.ts'
import { type AssignmentResult, type MonthReply, withMonthSummary } from './month-view.ts'
import { findOverspending, type Overspending, type Shortfall, totalOverspent } from './overspending.ts'

/** How many overspent categories a sentence names. */
const MAX_NAMED = 3

/** Returns the sentences about a month on two lines each: what is wrong, and the command that mends it. */
export async function describeMonth(context: WorkspaceContext, reply: MonthReply): Promise<string[]> {
  const monthFlag = formatMonthFlag(context, reply)
  const sentences = [
    await describeNegativeReadyToAssign(context, reply, monthFlag),
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
export function nameShortfalls(shortfalls: readonly Shortfall[]): string {
  const named = shortfalls
    .toSorted((a, b) => compare(b.shortage, a.shortage))
    .slice(0, MAX_NAMED)
    .map(({ category, shortage }) => `${category.name} ${groupThousands(shortage)}`)
  const hidden = shortfalls.length - named.length
  return `${named.join(', ')}${hidden > 0 ? ` and ${hidden} more` : ''}`
}

type ShortageContext = Pick<WorkspaceContext, 'workspace'>

/** Says why Ready to Assign is below zero. Of a remote service the reason would cost requests; `--explain` makes them. */
async function describeNegativeReadyToAssign(
  { workspace: { costsRequests, openReportSource } }: ShortageContext,
  { month, currency }: MonthReply,
  monthFlag: string,
): Promise<string | undefined> {
  if (!isNegative(month.ready_to_assign)) return undefined
  const format = (amount: MinorUnits): string => formatAmount(amount, getCurrencyDecimals(currency))
  const parts = !costsRequests && (await (await openReportSource()).explainReadyToAssign(month.month))
  const start = parts && {
    carried_over: format(parts.carried_over),
    overspent_last_month: format(parts.overspent_last_month),
  }
  const why = monthFlag === '' ? 'budget month --explain' : `budget month show ${month.month} --explain`
  return `${describeShortage(month, start || undefined)}\nTo see why: ${why}\n${describeTakingBack(month, monthFlag)}`
}

/**
 * Tells what the month looks like after assignments: with them where a terminal shows them, else on stderr. `before` is
 * the month as it was read before them. On a remote profile nothing is read again: Ready to Assign is computed where that
 * is certain.
 */
export async function addMonthSummary(
  context: WorkspaceContext,
  before: MonthReply,
  assignments: AssignmentResult[],
): Promise<AssignmentResult[]> {
  if (assignments.length === 0 || context.invocation.isDryRun || !context.user.showsInfo()) return assignments
  const after = context.workspace.costsRequests
    ? predictMonth(before, assignments)
    : await context.workspace.api.getMonth({ month: before.month.month })
  if (!after) return assignments
  if (!context.invocation.showsResultAsText()) {
    await tellReadyToAssign(context, after)
    return assignments
  }
  const monthFlag = formatMonthFlag(context, after)
  const negative = await describeNegativeReadyToAssign(context, after, monthFlag)
  return withMonthSummary(assignments, {
    ready_to_assign: after.month.ready_to_assign,
    advice: context.workspace.costsRequests
      ? [negative].filter((sentence) => sentence !== undefined)
      : await describeMonth(context, after),
  })
}

/** Tells Ready to Assign of a month on stderr; below zero in red, with what to do about it. */
export async function tellReadyToAssign(
  context: ShortageContext & Pick<WorkspaceContext, 'invocation' | 'user'>,
  reply: MonthReply,
): Promise<void> {
  const monthFlag = formatMonthFlag(context, reply)
  const { month, ready_to_assign } = reply.month
  const which = monthFlag === '' ? 'Ready to Assign' : `Ready to Assign in ${month}`
  const sentence = `${which} is now ${groupThousands(ready_to_assign)}`
  const negative = await describeNegativeReadyToAssign(context, reply, monthFlag)
  if (negative === undefined) return context.user.info(sentence)
  const [wrong = '', ...steps] = negative.split('\n')
  await context.user.infoInRed(`${sentence}: ${wrong}`)
  for (const step of steps) context.user.info(step)
}

/** Returns the flag that names a month; empty for the current one. */
const formatMonthFlag = (
  { invocation: { today } }: Pick<WorkspaceContext, 'invocation'>,
  { month }: MonthReply,
): string => (month.month === toMonth(today) ? '' : ` --month ${month.month}`)

/** Returns the month with its new Ready to Assign; undefined where that is not certain. */
function predictMonth(before: MonthReply, assignments: readonly AssignmentResult[]): MonthReply | undefined {
  const ready_to_assign = computeReadyToAssign(before, assignments)
  return ready_to_assign === undefined
    ? undefined
    : { ...before, month: { ...before.month, ready_to_assign } }
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
  // Below zero nothing is held back.
  if (isNegative(month.ready_to_assign)) return isNegative(after) || isZero(after) ? after : undefined
  return isZero(month.ready_to_assign) || isNegative(after) ? undefined : after
}
