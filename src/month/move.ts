/** Moves assigned money from one category to another. */

import type { WorkspaceContext } from '../command/context.ts'
import type { CategoryWithGroup } from '../command/names/resolve-name.ts'
import { UserError } from '../contract/errors.ts'
import { assignCategory, type MonthCategory } from '../contract/operations/months.ts'
import { assertValid, createOfflineValidation } from '../contract/validate.ts'
import { toMonth } from '../money/calendar.ts'
import { getCurrencyDecimals } from '../money/currency.ts'
import { isNegative, isZero, negate, subtract } from '../money/decimal.ts'
import { groupThousands } from '../output/format-amount.ts'
import { type AssignmentChange, adjustBy, assignAtomically, findMonthCategory } from './assign.ts'
import type { AssignmentResult } from './month-view.ts'
import { addMonthSummary } from './next-steps.ts'

type CategoryOrRta = CategoryWithGroup | 'rta'

/** How much is moved, from where, to where. */
interface MoveInput {
  amount: string
  from: CategoryOrRta
  to: CategoryOrRta
  month: string | undefined
}

/** Takes the amount from one category and assigns it to the other, both or neither. */
export async function moveMoney(
  context: WorkspaceContext,
  { amount, from, to, month = toMonth(context.invocation.today) }: MoveInput,
): Promise<AssignmentResult[]> {
  if (isNegative(amount) || isZero(amount))
    throw new UserError('invalid', `The amount must be above zero, not ${amount}`, { field: 'amount' })
  if (from === to || (from !== 'rta' && to !== 'rta' && from.id === to.id))
    throw new UserError('invalid', 'FROM and TO must be different', {
      field: 'to',
    })
  const reply = await context.workspace.api.getMonth({ month })
  const workspace = createOfflineValidation(getCurrencyDecimals(reply.currency))
  assertValid(assignCategory.body, { assigned: amount }, workspace)
  const changes: AssignmentChange[] = []
  if (from !== 'rta') {
    const source = findMonthCategory(reply, from)
    await confirmOverdraw(context, { source, amount, month })
    changes.push(adjustBy(source, negate(amount)))
  }
  if (to !== 'rta') changes.push(adjustBy(findMonthCategory(reply, to), amount))
  return addMonthSummary(context, reply, await assignAtomically(context, month, changes))
}

interface Withdrawal {
  source: MonthCategory
  amount: string
  month: string
}

/** Asks before more leaves a category than it has. @see docs/cli.md#month-move */
async function confirmOverdraw(
  context: WorkspaceContext,
  { source: { name, available }, amount, month }: Withdrawal,
): Promise<void> {
  const left = subtract(available, amount)
  if (!isNegative(left)) return
  await context.user.requireConfirmation(
    `Move ${groupThousands(subtract(available, left))} out of ${name}, which has ${groupThousands(available)}?`,
    async () => `${name} would be overspent by ${groupThousands(negate(left))} in ${month}`,
  )
}
