/** Refuses to bring an import back when its rows may have been imported again since it was taken back. */

import { UserError } from '../../contract/errors.ts'
import type { LoggedEntry, LoggedWrite, WriteLog } from '../../contract/ports/write-log.ts'

const isImport = ({ command }: LoggedEntry): boolean => /^import(\s|$)/.test(command)

/** Returns the command that an undo, a redo or an undo of those is about. */
function findRoot(log: WriteLog, entry: LoggedEntry): LoggedEntry {
  const undone = entry.undoes === null ? undefined : log.findEntry(entry.undoes)
  return undone ? findRoot(log, undone) : entry
}

/** Lists the accounts whose transactions a write created, restored or deleted, as far as it is in effect. */
const listAccounts = ({ changes, undone }: LoggedWrite): unknown[] =>
  changes
    .filter(({ type, id }) => type === 'transaction' && !undone.includes(id))
    .map(({ before, after }) => (after ?? before)?.['account_id'])

/**
 * Checks that no import into the same accounts came since an import was taken back. Their rows are not compared: an
 * overlapping file would book some twice.
 * @throws UserError conflict
 */
export function refuseSecondImport(log: WriteLog, entry: LoggedEntry): void {
  const root = findRoot(log, entry)
  const deletions = log.listWrites(entry.id).filter(({ operation }) => operation === 'deleteTransaction')
  if (deletions.length === 0 || root.id === entry.id || !isImport(root)) return
  const accounts = new Set(deletions.flatMap(listAccounts))
  for (const write of log.listLaterWrites(entry.id)) {
    const isBooking = write.operation === 'createTransactions' || write.operation === 'restoreTransaction'
    if (!isBooking || !listAccounts(write).some((account) => accounts.has(account))) continue
    const later = log.findEntry(write.entry)
    const other = later && findRoot(log, later)
    if (!other || other.id === root.id || !isImport(other)) continue
    throw new UserError(
      'conflict',
      `${root.id}, ${root.command}, cannot be redone: ${other.id} (${other.command}) has since imported into the same account, and rows could be entered twice; nothing was changed`,
      { hint: `Undo ${other.id} first, or import the file again, which skips what is there` },
    )
  }
}
