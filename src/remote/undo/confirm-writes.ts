/**
 * Finds out what became of writes whose answer was never recorded, e.g. because the process was killed.
 * @see docs/history.md#3-on-a-remote-profile
 */

import type { BudgetApi } from '../../contract/api.ts'
import type { LoggedEntry, LoggedWrite, WriteLog } from '../../contract/ports/write-log.ts'
import { readEntity } from '../writes/api-entities.ts'
import { apiWrites } from '../writes/api-writes.ts'

/** Returns why an entry cannot be taken back; null when a write of it can, perhaps after it is confirmed. */
export function explainNotUndoable({ at, writes }: LoggedEntry, now: number): string | null {
  const reasons = writes.map((write) => explainWrite(write, now - at))
  return reasons.includes(null) ? null : (reasons[0] ?? null)
}

/** Returns why a write cannot be taken back, so many milliseconds after it was sent; null when it can. */
export function explainWrite(
  { state, not_undoable, operation }: Pick<LoggedWrite, 'state' | 'not_undoable' | 'operation'>,
  age: number,
): string | null {
  if (state === 'done') return not_undoable
  if (!apiWrites[operation].checkOutcome)
    return 'Its response was lost, so nothing shows whether it was applied'
  return age < LATE_EFFECT_MILLISECONDS ? 'Its outcome is not known yet; try again in five minutes' : null
}

/** A request that was sent so many milliseconds ago can no longer take effect, and its process has ended. */
const LATE_EFFECT_MILLISECONDS = 300_000

/** Confirms or discards the writes of an entry without an answer, as far as the service shows what became of them. */
export async function confirmWrites(
  api: BudgetApi,
  log: WriteLog,
  { id, now }: { id: number; now: number },
): Promise<void> {
  const entry = log.findEntry(id)
  if (!entry || now - entry.at < LATE_EFFECT_MILLISECONDS) return
  for (const write of log.listWrites(id)) {
    const { getSubject, checkOutcome, buildChanges } = apiWrites[write.operation]
    const { type, id: thing } = getSubject(write.request)
    if (write.state === 'done' || !checkOutcome || thing === undefined) continue
    const { request, changes } = write
    const before = changes[0]?.before ?? undefined
    const { reply, entity } = await readEntity(api, { type, id: thing })
    const outcome = checkOutcome(request['body'], entity, before ?? {})
    if (outcome === 'applied') log.markDone(write.number, buildChanges({ request, before, reply }))
    else if (outcome === 'not_applied') log.discardWrite(write.number)
  }
}
