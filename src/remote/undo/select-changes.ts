/**
 * Selects what an undo takes back: the entry, the later ones that depend on it, and their changes, newest first.
 * @see docs/history.md#3-on-a-remote-profile
 */

import { notFound, UserError } from '../../contract/errors.ts'
import type { ChangeFields, UndoRequest } from '../../contract/ports/history.ts'
import type { LoggedChange, LoggedEntry, LoggedWrite, WriteLog } from '../../contract/ports/write-log.ts'
import { describeThing } from '../writes/api-entities.ts'
import { explainNotUndoable, explainWrite } from './confirm-writes.ts'

/** Changes that one request takes back: one, or both sides of a transfer. */
export interface SelectedChange {
  entry: LoggedEntry
  write: LoggedWrite
  changes: readonly [LoggedChange, ...LoggedChange[]]
}

/** What is taken back, and what cannot be. */
export interface Selection {
  /** The newest first. */
  entries: LoggedEntry[]
  selected: SelectedChange[]
  lost: string[]
}

/** True for what does not exist any more, and for a transaction that is deleted. */
export const isGone = (fields: ChangeFields | null | undefined): boolean =>
  fields === null || fields?.['deleted'] === true

/** Returns the key of a change's thing. */
export const toThingKey = ({ type, id }: Pick<LoggedChange, 'type' | 'id'>): string => `${type} ${id}`

/**
 * Selects the changes of an entry that are not taken back yet, and with `with_later` those that depend on them.
 * @throws ApiError not_found
 * @throws UserError conflict when the entry cannot be taken back, or not without later ones
 */
export function selectChanges(
  { log, now }: { log: WriteLog; now: number },
  { id, with_later }: UndoRequest,
): Selection {
  const entries = new Map<number, LoggedEntry>()
  const pending = [id]
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    if (entries.has(next)) continue
    const entry = findUndoable(log, next, now)
    refuseSecondImport(log, entry)
    entries.set(next, entry)
    for (const { write, change, problem } of findDependents(log, next)) {
      if (entries.has(write.entry)) continue
      if (!with_later) throw createDependencyError({ change, problem }, id, log.findEntry(write.entry))
      pending.push(write.entry)
    }
  }
  const newestFirst = [...entries.values()].toSorted((a, b) => b.id - a.id)
  const lost: string[] = []
  const selected = newestFirst.flatMap((entry) => [...listSelectedChanges({ log, now, lost }, entry)])
  return { entries: newestFirst, selected: omitPassingThings(selected), lost }
}

/** Leaves out things that were created and deleted again: taking back both would create them again. */
function omitPassingThings(selected: readonly SelectedChange[]): SelectedChange[] {
  const deleted = new Set<string>()
  const passing = new Set<string>()
  const seen = new Set<string>()
  for (const change of selected.flatMap(({ changes }) => changes)) {
    const key = toThingKey(change)
    if (!seen.has(key) && isGone(change.after)) deleted.add(key)
    seen.add(key)
    if (change.before === null && deleted.has(key)) passing.add(key)
  }
  return selected.filter(({ changes }) => !changes.every((change) => passing.has(toThingKey(change))))
}

function findUndoable(log: WriteLog, id: number, now: number): LoggedEntry {
  const entry = log.findEntry(id)
  if (!entry) throw notFound('history entry')
  const name = `${id}, ${entry.command},`
  if (entry.undone_by !== null)
    throw new UserError('conflict', `${name} was already undone by ${entry.undone_by}`, {
      hint: `To redo it: budget redo ${id}`,
    })
  const reason = explainNotUndoable(entry, now)
  if (reason !== null) throw new UserError('conflict', `${name} cannot be undone: ${reason}`)
  return entry
}

const createDependencyError = (
  { change, problem }: Pick<Dependent, 'change' | 'problem'>,
  id: number,
  later: LoggedEntry | undefined,
): UserError =>
  new UserError(
    'conflict',
    `${describeThing(change)} ${problem} ${later?.id} (${later?.command}); nothing was changed`,
    { hint: `budget undo ${id} --with-later also undoes ${later?.id}` },
  )

/** A later write, and the change that it depends on. */
interface Dependent {
  write: LoggedWrite
  change: LoggedChange
  /** What the later write did, before the number of its entry. */
  problem: 'has been changed since by' | 'has been used since by'
}

/** Yields the later writes in effect that changed the same things or use what the entry created. */
function* findDependents(log: WriteLog, id: number): Generator<Dependent> {
  const changes = log
    .listWrites(id)
    .flatMap((write) => write.changes.filter((change) => !write.undone.includes(change.id)))
  const byKey = new Map(changes.map((change) => [toThingKey(change), change]))
  const created = changes.filter(({ type, before }) => before === null && type !== 'transaction')
  for (const write of log.listLaterWrites(id)) {
    // An undo of this entry or of a later one cancels out with what it takes back.
    const cancels = write.inverts !== null && (log.findWrite(write.inverts.number)?.entry ?? 0) >= id
    if (write.state !== 'done' || cancels) continue
    const inEffect = write.changes.filter((change) => !write.undone.includes(change.id))
    if (inEffect.length === 0) continue
    const same = inEffect
      .map((change) => byKey.get(toThingKey(change)))
      .find((change) => change !== undefined)
    const text = created.length > 0 ? JSON.stringify([write.request, inEffect]) : ''
    const change = same ?? created.find((thing) => text.includes(thing.id))
    if (change)
      yield { write, change, problem: same ? 'has been changed since by' : 'has been used since by' }
  }
}

interface Listing {
  log: WriteLog
  now: number
  /** Receives what cannot come back. */
  lost: string[]
}

/** Yields the changes of an entry that can be taken back, the newest first, and collects the losses. */
function* listSelectedChanges({ log, now, lost }: Listing, entry: LoggedEntry): Generator<SelectedChange> {
  for (const write of log.listWrites(entry.id).toReversed()) {
    if (write.inverts?.ids.length === 0) continue
    const reason = write.state === 'done' ? write.not_undoable : explainWrite(write, now - entry.at)
    if (reason !== null || write.state !== 'done') {
      lost.push(`${describeThings(write.changes)} cannot be undone: ${reason ?? UNCONFIRMED}`)
      continue
    }
    const changes = write.changes.filter((change) => !write.undone.includes(change.id)).toReversed()
    const [first, second] = changes
    if (first && second && isTransferSide(first) && isTransferSide(second))
      yield { entry, write, changes: [first, second] }
    else for (const change of changes) yield { entry, write, changes: [change] }
  }
}

const UNCONFIRMED = 'Nothing shows whether it was applied'

const describeThings = (changes: readonly LoggedChange[]): string => {
  const [first, ...others] = changes
  if (!first) return 'A change'
  return others.length === 0 ? describeThing(first) : `${describeThing(first)} and ${others.length} more`
}

const isTransferSide = ({ before, after }: LoggedChange): boolean =>
  (after ?? before)?.['type'] === 'transfer'

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
function refuseSecondImport(log: WriteLog, entry: LoggedEntry): void {
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
