/** Adds a transaction that may fulfil a date of a schedule, or plans one that lies in the future. */

import type { WorkspaceContext } from '../command/context.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import { addTransaction } from '../transactions/add-transaction.ts'
import type { DraftInput } from '../transactions/build-draft.ts'
import { withNextStep } from '../transactions/transaction-columns.ts'
import type { ChangedSchedule } from './build-schedule.ts'

/** What was added: a transaction, or a schedule of one date. */
export type AddedTransaction = Transaction | ChangedSchedule

/** Adds a transaction. On a terminal, one of a later day can become a schedule instead. */
export async function addMatchedTransaction(
  context: WorkspaceContext,
  input: DraftInput,
): Promise<AddedTransaction> {
  const { invocation, user, workspace } = context
  const { date, amount, merchant } = input
  const isLater = date !== undefined && date > invocation.today
  if (
    isLater &&
    amount !== undefined &&
    merchant !== undefined &&
    user.isInteractive() &&
    !invocation.assumesYes
  ) {
    const about = `${date} is after today: the transaction would count in the balance at once`
    if (await user.confirm('Plan it as a schedule instead?', about)) return planTransaction(context, input)
  }
  const added = await addTransaction(context, input)
  if (!workspace.rollsBack || !workspace.hasSchedules()) return added
  const { linkOpenDates } = await import('./link-dates.ts')
  const { linked } = await linkOpenDates(context, { isWanted: ({ id }) => id === added.id })
  const [fulfilled] = linked
  if (!fulfilled || !user.showsInfo()) return added
  return withNextStep(added, `It is what ${fulfilled.schedule.name} expected on ${fulfilled.date}`)
}

async function planTransaction(context: WorkspaceContext, input: DraftInput): Promise<ChangedSchedule> {
  const { addSchedule } = await import('./add-schedule.ts')
  const { category, split, usualCategory } = input
  return addSchedule(context, {
    ...input,
    amount: { kind: 'fixed', typed: { amount: input.amount ?? '0', hasSign: true }, to: undefined },
    category: category ?? (split.length > 0 ? undefined : usualCategory),
    to: undefined,
    match: undefined,
    statement: undefined,
    about: false,
    auto: false,
    every: 'once',
    on: input.date,
  })
}
