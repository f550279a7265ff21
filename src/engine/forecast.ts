/** Computes what planned transactions would do to accounts and budget months. @see docs/schedules.md#forecast */

import { isOnBudgetAccountType } from '../contract/operations/accounts.ts'
import type { AccountForecast, BalanceDay, Forecast, PlannedTransaction } from '../contract/ports/forecast.ts'
import { addDays, toMonth } from '../money/calendar.ts'
import { type MinorUnits, minimum } from '../money/minor-units.ts'
import type { AccountRow } from '../store/accounts.ts'
import { INCOME, UNCATEGORIZED } from '../store/month-totals.ts'
import type { TransactionRow } from '../store/transaction-row-mapping.ts'
import type { WorkspaceStore } from '../store/workspace-store.ts'
import { addActivity, openPlannedTotals, type PlannedChanges } from './budget/planned-totals.ts'
import { assertFound, createRequestContext, type RequestContext } from './budget/request-context.ts'
import { buildTransactionRow, getCardSeq } from './budget/transaction-rows.ts'
import { readBudgetMonths } from './budget-months.ts'

/**
 * Reads what is stored; returns a function that returns what planned transactions until a day would do. Nothing is
 * written.
 */
export function openForecasts(
  store: WorkspaceStore,
  today: string,
): (planned: readonly PlannedTransaction[], until: string) => Forecast {
  const context = createRequestContext({ store, now: () => 0 })
  const first = toMonth(today)
  const plan = openPlannedTotals(context, first)
  const openAccounts = readAccounts(store, today)
  return (planned, until) => {
    const accounts = openAccounts()
    const input = plan(applyPlanned(context, accounts, planned))
    const toForecast = ({ row, start, stored, planned: flows }: PlannedAccount): AccountForecast => ({
      account_id: context.ids.toId('account', row.seq),
      balance: start,
      days: listDays(start, mergeDays(stored, flows), until),
    })
    const accountForecasts = [...accounts.values()].map(toForecast)
    const months = readBudgetMonths(store, context.ids, { first, last: toMonth(until), input })
    return { accounts: accountForecasts, months }
  }
}

/** What goes out and comes in on a day. */
interface DayFlow {
  date: string
  outflow: MinorUnits
  inflow: MinorUnits
}

/** An account, to which planned transactions are added in the order of their days. */
interface PlannedAccount {
  row: AccountRow
  /** At the end of today, without what is planned. */
  start: MinorUnits
  /** What is stored of later days, the earliest first. */
  stored: DayFlow[]
  planned: DayFlow[]
  /** At the end of the last planned day, with so many of the stored days. */
  balance: MinorUnits
  countedDays: number
  /** Of a credit account: the last row with these lines, which the rows of a schedule share. */
  rows: Map<PlannedTransaction['lines'], TransactionRow>
}

/** Reads the accounts with the stored transactions, also those dated after today; returns a function that opens them. */
function readAccounts(store: WorkspaceStore, today: string): () => Map<number, PlannedAccount> {
  const flows = store.lineTotals.listDayFlows(today).toSorted((a, b) => (a.date < b.date ? -1 : 1))
  const accounts = store.accounts.list().map((row) => {
    const stored = flows.filter(({ account }) => account === row.seq)
    const later = stored.reduce((sum, { outflow, inflow }) => sum + outflow + inflow, 0n)
    return { row, stored, start: row.cleared_balance + row.pending_balance - later }
  })
  const open = (account: (typeof accounts)[number]): PlannedAccount => ({
    ...account,
    planned: [],
    balance: account.start,
    countedDays: 0,
    rows: new Map(),
  })
  return () => new Map(accounts.map((account) => [account.row.seq, open(account)]))
}

function addToBalance(account: PlannedAccount, date: string, amount: MinorUnits): void {
  let day = account.planned.at(-1)
  if (day?.date !== date) {
    day = { date, outflow: 0n, inflow: 0n }
    account.planned.push(day)
  }
  if (amount < 0n) day.outflow += amount
  else day.inflow += amount
  account.balance += amount
}

