/** Builds the fields of a schedule from what the user typed. docs/schedules.md#amounts */

import { applyDirection } from '../command/amounts.ts'
import type { WorkspaceContext } from '../command/context.ts'
import { UserError } from '../contract/errors.ts'
import type { Schedule, ScheduleChanges } from '../contract/operations/schedules.ts'
import { isNegative, negate } from '../money/decimal.ts'
import { toMerchantFields } from '../transactions/build-draft.ts'
import type { Recurrence } from './dates/recurrence.ts'
import type { TypedSchedule, TypedScheduleAmount } from './schedule-options.ts'

/** A schedule that was added or changed. */
export interface ChangedSchedule {
  schedule: Schedule
  /** What else happened, one line each. */
  remarks: string[]
}

/**
 * Returns the amount as the API takes it. Without a sign it is money out; only `+` makes it money in.
 * @throws UserError for a transfer with a sign
 */
export function toAmountFields(
  { kind, typed, to }: TypedScheduleAmount,
  { isTransfer }: { isTransfer: boolean },
) {
  if (!typed) return { amount_kind: kind, amount: null, amount_to: null }
  const isIncome = typed.hasSign && !isNegative(typed.amount)
  if (isIncome && isTransfer)
    throw new UserError('usage', 'A transfer leaves the account of --account; its amount needs no sign', {
      field: 'amount',
    })
  const sign = (amount: string): string => (isNegative(amount) !== isIncome ? amount : negate(amount))
  return { amount_kind: kind, amount: sign(typed.amount), amount_to: to ? sign(to.amount) : null }
}

/** Returns what was typed as the API takes it; split lines without a sign take the direction of the whole. */
export async function toContentFields(
  { workspace: { names } }: Pick<WorkspaceContext, 'workspace'>,
  { merchant, category, account, split, notes, match, statement }: TypedSchedule,
  whole: string | null,
): Promise<ScheduleChanges> {
  return {
    ...(account && { account_id: account.id }),
    ...(merchant !== undefined && (await toMerchantFields(names, merchant))),
    ...(category === 'rta' ? { ready_to_assign: true } : category && { category_id: category.id }),
    ...(split.length > 0 && {
      splits: split.map(({ typed, ...fields }) => ({
        amount: typed ? applyDirection(typed, whole ?? '0') : null,
        ...fields,
      })),
    }),
    ...(notes !== undefined && { notes }),
    ...(match !== undefined && { match_text: match === '' ? null : match }),
    ...(statement !== undefined && { statement_day: statement }),
  }
}

/** Returns the fields of a recurrence as the API takes them. */
export const toRecurrenceFields = ({ days, ...recurrence }: Recurrence) => ({
  ...recurrence,
  ...(days.length > 0 && { days: [...days] }),
})
