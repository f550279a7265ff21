/**
 * Parses and formats the column map of `--map`, e.g. `date=1,amount=3,notes=2+4`.
 * @see docs/import.md#4-confirm-once-layouts
 * @see docs/import.md#printed-commands-are-complete
 */

import { type AmbiguityError, createAmbiguityError } from '../ambiguity-error.ts'
import { type ColumnField, type ColumnMapping, columnFields, type MappedColumn } from '../read-options.ts'
import type { AmountColumns } from './amount-evidence.ts'
import type { ColumnProfile } from './column-profile.ts'
import { type DebitCreditColumn } from './debit-credit-column.ts'
import { type TextColumns } from './description-columns.ts'

/** The columns that were inferred for each field. */
export interface InferredColumns {
  date: ColumnProfile
  money: AmountColumns
  debitCreditColumn: DebitCreditColumn | undefined
  texts: TextColumns
  /** The column with the currency of each row. */
  currency: ColumnProfile | undefined
  /** The column with the account of each row. */
  account?: ColumnProfile | undefined
}

/** Returns the columns by the fields they hold. */
export function listMappedColumns(found: InferredColumns): MappedColumn[] {
  const { date, money, texts } = found
  const listed = (field: ColumnField, ...columns: readonly (ColumnProfile | undefined)[]): MappedColumn[] =>
    columns.flatMap((column) => (column ? [{ field, column: column.index + 1, name: column.name }] : []))
  return [
    ...listed('date', date),
    ...listed('amount', money.amount),
    ...listed('in', money.in),
    ...listed('out', money.out),
    ...listed('fee', money.fee),
    ...listed('rate', money.rate),
    ...listed('inverse_rate', money.inverse_rate),
    ...listed('flag', found.debitCreditColumn?.column),
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

/** The fields that may be joined from several columns. */
const multiColumnFields = new Set<ColumnField>(['payee', 'payer', 'notes', 'details'])

/** Returns the columns as `--map` takes them, e.g. `date=1,amount=3,notes=2+4`. */
export function formatColumnMap(found: InferredColumns): string {
  const parts = new Map<ColumnField, number[]>()
  for (const { field, column } of listMappedColumns(found))
    if (!parts.has(field) || multiColumnFields.has(field))
      parts.set(field, [...(parts.get(field) ?? []), column])
  return [...parts].map(([field, columns]) => `${field}=${columns.join('+')}`).join(',')
}

const isColumnField = (name: string): name is ColumnField =>
  (columnFields as readonly string[]).includes(name)

/** The columns of a file, listed in error messages. */
interface HeaderColumns {
  header: readonly string[] | undefined
  width: number
}

/**
 * Returns the mapping the user typed; `header` is undefined for a file without one.
 * @throws AmbiguityError about the first mistake in it
 */
export function parseColumnMap(
  map: string,
  header: readonly string[] | undefined,
  width: number,
): ColumnMapping {
  const columns = { header, width }
  const mapping: Partial<Record<ColumnField, number[]>> = {}
  for (const entry of map.split(',')) {
    const at = entry.indexOf('=')
    const name = entry.slice(0, Math.max(at, 0)).trim()
    if (!isColumnField(name)) {
      throw createAmbiguityError(
        `"${entry.trim()}" is not a field`,
        `--map takes ${columnFields.join(', ')}, as in --map date=1,amount=3\n${describeHeaderColumns(columns)}`,
      )
    }
    const columnsText = entry.slice(at + 1)
    const isOne = !multiColumnFields.has(name) || findColumnIndex(columnsText, columns) !== undefined
    mapping[name] = (isOne ? [columnsText] : columnsText.split('+')).map((columnText) =>
      requireColumnIndex(name, columnText.trim(), columns),
    )
  }
  if (!mapping.date) throw createMissingFieldError('date', `as in --map date=1,${map}`, columns)
  if (!mapping.amount && !mapping.in && !mapping.out)
    throw createMissingFieldError('amount', `as in --map ${map},amount=3, or in=3,out=4 instead`, columns)
  return mapping
}

const createMissingFieldError = (field: string, example: string, columns: HeaderColumns): AmbiguityError =>
  createAmbiguityError(
    `The mapping has no ${field} column`,
    `Name it by its number, ${example}\n${describeHeaderColumns(columns)}`,
  )

const describeHeaderColumns = ({ header, width }: HeaderColumns): string =>
  `The columns are ${header?.map((cell, at) => `${at + 1} "${cell}"`).join(', ') ?? `1 to ${width}`}`

function requireColumnIndex(field: ColumnField, name: string, columns: HeaderColumns): number {
  const column = findColumnIndex(name, columns)
  if (column !== undefined) return column
  throw createAmbiguityError(`No column "${name}" for ${field}`, describeHeaderColumns(columns))
}

function findColumnIndex(name: string, { header = [], width }: HeaderColumns): number | undefined {
  const key = name.trim().toLowerCase()
  // A heading may be a number, such as a year; column numbers take precedence.
  const number = /^[0-9]{1,4}$/.test(key) ? Number(key) : 0
  if (number >= 1 && number <= width) return number - 1
  const found = header.flatMap((cell, at) => (cell.toLowerCase() === key && key !== '' ? [at] : []))
  if (found.length > 1) {
    const numbers = found.map((at) => at + 1).join(', ')
    throw createAmbiguityError(
      `${found.length} columns are named "${name}"`,
      `Use a column number: ${numbers}`,
    )
  }
  return found[0]
}