/** Returns the balance at the end of a day, which is not before the last planned one. */
function readBalance(account: PlannedAccount, date: string): MinorUnits {
  for (
    let day = account.stored[account.countedDays];
    day && day.date <= date;
    day = account.stored[++account.countedDays]
  )
    account.balance += day.outflow + day.inflow
  return account.balance
}

function listDays(start: MinorUnits, flows: readonly DayFlow[], until: string): BalanceDay[] {
  const days: BalanceDay[] = []
  let balance = start
  for (const { date, outflow, inflow } of flows) {
    if (date > until) break
    const lowest = balance + outflow
    balance = lowest + inflow
    days.push({ date, lowest, balance })
  }
  return days
}

/** Returns the days of two lists, with the sums of those that both have. */
function mergeDays(a: readonly DayFlow[], b: readonly DayFlow[]): readonly DayFlow[] {
  if (a.length === 0 || b.length === 0) return a.length === 0 ? b : a
  const days = new Map(a.map((day) => [day.date, day]))
  for (const { date, outflow, inflow } of b) {
    const known = days.get(date) ?? { outflow: 0n, inflow: 0n }
    days.set(date, { date, outflow: known.outflow + outflow, inflow: known.inflow + inflow })
  }
  return [...days.values()].toSorted((one, other) => (one.date < other.date ? -1 : 1))
}

/** Cards are paid in full after everything else of their day. */
const isPaidInFull = ({ amount }: PlannedTransaction): boolean => amount === null

/**
 * Returns what planned transactions do to the months, and adds them to the balances. Rows are only made of those of
 * credit accounts and transfers: what all others change does not depend on what was before them.
 */
function applyPlanned(
  context: RequestContext,
  accounts: ReadonlyMap<number, PlannedAccount>,
  planned: readonly PlannedTransaction[],
): PlannedChanges {
  const changes: PlannedChanges = { rows: [], activity: new Map() }
  const things = createThingReader(context, accounts)
  const inOrder = planned.toSorted(
    (a, b) =>
      (a.date === b.date ? 0 : a.date < b.date ? -1 : 1) || Number(isPaidInFull(a)) - Number(isPaidInFull(b)),
  )
  const rowContext = { context, changes, firstSeq: context.store.transactions.nextSeq(), ...things }
  for (const transaction of inOrder) {
    const account = things.toAccount(transaction.account_id)
    if (transaction.transfer_account_id !== null)
      addTransfer(rowContext, account, transaction, things.toAccount(transaction.transfer_account_id))
    else if (getCardSeq(account.row) !== null) addCardRow(rowContext, account, transaction)
    else {
      const { date, amount, lines } = transaction
      addToBalance(account, date, amount ?? 0n)
      if (!isOnBudgetAccountType(account.row.type)) continue
      for (const line of lines) addActivity(changes.activity, date, things.toTotal(line), line.amount)
    }
  }
  return changes
}

/** Returns functions that look each account and category up once: schedules repeat them. */
function createThingReader({ ids }: RequestContext, accounts: ReadonlyMap<number, PlannedAccount>) {
  const byId = new Map<string, PlannedAccount>()
  const categories = new Map<string, number>()
  const toCategory = (id: string | null): number | null => {
    if (id === null) return null
    const seq = categories.get(id) ?? assertFound(ids.toSeq('category', id))
    categories.set(id, seq)
    return seq
  }
  return {
    toAccount(id: string): PlannedAccount {
      const account = byId.get(id) ?? assertFound(accounts.get(assertFound(ids.toSeq('account', id))))
      byId.set(id, account)
      return account
    },
    toCategory,
    /** Returns the category number of the totals that count a line. */
    toTotal: ({ ready_to_assign, category_id }: PlannedTransaction['lines'][number]): number =>
      ready_to_assign ? INCOME : (toCategory(category_id) ?? UNCATEGORIZED),
  }
}

