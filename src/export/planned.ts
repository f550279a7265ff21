/** Reads the open dates of schedules of the next twelve months as transactions that exports write. */

import type { WorkspaceContext } from '../command/context.ts'
import { paginateTransactions } from '../contract/paginate.ts'
import type { ExportTransaction } from '../contract/ports/export-source.ts'
import { addDays } from '../money/calendar.ts'
import { getCurrencyDecimals } from '../money/currency.ts'
import { type MinorUnits, parseTotal } from '../money/minor-units.ts'
import { type CardBalances, openCardBalances } from '../schedules/card-balances.ts'
import { planTransactions } from '../schedules/forecast/plan-transactions.ts'
import { listAllOpenDates, type OpenDate } from '../schedules/open-dates.ts'

/** An open date of a schedule. */
export interface PlannedDate {
  open: OpenDate
  /** The day it is due, today at the earliest. */
  date: string
  amount: MinorUnits
  /** One transaction, of a transfer both sides, as far as their accounts are exported. */
  sides: readonly ExportTransaction[]
}

const DAYS = 365

/** Which dates are exported. */
interface PlannedRange {
  since: string | undefined
  until: string | undefined
  account_ids: readonly string[] | undefined
  currency: string
}

/** Returns the open dates in their order. @throws UserError for a service without schedules */
export async function readPlannedDates(
  context: WorkspaceContext,
  { since = '', until, account_ids, currency }: PlannedRange,
): Promise<PlannedDate[]> {
  const { today } = context.invocation
  const { schedules } = await context.workspace.api.listSchedules({})
  const last = addDays(today, DAYS)
  const open = listAllOpenDates(schedules, until !== undefined && until < last ? until : last)
  const transactions = planTransactions(open, { today, currency })
  const owed = transactions.some(({ amount }) => amount === null)
    ? await createDebts(context, getCurrencyDecimals(currency))
    : undefined
  const planned = transactions
    .flatMap((transaction, at) => {
      const openDate = open[at]
      return openDate ? [{ ...transaction, open: openDate }] : []
    })
    // A card is paid in full at the end of the day.
    .toSorted((a, b) => compare(a.date, b.date) || Number(a.amount === null) - Number(b.amount === null))
  return planned.flatMap(({ open: openDate, date, lines, ...transaction }): PlannedDate[] => {
    const { account_id, transfer_account_id: other } = transaction
    const amount = transaction.amount ?? owed?.readOwed(openDate, date) ?? 0n
    owed?.move(account_id, { day: date, amount, isPayment: false })
    if (other !== null) owed?.move(other, { day: date, amount: -amount, isPayment: true })
    const paid = lines.length === 1 ? lines.map((line) => ({ ...line, amount })) : lines
    const sides = [createSide(openDate, { date, account_id, other, amount, lines: paid })]
    if (other !== null) {
      const line = { category_id: null, ready_to_assign: false, amount: -amount }
      sides.push(
        createSide(openDate, { date, account_id: other, other: account_id, amount: -amount, lines: [line] }),
      )
    }
    const exported = sides.filter((side) => account_ids?.includes(side.account_id) ?? true)
    const isLeftOut = amount === 0n || exported.length === 0 || date < since
    return isLeftOut ? [] : [{ open: openDate, date, amount, sides: exported }]
  })
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Follows what accounts have, with what is entered with a later date. */
async function createDebts(
  { workspace: { api }, invocation: { today, signal } }: WorkspaceContext,
  decimals: number,
): Promise<CardBalances> {
  const parse = (amount: string): MinorUnits => parseTotal(amount, decimals)
  const { accounts } = await api.listAccounts({})
  const balances = new Map(accounts.map(({ id, balance }) => [id, parse(balance)]))
  const later: { account_id: string; day: string; amount: MinorUnits; isPayment: boolean }[] = []
  for await (const page of paginateTransactions(api, { since_date: addDays(today, 1) }, signal))
    for (const row of page) {
      if (row.deleted) continue
      const { account_id, date: day } = row
      const amount = parse(row.amount)
      later.push({ account_id, day, amount, isPayment: row.transfer_account_id !== null && amount > 0n })
      balances.set(account_id, (balances.get(account_id) ?? 0n) - amount)
    }
  later.sort((a, b) => compare(a.day, b.day))
  const cards = openCardBalances(balances, { today, parse })
  return {
    move: cards.move,
    readOwed(open, day) {
      while (later[0] && later[0].day <= day)
        for (const { account_id, ...move } of later.splice(0, 1)) cards.move(account_id, move)
      return cards.readOwed(open, day)
    },
  }
}

function createSide(
  { schedule }: OpenDate,
  {
    date,
    account_id,
    other,
    amount,
    lines,
  }: Pick<ExportTransaction, 'date' | 'account_id' | 'amount'> & {
    other: string | null
    lines: readonly Omit<ExportTransaction['lines'][number], 'notes'>[]
  },
): ExportTransaction {
  const { id, merchant_id, notes, created_at, updated_at } = schedule
  return {
    id,
    date,
    amount,
    account_id,
    merchant_id,
    notes,
    status: 'pending',
    review_status: 'reviewed',
    transfer_account_id: other,
    transfer_id: null,
    lines: lines.map((line) => ({ ...line, notes: null })),
    is_split: lines.length > 1,
    created_at,
    updated_at,
  }
}
