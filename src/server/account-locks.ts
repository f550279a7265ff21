/**
 * Keeps an import on this machine and one over HTTP from booking into an account at the same moment.
 * @see docs/reliability.md#r4
 */

import type { BudgetApi } from '../contract/api.ts'
import { ApiError, conflict, UserError } from '../contract/errors.ts'
import type { Workspaces } from '../contract/ports/local-service.ts'
import { isValidId } from '../contract/remote-address.ts'

/** Takes the locks of the accounts a batch names, as an import on this machine does. Throws conflict while one is under way. */
export async function lockAccounts(
  served: Pick<Workspaces, 'open' | 'importStore'>,
  workspace_id: string,
  body: unknown,
): Promise<() => void> {
  const releases: (() => void)[] = []
  const release = (): void => {
    for (const one of releases) one()
  }
  try {
    for (const account_id of await findBatchAccounts(served, workspace_id, body))
      releases.push(served.importStore(workspace_id).lockAccount(account_id))
    return release
  } catch (error) {
    release()
    throw error instanceof UserError ? conflict('another import into this account is under way') : error
  }
}

/** The accounts of a batch that are there: the name of a lock is the name of a file. */
async function findBatchAccounts(
  served: Pick<Workspaces, 'open'>,
  workspace_id: string,
  body: unknown,
): Promise<string[]> {
  const { transactions } = Object(body) as { transactions?: unknown } // Object() of anything has properties, if not this one
  const rows: readonly unknown[] = Array.isArray(transactions) ? transactions : []
  const named = rows.slice(0, MAX_ROWS).map((row) => (Object(row) as { account_id?: unknown }).account_id) // a row may be anything as well
  const ids: string[] = named.filter((id) => typeof id === 'string').filter(isValidId)
  const api: BudgetApi = served.open(workspace_id)
  const there: string[] = []
  for (const account_id of new Set(ids.toSorted())) {
    try {
      await api.getAccount({ account_id })
      there.push(account_id)
    } catch (error) {
      // The engine refuses it when its turn comes.
      if (!(error instanceof ApiError)) throw error
    }
  }
  return there
}

/** A batch holds no more; what is beyond them is refused anyway. */
const MAX_ROWS = 100
