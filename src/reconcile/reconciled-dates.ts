/** Looks up until when accounts are reconciled. */

import type { WorkspaceContext } from '../command/context.ts'
import { StorageError } from '../contract/errors.ts'
import type { Reconciliation } from '../contract/ports/workspace-admin.ts'

/** Returns the last reconciliation of each account, by the account's id; empty when it cannot be read. */
export async function readLastReconciliations({
  workspace: { openReconciliations },
}: Pick<WorkspaceContext, 'workspace'>): Promise<ReadonlyMap<string, Reconciliation>> {
  try {
    return new Map((await openReconciliations()).list().map((one) => [one.account_id, one]))
  } catch (error) {
    // A list of accounts says more than this date; the commands that write to a damaged file report it.
    if (!(error instanceof StorageError)) throw error
    return new Map()
  }
}
