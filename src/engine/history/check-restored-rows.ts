/**
 * Checks that the rows an undo restores break no rule of the service.
 * @see docs/history.md#2-on-this-machine-changesets
 */

import type { RecordedTable } from '../../store/change-recorder.ts'
import type { ChangeValue, RowChange } from '../../store/changeset.ts'
import type { RequestContext } from '../budget/request-context.ts'
import { findEntryAbout } from './later-changes.ts'
import { getChangeKey, getChangeTable } from './row-images.ts'
import { listReferences, type ParentTable, parentTables, referencesTo } from './row-references.ts'
import { createConflict, createUsedConflict, type TakeBack } from './undo-conflict.ts'

/** Returns the value that a change gives to a column; undefined when it leaves the column alone. */
function getNewValue({ store }: RequestContext, change: RowChange, column: string): ChangeValue | undefined {
  const { names } = store.recordedRows.getColumns(getChangeTable(change))
  return change.after[names.indexOf(column)]
}

/**
 * Asserts that restored names are free. Merchants are unique, categories within their group, groups as well.
 * @throws UndoConflictError
 */
export function assertUniqueNames(takeBack: TakeBack, changes: readonly RowChange[]): void {
  const { context, entry } = takeBack
  const own = new Set(changes.map((change) => `${change.table} ${getChangeKey(change).join(' ')}`))
  for (const change of changes) {
    const owner = findNameOwner(context, change)
    if (!owner || own.has(`${owner.table} ${owner.key.join(' ')}`)) continue
    const user = findEntryAbout(context.store, entry.id, owner)
    throw createConflict(context, entry.id, { row: owner, problem: 'got its name since', entry: user })
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
  if (row['deleted'] === 1n || typeof row['name_key'] !== 'string') return undefined
  const owner = nameOwners[table]?.(context, row['name_key'], row)
  return owner && owner.seq !== Number(row['seq']) ? { table, key: [BigInt(owner.seq)] } : undefined
}

type FindOwner = (
  context: RequestContext,
  key: string,
  row: Readonly<Record<string, ChangeValue>>,
) => { seq: number } | undefined

const nameOwners: Partial<Record<RecordedTable, FindOwner>> = {
  merchants: ({ store }, key) => store.merchants.findByKey(key),
  category_groups: ({ store }, key) => store.groups.findByKey(key),
  categories: ({ store }, key, row) =>
    row['card'] === null ? store.categories.findByKey(Number(row['category_group']), key) : undefined,
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
export function assertNoReferenceToDeleted(takeBack: TakeBack, changes: readonly RowChange[]): void {
  for (const table of parentTables) {
    if (table === 'category_groups') continue // groups are never marked as deleted
    assertNotUsed(takeBack, table, changes)
    for (const { table: child, column, isStrict } of referencesTo[table])
      if (isStrict) assertParents(takeBack, { parent: table, child, column, changes })
  }
}

interface ParentCheck {
  parent: ParentTable
  child: RecordedTable
  column: string
  changes: readonly RowChange[]
}

function assertParents(takeBack: TakeBack, { parent, child, column, changes }: ParentCheck): void {
  const { context, entry } = takeBack
  const { recordedRows } = context.store
  const deletedColumn = recordedRows.getColumns(parent).names.indexOf('deleted')
  // Thousands of transactions have few parents.
  const checked = new Set<bigint>()
  for (const change of changes) {
    if (getChangeTable(change) !== child || change.operation === 'delete') continue
    const key = getCheckedParent(context, change, { parent, column })
    if (key === undefined || checked.has(key)) continue
    checked.add(key)
    if (recordedRows.getRow(parent, [key])?.[deletedColumn] === 0n) continue
    const row = { table: parent, key: [key] }
    const problem = 'was deleted since'
    const cause = findEntryAbout(context.store, entry.id, row)
    throw createConflict(context, entry.id, { row, problem, entry: cause })
  }
}

/** Returns the parent that a change makes a row depend on; undefined when it leaves that alone. */
function getCheckedParent(
  context: RequestContext,
  change: RowChange,
  { parent, column }: Pick<ParentCheck, 'parent' | 'column'>,
): bigint | undefined {
  const key = getNewValue(context, change, column)
  if (parent !== 'accounts') return typeof key === 'bigint' ? key : undefined
  const isDeleted = getNewValue(context, change, 'deleted')
  if (key === undefined && isDeleted === undefined) return undefined
  // A deleted transaction may stay in a deleted account.
  const row = change.operation === 'insert' ? undefined : readAfter(context, change)
  if ((isDeleted ?? row?.['deleted']) === 1n) return undefined
  const account = key ?? row?.[column]
  return typeof account === 'bigint' ? account : undefined
}

function assertNotUsed(takeBack: TakeBack, table: ParentTable, changes: readonly RowChange[]): void {
  const { context } = takeBack
  const keys = changes
    .filter((change) => getChangeTable(change) === table && getNewValue(context, change, 'deleted') === 1n)
    .map((change) => Number(getChangeKey(change)[0]))
  const users = listReferences(context.store, { table, keys, isMarked: true })
  if (users.length > 0) throw createUsedConflict(takeBack, users)
}
