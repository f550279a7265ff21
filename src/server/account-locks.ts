/**
 * Locks accounts so that an import on this machine and one over HTTP cannot run at the same moment.
 * @see docs/reliability.md#r4
 */

import type { BudgetApi } from '../contract/api.ts'
import { ApiError, conflict, UserError } from '../contract/errors.ts'
import type { Workspaces } from '../contract/ports/local-service.ts'
import { isValidId } from '../contract/remote-address.ts'

/**
 * Locks the accounts of a batch like an import on this machine does; returns the function that releases them.
 * @throws ApiError conflict when another import is running
 */
export async function lockAccounts(
  served: Pick<Workspaces, 'open' | 'importStore'>,
  workspace_id: string,
  body: unknown,
): Promise<() => void> {
  const releases: (() => void)[] = []
  const release = (): void => {
    for (const releaseOne of releases) releaseOne()
  }
  try {
    for (const account_id of await findBatchAccounts(served, workspace_id, body))
      releases.push(served.importStore(workspace_id).lockAccount(account_id))
    return release
  } catch (error) {
    release()
    throw error instanceof UserError ? conflict('another import into this account is running') : error
  }
}

/** Lists the accounts of a batch that exist: the name of a lock becomes the name of a file. */
async function findBatchAccounts(
  served: Pick<Workspaces, 'open'>,
  workspace_id: string,
  body: unknown,
): Promise<string[]> {
  const { transactions } = Object(body) as { transactions?: unknown } // any value has properties after Object(), perhaps not this one
  const rows: readonly unknown[] = Array.isArray(transactions) ? transactions : []
  const namedIds = rows.slice(0, MAX_ROWS).map((row) => (Object(row) as { account_id?: unknown }).account_id) // a row may be any value
  const ids: string[] = namedIds.filter((id) => typeof id === 'string').filter(isValidId)
  const api: BudgetApi = served.open(workspace_id)
  const existing: string[] = []
  for (const account_id of new Set(ids.toSorted())) {
    try {
      await api.getAccount({ account_id })
      existing.push(account_id)
    } catch (error) {
      // The engine refuses the unknown account later.
      if (!(error instanceof ApiError)) throw error
    }
  }
  return existing
}

/** The engine refuses batches with more rows. */
const MAX_ROWS = 100
