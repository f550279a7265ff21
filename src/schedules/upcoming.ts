/** Lists what is coming day by day, with what each account has after it. @see docs/schedules.md#upcoming */

import type { WorkspaceContext } from '../command/context.ts'
import { type Account, isCreditAccountType } from '../contract/operations/accounts.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import { addDays, toMonth } from '../money/calendar.ts'
import { getCurrencyDecimals } from '../money/currency.ts'
import { isNegative } from '../money/decimal.ts'
import { formatAmount, type MinorUnits, parseTotal } from '../money/minor-units.ts'
import { listFutureRows, subtractTransactions } from '../transactions/future-rows.ts'
import { openCardBalances } from './card-balances.ts'
import { compareTexts, listAllOpenDates, type OpenDate } from './open-dates.ts'
import { findOverdue } from './overdue.ts'
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
  const { api, names } = context.workspace
  const { today } = context.invocation
  const until = addDays(today, days)
  const { schedules } = await api.listSchedules({})
  const openDates = listAllOpenDates(schedules, until)
  await reportDatesToPost(context)
  const overdue = new Set(await findOverdue(context, openDates))
  const future = await listFutureRows(context)
  const planned = openDates.map((open) => toMovement(open, today, overdue.has(open)))
  const entered = future.filter(({ date }) => date <= until).map(toEnteredMovement)
  const movements = [...planned, ...entered].toSorted(compareMovements)
  const { accounts } = await api.listAccounts({})
  const currency = await names.currency(toMonth(today))
  return { until, ...addBalances(movements, subtractTransactions(accounts, future), { today, currency }) }
}

function toMovement(open: OpenDate, today: string, isLate: boolean): Movement {
  const { schedule, due_date, date, amount, is_estimate } = open
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

/** Returns each movement with what its account has after it, and the lowest balances of accounts that are no cards. */
function addBalances(
  movements: readonly Movement[],
  accounts: readonly Account[],
  { today, currency }: { today: string; currency: string },
): Pick<Upcoming, 'rows' | 'lowest'> {
  const decimals = getCurrencyDecimals(currency)
  const parse = (amount: string): MinorUnits => parseTotal(amount, decimals)
  const balances = new Map(accounts.map(({ id, balance }) => [id, parse(balance)]))
  const cards = openCardBalances(balances, { today, parse })
  /** What accounts have after their movements, by account. */
  const followed = new Map<string, { date: string; balance: MinorUnits }[]>()
  const move = (account_id: string, date: string, amount: MinorUnits, isPayment: boolean): MinorUnits => {
    const balance = cards.move(account_id, { day: date, amount, isPayment })
    const steps = followed.get(account_id) ?? [{ date: today, balance: balances.get(account_id) ?? 0n }]
    steps.push({ date, balance })
    followed.set(account_id, steps)
    return balance
  }
  const rows = movements.map(({ transfer_account_id, open, isPayment, ...movement }): UpcomingRow => {
    const { account_id, date } = movement
    const owed = open && movement.amount === null ? cards.readOwed(open, date) : 0n
    const amount = movement.amount === null ? owed : parse(movement.amount)
    const balance = move(account_id, date, amount, isPayment)
    if (transfer_account_id !== null) move(transfer_account_id, date, -amount, true)
    return { ...movement, amount: formatAmount(amount, decimals), balance: formatAmount(balance, decimals) }
  })
  const lowest = accounts.flatMap(({ id, name, type }): LowestBalance[] => {
    const [first, ...steps] = followed.get(id) ?? []
    if (!first || isCreditAccountType(type)) return []
    const { date, balance } = steps.reduce((low, step) => (step.balance < low.balance ? step : low), first)
    const below = [first, ...steps].find((step) => step.balance < 0n)
    return [
      {
        account_id: id,
        account_name: name,
        date,
        balance: formatAmount(balance, decimals),
        below_zero_on: below?.date ?? null,
      },
    ]
  })
  return { rows, lowest }
}
