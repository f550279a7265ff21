/**
 * Verifies the history against the rows of the workspace: taken back entry by entry, each must find what it left.
 * @see docs/history.md#2-on-this-machine-changesets
 */

import type { RecordedTable } from '../../store/change-recorder.ts'
import { type ChangeValue, decodeChangeset, type RowChange } from '../../store/changeset.ts'
import {
  countChanges,
  type EntryPart,
  type EntryRow,
  type InsertedRanges,
  UNDONE_ENTRY_REMOVED,
} from '../../store/history-tables.ts'
import type { RowValues } from '../../store/recorded-rows.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'
import { getChangeKey, getChangeTable, rewindRow, toRowLabel } from './row-images.ts'

/** Rows as they were before the entries that were taken back so far; others are as they are now. */
type Rewound = Map<string, { table: RecordedTable; seq: number; values: RowValues | undefined }>

/** Lists what is wrong with the history as text; empty when it is sound. */
export function verifyHistory(store: WorkspaceStore): string[] {
  return store.read(() => {
    const rewound: Rewound = new Map()
    const problems: string[] = []
    for (const id of store.history.listIds()) {
      try {
        const entry = store.history.getEntry(id)
        // Rows were rewritten by the migration after it.
        if (!entry || (entry.version !== store.version && entry.version !== UNDONE_ENTRY_REMOVED)) break
        problems.push(...findBrokenLinks(store, entry), ...verifyEntry(store, entry, rewound))
      } catch (error) {
        // Whatever stands in the file, the check must say so and go on to the end.
        return [...problems, `Entry ${id} of the history cannot be read: ${describeError(error)}`]
      }
    }
    return problems
  })
}

const describeError = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** An entry and the one that takes it back name each other. */
function findBrokenLinks({ history }: WorkspaceStore, { id, undoes, undone_by }: EntryRow): string[] {
  const undoing = undone_by === null ? undefined : history.getEntry(undone_by)
  const isUndone = undone_by === null || undoing?.undoes === id
  const undone = undoes === null ? undefined : history.getEntry(undoes)
  const isUndoing = undoes === null || undone_by !== null || undone?.undone_by === id
  return isUndone && isUndoing ? [] : [`Entry ${id} of the history and its undo do not belong together`]
}

function verifyEntry(store: WorkspaceStore, entry: EntryRow, rewound: Rewound): string[] {
  const problems = isComplete(store, entry) ? [] : [`Entry ${entry.id} of the history is not complete`]
  for (const part of store.history.iteratePartsBackwards(entry.id)) {
    for (const change of decodeChangeset(part.changeset)) {
      const problem = rewindChange(store, change, rewound)
      if (problem !== undefined) problems.push(`Entry ${entry.id} of the history does not fit ${problem}`)
    }
    problems.push(
      ...findMissingRows(store, part, rewound).map((gap) => `Entry ${entry.id} of the history: ${gap}`),
    )
  }
  return problems
}

/** Is told of everything that an entry changed, so that it is read once. */
export interface EntryVisitor {
  visitInserted: (inserted: InsertedRanges) => void
  /** Gets a change with the values of its key only. */
  visitChange: (change: RowChange) => void
}

/** True if the parts of an entry have as many changes as it counted, each with the key that its table has. */
export function isComplete(
  { history, recordedRows }: WorkspaceStore,
  entry: EntryRow,
  visitor?: EntryVisitor,
): boolean {
  const counts = new Map<string, number>()
  let hasKeys = true
  let checked: RowChange['keyColumns'] | undefined
  const visit = (change: RowChange): void => {
    visitor?.visitChange(change)
    // The changes of a table share the columns of its header.
    if (change.keyColumns === checked) return
    checked = change.keyColumns
    const { names, keys } = recordedRows.getColumns(getChangeTable(change))
    hasKeys &&=
      change.keyColumns.length === names.length &&
      change.keyColumns.every((order, position) => order === keys.indexOf(position) + 1)
  }
  for (const part of history.iteratePartsBackwards(entry.id)) {
    visitor?.visitInserted(part.inserted)
    for (const [table, count] of Object.entries(countChanges(part, visit)))
      counts.set(table, (counts.get(table) ?? 0) + count)
  }
  const stored = Object.entries(entry.counts)
  return (
    hasKeys && stored.length === counts.size && stored.every(([table, count]) => counts.get(table) === count)
  )
}

/** Takes a change back; returns the row when it is not as the change left it. */
function rewindChange(store: WorkspaceStore, change: RowChange, rewound: Rewound): string | undefined {
  const table = getChangeTable(change)
  const key = getChangeKey(change)
  const label = toRowLabel(table, key)
  const known = rewound.get(label)
  const values = known ? known.values : store.recordedRows.getRow(table, key)
  rewound.set(label, { table, seq: Number(key[0]), values: rewindRow(values, change) })
  const isAsLeft =
    change.operation === 'delete'
      ? values === undefined
      : values !== undefined && values.every((value, position) => isSameValue(change.after[position], value))
  return isAsLeft ? undefined : `the row ${key.join(' ')} of ${table}`
}

const isSameValue = (recorded: ChangeValue | undefined, value: ChangeValue): boolean =>
  recorded === undefined ||
  recorded === value ||
  (recorded instanceof Uint8Array && value instanceof Uint8Array && Buffer.compare(recorded, value) === 0)

/** Counts the new rows of a part. */
function findMissingRows(
  { recordedRows }: WorkspaceStore,
  { inserted }: EntryPart,
  rewound: Rewound,
): string[] {
  return Object.entries(inserted).flatMap(([name, [first, last]]) => {
    const table = name as keyof EntryPart['inserted'] // Object.entries loses the type of the keys
    let present = recordedRows.countRange(table, [first, last])
    for (const { seq, values } of listRewoundInRange(rewound, table, [first, last])) {
      const isNow = recordedRows.getRow(table, [BigInt(seq)]) !== undefined
      present += Number(values !== undefined) - Number(isNow)
    }
    const missing = last - first + 1 - present
    return missing === 0 ? [] : [`${missing} of its new rows of ${table} are missing`]
  })
}

/** Lists the rewound rows with a key in a range: by the range or by the rows, whichever are fewer. */
function listRewoundInRange(
  rewound: Rewound,
  table: RecordedTable,
  [first, last]: readonly [number, number],
) {
  if (last - first > rewound.size)
    return [...rewound.values()].filter((row) => row.table === table && row.seq >= first && row.seq <= last)
  return Array.from({ length: last - first + 1 }, (_, at) =>
    rewound.get(toRowLabel(table, [BigInt(first + at)])),
  ).filter((row) => row !== undefined)
}
