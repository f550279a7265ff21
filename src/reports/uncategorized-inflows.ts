/** Finds inflows without a category, which lower spending although they may be income. */

import type { MinorUnits } from '../money/minor-units.ts'
import type { DayRange } from './period.ts'
import type { ReportInput } from './report.ts'
import { createSentenceFormatter } from './rounding.ts'
import { createLineQuery } from './total-lines.ts'

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
