/**
 * Locks an account for an import and first recovers batches whose outcome is unknown.
 * @see docs/import.md#7-exactly-once-without-an-idempotency-key
 */

import type { WorkspaceContext } from '../command/context.ts'
import type { ImportStore } from '../contract/ports/import-journal.ts'
import { recoverBatches } from './posting/recover-batches.ts'

interface AccountLockOptions {
  account_id: string
  /** What to assume about batches of which only a part is found. */
  assume?: 'done' | 'absent' | undefined
}

/** Runs `work` with the lock of the account, after all earlier batches are confirmed or discarded. */
export async function withAccountLock<Result>(
  context: WorkspaceContext,
  imports: ImportStore,
  lock: AccountLockOptions,
  work: (requests: number) => Promise<Result>,
): Promise<Result> {
  // A dry run sends nothing, so it needs neither lock nor recovery.
  if (context.invocation.isDryRun) return work(0)
  const release = imports.lockAccount(lock.account_id)
  try {
    const waiting = (done: number, of: number): void =>
      context.user.reportProgress({
        done,
        of,
        what: 'seconds until the outcome of the last request is known',
      })
    const {
      invocation: { now, wait, signal },
    } = context
    return await work(
      await recoverBatches(context.workspace.api, { imports, ...lock, now, wait, signal, waiting }),
    )
  } finally {
    release()
  }
}
