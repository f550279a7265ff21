/** Describes which dates of schedules an import fulfilled. */

import { groupThousands } from '../../output/format-amount.ts'
import { toShellValue } from '../../output/shell-words.ts'

/** A date of a schedule and the imported row that it is about. */
interface DateRow {
  name: string
  planned_date: string
  transaction_id: string
  date: string
  amount: string
}

/** The dates that rows of an import fulfil, and the rows that may be what a date expected. */
export interface FulfilledDates {
  fulfilled: DateRow[]
  questions: (DateRow & { expected: string | null })[]
  /** How many rows have their category from a schedule. */
  categorized: number
}

/** Yields a line for each date. */
export function* describeFulfilledDates(dates: FulfilledDates | undefined): Generator<string> {
  if (!dates) return
  const { fulfilled, questions } = dates
  if (fulfilled.length > 0)
    yield `Expected: ${fulfilled.map(({ name, planned_date }) => `${name} ${planned_date}`).join(', ')}`
  for (const { name, planned_date, transaction_id, date, amount, expected } of questions) {
    const instead = expected === null ? '' : ` instead of ${groupThousands(expected)}`
    yield `Is ${groupThousands(amount)} on ${date}${instead} what ${name} expects on ${planned_date}? budget schedules match ${toShellValue(name)} ${transaction_id}`
  }
}
