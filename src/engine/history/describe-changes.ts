/** Describes changed rows in the words of the API, with names beside ids. @see docs/history.md#1-what-users-see */

import type { Change, ChangeFields, ChangeType } from '../../contract/ports/history.ts'
import type { RecordedTable } from '../../store/change-recorder.ts'
import type { ChangeValue } from '../../store/changeset.ts'
import type { RowValues } from '../../store/recorded-rows.ts'
import type { RequestContext } from '../budget/request-context.ts'
import {
  type DescribeContext,
  formatMoney,
  isTrue,
  type NamedRow,
  toNumber,
  toReference,
  toText,
} from './describe-fields.ts'
import { descriptions, findNames } from './row-descriptions.ts'
import { type RowImage, type RowImages, toRowLabel } from './row-images.ts'

/** Tables whose rows stay with a mark when they are deleted: for people they are gone. */
const goneWhenDeleted = new Set<RecordedTable>(['accounts', 'categories', 'merchants'])

/** Describes what differs between the rows of two moments. */
export function describeChanges(request: RequestContext, before: RowImages, after: RowImages): Change[] {
  const context = findNames(request)
  const changes: Change[] = []
  for (const [label, { table }] of after) {
    const description = descriptions[table]
    if (!description) continue
    const oldRow = toNamedRow(context, before.get(label))
    const newRow = toNamedRow(context, after.get(label))
    const identity = newRow ?? oldRow
    if (!identity) continue
    // A category without an assignment has zero assigned.
    const missingRow: NamedRow | undefined =
      table === 'assignments' ? { ...identity, assigned: 0n } : undefined
    const describe = (row: NamedRow | undefined = missingRow, images: RowImages): ChangeFields | null =>
      row
        ? { ...description.toFields(context, row), ...describeSplits(context, table, { row, images }) }
        : null
    const [was, is] = [describe(oldRow, before), describe(newRow, after)]
    const changed = omitUnchanged(was, is, description.naming)
    const isSame = changed.before === null && changed.after === null
    const change = {
      type: description.type,
      id: description.toId(context, identity),
      ...(isSame && description.isOrdered && was && is
        ? omitUnchanged(addPosition(was, oldRow), addPosition(is, newRow), description.naming)
        : changed),
    }
    if (change.before !== null || change.after !== null) changes.push(change)
  }
  return orderChanges(changes)
}

/** Describes a row by itself; undefined for one that is described with another row. */
export function describeRow(
  request: RequestContext,
  { table, values }: Pick<RowImage, 'table'> & { values: RowValues },
): { type: ChangeType; fields: ChangeFields } | undefined {
  const description = descriptions[table]
  if (!description) return undefined
  const row = nameValues(request, table, values)
  return { type: description.type, fields: description.toFields(findNames(request), row) }
}

const addPosition = (fields: ChangeFields, row: NamedRow | undefined): ChangeFields => ({
  ...fields,
  position: toNumber(row?.['position']),
})

function toNamedRow(context: RequestContext, image: RowImage | undefined): NamedRow | undefined {
  if (!image?.values) return undefined
  const row = nameValues(context, image.table, image.values)
  return goneWhenDeleted.has(image.table) && isTrue(row['deleted']) ? undefined : row
}

function nameValues({ store }: RequestContext, table: RecordedTable, values: RowValues): NamedRow {
  const { names } = store.recordedRows.getColumns(table)
  const row: Record<string, ChangeValue> = {}
  for (let position = 0; position < values.length; position++)
    row[names[position] ?? ''] = values[position] ?? null
  return row
}

/** Returns the lines of a split transaction; nothing for any other row. */
function describeSplits(
  context: DescribeContext,
  table: RecordedTable,
  { row, images }: { row: NamedRow; images: RowImages },
): ChangeFields {
  if (table !== 'transactions' || !isTrue(row['split'])) return {}
  const lines: ChangeFields[] = []
  for (let line = 0n; ; line++) {
    const image = images.get(toRowLabel('split_lines', [row['seq'] ?? null, line]))
    if (!image?.values) return { splits: lines }
    const { amount, category, ready_to_assign, notes } = nameValues(context, 'split_lines', image.values)
    lines.push({
      amount: formatMoney(context, amount),
      ...toReference(context, 'category', 'category', category),
      ready_to_assign: isTrue(ready_to_assign),
      notes: toText(notes),
    })
  }
}

/** Leaves out what did not change, except the fields that name the thing; both null when nothing did. */
function omitUnchanged(
  before: ChangeFields | null,
  after: ChangeFields | null,
  naming: readonly string[],
): Pick<Change, 'before' | 'after'> {
  if (!before || !after) return { before, after }
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = fields.filter((field) => toComparable(before[field]) !== toComparable(after[field]))
  if (changed.length === 0) return { before: null, after: null }
  const pick = (from: ChangeFields): ChangeFields =>
    Object.fromEntries(
      fields.flatMap((field) =>
        changed.includes(field) || (naming.includes(field) && isNaming(field, from))
          ? [[field, from[field] ?? null]]
          : [],
      ),
    )
  return { before: pick(before), after: pick(after) }
}

/** Only a transfer is named by its other account. */
const isNaming = (field: string, fields: ChangeFields): boolean =>
  field !== 'transfer_account_name' || fields[field] !== null

const toComparable = (value: unknown): string => JSON.stringify(value ?? null)

/** What others belong to comes first: a merchant before its transactions. */
const order: Readonly<Record<ChangeType, number>> = {
  setting: 0,
  profile: 1,
  workspace: 2,
  key: 3,
  layout: 4,
  file: 5,
  import: 6,
  account: 7,
  category_group: 8,
  category: 9,
  merchant: 10,
  rule: 11,
  target: 12,
  snooze: 13,
  assignment: 14,
  reconciliation: 15,
  schedule: 16,
  schedule_date: 17,
  transaction: 18,
}

const getDate = ({ before, after }: Change): string => {
  const date = (after ?? before)?.['date']
  return typeof date === 'string' ? date : ''
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Returns changes by type, transactions newest first, everything else in the order of the ids. */
const orderChanges = (changes: readonly Change[]): Change[] =>
  changes.toSorted(
    (a, b) =>
      order[a.type] - order[b.type] || compareTexts(getDate(b), getDate(a)) || compareTexts(a.id, b.id),
  )
