/** Shows the log with the ids that things have now: what an undo creates again gets a new id. */

import type { LoggedChange, LoggedWrite, WriteLog } from '../../contract/ports/write-log.ts'
import { digestTransaction } from '../../contract/transaction-digest.ts'
import { entityKinds } from '../writes/api-entities.ts'

/** Returns a value with the newest id of everything that was created again. */
export function replaceIds<Value>(value: Value, ids: ReadonlyMap<string, string>): Value {
  const old = JSON.stringify(value)
  let text = old
  for (const id of ids.keys()) if (text.includes(id)) text = text.replaceAll(id, findNewestId(id, ids))
  return text === old ? value : (JSON.parse(text) as Value) // ids do not change the shape
}

function findNewestId(id: string, ids: ReadonlyMap<string, string>): string {
  const next = ids.get(id)
  return next === undefined ? id : findNewestId(next, ids)
}

function replaceInChange(change: LoggedChange, ids: ReadonlyMap<string, string>): LoggedChange {
  const current = replaceIds(change, ids)
  if (current === change) return change
  const { after } = current
  const isWhole =
    after !== null && entityKinds.transaction.contentFields.every((field) => after[field] !== undefined)
  const digest = current.digest !== undefined && isWhole ? { digest: digestTransaction(after) } : {}
  return { ...current, ...digest, logged_id: change.id, is_renewed: true }
}

/** Returns the same log, whose writes name things by the ids that they have now. */
export function withCurrentIds(log: WriteLog): WriteLog {
  const ids = log.listCreatedAgain()
  if (ids.size === 0) return log
  const replace = (write: LoggedWrite): LoggedWrite => ({
    ...write,
    request: replaceIds(write.request, ids),
    undone: replaceIds(write.undone, ids),
    changes: write.changes.map((change) => replaceInChange(change, ids)),
  })
  return {
    ...log,
    listWrites: (entry) => log.listWrites(entry).map(replace),
    *listLaterWrites(entry) {
      for (const write of log.listLaterWrites(entry)) yield replace(write)
    },
    findWrite(number) {
      const write = log.findWrite(number)
      return write && replace(write)
    },
  }
}
