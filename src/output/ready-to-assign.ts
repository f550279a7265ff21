/** Says why Ready to Assign is below zero, and which command can bring money back to it. */

import type { BudgetMonth } from '../contract/operations/months.ts'
import { add, compare, isNegative, minimum, negate, subtract } from '../money/decimal.ts'
import { groupThousands } from './format-amount.ts'
import { toShellValue } from './shell-words.ts'

/** What a month began with, as decimal strings. */
interface MonthStart {
  carried_over: string
  overspent_last_month: string
}

/**
 * Says what made Ready to Assign negative: earlier months, or what this month assigns. Without the start of the month
 * the reason is not known.
 * @see docs/cli.md#ready-to-assign-below-zero
 */
export function describeShortage(
  { month, ready_to_assign }: Pick<BudgetMonth, 'month' | 'ready_to_assign'>,
  start: MonthStart | undefined,
): string {
  const missing = negate(ready_to_assign)
  if (!start) return `Ready to Assign is ${groupThousands(missing)} below zero`
  const before = subtract(start.carried_over, start.overspent_last_month)
  if (!isNegative(before)) return `You assigned ${groupThousands(missing)} more than you have`
  const here = add(missing, before)
  const assigned =
    compare(here, '0') > 0 ? `, and ${groupThousands(here)} too much was assigned in ${month}` : ''
  return `You are ${groupThousands(missing)} short: earlier months ended ${groupThousands(negate(before))} below zero${assigned}`
}

/** Returns the command that takes back what one category has, as far as it is missing; undefined if none has money. */
export function suggestTakingBack(month: BudgetMonth, monthFlag: string): string | undefined {
  const source = findLargest(month)
  if (!source) return undefined
  const amount = minimum(source.available, negate(month.ready_to_assign))
  return `budget month move ${amount} --from ${toShellValue(source.name)} --to rta${monthFlag}`
}

/** Returns the sentence with that command, or where to look when no category has money. */
export function describeTakingBack(month: BudgetMonth, monthFlag: string): string {
  const source = findLargest(month)
  const command = suggestTakingBack(month, monthFlag)
  if (!source || command === undefined)
    return 'No category has money to take back; to look for a wrong balance: budget accounts check'
  const isEnough = compare(source.available, negate(month.ready_to_assign)) >= 0
  return `To take ${isEnough ? 'it back' : `back what ${source.name} has`}: ${command}`
}

/** Returns the category with the most money; what is set aside to pay a card is owed. */
const findLargest = ({ category_groups }: BudgetMonth) =>
  category_groups
    .flatMap(({ categories }) => categories)
    .filter(
      ({ available, category_type }) =>
        compare(available, '0') > 0 && category_type !== 'credit_card_payment',
    )
    .toSorted((a, b) => compare(b.available, a.available))
    .at(0)
