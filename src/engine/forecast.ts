/** Computes what planned transactions would do to accounts and budget months. @see docs/schedules.md#forecast */

import { createIdCodec } from '../contract/ids.ts'
import type {
  AccountForecast,
  BalanceDay,
  Forecast,
  ForecastRange,
  PlannedTransaction,
} from '../contract/ports/forecast.ts'
import { toMonth } from '../money/calendar.ts'
import { type MinorUnits, minimum } from '../money/minor-units.ts'
import type { TransactionRow } from '../store/transaction-row-mapping.ts'
import type { WorkspaceStore } from '../store/workspace-store.ts'
import { addPlannedRows } from './budget/planned-totals.ts'
import { assertFound, createRequestContext, type RequestContext } from './budget/request-context.ts'
import { buildTransactionRow } from './budget/transaction-rows.ts'
import { readBudgetMonths } from './budget-months.ts'

/** Returns what planned transactions until a day would do. Nothing is written. */
export function computeForecast(
  store: WorkspaceStore,
  planned: readonly PlannedTransaction[],
  { today, until }: ForecastRange,
): Forecast {
  const context = createRequestContext({ store, now: () => 0 })
  const accounts = openBalances(store, today)
  const rows = planRows(context, accounts, planned)
  const months = { first: toMonth(today), last: toMonth(until), input: addPlannedRows(context, rows) }
  return {
    accounts: accounts.list(until).map(({ account, ...days }) => ({
      account_id: context.ids.toId('account', account),
      ...days,
    })),
    months: readBudgetMonths(store, createIdCodec(store.settings.id_salt), months),
  }
}

/** The balances of accounts on the days from today on. */
interface Balances {
  add(account: number, date: string, amount: MinorUnits): void
  /** Returns the balance at the end of a day. */
  read(account: number, date: string): MinorUnits
  list(until: string): (Omit<AccountForecast, 'account_id'> & { account: number })[]
}

/** What goes out and comes in on a day. */
interface DayFlow {
  outflow: MinorUnits
  inflow: MinorUnits
}

/** Returns the balances with the stored transactions, also those dated after today. */
function openBalances(store: WorkspaceStore, today: string): Balances {
  const flows = new Map<number, Map<string, DayFlow>>()
  function add(account: number, date: string, amount: MinorUnits): void {
    const days = flows.get(account) ?? new Map<string, DayFlow>()
    const flow = days.get(date) ?? { outflow: 0n, inflow: 0n }
    if (amount < 0n) flow.outflow += amount
    else flow.inflow += amount
    flows.set(account, days.set(date, flow))
  }
  const later = new Map<number, MinorUnits>()
  for (const { account, date, outflow, inflow } of store.lineTotals.listDayFlows(today)) {
    add(account, date, outflow)
    add(account, date, inflow)
    later.set(account, (later.get(account) ?? 0n) + outflow + inflow)
  }
  const accounts = store.accounts.list()
  const starts = new Map(
    accounts.map(({ seq, cleared_balance, pending_balance }) => [
      seq,
      cleared_balance + pending_balance - (later.get(seq) ?? 0n),
    ]),
  )
  const listDays = (account: number): [date: string, flow: DayFlow][] => [...(flows.get(account) ?? [])]
  return {
    add,
    read: (account, date) =>
      listDays(account).reduce(
        (balance, [day, { outflow, inflow }]) => (day <= date ? balance + outflow + inflow : balance),
        starts.get(account) ?? 0n,
      ),
    list: (until) =>
      accounts.map(({ seq: account }) => {
        const start = starts.get(account) ?? 0n
        const days: BalanceDay[] = []
        let balance = start
        for (const [date, { outflow, inflow }] of listDays(account).toSorted(([a], [b]) =>
          a < b ? -1 : 1,
        )) {
          if (date > until) break
          const lowest = balance + outflow
          balance = lowest + inflow
          days.push({ date, lowest, balance })
        }
        return { account, balance: start, days }
      }),
  }
}

/** Cards are paid in full after everything else of their day. */
const isPaidInFull = ({ amount }: PlannedTransaction): boolean => amount === null

/** Returns the rows of planned transactions, and adds them to the balances. */
function planRows(
  context: RequestContext,
  balances: Balances,
  planned: readonly PlannedTransaction[],
): TransactionRow[] {
  const rows: TransactionRow[] = []
  const things = createThingReader(context)
  let seq = context.store.transactions.nextSeq()
  const inOrder = planned.toSorted(
    (a, b) =>
      (a.date === b.date ? 0 : a.date < b.date ? -1 : 1) || Number(isPaidInFull(a)) - Number(isPaidInFull(b)),
  )
  for (const transaction of inOrder) {
    for (const row of buildRows({ context, balances, ...things }, { ...transaction, seq })) {
      rows.push(row)
      balances.add(row.account, row.date, row.amount)
      seq++
    }
  }
  return rows
}

/** Returns functions that look each account and category up once: schedules repeat them. */
function createThingReader({ ids, getAccount }: RequestContext) {
  const seqs = new Map<string, number>()
  const toSeq = (kind: 'account' | 'category', id: string): number => {
    const seq = seqs.get(id) ?? assertFound(ids.toSeq(kind, id))
    seqs.set(id, seq)
    return seq
  }
  return {
    toAccount: (id: string) => getAccount(toSeq('account', id)),
    toCategory: (id: string | null) => (id === null ? null : toSeq('category', id)),
  }
}

interface RowContext extends ReturnType<typeof createThingReader> {
  context: RequestContext
  balances: Balances
}

/** Returns the row of a planned transaction, or both sides of a transfer; none where nothing is owed. */
function buildRows(
  { context, balances, toAccount, toCategory }: RowContext,
  { date, account_id, transfer_account_id, lines, seq, ...planned }: PlannedTransaction & { seq: number },
): TransactionRow[] {
  const account = toAccount(account_id)
  const splits = lines.map(({ category_id, ready_to_assign, amount }) => ({
    category: toCategory(category_id),
    ready_to_assign,
    amount,
    notes: null,
  }))
  const [first, second] = splits
  const { category = null, ready_to_assign = false } = first ?? {}
  if (transfer_account_id === null) {
    const amount = planned.amount ?? 0n
    const row = { seq, account, date, amount }
    return [buildTransactionRow(context, second ? { ...row, splits } : { ...row, category, ready_to_assign })]
  }
  const other = toAccount(transfer_account_id)
  const amount = planned.amount ?? minimum(0n, balances.read(other.seq, date))
  if (amount === 0n) return []
  const outflow = { seq, account, date, amount, category, pair: seq + 1, transfer_account: other.seq }
  const inflow = { seq: seq + 1, account: other, date, amount: -amount, pair: seq }
  return [
    buildTransactionRow(context, outflow),
    buildTransactionRow(context, { ...inflow, transfer_account: account.seq }),
  ]
}
