/** Explains why an entry of a remote profile cannot be taken back, and names the entry in the way where it is known. */

import { UserError } from '../../contract/errors.ts'
import type { ChangeFields } from '../../contract/ports/history.ts'
import type { LoggedChange, LoggedWrite, WriteLog } from '../../contract/ports/write-log.ts'
import { describeThing } from '../writes/api-entities.ts'

/** A change that cannot be taken back. */
export interface UndoObstacle {
  entry: number
  change: LoggedChange
  /** What happened to the thing, after its name. */
  problem: string
}

/** Returns the error of a thing that is not as a change left it. */
export function createConflict(log: WriteLog, { entry, change, problem }: UndoObstacle): UserError {
  const cause = findIndirectCause(log, entry, change)
  const by = cause === undefined ? '' : ` by ${cause} (${log.findEntry(cause)?.command})`
  const other =
    log.listCreatedAgain().size === 0
      ? 'Another program changed it'
      : 'Another program changed it, or an undo recreated something that it uses'
  const hint = cause === undefined ? other : `budget history show ${cause} shows more`
  return new UserError('conflict', `${describeThing(change)} ${problem}${by}; nothing was changed`, { hint })
}

/** Returns the later entry that merged or deleted what a transaction had, or closed its account. */
function findIndirectCause(log: WriteLog, entry: number, change: LoggedChange): number | undefined {
  if (change.type !== 'transaction') return undefined
  for (const write of log.listLaterWrites(entry))
    if (write.undone.length === 0 && changesTransactions(write, change.after ?? {})) return write.entry
  return undefined
}

/** The operations that change transactions without naming them, and the field that tells which. */
const fieldByOperation: Partial<Record<LoggedWrite['operation'], string>> = {
  deleteMerchant: 'merchant_name',
  deleteCategory: 'category_name',
  updateAccount: 'account_name',
}

function changesTransactions({ operation, changes }: LoggedWrite, transaction: ChangeFields): boolean {
  const field = fieldByOperation[operation]
  const name = field === undefined ? undefined : transaction[field]
  return changes.some(
    ({ before, after }) =>
      name !== undefined &&
      before?.['name'] === name &&
      // Closing an account reconciles its transactions; another change of it does not touch them.
      (operation !== 'updateAccount' || after?.['closed'] === true),
  )
}
