/** Creates the transaction of a planned date. @see docs/schedules.md#amounts */

import { badRequest } from '../../contract/errors.ts'
import type { OperationRequest } from '../../contract/operation.ts'
import type { postScheduleDate } from '../../contract/operations/schedules.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import { addDays } from '../../money/calendar.ts'
import { type MinorUnits, minimum } from '../../money/minor-units.ts'
import { findOwedDay } from '../../schedules/dates/planned-dates.ts'
import type { ScheduleDateRow, ScheduleRow } from '../../store/schedules.ts'
import { createTransactionHandlers } from '../operations/create-transactions.ts'
import type { RequestContext } from './request-context.ts'

interface PlannedTransaction {
  planned: ScheduleDateRow
  /** All that is known of the schedule's dates. */
  dates: readonly ScheduleDateRow[]
  body: OperationRequest<typeof postScheduleDate>['body']
}

/** Creates the transaction of a planned date, or both sides of a transfer, and returns what was created. */
export function createScheduled(
  context: RequestContext,
  schedule: ScheduleRow,
  { planned, dates, body }: PlannedTransaction,
): Transaction[] {
  const { ids, formatMoney, toMinorUnits } = context
  const date = body.date ?? planned.date
  const amount =
    typeof body.amount === 'string'
      ? toMinorUnits(body.amount)
      : (planned.amount ?? computeAmount(context, schedule, { dates, date, planned: planned.date }))
  const shared = { date, notes: schedule.notes, status: 'pending', review_status: 'reviewed' } as const
  // Without a category the merchant's usual one is chosen.
  const category =
    schedule.category === null
      ? schedule.ready_to_assign && { ready_to_assign: true }
      : { category_id: ids.toId('category', schedule.category) }
  const account_id = ids.toId('account', schedule.account)
  const transaction =
    schedule.transfer_account === null
      ? {
          ...shared,
          account_id,
          amount: formatMoney(amount),
          merchant_id: schedule.merchant === null ? null : ids.toId('merchant', schedule.merchant),
          ...(schedule.splits ? { splits: divideAmount(context, schedule.splits, amount) } : category),
        }
      : {
          ...shared,
          type: 'transfer' as const,
          from_account_id: account_id,
          to_account_id: ids.toId('account', schedule.transfer_account),
          amount: formatMoney(-amount),
          ...category,
        }
  const created = createTransactionHandlers.createTransactions(context, { body: { transaction } })
  return created.transactions ?? (created.transaction ? [created.transaction] : [])
}

/**
 * Returns the amount of a date that has none of its own.
 * @throws ApiError bad_request where nothing is owed on the card
 */
function computeAmount(
  { store }: RequestContext,
  schedule: ScheduleRow,
  { dates, date, planned }: { dates: readonly ScheduleDateRow[]; date: string; planned: string },
): MinorUnits {
  const expected = estimateAmount(schedule, dates)
  if (expected !== null) return expected
  const owed = readOwed(store, schedule, { planned, day: date })
  if (owed === 0n) throw badRequest('nothing is owed on the card; skip the date instead')
  return owed
}

/** Returns what a planned date pays of a card on a day: all, or what of its statement before is not paid by then. */
export function readOwed(
  { transactions }: Pick<RequestContext['store'], 'transactions'>,
  { transfer_account, statement_day }: Pick<ScheduleRow, 'transfer_account' | 'statement_day'>,
  dates: { planned: string; day: string },
): MinorUnits {
  const card = transfer_account ?? 0
  const owedOn = findOwedDay(statement_day, dates)
  const balance = transactions.getCardBalanceBefore(card, addDays(owedOn, 1))
  return minimum(0n, balance + transactions.sumCardPayments(card, owedOn, dates.day))
}

/** How many fulfilled dates the next amount is estimated from. */
const ESTIMATED_FROM = 3

/**
 * Returns the amount that a schedule's next date is expected to have; null for what a card owes on the day. Where it
 * is not fixed, it is the mean of the last three transactions, before there are any the amount or the middle of the
 * range.
 */
export function estimateAmount(
  { amount_kind, amount, amount_to }: Pick<ScheduleRow, 'amount_kind' | 'amount' | 'amount_to'>,
  dates: readonly ScheduleDateRow[],
): MinorUnits | null {
  if (amount === null || amount_kind === 'fixed') return amount
  const latest = dates.flatMap(({ transaction_amount }) => transaction_amount ?? []).slice(-ESTIMATED_FROM)
  return latest.length > 0 ? computeMean(latest) : computeMean([amount, amount_to ?? amount])
}

/** Returns the mean, rounded away from zero at one half. */
function computeMean(amounts: readonly MinorUnits[]): MinorUnits {
  const sum = amounts.reduce((total, amount) => total + amount, 0n)
  const count = BigInt(amounts.length)
  const half = sum < 0n ? -count : count
  return (2n * sum + half) / (2n * count)
}

/** Divides an amount by the lines of a schedule; the line without an amount takes the rest. */
function divideAmount(
  { ids, formatMoney }: RequestContext,
  lines: NonNullable<ScheduleRow['splits']>,
  amount: MinorUnits,
) {
  const given = lines.reduce((sum, line) => sum + (line.amount ?? 0n), 0n)
  if (given !== amount && lines.every((line) => line.amount !== null))
    throw badRequest('amount differs from the splits, none of which takes the rest')
  return lines.map((line) => ({
    amount: formatMoney(line.amount ?? amount - given),
    category_id: line.category === null ? null : ids.toId('category', line.category),
    ready_to_assign: line.ready_to_assign,
    notes: line.notes,
  }))
}
