/** Checks a schedule: its accounts, its amount, its categories and its dates. @see docs/schedules.md#amounts */

import { badRequest, closedAccountError, sameAccountError, splitSumError } from '../../contract/errors.ts'
import { isCreditAccountType, isOnBudgetAccountType } from '../../contract/operations/accounts.ts'
import { isPlannedDate } from '../../schedules/dates/planned-dates.ts'
import type { Recurrence } from '../../schedules/dates/recurrence.ts'
import type { ScheduleRow } from '../../store/schedules.ts'
import { assertOneDestination, assertUncategorizedOffBudget } from './split-lines.ts'

/** Finds the accounts of a schedule. */
interface AccountLookup {
  getAccount(seq: number): { closed: boolean; type: string }
}

/**
 * Asserts that a schedule can become transactions.
 * @throws ApiError bad_request with the field
 */
export function assertValidSchedule(context: AccountLookup, row: ScheduleRow, recurrence: Recurrence): void {
  assertAccounts(context, row)
  assertAmount(context, row)
  assertLines(row)
  if (row.category !== null)
    assertOneDestination({ category_id: '', ready_to_assign: row.ready_to_assign }, '')
  assertDates(recurrence)
}

function assertAccounts(context: AccountLookup, row: ScheduleRow): void {
  const account = context.getAccount(row.account)
  if (account.closed && !row.paused) throw closedAccountError('account_id')
  const isOnBudget = isOnBudgetAccountType(account.type)
  if (row.transfer_account === null) {
    if (!isOnBudget)
      assertUncategorizedOffBudget(
        { ...row, splits: row.splits?.map((line) => ({ ...line, amount: 0n })) ?? null },
        '',
      )
    return
  }
  if (row.transfer_account === row.account) throw sameAccountError()
  const other = context.getAccount(row.transfer_account)
  if (other.closed && !row.paused) throw closedAccountError('transfer_account_id')
  if (row.splits) throw badRequest('splits must not be combined with transfer_account_id')
  if (row.merchant !== null) throw badRequest('merchant_id must not be combined with transfer_account_id')
  if (row.ready_to_assign) throw badRequest('ready_to_assign must not be combined with transfer_account_id')
  if (row.category !== null && !(isOnBudget && !isOnBudgetAccountType(other.type)))
    throw badRequest('category_id is only allowed for a transfer from an on-budget to an off-budget account')
}

function assertAmount(
  context: AccountLookup,
  { amount_kind, amount, amount_to, transfer_account, statement_day }: ScheduleRow,
): void {
  if (statement_day !== null && amount_kind !== 'full')
    throw badRequest('statement_day is only allowed with the amount_kind full')
  if (amount_kind === 'full') {
    if (amount !== null) throw badRequest('amount must not be combined with the amount_kind full')
    if (transfer_account === null || !isCreditAccountType(context.getAccount(transfer_account).type))
      throw badRequest('amount_kind full is only allowed for a transfer to a credit account')
    return
  }
  if (amount === null) throw badRequest('amount is required')
  if (amount === 0n) throw badRequest('amount must not be zero')
  if (transfer_account !== null && amount > 0n) throw badRequest('amount must be negative for a transfer')
  if ((amount_kind === 'range') !== (amount_to !== null))
    throw badRequest(
      amount_kind === 'range' ? 'amount_to is required' : 'amount_to is for the amount_kind range',
    )
  if (amount_to === null) return
  if (amount_to < 0n !== amount < 0n) throw badRequest('amount_to must have the sign of amount')
  if (amount < 0n ? amount_to >= amount : amount_to <= amount)
    throw badRequest('amount_to must be further from zero than amount')
}

function assertLines({ splits, amount, amount_kind, category, ready_to_assign }: ScheduleRow): void {
  if (!splits) return
  if (category !== null) throw badRequest('category_id must not be combined with splits')
  if (ready_to_assign) throw badRequest('ready_to_assign must not be combined with splits')
  const rests = splits.filter((line) => line.amount === null)
  if (rests.length > 1) throw badRequest('splits must have at most one line without an amount')
  if (rests.length === 1) return
  if (amount_kind !== 'fixed')
    throw badRequest('splits must have a line without an amount, which takes what differs')
  if (splits.reduce((sum, line) => sum + (line.amount ?? 0n), 0n) !== amount) throw splitSumError('')
}

function assertDates(recurrence: Recurrence): void {
  const { first_date, every, days, until, times } = recurrence
  if (days.length > 0 && every?.unit !== 'month') throw badRequest('days are only allowed for months')
  if (every === null && (until !== null || times !== null))
    throw badRequest('until and times are only allowed with every')
  if (until !== null && until < first_date) throw badRequest('until must not be before first_date')
  if (!isPlannedDate(recurrence, first_date)) throw badRequest('first_date must be one of its days')
}