interface RowContext extends ReturnType<typeof createThingReader> {
  context: RequestContext
  changes: PlannedChanges
  firstSeq: number
}

function addCardRow(
  { context, changes: { rows }, firstSeq, toCategory }: RowContext,
  account: PlannedAccount,
  { date, amount: expected, lines }: PlannedTransaction,
): void {
  const amount = expected ?? 0n
  const seq = firstSeq + rows.length
  const known = account.rows.get(lines)
  const row = known
    ? copyRow(known, { seq, date, amount })
    : buildCardRow(context, { seq, date, amount, account: account.row, lines, toCategory })
  account.rows.set(lines, row)
  rows.push(row)
  addToBalance(account, date, amount)
}

/** Returns a new row like another one; a spread of so many fields takes much longer. */
const copyRow = (
  row: TransactionRow,
  { seq, date, amount }: Pick<TransactionRow, 'seq' | 'date' | 'amount'>,
): TransactionRow => ({
  seq,
  date,
  amount,
  account: row.account,
  card: row.card,
  merchant: row.merchant,
  category: row.category,
  ready_to_assign: row.ready_to_assign,
  notes: row.notes,
  status: row.status,
  review_status: row.review_status,
  auto: row.auto,
  splits: row.splits,
  pair: row.pair,
  transfer_account: row.transfer_account,
  deleted: row.deleted,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

interface CardRowInput extends Pick<RowContext, 'toCategory'>, Pick<PlannedTransaction, 'lines' | 'date'> {
  seq: number
  account: AccountRow
  amount: MinorUnits
}

function buildCardRow(context: RequestContext, { lines, toCategory, ...row }: CardRowInput): TransactionRow {
  const splits = lines.map(({ category_id, ready_to_assign, amount }) => ({
    category: toCategory(category_id),
    ready_to_assign,
    amount,
    notes: null,
  }))
  const [first, second] = splits
  const { category = null, ready_to_assign = false } = first ?? {}
  return buildTransactionRow(context, second ? { ...row, splits } : { ...row, category, ready_to_assign })
}

/** Adds both sides of a transfer; nothing where nothing is owed. */
function addTransfer(
  { context, changes: { rows }, firstSeq, toCategory }: RowContext,
  account: PlannedAccount,
  { date, amount: expected, owed_on, lines }: PlannedTransaction,
  other: PlannedAccount,
): void {
  const amount = expected ?? readOwed({ context, rows, card: other }, { date, owed_on })
  if (amount === 0n) return
  const seq = firstSeq + rows.length
  const category = toCategory(lines[0]?.category_id ?? null)
  const outflow = { seq, account: account.row, amount, category, pair: seq + 1 }
  const inflow = { seq: seq + 1, account: other.row, amount: -amount, pair: seq }
  rows.push(
    buildTransactionRow(context, { ...outflow, date, transfer_account: other.row.seq }),
    buildTransactionRow(context, { ...inflow, date, transfer_account: account.row.seq }),
  )
  addToBalance(account, date, amount)
  addToBalance(other, date, -amount)
}

/** Returns what a card owes at the end of a day, less what is paid after it until the date. */
function readOwed(
  { context, rows, card }: { context: RequestContext; rows: readonly TransactionRow[]; card: PlannedAccount },
  { date, owed_on }: Pick<PlannedTransaction, 'date' | 'owed_on'>,
): MinorUnits {
  if (owed_on === date) return minimum(0n, readBalance(card, date))
  const { seq } = card.row
  const { getCardBalanceBefore, sumCardPayments } = context.store.transactions
  const isPayment = ({ pair, amount }: TransactionRow): boolean => pair !== null && amount > 0n
  const planned = rows.filter((row) => row.account === seq && (row.date <= owed_on || isPayment(row)))
  const stored = getCardBalanceBefore(seq, addDays(owed_on, 1)) + sumCardPayments(seq, owed_on, date)
  return minimum(
    0n,
    planned.reduce((owed, { amount }) => owed + amount, stored),
  )
}
