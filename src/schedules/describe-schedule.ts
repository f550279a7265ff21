/** Describes schedules, and what they expect, in words. */

import type { Schedule } from '../contract/operations/schedules.ts'
import { groupThousands } from '../output/format-amount.ts'
import { toShellValue } from '../output/shell-words.ts'
import { describeRecurrence } from './dates/describe-recurrence.ts'

/** Returns what a schedule does with its categories, in words. */
export function describeCategory({
  category_name,
  ready_to_assign,
  splits,
  transfer_account_name,
}: Schedule): string {
  if (ready_to_assign) return 'Ready to Assign'
  if (splits) return 'Split'
  return category_name ?? transfer_account_name ?? ''
}

/** Returns the amount of a schedule in words: `-1,450.00`, `about -60.00`, `-40.00 to -80.00`, `all that is owed`. */
export function describeAmount({ amount_kind, amount, amount_to, statement_day }: Schedule): string {
  if (amount === null)
    return statement_day === null ? 'all that is owed' : `what was owed on day ${statement_day}`
  if (amount_to !== null) return `${groupThousands(amount)} to ${groupThousands(amount_to)}`
  return `${amount_kind === 'about' ? 'about ' : ''}${groupThousands(amount)}`
}

/** Returns one line about a schedule. */
export function describeSchedule(schedule: Schedule): string {
  const { name, account_name, next_date, paused, every } = schedule
  const often = every === null ? '' : ` every ${describeRecurrence(schedule)}`
  const next = paused ? 'paused' : next_date === null ? 'no date left' : `next ${next_date}`
  const category = describeCategory(schedule)
  return `${name}, ${describeAmount(schedule)}${often} in ${account_name}${category === '' || category === name ? '' : `, ${category}`}: ${next}`
}

/** Returns an amount as a table shows it; `~` marks an estimate. */
export const formatExpected = (amount: string | null, isEstimate: boolean): string =>
  amount === null ? '' : `${isEstimate ? '~' : ''}${groupThousands(amount)}`

/** Returns `budget schedules match Landlord txn_…`. */
export const formatMatchCommand = (schedule_name: string, transaction_id: string): string =>
  `budget schedules match ${toShellValue(schedule_name)} ${transaction_id}`
