/** Describes changed rows in the words of the API, with names beside ids. @see docs/history.md#1-what-users-see */

import type { Change, ChangeFields, ChangeType } from '../../contract/ports/history.ts'
import type { RecordedTable } from '../../store/change-recorder.ts'
import type { ChangeValue } from '../../store/changeset.ts'
import type { RowValues } from '../../store/recorded-rows.ts'
import type { RequestContext } from '../budget/request-context.ts'
import { type DescribeContext, findNames, type NamedRowKind } from './find-names.ts'
import { omitUnchanged } from './omit-unchanged.ts'
import { orderChanges } from './order-changes.ts'
import { type RowImage, type RowImages, toRowLabel } from './row-images.ts'

/** A row by the names of its columns. */
type NamedRow = Readonly<Record<string, ChangeValue>>

/** How the rows of a table are described. */
interface RowDescription {
  type: ChangeType
  /** The fields that name the thing; they are told even where they did not change. */
  naming: readonly string[]
  toId: (context: RequestContext, row: NamedRow) => string
  toFields: (context: DescribeContext, row: NamedRow) => ChangeFields
  /** True if the row is one of an ordered list; its position is told where nothing else changed. */
  isOrdered?: true
}

const toNumber = (value: ChangeValue | undefined): number | null =>
  value === null || value === undefined ? null : Number(value)
const toText = (value: ChangeValue | undefined): string | null => (typeof value === 'string' ? value : null)
const isTrue = (value: ChangeValue | undefined): boolean => Number(value) === 1

/** Returns the id and the name of a row that another one refers to. */
function toReference(
  context: DescribeContext,
  kind: NamedRowKind,
  field: string,
  value: ChangeValue | undefined,
) {
  const seq = toNumber(value)
  return {
    [`${field}_id`]: seq === null ? null : context.ids.toId(kind, seq),
    [`${field}_name`]: seq === null ? null : context.findName(kind, seq),
  }
}

const formatMoney = ({ formatMoney: format }: RequestContext, value: ChangeValue | undefined): string =>
  format(typeof value === 'bigint' ? value : 0n)

const toSeqId =
  (kind: NamedRowKind | 'transaction' | 'rule') =>
  ({ ids }: RequestContext, { seq }: NamedRow): string =>
    ids.toId(kind, Number(seq))

const toCategoryId = ({ ids }: RequestContext, { category }: NamedRow): string =>
  ids.toId('category', Number(category))

const toMonthId = (context: RequestContext, row: NamedRow): string =>
  `${toText(row['month'])}/${toCategoryId(context, row)}`

