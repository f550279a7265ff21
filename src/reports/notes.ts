/** Says in sentences what a report leaves out. */

import type { LineKind } from '../contract/ports/report-source.ts'
import { addDays } from '../money/calendar.ts'
import type { MinorUnits } from '../money/minor-units.ts'
import { describePeriod } from './describe-period.ts'
import type { CoveredPeriod, DayRange } from './period.ts'
import type { ReportInput } from './report.ts'
import { createSentenceFormatter } from './rounding.ts'
import { createLineQuery } from './total-lines.ts'

/**
 * Returns a sentence about the lines after today that the period would contain; none if there are none.
 * @param sign that of the report, so that a purchase left out of spending is positive.
 */
export async function listFutureNotes(
  input: ReportInput,
  period: CoveredPeriod,
  { kinds, sign }: { kinds: readonly LineKind[]; sign: 1n | -1n },
): Promise<string[]> {
  if (period.since > input.request.today) return describeBeginning(period, input.request.today)
  if (period.end <= period.until) return []
  const later = { since: addDays(period.until, 1), until: period.end }
  const totals = await input.source.totalLines(createLineQuery(input, kinds, later), [])
  const count = totals.reduce((sum, total) => sum + total.count, 0)
  if (count === 0) return []
  const amount = totals.reduce((sum, total) => sum + total.amount, 0n)
  const lines = count === 1 ? 'One transaction' : `${count} transactions`
  return [
    `${lines} after today, ${createSentenceFormatter(input.currency)(sign * amount)} in total, ${count === 1 ? 'is' : 'are'} left out; --since ${period.since} --until ${period.end} includes ${count === 1 ? 'it' : 'them'}`,
  ]
}

/** Says that a period has not begun. */
export const describeBeginning = (period: DayRange, today: string): string[] =>
  period.since > today ? [`${describePeriod(period)} has not begun: only what is dated in it counts`] : []

/** Says which months averages are over where they are not all of the period. */
export function describeAverages(ofPeriod: readonly string[], wholeMonths: readonly string[]): string[] {
  const [first] = wholeMonths
  if (first === undefined || wholeMonths.length === ofPeriod.length) return []
  return [
    wholeMonths.length === 1
      ? `Averages are over one whole month, ${first}`
      : `Averages are over ${wholeMonths.length} whole months, ${first} to ${wholeMonths.at(-1)}`,
  ]
}

/** Returns a sentence for each tracking account that was asked for, whose lines are neither spending nor income. */
export const listAccountNotes = ({ request, names }: ReportInput, title: string): string[] =>
  names.accounts
    .filter(({ id, on_budget }) => !on_budget && request.account_ids?.includes(id))
    .map(
      ({ name }) => `${name} is a tracking account: what happens in it is not part of ${title.toLowerCase()}`,
    )

/** Inflows without a category. */
interface UncategorizedInflows {
  count: number
  amount: MinorUnits
}

/** Returns the inflows without a category; null if there are none, or if the request is about other categories. */
export async function findUncategorizedInflows(
  input: ReportInput,
  period: DayRange,
): Promise<UncategorizedInflows | null> {
  const asked = input.request.category_ids
  if (asked && !asked.includes(null)) return null
  const query = createLineQuery(input, ['spending'], period)
  const [inflows] = await input.source.totalLines({ ...query, category_ids: [null], direction: 'inflow' }, [])
  return inflows ? { count: inflows.count, amount: inflows.amount } : null
}

/** Says that inflows without a category lower spending, and how to give them one. */
export async function listUncategorizedNotes(input: ReportInput, period: DayRange): Promise<string[]> {
  const inflows = await findUncategorizedInflows(input, period)
  if (!inflows) return []
  const amount = createSentenceFormatter(input.currency)(inflows.amount)
  return [
    inflows.count === 1
      ? `One inflow without a category (${amount}) lowers spending and is not income; to give it one: budget review`
      : `${inflows.count} inflows without a category (${amount} in total) lower spending and are not income; to give them one: budget review`,
  ]
}
