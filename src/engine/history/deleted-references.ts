/**
 * Finds rows that refer to deleted ones, as an older version's undo could leave them, and takes money out of them.
 * @see docs/history.md#2-on-this-machine-changesets
 */

import type { ChangeValue } from '../../store/changeset.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'
import type { RequestContext } from '../budget/request-context.ts'
import { type FoundReference, listReferences, type ParentTable, parentTables } from './row-references.ts'

/** A row that may not refer to the row it refers to, which is deleted. */
interface DeletedReference extends FoundReference {
  parent: ParentTable
}

function listDeletedReferences(store: WorkspaceStore): DeletedReference[] {
  return parentTables
    .filter((parent) => parent !== 'category_groups') // groups are never marked as deleted
    .flatMap((parent) => {
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
