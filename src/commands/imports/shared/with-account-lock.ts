/**
 * Before anything else is done with an account's imports: what became of requests nobody heard the end of?
 * @see docs/import.md#7-exactly-once-without-an-idempotency-key
 */

import type { WorkspaceContext } from '../../../command/context.ts'
import type { ImportStore } from '../../../contract/ports/import-journal.ts'
import { recoverBatches } from '../../../import/posting/recover-batches.ts'

interface AccountLockOptions {
  account_id: string
  /** What to take for true of requests of which only a part can be found. */
  assume?: 'done' | 'absent' | undefined
}

/** Works on an account's imports with everybody else kept out, once nothing about them is in doubt. */
export async function withAccountLock<Result>(
  context: WorkspaceContext,
  imports: ImportStore,
  settling: AccountLockOptions,
  work: (requests: number) => Promise<Result>,
): Promise<Result> {
  // A dry run sends nothing, so it neither finds out nor keeps anybody out.
  if (context.isDryRun) return work(0)
  const release = imports.lockAccount(settling.account_id)
  try {
    const waiting = (done: number, of: number): void =>
      context.reportProgress({
        done,
        of,
        what: 'seconds, then it is certain what became of the last request',
      })
    const { now, wait, signal } = context
    return await work(await recoverBatches(context.api, { imports, ...settling, now, wait, signal, waiting }))
  } finally {
    release()
  }
}