// A recorded table without a description does not compile; null: its rows are told with those they belong to.
const descriptions: Readonly<Record<RecordedTable, RowDescription | null>> = {
  transactions: {
    type: 'transaction',
    naming: ['date', 'amount', 'account_name', 'merchant_name', 'transfer_account_name'],
    toId: toSeqId('transaction'),
    toFields: (context, row) => ({
      date: toText(row['date']),
      amount: formatMoney(context, row['amount']),
      ...toReference(context, 'account', 'account', row['account']),
      ...toReference(context, 'merchant', 'merchant', row['merchant']),
      ...toReference(context, 'category', 'category', row['category']),
      ready_to_assign: isTrue(row['ready_to_assign']),
      notes: toText(row['notes']),
      status: toText(row['status']),
      review_status: toText(row['review_status']),
      ...toReference(context, 'account', 'transfer_account', row['transfer_account']),
      deleted: isTrue(row['deleted']),
    }),
  },
  assignments: {
    type: 'assignment',
    naming: ['name'],
    toId: toMonthId,
    toFields: (context, row) => ({
      name: context.findName('category', Number(row['category'])),
      assigned: formatMoney(context, row['assigned']),
    }),
  },
  accounts: {
    type: 'account',
    naming: ['name'],
    toId: toSeqId('account'),
    toFields: (_, row) => ({
      name: toText(row['name']),
      type: toText(row['type']),
      notes: toText(row['notes']),
      closed: isTrue(row['closed']),
    }),
  },
  category_groups: {
    type: 'category_group',
    naming: ['name'],
    toId: toSeqId('category_group'),
    isOrdered: true,
    toFields: (_, row) => ({ name: toText(row['name']) }),
  },
  categories: {
    type: 'category',
    naming: ['name'],
    toId: toSeqId('category'),
    isOrdered: true,
    toFields: (context, row) => ({
      name: toText(row['name']),
      ...toReference(context, 'category_group', 'group', row['category_group']),
      archived: isTrue(row['archived']),
    }),
  },
  merchants: {
    type: 'merchant',
    naming: ['name'],
    toId: toSeqId('merchant'),
    toFields: (_, row) => ({ name: toText(row['name']) }),
  },
  targets: {
    type: 'target',
    naming: ['category_name'],
    toId: toCategoryId,
    toFields: (context, row) => ({
      ...toReference(context, 'category', 'category', row['category']),
      kind: toText(row['kind']),
      amount: formatMoney(context, row['amount']),
      weekday: toNumber(row['weekday']),
      by: toText(row['by_date']),
      repeat_months: toNumber(row['repeat_months']),
    }),
  },
  snoozes: {
    type: 'snooze',
    naming: ['month', 'category_name'],
    toId: toMonthId,
    toFields: (context, row) => ({
      month: toText(row['month']),
      ...toReference(context, 'category', 'category', row['category']),
    }),
  },
  rules: {
    type: 'rule',
    naming: [
      'merchant_name',
      'merchant_contains',
      'account_name',
      'direction',
      'category_name',
      'ready_to_assign',
    ],
    toId: toSeqId('rule'),
    toFields: (context, row) => ({
      position: toNumber(row['position']),
      ...toReference(context, 'merchant', 'merchant', row['merchant']),
      merchant_contains: toText(row['merchant_contains']),
      ...toReference(context, 'account', 'account', row['account']),
      direction: toText(row['direction']),
      ...toReference(context, 'category', 'category', row['category']),
      ready_to_assign: isTrue(row['ready_to_assign']),
    }),
  },
  reconciliations: {
    type: 'reconciliation',
    naming: ['account_name', 'date'],
    toId: ({ ids }, row) => `${ids.toId('account', Number(row['account']))}/${toText(row['date'])}`,
    toFields: (context, row) => ({
      ...toReference(context, 'account', 'account', row['account']),
      date: toText(row['date']),
      balance: formatMoney(context, row['balance']),
    }),
  },
  imports: {
    type: 'import',
    naming: ['path', 'account_name'],
    toId: (_, row) => toText(row['id']) ?? '',
    toFields: (context, row) => {
      const account = context.ids.toSeq('account', toText(row['account_id']) ?? '')
      return {
        path: toText(row['path']),
        ...toReference(context, 'account', 'account', account === undefined ? null : BigInt(account)),
        state: toText(row['state']),
      }
    },
  },
  split_lines: null,
  explicit_categorizations: null,
  batches: null,
}

/** Returns the kind of thing that a table holds; undefined for rows that are told with others. */
export const getChangeType = (table: string): ChangeType | undefined =>
  descriptions[table as RecordedTable]?.type // undefined for any other name

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
    const told = omitUnchanged(was, is, description.naming)
    const isSame = told.before === null && told.after === null
    const change = {
      type: description.type,
      id: description.toId(context, identity),
      ...(isSame && description.isOrdered && was && is
        ? omitUnchanged(addPosition(was, oldRow), addPosition(is, newRow), description.naming)
        : told),
    }
    if (change.before !== null || change.after !== null) changes.push(change)
  }
  return orderChanges(changes)
}

/** Describes a row by itself; undefined for one that is told with another row. */
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
  return Object.fromEntries(values.map((value, position) => [names[position] ?? '', value]))
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
