/**
 * Says of each recorded table what its rows are called, and which fields describe them.
 * @see docs/history.md#1-what-users-see
 */

import type { ChangeType } from '../../contract/ports/history.ts'
import type { RecordedTable } from '../../store/change-recorder.ts'
import type { RowChange } from '../../store/changeset.ts'
import type { RequestContext } from '../budget/request-context.ts'
import {
  type DescribeContext,
  formatMoney,
  isTrue,
  type NamedRow,
  type NamedRowKind,
  type RowDescription,
  toNumber,
  toReference,
  toText,
} from './describe-fields.ts'
import { scheduleDateDescription, scheduleDescription } from './describe-schedules.ts'
import { findRemovals, toRowLabel } from './row-images.ts'

const toSeqId =
  (kind: NamedRowKind | 'transaction' | 'rule') =>
  ({ ids }: RequestContext, { seq }: NamedRow): string =>
    ids.toId(kind, Number(seq))

const toCategoryId = ({ ids }: RequestContext, { category }: NamedRow): string =>
  ids.toId('category', Number(category))

const toMonthId = (context: RequestContext, row: NamedRow): string =>
  `${toText(row['month'])}/${toCategoryId(context, row)}`

/** The descriptions of all recorded tables; null: their rows are described with those they belong to. */
export const descriptions: Readonly<Record<RecordedTable, RowDescription | null>> = {
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
  schedules: scheduleDescription,
  schedule_dates: scheduleDateDescription,
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
  moves: null,
}

/** Returns the kind of thing that a table holds; undefined for rows that are described with others. */
export const getChangeType = (table: string): ChangeType | undefined =>
  descriptions[table as RecordedTable]?.type // undefined for any other name

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
  const findRemovedName = (kind: NamedRowKind, seq: number): string | null => {
    removals ??= findRemovals(context.store, (label) => tables.some((table) => label.startsWith(`${table} `)))
    const table = tableByKind[kind]
    const removal = removals.get(toRowLabel(table, [BigInt(seq)]))
    const value = removal?.before[recordedRows.getColumns(table).names.indexOf('name')]
    return typeof value === 'string' ? value : null
  }
  // The rows of an import name the same account and merchants.
  const known = new Map<string, string | null>()
  return {
    ...context,
    findName(kind, seq) {
      const key = toRowLabel(kind, [seq])
      const name = known.get(key) ?? stores[kind].get(seq)?.name ?? findRemovedName(kind, seq)
      known.set(key, name)
      return name
    },
  }
}
