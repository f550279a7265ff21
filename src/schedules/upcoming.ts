/** Lists what is coming day by day, with what each account has after it. @see docs/schedules.md#upcoming */

import type { WorkspaceContext } from '../command/context.ts'
import type { Account } from '../contract/operations/accounts.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import { addDays } from '../money/calendar.ts'
import { getCurrencyDecimals } from '../money/currency.ts'
import { compare, isNegative, negate } from '../money/decimal.ts'
import { formatAmount, type MinorUnits, parseTotal } from '../money/minor-units.ts'
import { listFutureRows, subtractTransactions } from '../transactions/future-rows.ts'
import { openCardBalances } from './card-balances.ts'
import { readNewestBankRows } from './newest-bank-rows.ts'
import { compareTexts, isOverdue, type OpenDate } from './open-dates.ts'
import { readPlan } from './read-plan.ts'
import { reportDatesToPost } from './tell-due.ts'

/** Something that is coming: a date of a schedule, or a transaction that is dated after today. */
export interface UpcomingRow {
  /** The day it counts: today for what is due already. */
  date: string
  due_date: string
  state: 'overdue' | 'due' | 'planned' | 'entered'
  name: string | null
  amount: string
  is_estimate: boolean
  account_id: string
  account_name: string
  category_name: string | null
  /** What the account has after it. */
  balance: string
  /** Null for a transaction that is entered already. */
  schedule_id: string | null
  planned_date: string | null
  transaction_id: string | null
}

/** The lowest balance of an account. */
export interface LowestBalance {
  account_id: string
  account_name: string
  date: string
  balance: string
  /** The first day on which the account is below zero; null for a card, and when it never is. */
  below_zero_on: string | null
}

/** What is coming up to a day. */
export interface Upcoming {
  until: string
  rows: UpcomingRow[]
  lowest: LowestBalance[]
}

/** Money that moves on an account, before its balance is known. */
type Movement = Omit<UpcomingRow, 'balance' | 'amount'> & {
  /** Null for all that a card owes then. */
  amount: string | null
  transfer_account_id: string | null
  /** Null for a transaction that is entered already. */
  open: OpenDate | null
  isPayment: boolean
}

/** Reads what is coming in so many days. */
export async function readUpcoming(context: WorkspaceContext, days: number): Promise<Upcoming> {
  const { today } = context.invocation
  const until = addDays(today, days)
  const plan = await readPlan(context, until)
  await reportDatesToPost(context)
  const newest = await readNewestBankRows(context, plan.openDates)
  const future = await listFutureRows(context)
  const planned = plan.openDates.map((open) => toMovement(open, today, newest))
  const entered = future.filter(({ date }) => date <= until).map(toEnteredMovement)
  const movements = [...planned, ...entered].toSorted(compareMovements)
  return {
    until,
    ...addBalances(movements, subtractTransactions(plan.accounts, future), {
      today,
      currency: plan.currency,
    }),
  }
}

function toMovement(open: OpenDate, today: string, newest: ReadonlyMap<string, string>): Movement {
  const { schedule, due_date, date, amount, is_estimate } = open
  const isLate = isOverdue(open, today, newest.get(schedule.account_id))
  return {
    date: due_date < today ? today : due_date,
    due_date,
    state: isLate ? 'overdue' : due_date <= today ? 'due' : 'planned',
    name: schedule.name,
    amount,
    is_estimate: is_estimate || amount === null,
    account_id: schedule.account_id,
    account_name: schedule.account_name,
    category_name: schedule.ready_to_assign ? 'Ready to Assign' : schedule.category_name,
    schedule_id: schedule.id,
    planned_date: date,
    transaction_id: null,
    transfer_account_id: schedule.transfer_account_id,
    open,
    isPayment: false,
  }
}

const toEnteredMovement = (row: Transaction): Movement => ({
  date: row.date,
  due_date: row.date,
  state: 'entered',
  name: row.merchant_name,
  amount: row.amount,
  is_estimate: false,
  account_id: row.account_id,
  account_name: row.account_name,
  category_name: row.category_name,
  schedule_id: null,
  planned_date: null,
  transaction_id: row.id,
  // Both sides of a transfer are listed.
  transfer_account_id: null,
  open: null,
  isPayment: row.transfer_account_id !== null && !isNegative(row.amount),
})

const isInflow = ({ amount }: Movement): boolean => amount !== null && !isNegative(amount)

/** What is overdue comes first. Of a day, money goes out before it comes in. */
const compareMovements = (a: Movement, b: Movement): number =>
  Number(b.state === 'overdue') - Number(a.state === 'overdue') ||
  compareTexts(a.date, b.date) ||
  Number(isInflow(a)) - Number(isInflow(b)) ||
  compareTexts(a.due_date, b.due_date)

function addBalances(
  movements: readonly Movement[],
  accounts: readonly Account[],
  { today, currency }: { today: string; currency: string },
): Pick<Upcoming, 'rows' | 'lowest'> {
  const decimals = getCurrencyDecimals(currency)
  const parse = (amount: string): MinorUnits => parseTotal(amount, decimals)
  const cards = openCardBalances(new Map(accounts.map(({ id, balance }) => [id, parse(balance)])), {
    today,
    parse,
  })
  const lowest = new Map(accounts.map((account) => [account.id, startLowest(account, today)]))
  const move = (account_id: string, amount: string, date: string, isPayment: boolean): string => {
    const balance = formatAmount(
      cards.move(account_id, { day: date, amount: parse(amount), isPayment }),
      decimals,
    )
    const low = lowest.get(account_id)
    if (low) noteBalance(low, balance, date)
    return balance
  }
  const rows = movements.map(({ transfer_account_id, open, isPayment, ...movement }): UpcomingRow => {
    const owed = open && movement.amount === null ? cards.readOwed(open, movement.date) : 0n
    const amount = movement.amount ?? formatAmount(owed, decimals)
    const balance = move(movement.account_id, amount, movement.date, isPayment)
    if (transfer_account_id !== null) move(transfer_account_id, negate(amount), movement.date, true)
    return { ...movement, amount, balance }
  })
  const moved = new Set(movements.flatMap((one) => [one.account_id, one.transfer_account_id]))
  const isCash = ({ id, type }: Account): boolean => moved.has(id) && !type.startsWith('credit_')
  const ids = new Set(accounts.filter(isCash).map(({ id }) => id))
  return { rows, lowest: [...lowest.values()].filter(({ account_id }) => ids.has(account_id)) }
}

const startLowest = ({ id, name, balance }: Account, date: string): LowestBalance => ({
  account_id: id,
  account_name: name,
  date,
  balance,
  below_zero_on: isNegative(balance) ? date : null,
})

function noteBalance(low: LowestBalance, balance: string, date: string): void {
  if (isNegative(balance)) low.below_zero_on ??= date
  if (compare(balance, low.balance) >= 0) return
  low.balance = balance
  low.date = date
}
