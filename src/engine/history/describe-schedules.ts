/** Describes the changes of schedules and of their dates. @see docs/schedules.md#what-is-stored */

import type { ChangeFields } from '../../contract/ports/history.ts'
import type { ChangeValue } from '../../store/changeset.ts'
import type { RequestContext } from '../budget/request-context.ts'
import {
  type DescribeContext,
  formatMoney,
  isTrue,
  type NamedRow,
  type RowDescription,
  toNumber,
  toReference,
  toText,
} from './describe-fields.ts'
import { findRemovals, toRowLabel } from './row-images.ts'

/** Returns what a schedule is called: its merchant, or the account that a transfer goes to. */
function findScheduleName(context: DescribeContext, row: NamedRow): string | null {
  const merchant = toNumber(row['merchant'])
  if (merchant !== null) return context.findName('merchant', merchant)
  const account = toNumber(row['transfer_account']) ?? toNumber(row['account'])
  return account === null ? null : context.findName('account', account)
}

/** Returns a schedule, also one that was deleted. */
function findSchedule({ store }: RequestContext, seq: ChangeValue | undefined): NamedRow {
  const { recordedRows } = store
  const key = [seq ?? null]
  const label = toRowLabel('schedules', key)
  const values =
    recordedRows.getRow('schedules', key) ??
    findRemovals(store, (one) => one === label).get(label)?.before ??
    []
  const { names } = recordedRows.getColumns('schedules')
  return Object.fromEntries(names.map((name, at) => [name, values[at] ?? null]))
}

/** Describes a schedule. */
export const scheduleDescription: RowDescription = {
  type: 'schedule',
  naming: ['name', 'amount'],
  toId: ({ ids }, { seq }) => ids.toId('schedule', Number(seq)),
  toFields: (context, row) => ({
    name: findScheduleName(context, row),
    ...toReference(context, 'account', 'account', row['account']),
    ...toReference(context, 'account', 'transfer_account', row['transfer_account']),
    ...toReference(context, 'merchant', 'merchant', row['merchant']),
    ...toReference(context, 'category', 'category', row['category']),
    ready_to_assign: isTrue(row['ready_to_assign']),
    amount_kind: toText(row['amount_kind']),
    amount: row['amount'] === null ? null : formatMoney(context, row['amount']),
    amount_to: row['amount_to'] === null ? null : formatMoney(context, row['amount_to']),
    statement_day: (row['statement_day'] ?? null) === null ? null : Number(row['statement_day']),
    notes: toText(row['notes']),
    match_text: toText(row['match_text']),
    ...(JSON.parse(toText(row['recurrence']) ?? '{}') as ChangeFields), // the engine wrote it
    auto_post: isTrue(row['auto_post']),
    paused: isTrue(row['paused']),
  }),
}

/** Describes what is known of a date of a schedule. */
export const scheduleDateDescription: RowDescription = {
  type: 'schedule_date',
  naming: ['name', 'date'],
  toId: ({ ids }, row) => `${ids.toId('schedule', Number(row['schedule']))}/${toText(row['date'])}`,
  toFields: (context, row) => ({
    name: findScheduleName(context, findSchedule(context, row['schedule'])),
    date: toText(row['date']),
    transaction_id:
      row['transaction'] === null ? null : context.ids.toId('transaction', Number(row['transaction'])),
    skipped: isTrue(row['skipped']),
    amount: row['amount'] === null ? null : formatMoney(context, row['amount']),
  }),
}
