/**
 * Compares the bank's closing balance with the balance of the account.
 * @see docs/import.md#10-rules-found-with-unseen-files
 */

import type { WorkspaceContext } from '../command/context.ts'
import { add, type Money } from '../money/decimal.ts'
import { toShellPath, toShellValue } from '../output/shell-words.ts'
import { type BalanceComparison, compareBalance } from './plan/account-balance.ts'
import type { BankBalance, ImportPreview } from './plan/preview-import.ts'
import { listClearings } from './posting/record-rows.ts'
import type { BalanceCheckOutput } from './views/account-text.ts'
import type { ImportRunOutput } from './views/report-view.ts'

const toBalanceCheck = (
  balance: BankBalance | BalanceComparison,
  account_name: string,
): BalanceCheckOutput => ({
  file: balance.amount,
  date: balance.date,
  account_name,
  account: 'account' in balance ? balance.account : null,
  differs_since: 'account' in balance ? (balance.differs_since ?? null) : null,
  ...('differs_throughout' in balance && { differs_throughout: true as const }),
  is_followed: balance.is_followed,
  ...(balance.opening !== undefined && { opening: balance.opening }),
  ...(balance.is_contradicted && { is_contradicted: true as const }),
  gaps: balance.gaps,
})

/**
 * Returns the balance check for a preview. A remote account is compared in a dry run only, because it costs
 * requests.
 */
export async function buildPreviewBalance(
  context: WorkspaceContext,
  preview: ImportPreview,
  account_name: string,
  opening: Money = '0',
): Promise<BalanceCheckOutput | undefined> {
  const { balance, plan } = preview
  if (!balance || (context.workspace.costsRequests && !context.invocation.isDryRun))
    return balance && toBalanceCheck(balance, account_name)
  // A row that is taken for the row of the bank is cleared, and gets the bank's date.
  const counted = listClearings(plan).filter(
    ({ existing }) => existing.status === 'pending' || existing.date > balance.date,
  )
  const coming = [opening, plan.sums.create, ...counted.map(({ existing }) => existing.amount)].reduce(add)
  const comparing = { coming, looksBack: false, signal: context.invocation.signal }
  const { compared } = await compareBalance(context.workspace.api, preview, balance, comparing)
  return toBalanceCheck(compared, account_name)
}

/** For larger imports, searching for the first differing day takes too long. */
const MAX_ROWS_TO_TRACE = 5000

/** Adds the balance check to the result of an import. */
export async function addBalanceCheck(
  context: WorkspaceContext,
  report: ImportRunOutput,
  { preview, account_name }: { preview: ImportPreview; account_name: string },
): Promise<ImportRunOutput> {
  const { balance, statement } = preview
  if (report.stopped) return report
  if (!balance) return { ...report, ...(hasUnusedBalances(report, statement) && { balance_unused: true }) }
  const looksBack = !context.workspace.costsRequests && report.counts.create <= MAX_ROWS_TO_TRACE
  const comparing = { looksBack, signal: context.invocation.signal }
  // The rows are imported; a failing comparison must not hide that.
  const comparison = await compareBalance(context.workspace.api, preview, balance, comparing).catch(
    () => undefined,
  )
  const check = toBalanceCheck(comparison?.compared ?? balance, account_name)
  const doDiffer = check.account !== null && check.account !== check.file
  return {
    ...report,
    balance_check: doDiffer ? { ...check, compare_step: await buildCompareCommand(context, check) } : check,
    requests: report.requests + (comparison?.requests ?? 0),
  }
}

/**
 * True if the file has a column of balances but states no closing balance. One row alone has no balance to
 * follow.
 */
const hasUnusedBalances = ({ counts }: ImportRunOutput, { mapping }: ImportPreview['statement']): boolean =>
  mapping.some(({ field }) => field === 'balance') && counts.create > 1

/** Returns the command that lists the account for the month in which the balances begin to differ. */
async function buildCompareCommand(
  context: WorkspaceContext,
  { account_name, date, differs_since }: BalanceCheckOutput,
): Promise<string> {
  const profile = (await context.computer.settings()).profileFlag
  const parts = [
    `budget accounts register ${toShellValue(account_name)} --period ${(differs_since ?? date).slice(0, 7)}`,
    ...(profile === undefined ? [] : [`--profile ${toShellPath(profile)}`]),
  ]
  return parts.join(' ')
}
