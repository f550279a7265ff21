/** Finds out whether an entry of the history is about one account, category, merchant or transaction. */

import type { IdKind } from '../../contract/ids.ts'
import type { ChangeType } from '../../contract/ports/history.ts'
import type { RecordedTable } from '../../store/change-recorder.ts'
import { decodeChangeset, decodeKeys } from '../../store/changeset.ts'
import type { EntryPart, EntryRow } from '../../store/history-tables.ts'
import type { RequestContext } from '../budget/request-context.ts'
import { getChangeKey, getChangeTable, type RowImage, toRowLabel } from './row-images.ts'
import { type ParentTable, referencesTo } from './row-references.ts'

/** One thing, by its kind and id. */
interface Entity {
  type: ChangeType
  id: string
}

type RowName = Pick<RowImage, 'table' | 'key'>

/** Returns the row of a thing; undefined for an id of another workspace, and for things without one row. */
function findRow({ ids }: RequestContext, { type, id }: Entity): RowName | undefined {
  // The key of an import is (workspace, id); the journal in a workspace's own file leaves the workspace empty.
  if (type === 'import') return { table: 'imports', key: ['', id] }
  const table = tables[type]
  const seq = table && ids.toSeq(type as IdKind, id) // the types in `tables` are kinds of ids
  return table && seq !== undefined ? { table, key: [BigInt(seq)] } : undefined
}

const tables: Partial<Record<ChangeType, RecordedTable>> = {
  account: 'accounts',
  category: 'categories',
  category_group: 'category_groups',
  merchant: 'merchants',
  transaction: 'transactions',
  rule: 'rules',
  schedule: 'schedules',
}

/** True if an entry changed a thing, or a row that refers to it before or after. */
export function isAboutEntity(context: RequestContext, entry: EntryRow, entity: Entity): boolean {
  const row = findRow(context, entity)
  if (!row) return false
  for (const part of context.store.history.iteratePartsBackwards(entry.id))
    if (isChanged(part, row) || hasReference(context, part, row)) return true
  return false
}

/** True if a part changed or created a row. */
function isChanged({ inserted, changeset }: EntryPart, { table, key }: RowName): boolean {
  const [first, last] = inserted[table as keyof EntryPart['inserted']] ?? [1, 0]
  const seq = Number(key[0])
  if (seq >= first && seq <= last) return true
  const label = toRowLabel(table, key)
  for (const change of decodeKeys(changeset))
    if (change.table === table && toRowLabel(table, getChangeKey(change)) === label) return true
  return false
}

/** True if a part changed a row that refers to another, before or after. */
function hasReference(
  { store }: RequestContext,
  { inserted, changeset }: EntryPart,
  { table, key }: RowName,
): boolean {
  const seq = Number(key[0])
  const references = table in referencesTo ? referencesTo[table as ParentTable] : []
  if (references.length === 0) return false
  for (const change of decodeChangeset(changeset)) {
    const { names } = store.recordedRows.getColumns(getChangeTable(change))
    for (const { table: child, column } of references) {
      if (child !== change.table) continue
      const position = names.indexOf(column)
      if ([change.before, change.after].some((values) => Number(values[position] ?? 0) === seq)) return true
    }
  }
  const { transactions } = inserted
  if (!transactions) return false
  return references
    .filter(({ table: child }) => child === 'transactions' || child === 'split_lines')
    .some((reference) => store.recordedRows.hasReferenceInRange(reference, seq, transactions))
}
