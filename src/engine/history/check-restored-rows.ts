/**
 * Checks that the rows an undo restores break no rule of the service.
 * @see docs/history.md#2-on-this-machine-changesets
 */

import { toNameKey } from '../../contract/normalize-name.ts'
import type { RecordedTable } from '../../store/change-recorder.ts'
import { type ChangeValue, decodeInverse, type RowChange } from '../../store/changeset.ts'
import type { EntryRow } from '../../store/history-tables.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'
import type { RequestContext } from '../budget/request-context.ts'
import { findEntriesAbout, findEntryAbout, toOwnerLabel } from './later-changes.ts'
import { getChangeKey, getChangeTable } from './row-images.ts'
import {
  groupByTable,
  listReferences,
  markedTables,
  type ParentTable,
  type Reference,
  referencesTo,
} from './row-references.ts'
import { createConflict, createUsedConflict, type EntryUndo } from './undo-conflict.ts'

/** Returns the value that a change gives to a column; undefined when it leaves the column alone. */
function getNewValue({ store }: RequestContext, change: RowChange, column: string): ChangeValue | undefined {
  const { names } = store.recordedRows.getColumns(getChangeTable(change))
  return change.after[names.indexOf(column)]
}

/**
 * Asserts that restored names are free. Merchants are unique, categories within their group, groups as well. Accounts
 * need not be, but a name that another account was given since is refused as the command would.
 * @throws UndoConflictError
 */
export function assertUniqueNames(undo: EntryUndo, changes: readonly RowChange[]): void {
  const { context, entry } = undo
  const named = changes.filter((change) => getChangeTable(change) in nameOwners)
  const own = new Set(named.map((change) => `${change.table} ${getChangeKey(change).join(' ')}`))
  for (const change of named) {
    const owner = findNameOwner(context, change)
    if (!owner || own.has(`${owner.table} ${owner.key.join(' ')}`)) continue
    const isAccount = owner.table === 'accounts'
    const user = (isAccount ? findNaming : findEntryAbout)(context.store, entry.id, owner)
    if (isAccount && !user) continue
    throw createConflict(context, entry.id, {
      row: owner,
      problem: 'has been given the same name since',
      entry: user,
    })
  }
}

/** Returns the row that has the name which a change restores. */
function findNameOwner(
  context: RequestContext,
  change: RowChange,
): { table: RecordedTable; key: ChangeValue[] } | undefined {
  const table = getChangeTable(change)
  if (change.operation === 'delete' || !(table in nameOwners)) return undefined
  const row = readAfter(context, change)
  const key = row['name_key'] ?? toNameKey(String(row['name']))
  if (row['deleted'] === 1n || typeof key !== 'string') return undefined
  const owner = nameOwners[table]?.(context, key, row)
  return owner && owner.seq !== Number(row['seq']) ? { table, key: [BigInt(owner.seq)] } : undefined
}

type FindOwner = (
  context: RequestContext,
  key: string,
  row: Readonly<Record<string, ChangeValue>>,
) => { seq: number } | undefined

const nameOwners: Partial<Record<RecordedTable, FindOwner>> = {
  accounts: ({ store }, key, row) =>
    store.accounts.list().find(({ seq, name }) => BigInt(seq) !== row['seq'] && toNameKey(name) === key),
  merchants: ({ store }, key) => store.merchants.findByKey(key),
  category_groups: ({ store }, key) => store.groups.findByKey(key),
  categories: ({ store }, key, row) =>
    row['card'] === null ? store.categories.findByKey(Number(row['category_group']), key) : undefined,
}

/** Returns the newest entry in effect after `id` that gave an account its name, or made or restored it. */
function findNaming(
  store: WorkspaceStore,
  id: number,
  { table, key }: { table: RecordedTable; key: readonly ChangeValue[] },
): EntryRow | undefined {
  const { names } = store.recordedRows.getColumns(table)
  const naming = [names.indexOf('name'), names.indexOf('deleted')]
  const isNaming = (change: RowChange): boolean =>
    change.table === table &&
    getChangeKey(change)[0] === key[0] &&
    (change.operation !== 'update' || naming.some((position) => change.after[position] !== undefined))
  return store.history
    .listLaterInEffect(id)
    .find((entry) =>
      [...store.history.iteratePartsBackwards(entry.id)].some((part) =>
        [...decodeInverse(part.changeset)].some(isNaming),
      ),
    )
}

/**
 * Asserts that no target goes that was snoozed since, and that no snooze is restored whose target went since.
 * @throws UndoConflictError
 */
export function assertSnoozesHaveTargets(undo: EntryUndo, changes: readonly RowChange[]): void {
  const { context, entry } = undo
  const { recordedRows } = context.store
  const byTable = groupByTable(changes)
  const column = recordedRows.getColumns('snoozes').names.indexOf('category')
  const hasTarget = (category: ChangeValue): boolean =>
    recordedRows.getRow('targets', [category]) !== undefined
  const gone = (byTable.get('targets') ?? [])
    .map((change) => getChangeKey(change)[0] ?? null)
    .filter((category) => !hasTarget(category))
  const snoozed = recordedRows
    .listReferences({ table: 'snoozes', column: 'category' }, gone.map(Number))
    .map(({ key }) => ({ table: 'snoozes' as const, key }))
  const since = findEntriesAbout(context.store, entry.id, snoozed)
  const users = snoozed.filter((row) => since.has(toOwnerLabel(row)))
  if (users.length > 0) throw createUsedConflict(undo, users)
  for (const change of byTable.get('snoozes') ?? []) {
    const category = change.after[column]
    if (change.operation !== 'insert' || category === undefined || hasTarget(category)) continue
    const row = { table: 'targets' as const, key: [category] }
    const cause = findEntryAbout(context.store, entry.id, row)
    if (cause)
      throw createConflict(context, entry.id, { row, problem: 'has been removed since', entry: cause })
  }
}

