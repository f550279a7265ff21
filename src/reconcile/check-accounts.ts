/** Finds accounts that want a look: not reconciled, uncleared, off the bank. */

import type { WorkspaceContext } from '../command/context.ts'
import type { Account } from '../contract/operations/accounts.ts'
import { addDays } from '../money/calendar.ts'
import { isZero, subtract, sum } from '../money/decimal.ts'
import { toShellPath, toShellValue } from '../output/shell-words.ts'
import { type AccountActivity, readAccountActivity } from './account-activity.ts'
import type { AccountCheck, AccountProblem } from './account-check-view.ts'
import { findBankBalances } from './bank-balances.ts'
import { readLastReconciliations } from './reconciled-dates.ts'

/** After so many days a pending transaction wants a look: the bank has had its time. */
const UNCLEARED_DAYS = 14

/** Returns each account with what is wrong with it, and the command that mends it. */
export async function checkAccounts(
  context: WorkspaceContext,
  { stale }: { stale: number },
): Promise<AccountCheck[]> {
  const { accounts } = await context.workspace.api.listAccounts({})
  const reconciled = await readLastReconciliations(context)
  const activity = await readAccountActivity(context, accounts)
  const banks = await findBankBalances(context)
  const profile = (await context.computer.settings()).profileFlag
  const limits = {
    stale: addDays(context.invocation.today, -stale),
    uncleared: addDays(context.invocation.today, -UNCLEARED_DAYS),
  }
  return accounts.map((account) => {
    const bank = banks.get(account.id)
    const date = reconciled.get(account.id)?.date ?? account.last_reconciled_at?.slice(0, 10) ?? null
    const checked = checkAccount({ account, date, bank, limits, activity: activity.get(account.id) })
    return { ...checked, next_step: suggestNextStep(checked, profile) }
  })
}

interface CheckedAccount {
  account: Account
  /** The date until which it is reconciled. */
  date: string | null
  bank: { date: string; amount: string } | undefined
  limits: { stale: string; uncleared: string }
  activity: AccountActivity | undefined
}

function checkAccount({
  account,
  date,
  bank,
  limits,
  activity,
}: CheckedAccount): Omit<AccountCheck, 'next_step'> {
  const last = activity?.last_transaction ?? null
  const old = (activity?.pending ?? []).filter((row) => row.date < limits.uncleared)
  const cleared = bank && activity?.readCleared(bank.date)
  const difference = bank && cleared !== undefined ? subtract(bank.amount, cleared) : null
  const isStale = last !== null && (date === null || (date < limits.stale && last > date))
  const problems: AccountProblem[] = [
    ...(difference !== null && !isZero(difference) ? ['bank_differs' as const] : []),
    ...(old.length > 0 ? ['old_uncleared' as const] : []),
    ...(isStale ? ['not_reconciled' as const] : []),
  ]
  return {
    account_id: account.id,
    account_name: account.name,
    reconciled_date: date,
    last_transaction: last,
    old_uncleared: old.length,
    old_uncleared_total: sum(old.map(({ amount }) => amount)),
    bank_date: bank?.date ?? null,
    bank_balance: bank?.amount ?? null,
    bank_difference: difference,
    problems,
  }
}

function suggestNextStep(
  { account_name, problems, bank_date, bank_balance }: Omit<AccountCheck, 'next_step'>,
  profile: WorkspaceProfile,
): string | null {
  const account = toShellValue(account_name)
  const more = profile === undefined ? '' : ` --profile ${toShellPath(profile)}`
  const [first] = problems
  if (first === undefined) return null
  if (first === 'old_uncleared') return `budget tx list --account ${account} --status pending${more}`
  const figures =
    first === 'bank_differs' ? `--balance ${bank_balance} --date ${bank_date}` : '--balance AMOUNT'
  return `budget accounts reconcile ${account} ${figures}${more}`
}

type WorkspaceProfile = Awaited<ReturnType<WorkspaceContext['computer']['settings']>>['profileFlag']
