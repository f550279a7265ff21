/** Finds out whether an entry of the history is about one account, category, merchant or transaction. */

import type { ChangeType } from '../../contract/ports/history.ts'
import type { RecordedTable } from '../../store/change-recorder.ts'
import { decodeChangeset } from '../../store/decode-changeset.ts'
import type { EntryRow } from '../../store/history-tables.ts'
import type { IdKind } from '../budget/ids.ts'
import type { RequestContext } from '../budget/request-context.ts'
import { collectChangedRows } from './later-changes.ts'
import { getChangeTable } from './row-images.ts'
import { type ParentTable, referencesTo } from './row-references.ts'

/** One thing, by its kind and id. */
interface Entity {
  type: ChangeType
  id: string
}

const tables: Partial<Record<ChangeType, RecordedTable>> = {
  account: 'accounts',
  category: 'categories',
  category_group: 'category_groups',
  merchant: 'merchants',
  transaction: 'transactions',
  rule: 'rules',
}

/** True if an entry changed a thing, or a row that refers to it before or after. */
export function isAboutEntity(
  { store, ids }: RequestContext,
  entry: EntryRow,
  { type, id }: Entity,
): boolean {
  const table = tables[type]
  const seq = table && ids.toSeq(type as IdKind, id) // the types in `tables` are kinds of ids
  if (!table || seq === undefined) return false
  const references = table in referencesTo ? referencesTo[table as ParentTable] : []
  for (const part of store.history.iteratePartsBackwards(entry.id)) {
    if (collectChangedRows([part]).has(table, [BigInt(seq)])) return true
    for (const change of decodeChangeset(part.changeset)) {
      const { names } = store.recordedRows.getColumns(getChangeTable(change))
      for (const reference of references) {
        if (reference.table !== change.table) continue
        const position = names.indexOf(reference.column)
        if (Number(change.before[position]) === seq || Number(change.after[position]) === seq) return true
      }
    }
    const { transactions } = part.inserted
    if (!transactions) continue
    for (const { table: child, column } of references) {
      if (child !== 'transactions' && child !== 'split_lines') continue
      if (store.recordedRows.hasReferenceInRange({ table: child, column }, seq, transactions)) return true
    }
  }
  return false
}
