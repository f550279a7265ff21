/** Defines how the rows of a table are described, and reads the fields of a row for it. */

import type { ChangeFields, ChangeType } from '../../contract/ports/history.ts'
import type { ChangeValue } from '../../store/changeset.ts'
import type { RequestContext } from '../budget/request-context.ts'

/** The kinds of rows that have a name which changes are described with. */
export type NamedRowKind = 'account' | 'merchant' | 'category' | 'category_group'

/** A request, and the names of the things that changes are about. */
export interface DescribeContext extends RequestContext {
  /** Returns a name, also of what an undo removed; null when the history no longer has it. */
  findName: (kind: NamedRowKind, seq: number) => string | null
}

/** A row by the names of its columns. */
export type NamedRow = Readonly<Record<string, ChangeValue>>

/** How the rows of a table are described. */
export interface RowDescription {
  type: ChangeType
  /** The fields that name the thing; they are shown even where they did not change. */
  naming: readonly string[]
  toId: (context: RequestContext, row: NamedRow) => string
  toFields: (context: DescribeContext, row: NamedRow) => ChangeFields
  /** True if the row is one of an ordered list; its position is shown where nothing else changed. */
  isOrdered?: true
}

/** Returns a number of a row. */
export const toNumber = (value: ChangeValue | undefined): number | null =>
  value === null || value === undefined ? null : Number(value)
/** Returns a text of a row. */
export const toText = (value: ChangeValue | undefined): string | null =>
  typeof value === 'string' ? value : null
/** True for a flag of a row that is set. */
export const isTrue = (value: ChangeValue | undefined): boolean => Number(value) === 1

/** Returns the id and the name of a row that another one refers to. */
export function toReference(
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

/** Returns an amount of a row as the API writes it. */
export const formatMoney = (
  { formatMoney: format }: RequestContext,
  value: ChangeValue | undefined,
): string => format(typeof value === 'bigint' ? value : 0n)
