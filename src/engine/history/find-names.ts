/** Finds the names of the things that changes are about, also of those that no longer exist. */

import type { RecordedTable } from '../../store/change-recorder.ts'
import type { RowChange } from '../../store/changeset.ts'
import type { RequestContext } from '../budget/request-context.ts'
import { findRemovals, toRowLabel } from './row-images.ts'

/** The kinds of rows that have a name which changes are described with. */
export type NamedRowKind = 'account' | 'merchant' | 'category' | 'category_group'

/** A request, and the names of the things that changes are about. */
export interface DescribeContext extends RequestContext {
  /** Returns a name, also of what an undo removed; null when the history no longer has it. */
  findName: (kind: NamedRowKind, seq: number) => string | null
}

const tableByKind = {
  account: 'accounts',
  merchant: 'merchants',
  category: 'categories',
  category_group: 'category_groups',
} as const satisfies Record<NamedRowKind, RecordedTable>

/** Returns the context with a search for names, which reads the history once, when a name is missing. */
export function findNames(context: RequestContext): DescribeContext {
  const { accounts, merchants, categories, groups, recordedRows } = context.store
  const stores = { account: accounts, merchant: merchants, category: categories, category_group: groups }
  const tables = Object.values(tableByKind)
  let removals: ReadonlyMap<string, RowChange> | undefined
  return {
    ...context,
    findName(kind, seq) {
      const name = stores[kind].get(seq)?.name
      if (name !== undefined) return name
      removals ??= findRemovals(context.store, (label) =>
        tables.some((table) => label.startsWith(`${table} `)),
      )
      const table = tableByKind[kind]
      const removal = removals.get(toRowLabel(table, [BigInt(seq)]))
      const value = removal?.before[recordedRows.getColumns(table).names.indexOf('name')]
      return typeof value === 'string' ? value : null
    },
  }
}
