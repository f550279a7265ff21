/** The account's own balance beside the one the bank's file ends with. */ // import.md §10

import type { BudgetApi } from '../contract/api.ts'
import { transactionPages } from '../contract/pages.ts'
import { addDays } from '../money/calendar.ts'
import { decimalsOf } from '../money/currency.ts'
import { formatAmount, type Minor, parseAmount } from '../money/minor.ts'
import type { Money } from '../money/money.ts'
import type { BankBalance, ImportPreview } from './import_file.ts'
import type { Statement } from './statement.ts'

/** What the bank and the account say of the same day. */
export interface ComparedBalance extends BankBalance {
  /** What the account holds at the end of that day, without what waits. */
  account: Money
  /** The first day on which the two differ; undefined where they agree, or where the file shows one balance only. */
  differs_since?: string
}

type Api = Pick<BudgetApi, 'getAccount' | 'listTransactions'>

interface Comparing {
  /** What is yet to be booked, as a decimal string. */
  coming?: Money
  /** Look for the day since when the two differ, which lists the account from the file's first day on. */
  looksBack: boolean
  signal?: AbortSignal | undefined
}

/** Compares what the account holds with the bank's balance of the same day. */
export async function compareBalance(
  api: Api,
  {
    account_id,
    statement,
    plan,
    currency,
  }: Pick<ImportPreview, 'account_id' | 'statement' | 'plan' | 'currency'>,
  balance: BankBalance,
  { coming = '0', looksBack, signal }: Comparing,
): Promise<{ compared: ComparedBalance; requests: number }> {
  const decimals = decimalsOf(currency)
  const minor = (amount: Money): Minor => parseAmount(amount, decimals) ?? 0n
  const { account } = await api.getAccount({ account_id }, signal)
  const first = looksBack && statement.balances ? plan.span?.first : undefined
  const since_date = first ?? addDays(balance.date, 1)
  const moved: { date: string; amount: Minor }[] = []
  let requests = 1
  for await (const page of transactionPages(api, { account_id, since_date }, signal)) {
    requests += 1
    for (const { date, amount, status, deleted } of page)
      if (!deleted && status !== 'pending') moved.push({ date, amount: minor(amount) })
  }
  const now = minor(account.cleared_balance) + minor(coming)
  const after = (day: string): Minor =>
    moved.reduce((sum, { date, amount }) => (date > day ? sum - amount : sum), now)
  const held = after(balance.date)
  const found = { ...balance, account: formatAmount(held, decimals) }
  if (first === undefined || held === minor(balance.amount)) return { compared: found, requests }
  const differs_since = firstDifference(statement, after)
  return { compared: { ...found, ...(differs_since !== undefined && { differs_since }) }, requests }
}

/** The day after the latest one on which the file's balance is the account's; the first of the file where there is none. */
function firstDifference(statement: Statement, after: (day: string) => Minor): string | undefined {
  const days = closingsByDay(statement)
  let since = days[0]?.date
  for (const [at, { date, minor }] of days.entries()) if (minor === after(date)) since = days[at + 1]?.date
  return since
}

/** The balance with which each day of a file ends, the oldest first. */
function closingsByDay({ balances, rows }: Statement): { date: string; minor: Minor }[] {
  const closings = new Map<string, Minor>()
  if (!balances) return []
  for (const { bin, date, balance, minor } of rows()) {
    if (bin !== 'ready' || balance === undefined || minor === undefined) continue
    if (balances.order === 'falling' && closings.has(date)) continue
    closings.set(date, balances.stands === 'after' ? balance : balance + minor)
  }
  return [...closings]
    .map(([date, minor]) => ({ date, minor }))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
}
