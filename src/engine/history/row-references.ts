/** Knows which rows of recorded tables refer to which, and finds and mends references to rows that are gone. */

import type { RecordedTable } from '../../store/change-recorder.ts'
import type { ChangeValue, RowChange } from '../../store/changeset.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'
import type { RequestContext } from '../budget/request-context.ts'
import { getChangeKey, type RowKey, toRowLabel } from './row-images.ts'

/** The tables that others refer to, in the order in which their rows can be deleted. */
export const parentTables = ['schedules', 'categories', 'merchants', 'category_groups', 'accounts'] as const

/** A table that others refer to. */
export type ParentTable = (typeof parentTables)[number]

/** The tables whose rows are marked as deleted and stay, because others refer to them. */
export const markedTables = parentTables.filter(
  (table) => table !== 'category_groups' && table !== 'schedules',
)

/** A column that refers to the rows of another table. */
export interface Reference {
  table: RecordedTable
  column: string
  /** False where a row that is marked as deleted may be referred to by the rows that still hold it. */
  isStrict: boolean
  /** Where only some rows may not refer to a deleted row: those with, or without, zero in this column. */
  only?: { column: string; isZero: boolean }
}

const strict = (table: RecordedTable, column: string, only?: Reference['only']): Reference => ({
  table,
  column,
  isStrict: true,
  ...(only && { only }),
})
const loose = (table: RecordedTable, column: string): Reference => ({ table, column, isStrict: false })

// A deleted account keeps its deleted transactions, and a deleted category its assignments of zero.
const live = { column: 'deleted', isZero: true }
const assigned = { column: 'assigned', isZero: false }

/** The columns that refer to a table. @see docs/spec.md#a30 */
export const referencesTo: Readonly<Record<ParentTable, readonly Reference[]>> = {
  schedules: [strict('schedule_dates', 'schedule')],
  categories: [
    strict('transactions', 'category'),
    strict('split_lines', 'category'),
    strict('targets', 'category'),
    strict('rules', 'category'),
    strict('schedules', 'category'),
    strict('snoozes', 'category'),
    strict('assignments', 'category', assigned),
    loose('explicit_categorizations', 'category'),
  ],
  merchants: [
    strict('transactions', 'merchant'),
    strict('rules', 'merchant'),
    strict('schedules', 'merchant'),
    loose('explicit_categorizations', 'merchant'),
  ],
  category_groups: [strict('categories', 'category_group')],
  accounts: [
    strict('transactions', 'account', live),
    strict('transactions', 'transfer_account', live),
    strict('schedules', 'account'),
    strict('schedules', 'transfer_account'),
    loose('categories', 'card'),
    loose('rules', 'account'),
    loose('reconciliations', 'account'),
  ],
}

/** A row, by its table and its key. */
export interface FoundReference {
  table: RecordedTable
  key: RowKey
}

/**
 * Lists the rows that refer to one of these rows.
 * @param isMarked the rows stay, marked as deleted: only what the service forbids counts
 */
export function listReferences(
  { recordedRows }: WorkspaceStore,
  { table, keys, isMarked = false }: { table: ParentTable; keys: readonly number[]; isMarked?: boolean },
): FoundReference[] {
  if (keys.length === 0) return []
  return referencesTo[table]
    .filter(({ isStrict }) => isStrict || !isMarked)
    .flatMap(({ table: child, column, only }) => {
      const condition = isMarked && only ? `${only.column} ${only.isZero ? '=' : '<>'} 0` : '1'
      return recordedRows
        .listReferences({ table: child, column, condition }, keys)
        .map(({ key }) => ({ table: child, key }))
    })
}

/** Returns changes by their tables. */
export function groupByTable(changes: readonly RowChange[]): Map<string, RowChange[]> {
  const groups = new Map<string, RowChange[]>()
  for (const change of changes) {
    const group = groups.get(change.table)
    if (group) group.push(change)
    else groups.set(change.table, [change])
  }
  return groups
}

