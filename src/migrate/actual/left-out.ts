/** Lists what an Actual file has besides its budget, which has no counterpart here. */

import type { ForeignTables } from '../../contract/ports/foreign-tables.ts'
import { describeNotTaken, type NotTaken } from '../source-budget.ts'
import { readFlag, readOptionalText, readRows, readText, type TableRow } from '../table-rows.ts'

const TEMPLATE = /^\s*#(?:template|goal|cleanup)\b/im

/** Returns the notes of accounts, categories and months by their ids. */
export function readNotes(tables: ForeignTables): Map<string, string> {
  return new Map(
    Array.from(readRows(tables, 'notes', { optional: ['id', 'note'] })).flatMap((row): [string, string][] => {
      const note = readOptionalText(row, 'note')
      return note === null ? [] : [[readText(row, 'id'), note]]
    }),
  )
}

/** Lists rules, reports, templates and notes. `names` has the categories and groups by their ids. */
export function listLeftOut(
  tables: ForeignTables,
  notes: ReadonlyMap<string, string>,
  names: ReadonlyMap<string, string>,
): NotTaken[] {
  const count = (
    table: string,
    counts: (row: TableRow) => boolean,
    columns: readonly string[] = [],
  ): number => {
    const rows = readRows(tables, table, { optional: ['tombstone', ...columns] })
    return Array.from(rows).filter((row) => !readFlag(row, 'tombstone') && counts(row)).length
  }
  const others = [...notes].filter(([id]) => !id.startsWith('account-'))
  const describe = ([id, note]: readonly [string, string]) =>
    `${names.get(id) ?? id.replace(/^budget-/, '')}: ${note}`
  const templates = others.filter(([, note]) => TEMPLATE.test(note)).map(describe)
  const plain = others.filter(([, note]) => !TEMPLATE.test(note)).map(describe)
  // Every schedule has a rule of its own.
  const schedulesOfRules = count('schedules', () => true)
  return describeNotTaken([
    [
      'rules',
      Math.max(0, count('rules', () => true) - schedulesOfRules),
      'rules work differently here: add them with budget rules add',
    ],
    [
      'budget templates and goals',
      templates.length,
      'targets work differently here: set them with budget targets set',
      templates,
    ],
    ['category and month notes', plain.length, 'only accounts and transactions have notes here', plain],
    ['custom reports', count('custom_reports', () => true), 'budget report has its own reports'],
  ])
}
