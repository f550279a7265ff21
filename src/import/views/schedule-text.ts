/** Describes which dates of schedules an import fulfilled. */

import { groupThousands } from '../../output/format-amount.ts'
import { formatMatchCommand } from '../../schedules/describe-schedule.ts'

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

/** A date that a row of a file would fulfil. */
interface PlannedDate extends Omit<DateRow, 'transaction_id'> {
  /** The number of the row. */
  row: number
  expected: string | null
}

/** The dates that rows of a file would fulfil, and those that are asked about. */
export interface PlannedDates {
  fulfilled: PlannedDate[]
  questions: PlannedDate[]
}

/** Returns a line for each date that an import would fulfil or ask about. */
export const describePlannedDates = ({ fulfilled, questions }: PlannedDates): string[] => [
  ...fulfilled.map(
    ({ name, planned_date, date, amount }) =>
      `${date}${groupThousands(amount).padStart(14)}  is what ${name} expects on ${planned_date}`,
  ),
  ...questions.map(
    ({ name, planned_date, date, amount, expected }) =>
      `${date}${groupThousands(amount).padStart(14)} ${describeInstead(amount, expected)} may be what ${name} expects on ${planned_date}`,
  ),
]

const describeInstead = (amount: string, expected: string | null): string =>
  expected === null || expected === amount ? '' : ` instead of ${groupThousands(expected)}`

/** Yields a line for each date. */
export function* describeFulfilledDates(dates: FulfilledDates | undefined): Generator<string> {
  if (!dates) return
  const { fulfilled, questions } = dates
  if (fulfilled.length > 0)
    yield `Expected: ${fulfilled.map(({ name, planned_date }) => `${name} ${planned_date}`).join(', ')}`
  for (const { name, planned_date, transaction_id, date, amount, expected } of questions) {
    yield `Is ${groupThousands(amount)} on ${date}${describeInstead(amount, expected)} what ${name} expects on ${planned_date}? ${formatMatchCommand(name, transaction_id)}`
  }
}
