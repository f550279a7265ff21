/**
 * Finds out what became of writes whose answer was never recorded, e.g. because the process was killed.
 * @see docs/history.md#3-on-a-remote-profile
 */

import type { BudgetApi, WriteOperation } from '../../contract/api.ts'
import { ApiError } from '../../contract/errors.ts'
import { matchesFields } from '../../contract/matches-fields.ts'
import type { LoggedEntry, LoggedWrite, WriteLog } from '../../contract/ports/write-log.ts'
import { type Fields } from '../../contract/transaction-digest.ts'
import { type ApiEntityType, pickFields, readEntityByType } from '../recording/api-entities.ts'
import { buildChanges } from '../recording/build-changes.ts'
import { getSubject } from '../recording/write-subjects.ts'

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
  if (confirmByOperation[operation] === cannotConfirm)
    return 'Its answer was lost, so nothing shows whether it was applied'
  return age < SETTLED_AFTER_MILLISECONDS ? 'Its answer is not known yet; try again in five minutes' : null
}

/** A request that was sent so many milliseconds ago can no longer take effect, and its process has ended. */
const SETTLED_AFTER_MILLISECONDS = 300_000

/** What the service shows of a write: applied, with its reply, or not; undefined when it does not show that. */
type Finding = { reply: Fields } | 'not_applied' | undefined

type Confirm = (write: LoggedWrite, now: Fields | undefined) => Finding

/** A thing that is as the request wanted it, or as it was before. */
const confirmUpdate: Confirm = ({ request, changes }, now) => {
  const { body } = request as { body?: Fields } // a logged body is an object
  const type = changes[0]?.type === 'assignment' ? 'category' : String(changes[0]?.type)
  if (!body || !now) return undefined
  if (matchesFields(body, now)) return { reply: { [type]: now } }
  const before = pickFields(changes[0]?.before ?? {}, Object.keys(body))
  return Object.keys(before).length > 0 && matchesFields(before, now) ? 'not_applied' : undefined
}

const confirmDeletion: Confirm = (_write, now) => (now ? 'not_applied' : { reply: {} })

const confirmDeletedState =
  (isDeleted: boolean): Confirm =>
  (_write, now) =>
    now?.['deleted'] === isDeleted ? { reply: { transaction: now } } : 'not_applied'

/** Nothing tells a thing that the request created from one of the same name. */
const cannotConfirm: Confirm = () => undefined

const confirmByOperation: Readonly<Record<WriteOperation, Confirm>> = {
  createAccount: cannotConfirm,
  updateAccount: confirmUpdate,
  deleteAccount: confirmDeletion,
  assignCategory: confirmUpdate,
  createTransactions: cannotConfirm,
  updateTransaction: confirmUpdate,
  deleteTransaction: confirmDeletedState(true),
  restoreTransaction: confirmDeletedState(false),
  createCategory: cannotConfirm,
  updateCategory: confirmUpdate,
  deleteCategory: confirmDeletion,
  createCategoryGroup: cannotConfirm,
  updateCategoryGroup: confirmUpdate,
  createMerchant: cannotConfirm,
  updateMerchant: confirmUpdate,
  deleteMerchant: confirmDeletion,
}

/** Confirms or discards the writes of an entry without an answer, as far as the service shows what became of them. */
export async function confirmWrites(
  api: BudgetApi,
  log: WriteLog,
  { id, now }: { id: number; now: number },
): Promise<void> {
  const entry = log.findEntry(id)
  if (!entry || now - entry.at < SETTLED_AFTER_MILLISECONDS) return
  for (const write of log.listWrites(id)) {
    const confirm = confirmByOperation[write.operation]
    if (write.state === 'done' || confirm === cannotConfirm) continue
    const { type, id: thing } = getSubject(write.operation, write.request)
    const finding = confirm(write, thing === undefined ? undefined : await readThing(api, type, thing))
    if (finding === 'not_applied') log.discardWrite(write.number)
    else if (finding) log.markDone(write.number, describeApplied(write, finding.reply))
  }
}

/** Reads a thing; undefined when it is gone. */
async function readThing(api: BudgetApi, type: ApiEntityType, id: string): Promise<Fields | undefined> {
  try {
    return await readEntityByType[type](api, id)
  } catch (error) {
    if (error instanceof ApiError && error.name === 'not_found') return undefined
    throw error
  }
}

const describeApplied = ({ operation, request, changes }: LoggedWrite, reply: Fields) =>
  buildChanges(operation, { request, before: changes[0]?.before ?? undefined, reply })
