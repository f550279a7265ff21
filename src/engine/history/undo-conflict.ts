/** Explains why an entry cannot be taken back, and names what stands in the way. */

import { UserError } from '../../contract/errors.ts'
import type { ChangeFields } from '../../contract/ports/history.ts'
import type { EntryRow } from '../../store/history-tables.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'
import type { RequestContext } from '../budget/request-context.ts'
import { describeRow } from './describe-changes.ts'
import { findEntriesAbout, toOwnerLabel } from './later-changes.ts'
import { findRemovals, type RowImage, toRowLabel } from './row-images.ts'

/** An entry that is being undone, and what that needs. */
export interface EntryUndo {
  context: RequestContext
  entry: EntryRow
}

/** An entry cannot be taken back. `later` are the entries that would have to be taken back first, as far as known. */
export class UndoConflictError extends UserError {
  readonly later: readonly number[]

  constructor(message: string, { hint, later = [] }: { hint: string; later?: readonly number[] }) {
    super('conflict', message, { hint })
    this.later = later
  }
}

/** What stands in the way: a row, how it does, and the entry that did it. */
export interface Obstacle {
  row: Pick<RowImage, 'table' | 'key'>
  /** What happened to the row, after its name: `was changed since`. */
  problem: string
  entry: EntryRow | undefined
}

/** Returns the error of an entry that a row does not let take back. */
export function createConflict(
  context: RequestContext,
  id: number,
  { row, problem, entry }: Obstacle,
): UndoConflictError {
  const by = entry ? ` by ${entry.id}${entry.command === '' ? '' : ` (${entry.command})`}` : ''
  const isLater = entry !== undefined && entry.id > id
  const hint = isLater
    ? `${formatCommand(context, id)} --with-later also undoes that; add --dry-run to see it`
    : entry
      ? `To undo that first: budget undo ${entry.id}`
      : 'budget history shows what happened'
  const message = `${nameRow(context, row)} ${problem}${by}; nothing was changed`
  return new UndoConflictError(message, { hint, later: isLater ? [entry.id] : [] })
}

/** Returns the command that takes an entry back: a redo where it is an undo. */
function formatCommand({ store }: RequestContext, id: number): string {
  let [entry, isUndo] = [store.history.getEntry(id), true]
  while (entry && entry.undoes !== null) {
    entry = store.history.getEntry(entry.undoes)
    isUndo = !isUndo
  }
  return `budget ${isUndo ? 'undo' : 'redo'} ${entry?.id ?? id}`
}

/** Returns the error of an entry whose rows are still used, with every later entry that uses them. */
export function createUsedConflict(
  { context, entry }: EntryUndo,
  users: readonly Obstacle['row'][],
): UndoConflictError {
  const entries = findEntriesAbout(context.store, entry.id, users)
  const [row] = users
  const problem = 'has been created or changed since'
  const { message, hint = '' } = row
    ? createConflict(context, entry.id, { row, problem, entry: entries.get(toOwnerLabel(row)) })
    : new UserError('conflict', 'It is in use')
  return new UndoConflictError(message, {
    hint,
    later: [...new Set([...entries.values()].map(({ id }) => id))],
  })
}

/** The tables whose rows are named by the row they belong to. */
const ownerByTable: Readonly<Record<string, RowImage['table']>> = {
  split_lines: 'transactions',
  explicit_categorizations: 'merchants',
}

const nouns: Readonly<Record<string, string>> = {
  category_group: 'group',
  assignment: 'the assignment to',
  schedule_date: 'the schedule',
}

/** Names a row: `Transaction 2026-11-03 Rewe -18.30`, `Category Groceries`. */
function nameRow(context: RequestContext, { table, key }: Obstacle['row']): string {
  const owner = ownerByTable[table]
  const row = owner ? { table: owner, key: key.slice(0, 1) } : { table, key }
  const values = readRow(context.store, row) ?? readRemovedRow(context.store, row)
  const described = values && describeRow(context, { table: row.table, values })
  if (!described) return 'Something it changed'
  const { type, fields } = described
  const text = `${nouns[type] ?? type} ${formatName(type, fields)}`.trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns a row as it is now, deleted ones as if they were not. */
function readRow({ recordedRows }: WorkspaceStore, { table, key }: Obstacle['row']): RowImage['values'] {
  const { names } = recordedRows.getColumns(table)
  return recordedRows
    .getRow(table, key)
    ?.map((value, position) => (names[position] === 'deleted' ? 0n : value))
}

/** Returns a row as it was when it was deleted last; undefined when it never was. */
function readRemovedRow(store: WorkspaceStore, { table, key }: Obstacle['row']): RowImage['values'] {
  const wanted = toRowLabel(table, key)
  const removal = findRemovals(store, (label) => label === wanted).get(wanted)
  // A deleted row is recorded in full.
  return removal?.before.map((value) => value ?? null)
}

function formatName(type: string, fields: ChangeFields): string {
  const names =
    type === 'transaction'
      ? ['date', 'merchant_name', 'amount']
      : ['name', 'category_name', 'path', 'month', 'position', ...(type === 'schedule_date' ? ['date'] : [])]
  return names
    .map((name) => fields[name])
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .join(' ')
}
