/**
 * Compares the account's balance with the closing balance of the bank file.
 * @see docs/import.md#balance-after-the-import
 */

import type { BudgetApi } from '../../contract/api.ts'
import { paginateTransactions } from '../../contract/paginate.ts'
import { addDays } from '../../money/calendar.ts'
import { getCurrencyDecimals } from '../../money/currency.ts'
import type { Money } from '../../money/decimal.ts'
import { formatAmount, type MinorUnits, parseAmount } from '../../money/minor-units.ts'
import type { Statement } from '../model/statement.ts'
import type { BankBalance, ImportPreview } from './preview-import.ts'

/** The bank's balance and the account's balance on the same day. */
export interface BalanceComparison extends BankBalance {
  /** The cleared balance of the account at the end of that day. */
  account: Money
  /** The first day on which the two differ; undefined if they agree or the file has a single balance. */
  differs_since?: string
  /** Set if they differ on every day of the file. */
  differs_throughout?: true
}

type AccountApi = Pick<BudgetApi, 'getAccount' | 'listTransactions'>

interface CompareBalanceOptions {
  /** The sum that is still to be imported, as a decimal string. */
  coming?: Money
  /**
   * True to search for the first day of difference, which lists the account from the first day of the file.
   */
  looksBack: boolean
  signal?: AbortSignal | undefined
}

/**
 * Compares the account's balance with the bank's balance of the same day. `requests` counts the requests
 * used.
 */
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
  const accountBalance = [...later.byDay.values()].reduce((sum, amount) => sum - amount, now)
  const found = { ...balance, account: formatAmount(accountBalance, decimals) }
  const first =
    looksBack && statement.balances && accountBalance !== minor(balance.amount) ? plan.span?.first : undefined
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

/** Returns the account's balance at the end of each day with transactions, newest first. */
function computeEndOfDayBalances(byDay: ReadonlyMap<string, MinorUnits>, now: MinorUnits): EndOfDayBalance[] {
  let minor = now
  return [...byDay]
    .toSorted(([left], [right]) => (left < right ? 1 : -1))
    .map(([date, amount]) => {
      const end = { date, minor }
      minor -= amount
      return end
    })
}

/**
 * Returns the day after the latest day on which both balances agree; the first day of the file if they never
 * do.
 */
function findFirstDifference(
  days: readonly EndOfDayBalance[],
  accountBalances: readonly EndOfDayBalance[],
): string | undefined {
  let since = days[0]?.date
  for (const [at, { date, minor }] of days.entries())
    if (accountBalances.find((end) => end.date <= date)?.minor === minor) since = days[at + 1]?.date
  return since
}

/** Returns the closing balance of each day of a file, oldest first. */
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
