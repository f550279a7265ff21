/** Which column is which field of a transaction, as a list and as the text that `--map` takes. */ // import.md §4 §10

import type { FieldName, MappedColumn } from '../model/read-options.ts'
import type { MoneyColumns } from './amount-search.ts'
import type { Column } from './column-profile.ts'
import type { Flag } from './debit-credit-column.ts'
import type { TextColumns } from './description-columns.ts'

export interface FoundColumns {
  date: Column
  money: MoneyColumns
  flag: Flag | undefined
  texts: TextColumns
  /** The column that names the currency of every row. */
  currency: Column | undefined
  /** The column that names the account of every row. */
  account?: Column | undefined
}

/** The columns of a file by the fields they hold. */
export function listColumns({ date, money, flag, texts, ...found }: FoundColumns): MappedColumn[] {
  const listed = (field: FieldName, ...columns: readonly (Column | undefined)[]): MappedColumn[] =>
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
const joined = new Set<FieldName>(['payee', 'payer', 'notes', 'details'])

/** The columns as `--map` takes them: `date=1,amount=3,notes=2+4`. */
export function writeMap(found: FoundColumns): string {
  const parts = new Map<FieldName, number[]>()
  for (const { field, column } of listColumns(found))
    if (!parts.has(field) || joined.has(field)) parts.set(field, [...(parts.get(field) ?? []), column])
  return [...parts].map(([field, columns]) => `${field}=${columns.join('+')}`).join(',')
}
