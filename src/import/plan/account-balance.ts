/**
 * The account's own balance beside the one the bank's file ends with.
 * @see docs/import.md#10-rules-found-with-unseen-files
 */

import type { BudgetApi } from '../../contract/api.ts'
import { paginateTransactions } from '../../contract/paginate.ts'
import { addDays } from '../../money/calendar.ts'
import { getCurrencyDecimals } from '../../money/currency.ts'
import type { Money } from '../../money/decimal.ts'
import { formatAmount, type MinorUnits, parseAmount } from '../../money/minor-units.ts'
import type { Statement } from '../model/statement.ts'
import type { BankBalance, ImportPreview } from './preview-import.ts'

/** What the bank and the account say of the same day. */
export interface BalanceComparison extends BankBalance {
  /** What the account holds at the end of that day, without what waits. */
  account: Money
  /** The first day on which the two differ; undefined where they agree, or where the file shows one balance only. */
  differs_since?: string
  /** They differ on every day of the file. */
  differs_throughout?: true
}

type AccountApi = Pick<BudgetApi, 'getAccount' | 'listTransactions'>

interface CompareBalanceOptions {
  /** What is yet to be booked, as a decimal string. */
  coming?: Money
  /** Look for the day since when the two differ, which lists the account from the file's first day on. */
  looksBack: boolean
  signal?: AbortSignal | undefined
}

/** Compares what the account holds with the bank's balance of the same day. */
export async function compareBalance(
  api: AccountApi,
  {
    account_id,
    statement,
    plan,
    currency,
  }: Pick<ImportPreview, 'account_id' | 'statement' | 'plan' | 'currency'>,
  balance: BankBalance,
  { coming = '0', looksBack, signal }: CompareBalanceOptions,
): Promise<{ compared: BalanceComparison; requests: number }> {
  const decimals = getCurrencyDecimals(currency)
  const minor = (amount: Money): MinorUnits => parseAmount(amount, decimals) ?? 0n
  const { account } = await api.getAccount({ account_id }, signal)
  const now = minor(account.cleared_balance) + minor(coming)
  const moved = async (since_date: string): Promise<{ byDay: Map<string, MinorUnits>; requests: number }> => {
    const byDay = new Map<string, MinorUnits>()
    let requests = 0
    for await (const page of paginateTransactions(api, { account_id, since_date }, signal)) {
      requests += 1
      for (const { date, amount, status, deleted } of page)
        if (!deleted && status !== 'pending') byDay.set(date, (byDay.get(date) ?? 0n) + minor(amount))
    }
    return { byDay, requests }
  }
  const later = await moved(addDays(balance.date, 1))
  const held = [...later.byDay.values()].reduce((sum, amount) => sum - amount, now)
  const found = { ...balance, account: formatAmount(held, decimals) }
  const first =
    looksBack && statement.balances && held !== minor(balance.amount) ? plan.span?.first : undefined
  if (first === undefined) return { compared: found, requests: 1 + later.requests }
  const { byDay, requests } = await moved(first)
  const days = listClosingBalances(statement)
  const differs_since = findFirstDifference(days, computeEndOfDayBalances(byDay, now))
  const isThroughout = differs_since === days[0]?.date
  return {
    compared: {
      ...found,
      ...(differs_since !== undefined && { differs_since }),
      ...(differs_since !== undefined && isThroughout && { differs_throughout: true as const }),
    },
    requests: 1 + later.requests + requests,
  }
}

interface EndOfDayBalance {
  date: string
  minor: MinorUnits
}

/** What the account holds at the end of each day on which something moved, the newest first. */
function computeEndOfDayBalances(byDay: ReadonlyMap<string, MinorUnits>, now: MinorUnits): EndOfDayBalance[] {
  let minor = now
  return [...byDay]
    .toSorted(([one], [other]) => (one < other ? 1 : -1))
    .map(([date, amount]) => {
      const end = { date, minor }
      minor -= amount
      return end
    })
}

/** The day after the latest one on which the file's balance is the account's; the first of the file where there is none. */
function findFirstDifference(
  days: readonly EndOfDayBalance[],
  held: readonly EndOfDayBalance[],
): string | undefined {
  let since = days[0]?.date
  for (const [at, { date, minor }] of days.entries())
    if (held.find((end) => end.date <= date)?.minor === minor) since = days[at + 1]?.date
  return since
}

/** The balance with which each day of a file ends, the oldest first. */
function listClosingBalances({ balances, rows }: Statement): EndOfDayBalance[] {
  const closings = new Map<string, MinorUnits>()
  if (!balances) return []
  for (const { disposition, date, balance, minor } of rows()) {
    if (disposition !== 'ready' || balance === undefined || minor === undefined) continue
    if (balances.order === 'falling' && closings.has(date)) continue
    closings.set(date, balances.position === 'after' ? balance : balance + minor)
  }
  return [...closings]
    .map(([date, minor]) => ({ date, minor }))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
}