/** Returns a row as a change leaves it. */
function readAfter({ store }: RequestContext, change: RowChange): Readonly<Record<string, ChangeValue>> {
  const table = getChangeTable(change)
  const now = store.recordedRows.getRow(table, getChangeKey(change))
  const { names } = store.recordedRows.getColumns(table)
  return Object.fromEntries(
    names.map((name, position) => [name, change.after[position] ?? now?.[position] ?? null]),
  )
}

/**
 * Asserts that no restored row refers to a deleted one, and that no row that is deleted again is still used.
 * @throws UndoConflictError
 */
export function assertNoReferenceToDeleted(undo: EntryUndo, changes: readonly RowChange[]): void {
  const byTable = groupByTable(changes)
  for (const table of markedTables) {
    assertNotUsed(undo, table, byTable.get(table) ?? [])
    for (const reference of referencesTo[table])
      if (reference.isStrict)
        assertParents(undo, { parent: table, reference, changes: byTable.get(reference.table) ?? [] })
  }
}

interface ParentCheck {
  parent: ParentTable
  reference: Reference
  /** Those of the table that has the reference. */
  changes: readonly RowChange[]
}

function assertParents(undo: EntryUndo, { parent, reference, changes }: ParentCheck): void {
  const { context, entry } = undo
  const { recordedRows } = context.store
  const deletedColumn = recordedRows.getColumns(parent).names.indexOf('deleted')
  const column = recordedRows.getColumns(reference.table).names.indexOf(reference.column)
  // Thousands of transactions have few parents.
  const checked = new Set<bigint>()
  for (const change of changes) {
    const value = change.after[column]
    const isKnown = typeof value === 'bigint' && checked.has(value)
    if (isKnown || change.operation === 'delete') continue
    const key = getCheckedParent(context, change, reference)
    if (key === undefined || checked.has(key)) continue
    checked.add(key)
    if (recordedRows.getRow(parent, [key])?.[deletedColumn] === 0n) continue
    const row = { table: parent, key: [key] }
    const cause = findEntryAbout(context.store, entry.id, row)
    if (cause)
      throw createConflict(context, entry.id, { row, problem: 'has been deleted since', entry: cause })
    // What an older version left in a deleted category was repaired after the category was deleted.
    const deletion = findEntryAbout(context.store, 0, row)
    throw createConflict(context, entry.id, { row, problem: 'was deleted', entry: deletion })
  }
}

/** Returns the parent that a change makes a row depend on; undefined when it leaves that alone. */
function getCheckedParent(
  context: RequestContext,
  change: RowChange,
  { column, only }: Reference,
): bigint | undefined {
  const key = getNewValue(context, change, column)
  if (!only) return typeof key === 'bigint' ? key : undefined
  const value = getNewValue(context, change, only.column)
  if (key === undefined && value === undefined) return undefined
  const row = change.operation === 'insert' ? undefined : readAfter(context, change)
  if (((value ?? row?.[only.column]) === 0n) !== only.isZero) return undefined
  const parent = key ?? row?.[column]
  return typeof parent === 'bigint' ? parent : undefined
}

function assertNotUsed(undo: EntryUndo, table: ParentTable, changes: readonly RowChange[]): void {
  const { context } = undo
  const keys = changes
    .filter((change) => getNewValue(context, change, 'deleted') === 1n)
    .map((change) => Number(getChangeKey(change)[0]))
  const users = listReferences(context.store, { table, keys, isMarked: true })
  if (users.length > 0) throw createUsedConflict(undo, users)
}

/**
 * Asserts that no account is closed again that has transactions made or changed since, and that no transaction goes
 * into an account that was closed since.
 * @throws UndoConflictError
 * @see docs/spec.md#a24
 */
export function assertNoNewRowInClosed(undo: EntryUndo, changes: readonly RowChange[]): void {
  const { context, entry } = undo
  const { store } = context
  const accounts = new Set<bigint>()
  const closing: number[] = []
  const byTable = groupByTable(changes)
  const column = store.recordedRows.getColumns('transactions').names.indexOf('account')
  for (const { after } of byTable.get('transactions') ?? []) {
    const account = after[column]
    if (typeof account === 'bigint') accounts.add(account)
  }
  for (const change of byTable.get('accounts') ?? [])
    if (getNewValue(context, change, 'closed') === 1n) closing.push(Number(getChangeKey(change)[0]))
  if (closing.length > 0) {
    const live = store.recordedRows
      .listReferences({ table: 'transactions', column: 'account', condition: 'deleted = 0' }, closing)
      .map(({ key }) => ({ table: 'transactions' as const, key }))
    const since = findEntriesAbout(store, entry.id, live)
    const users = live.filter((row) => since.has(toOwnerLabel(row)))
    if (users.length > 0) throw createUsedConflict(undo, users)
  }
  for (const key of accounts) {
    if (store.accounts.get(Number(key))?.closed !== true) continue
    const row = { table: 'accounts' as const, key: [key] }
    const cause = findEntryAbout(store, entry.id, row)
    if (cause)
      throw createConflict(context, entry.id, { row, problem: 'has been closed since', entry: cause })
  }
}
