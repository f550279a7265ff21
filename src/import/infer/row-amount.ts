/**
 * Reads the amount of one cell or one row in minor units.
 * @see docs/import.md#3-dates-numbers-signs
 */

import type { MinorUnits } from '../../money/minor-units.ts'
import { type AmountNotation, isEmptyAmount, parseAmountCell } from '../text/amount-cell.ts'
import type { ColumnProfile } from './column-profile.ts'

/** Why a cell holds no amount in the account's currency. */
export interface AmountProblem {
  kind: 'invalid'
  message: string
  column: number
  field: string
  /** True if it is an amount in another currency. */
  isForeign?: boolean
}

/** The amount of a row, or why there is none. */
export type RowAmount =
  | { kind: 'amount'; minor: MinorUnits }
  | AmountProblem
  | { kind: 'neutral' }
  | { kind: 'empty' }

/** The amount of one cell, or why there is none. */
export type ColumnAmount =
  | { kind: 'amount'; minor: MinorUnits; plus: boolean }
  | AmountProblem
  | { kind: 'empty' }

/** Returns the amount of one cell. */
export function readColumnAmount(
  cells: readonly string[],
  column: ColumnProfile,
  { form, field }: { form: AmountNotation; field: string },
): ColumnAmount {
  const cell = cells[column.index]
  if (cell === undefined || isEmptyAmount(cell)) return { kind: 'empty' }
  const read = parseAmountCell(cell, form)
  if ('invalidReason' in read)
    return {
      kind: 'invalid',
      message: read.invalidReason,
      column: column.index + 1,
      field,
      ...(read.isForeign && { isForeign: true }),
    }
  return { kind: 'amount', minor: read.minor, plus: read.plus }
}

/** Returns the amount minus the fee in the same row, whatever the sign of the fee. */
export function subtractFee(
  minor: MinorUnits,
  cells: readonly string[],
  { fee, form }: { fee: ColumnProfile | undefined; form: AmountNotation },
): RowAmount {
  const kept = fee && readColumnAmount(cells, fee, { form, field: 'fee' })
  if (!kept || kept.kind === 'empty') return { kind: 'amount', minor }
  if (kept.kind === 'invalid') return kept
  return { kind: 'amount', minor: kept.minor < 0n ? minor + kept.minor : minor - kept.minor }
}
