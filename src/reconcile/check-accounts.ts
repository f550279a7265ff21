/** Finds accounts that want a look: not reconciled, uncleared, off the bank. */

import type { WorkspaceContext } from '../command/context.ts'
import type { Account } from '../contract/operations/accounts.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import { findNewestTransaction, paginateTransactions, readNewestPage } from '../contract/paginate.ts'
import type { ImportRecord } from '../contract/ports/import-journal.ts'
import { readBankBalance } from '../import/posting/run-import.ts'
import { addDays } from '../money/calendar.ts'
import { isZero, subtract, sum } from '../money/decimal.ts'
import { toShellPath, toShellValue } from '../output/shell-words.ts'
import type { AccountCheck, AccountProblem } from './account-check-view.ts'
import { readLastReconciliations } from './reconciled-dates.ts'

/** A pending transaction is a problem after so many days: the bank should have booked it. */
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

/** Returns the latest balance of the bank for each account, by the account's id. */
async function findBankBalances({
  workspace: { openImportStore },
}: Pick<WorkspaceContext, 'workspace'>): Promise<ReadonlyMap<string, { date: string; amount: string }>> {
  const balances = new Map<string, { date: string; amount: string }>()
  const imports: ImportRecord[] = (await openImportStore()).listImports()
  for (const record of imports) {
    const found = record.state === 'done' ? readBankBalance(record) : undefined
    const known = balances.get(record.account_id)
    if (found && (!known || known.date < found.date)) balances.set(record.account_id, found)
  }
  return balances
}

/** What happened last in an account. */
export interface AccountActivity {
  /** The date of the newest transaction; null when none is known. */
  last_transaction: string | null
  pending: readonly Pick<Transaction, 'date' | 'amount'>[]
  /** Returns the cleared balance at the end of a date; undefined when that would take many requests. */
  readCleared(date: string): string | undefined
}

/** Reads the activity of all accounts by their id: remotely with the pending transactions, the newest page, and a request for each account without a row in it. */
async function readAccountActivity(
  context: WorkspaceContext,
  accounts: readonly Account[],
): Promise<ReadonlyMap<string, AccountActivity>> {
  const {
    workspace: { api },
    invocation: { signal },
  } = context
  const pending: Transaction[] = []
  for await (const page of paginateTransactions(api, { status: 'pending' }, signal)) pending.push(...page)
  const ofAccount = ({ id }: Account) => pending.filter(({ account_id }) => account_id === id)
  const findNewest = (account: Account) => findNewestTransaction(api, { account_id: account.id }, signal)
  const { admin } = context.workspace
  if (admin) {
    const describe = async (account: Account): Promise<readonly [string, AccountActivity]> => {
      return [
        account.id,
        {
          last_transaction: (await findNewest(account))?.date ?? null,
          pending: ofAccount(account),
          readCleared: (date) => admin.readClearedBalance(account.id, date),
        },
      ]
    }
    return new Map(await Promise.all(accounts.map(describe)))
  }
  const { transactions: newest, next_cursor } = await readNewestPage(api, {}, signal)
  const edge = next_cursor === null ? '' : (newest.at(-1)?.date ?? '')
  const describe = async (account: Account): Promise<readonly [string, AccountActivity]> => {
    const rows = newest.filter(({ account_id }) => account_id === account.id)
    const last = rows[0] ?? (next_cursor === null ? undefined : await findNewest(account))
    const readCleared = (date: string): string | undefined =>
      date <= edge
        ? undefined
        : rows
            .filter((row) => row.date > date && row.status !== 'pending')
            .reduce((left, { amount }) => subtract(left, amount), account.cleared_balance)
    return [account.id, { last_transaction: last?.date ?? null, pending: ofAccount(account), readCleared }]
  }
  return new Map(await Promise.all(accounts.map(describe)))
}
