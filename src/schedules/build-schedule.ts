/** Builds the fields of a schedule from what the user typed. docs/schedules.md#amounts */

import { applyDirection } from '../command/amounts.ts'
import { UserError } from '../contract/errors.ts'
import type { ScheduleDraft } from '../contract/operations/schedules.ts'
import { isNegative, negate } from '../money/decimal.ts'
import type { ScheduleSplitLine, TypedScheduleAmount } from './schedule-options.ts'

type AmountFields = Pick<ScheduleDraft, 'amount' | 'amount_kind' | 'amount_to' | 'splits'>

/**
 * Returns the amount as the API takes it. Without a sign it is money out; only `+` makes it money in.
 * @throws UserError for a range whose ends have different signs
 */
export function toAmountFields(
  { kind, typed, to }: TypedScheduleAmount,
  { isTransfer }: { isTransfer: boolean },
): AmountFields {
  if (!typed) return { amount_kind: kind, amount: null, amount_to: null }
  const isIncome = typed.hasSign && !isNegative(typed.amount)
  if (isIncome && isTransfer)
    throw new UserError('usage', 'A transfer leaves the account of --account; its amount needs no sign', {
      field: 'amount',
    })
  const sign = (amount: string): string => (isNegative(amount) !== isIncome ? amount : negate(amount))
  const amount = sign(typed.amount)
  return { amount_kind: kind, amount, amount_to: to ? sign(to.amount) : null }
}

/** Returns the lines as the API takes them; an amount without a sign takes the direction of the whole. */
export const toScheduleSplits = (
  lines: readonly ScheduleSplitLine[],
  whole: string | null | undefined,
): Pick<ScheduleDraft, 'splits'> =>
  lines.length === 0
    ? {}
    : {
        splits: lines.map(({ typed, ...fields }) => ({
          amount: typed ? applyDirection(typed, whole ?? '0') : null,
          ...fields,
        })),
      }