/** Lists the rows that these changes need and that are not there: rows they refer to, and rows they change. */
export function listMissingRows(
  { recordedRows }: WorkspaceStore,
  changes: readonly RowChange[],
): FoundReference[] {
  const needed = new Map<string, FoundReference>()
  const byTable = groupByTable(changes)
  for (const parent of parentTables) {
    // Thousands of transactions have few parents.
    const keys = new Set<ChangeValue>()
    for (const change of byTable.get(parent) ?? [])
      if (change.operation === 'update') keys.add(getChangeKey(change)[0] ?? null)
    for (const { table, column } of referencesTo[parent]) {
      const position = recordedRows.getColumns(table).names.indexOf(column)
      for (const change of byTable.get(table) ?? []) {
        const value = change.operation !== 'delete' && change.after[position]
        if (typeof value === 'bigint') keys.add(value)
      }
    }
    for (const change of byTable.get(parent) ?? [])
      if (change.operation === 'insert') keys.delete(getChangeKey(change)[0] ?? null)
    for (const key of keys) needed.set(toRowLabel(parent, [key]), { table: parent, key: [key] })
  }
  return [...needed.values()].filter(({ table, key }) => recordedRows.getRow(table, key) === undefined)
}

/** Returns which of these rows others refer to. */
export function findReferred(
  { recordedRows }: WorkspaceStore,
  { table, keys }: { table: ParentTable; keys: readonly number[] },
): Set<number> {
  if (keys.length === 0) return new Set()
  return new Set(
    referencesTo[table].flatMap(({ table: child, column }) =>
      recordedRows.findReferred({ table: child, column }, keys),
    ),
  )
}

/** A row that may not refer to the row it refers to, which is deleted. */
interface DeletedReference extends FoundReference {
  parent: ParentTable
}

function listDeletedReferences(store: WorkspaceStore): DeletedReference[] {
  return markedTables.flatMap((parent) => {
    const keys = store.recordedRows.listDeleted(parent)
    const found = listReferences(store, { table: parent, keys, isMarked: true })
    return found.map((row) => ({ ...row, parent }))
  })
}

/** What is assigned to a deleted category, or the month in which one is snoozed. */
interface Leftover {
  month: string
  category: number
  name: string
  /** With the currency's decimals; undefined for a snoozed target. */
  assigned: string | undefined
}

/** Returns what a repair takes out of a row; undefined when it leaves the row alone. */
function readLeftover(context: RequestContext, { table, key }: FoundReference): Leftover | undefined {
  if (table !== 'assignments' && table !== 'snoozes') return undefined
  const { names } = context.store.recordedRows.getColumns(table)
  const row = context.store.recordedRows.getRow(table, key) ?? []
  const get = (column: string): ChangeValue => row[names.indexOf(column)] ?? null
  const category = Number(get('category'))
  return {
    month: String(get('month')),
    category,
    name: context.getName('category', category),
    assigned: table === 'assignments' ? context.formatMoney(BigInt(Number(get('assigned')))) : undefined,
  }
}

/** Lists the rows that refer to deleted ones as text; empty when there are none. */
export const verifyDeletedReferences = (context: RequestContext): string[] =>
  listDeletedReferences(context.store).map((row) => {
    const leftover = readLeftover(context, row)
    if (!leftover) return `Row ${row.key.join(' ')} of ${row.table} refers to a deleted row of ${row.parent}`
    const { assigned, name, month } = leftover
    const what = assigned === undefined ? `${name} is snoozed` : `${assigned} is assigned to ${name}`
    return `${what} in ${month}, but that category is deleted; to fix it: budget db repair`
  })

/** Takes back what is assigned to deleted categories and snoozed in them, and lists what was done as text. */
export function repairDeletedReferences(context: RequestContext): string[] {
  const { store } = context
  return listDeletedReferences(store).flatMap((row) => {
    const leftover = readLeftover(context, row)
    if (!leftover) return []
    const { assigned, category, name, month } = leftover
    if (assigned === undefined) {
      store.targets.clear(category)
      return [`${name}, a deleted category, is no longer snoozed in ${month}`]
    }
    store.monthTotals.assign(month, category, 0n)
    return [`${assigned} of ${month} is back in Ready to Assign from ${name}, a deleted category`]
  })
}
