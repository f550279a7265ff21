/**
 * Which column is which field of a transaction, as a list and as the text that `--map` takes.
 * @see docs/import.md#4-confirm-once-layouts
 * @see docs/import.md#10-rules-found-with-unseen-files
 */

import type { ColumnField, MappedColumn } from '../model/read-options.ts'
import type { AmountColumns } from './amount-search.ts'
import type { ColumnProfile } from './column-profile.ts'
import type { DebitCreditColumn } from './debit-credit-column.ts'
import type { TextColumns } from './description-columns.ts'

export interface InferredColumns {
  date: ColumnProfile
  money: AmountColumns
  flag: DebitCreditColumn | undefined
  texts: TextColumns
  /** The column that names the currency of every row. */
  currency: ColumnProfile | undefined
  /** The column that names the account of every row. */
  account?: ColumnProfile | undefined
}

/** The columns of a file by the fields they hold. */
export function listMappedColumns({ date, money, flag, texts, ...found }: InferredColumns): MappedColumn[] {
  const listed = (field: ColumnField, ...columns: readonly (ColumnProfile | undefined)[]): MappedColumn[] =>
    columns.flatMap((column) => (column ? [{ field, column: column.at + 1, name: column.name }] : []))
  return [
    ...listed('date', date),
    ...listed('amount', money.amount),
    ...listed('in', money.in),
    ...listed('out', money.out),
    ...listed('fee', money.fee),
    ...listed('flag', flag?.column),
    ...listed('payee', ...texts.payee),
    ...listed('payer', ...texts.payer),
    ...listed('notes', ...texts.notes),
    ...listed('details', ...texts.details),
    ...listed('balance', money.balance),
    ...listed('ref', texts.ref),
    ...listed('status', texts.status),
    ...listed('currency', found.currency),
    ...listed('account', found.account),
  ]
}

/** The fields that several columns together may hold. */
const multiColumnFields = new Set<ColumnField>(['payee', 'payer', 'notes', 'details'])

/** The columns as `--map` takes them: `date=1,amount=3,notes=2+4`. */
export function formatColumnMap(found: InferredColumns): string {
  const parts = new Map<ColumnField, number[]>()
  for (const { field, column } of listMappedColumns(found))
    if (!parts.has(field) || multiColumnFields.has(field))
      parts.set(field, [...(parts.get(field) ?? []), column])
  return [...parts].map(([field, columns]) => `${field}=${columns.join('+')}`).join(',')
}
