/** Reads the open dates of schedules of the next twelve months as transactions that exports write. */

import type { WorkspaceContext } from '../command/context.ts'
import { paginateTransactions } from '../contract/paginate.ts'
import type { ExportTransaction } from '../contract/ports/export-source.ts'
import { addDays } from '../money/calendar.ts'
import { getCurrencyDecimals } from '../money/currency.ts'
import { type MinorUnits, parseTotal } from '../money/minor-units.ts'
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

/** Returns the open dates in their order; none of a service without schedules. */
export async function readPlannedDates(
  context: WorkspaceContext,
  { since = '', until, account_ids, currency }: PlannedRange,
): Promise<PlannedDate[]> {
  const { today } = context.invocation
  // A request that may find nothing is not worth it: a remote workspace is asked once schedules were seen in it.
  if (!context.workspace.hasSchedules()) return []
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
    const amount = transaction.amount ?? owed?.read(other ?? '', date) ?? 0n
    owed?.add(account_id, amount)
    if (other !== null) owed?.add(other, -amount)
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
async function createDebts({ workspace: { api }, invocation }: WorkspaceContext, decimals: number) {
  const { accounts } = await api.listAccounts({})
  const balances = new Map(accounts.map(({ id, balance }) => [id, parseTotal(balance, decimals)]))
  const later: { account_id: string; date: string; amount: MinorUnits }[] = []
  const query = { since_date: addDays(invocation.today, 1) }
  for await (const page of paginateTransactions(api, query, invocation.signal))
    for (const { account_id, date, amount, deleted } of page)
      if (!deleted) later.push({ account_id, date, amount: parseTotal(amount, decimals) })
  return {
    add: (id: string, amount: MinorUnits) => balances.set(id, (balances.get(id) ?? 0n) + amount),
    /** Returns what is owed at the end of a day as a negative amount; 0 where nothing is. */
    read(id: string, day: string): MinorUnits {
      const rest = later.filter(({ account_id, date }) => account_id === id && date > day)
      const balance = rest.reduce((sum, { amount }) => sum - amount, balances.get(id) ?? 0n)
      return balance < 0n ? balance : 0n
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
