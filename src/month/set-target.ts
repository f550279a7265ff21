/** Sets the target of a category, once its parts fit its kind. */

import type { LocalWorkspaceContext } from '../command/context.ts'
import { UserError } from '../contract/errors.ts'
import type { CategoryTarget, TargetDraft } from '../contract/ports/workspace-admin.ts'
import { isNegative, isZero } from '../money/decimal.ts'

/** The parts of a target, as typed. */
interface TargetInput {
  category: { id: string }
  kind: TargetDraft['kind'] | undefined
  amount: string
  weekday: number | undefined
  by: string | undefined
  repeatMonths: number | undefined
}

/** Sets the target; the kind follows from the other parts if it is not typed. */
export function setTarget(
  { workspace: { admin } }: Pick<LocalWorkspaceContext, 'workspace'>,
  { category, amount, weekday, by, repeatMonths, ...typed }: TargetInput,
): CategoryTarget {
  const kind =
    typed.kind ?? (by !== undefined ? 'by_date' : weekday !== undefined ? 'weekly_refill' : 'monthly_refill')
  const isWeekly = kind === 'weekly_refill' || kind === 'weekly_set_aside'
  if (isWeekly !== (weekday !== undefined)) throw flagMismatchError('--weekday', isWeekly, kind)
  if ((kind === 'by_date') !== (by !== undefined)) throw flagMismatchError('--by', kind === 'by_date', kind)
  if (kind !== 'by_date' && repeatMonths !== undefined)
    throw flagMismatchError('--repeat-months', false, kind)
  if (isNegative(amount) || isZero(amount))
    throw new UserError('invalid', `The amount of a target must be above zero, not ${amount}`, {
      field: 'amount',
    })
  const draft: TargetDraft = {
    kind,
    amount,
    ...(weekday !== undefined && { weekday }),
    ...(by !== undefined && { by }),
    ...(repeatMonths !== undefined && { repeat_months: repeatMonths }),
  }
  return admin.setTarget(category.id, draft)
}

const flagMismatchError = (flag: string, isNeeded: boolean, kind: string): UserError =>
  new UserError('usage', isNeeded ? `${kind} requires ${flag}` : `${kind} does not support ${flag}`)
