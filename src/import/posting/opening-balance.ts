/**
 * Records the balance before the first row of a file in an account that has no transactions.
 * @see docs/import.md#figures-of-the-file
 */

import type { WorkspaceContext } from '../../command/context.ts'
import { UserError } from '../../contract/errors.ts'
import { findNewestTransaction, paginateTransactions } from '../../contract/paginate.ts'
import { STARTING_BALANCE_NOTES } from '../../contract/starting-balance.ts'
import { groupThousands } from '../../output/format-amount.ts'
import type { ImportPreview, OpeningBalance } from '../plan/preview-import.ts'

interface OpeningAccount {
  id: string
  name: string
  on_budget?: boolean
}

/**
 * Returns the opening balance of a file for a new account; undefined if an import that was stopped has recorded it.
 * @throws UserError if the file does not prove one, or the account has transactions
 */
export async function requireOpeningBalance(
  { workspace: { api }, invocation: { signal } }: Pick<WorkspaceContext, 'workspace' | 'invocation'>,
  { file, balance, plan }: ImportPreview,
  account: OpeningAccount,
): Promise<OpeningBalance | undefined> {
  const [amount, date] = [balance?.opening, plan.span?.first]
  if (amount === undefined || date === undefined)
    throw new UserError('usage', `${file} does not show the balance before its first row`, {
      hint: 'Remove --opening-balance, and enter that balance with budget tx add',
    })
  if (await findNewestTransaction(api, { account_id: account.id }, signal)) {
    const ofDay = { account_id: account.id, since_date: date, until_date: date }
    for await (const page of paginateTransactions(api, ofDay, signal))
      if (page.some((row) => !row.deleted && row.notes === STARTING_BALANCE_NOTES && row.amount === amount))
        return undefined
    throw new UserError('usage', `${account.name} already has transactions, so it needs no opening balance`, {
      hint: 'Remove --opening-balance',
    })
  }
  return { amount, date }
}

/**
 * Offers the balance before the first row on a terminal, if the account is new. A remote workspace is not asked, because
 * that costs requests.
 */
export async function offerOpeningBalance(
  {
    workspace: { api, costsRequests },
    invocation: { signal, assumesYes },
    user,
  }: Pick<WorkspaceContext, 'workspace' | 'invocation' | 'user'>,
  { file, balance, plan }: ImportPreview,
  account: OpeningAccount,
): Promise<OpeningBalance | undefined> {
  const [amount, date] = [balance?.opening, plan.span?.first]
  if (amount === undefined || date === undefined || !/[1-9]/.test(amount)) return undefined
  if (costsRequests || assumesYes || !user.isInteractive()) return undefined
  if (await findNewestTransaction(api, { account_id: account.id }, signal)) return undefined
  const about = `${file} begins with a balance of ${groupThousands(amount)}\n`
  const isWanted = await user.confirm(`Record it as the opening balance of ${account.name}?`, about)
  return isWanted ? { amount, date } : undefined
}

/** Creates the transaction of the opening balance, as the service does for a new account. */
export async function recordOpeningBalance(
  { workspace: { api }, invocation: { signal } }: Pick<WorkspaceContext, 'workspace' | 'invocation'>,
  { amount, date }: OpeningBalance,
  { id, on_budget }: OpeningAccount,
): Promise<void> {
  if (!/[1-9]/.test(amount)) return
  const income = on_budget === false ? {} : { ready_to_assign: true as const }
  const transaction = { account_id: id, date, amount, notes: STARTING_BALANCE_NOTES, ...income }
  await api.createTransactions({ body: { transaction } }, signal)
}
