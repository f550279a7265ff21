/** Knows which rows of recorded tables refer to which, and finds references that an undo would leave without a row. */

import type { RecordedTable } from '../../store/change-recorder.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'
import type { RowKey } from './row-images.ts'

/** The tables that others refer to, in the order in which their rows can be deleted. */
export const parentTables = ['categories', 'merchants', 'category_groups', 'accounts'] as const

/** A table that others refer to. */
export type ParentTable = (typeof parentTables)[number]

interface Reference {
  table: RecordedTable
  column: string
  /** False where a row that is marked as deleted may be referred to by the rows that still hold it. */
  isStrict: boolean
}

const strict = (table: RecordedTable, column: string): Reference => ({ table, column, isStrict: true })
const loose = (table: RecordedTable, column: string): Reference => ({ table, column, isStrict: false })

/** The columns that refer to a table. @see docs/spec.md#a30 */
export const referencesTo: Readonly<Record<ParentTable, readonly Reference[]>> = {
  categories: [
    strict('transactions', 'category'),
    strict('split_lines', 'category'),
    strict('targets', 'category'),
    strict('rules', 'category'),
    loose('snoozes', 'category'),
    loose('assignments', 'category'),
    loose('explicit_categorizations', 'category'),
  ],
  merchants: [
    strict('transactions', 'merchant'),
    strict('rules', 'merchant'),
    loose('explicit_categorizations', 'merchant'),
  ],
  category_groups: [strict('categories', 'category_group')],
  accounts: [
    strict('transactions', 'account'),
    strict('transactions', 'transfer_account'),
    loose('categories', 'card'),
    loose('rules', 'account'),
    loose('reconciliations', 'account'),
  ],
}

/** A row that refers to another. */
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
    .flatMap(({ table: child, column }) => {
      // A deleted account keeps its deleted transactions.
      const condition = isMarked && table === 'accounts' ? 'deleted = 0' : '1'
      return recordedRows
        .listReferences({ table: child, column, condition }, keys)
        .map(({ key }) => ({ table: child, key }))
    })
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
