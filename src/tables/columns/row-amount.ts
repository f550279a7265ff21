/**
 * Reads the amount of one cell or one row in minor units.
 * @see docs/import.md#3-dates-numbers-signs
 */

import type { MinorUnits } from '../../money/minor-units.ts'
import { type AmountNotation, isEmptyAmount, parseAmountCell } from '../cells/amount-cell.ts'
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
  | { kind: 'amount'; minor: MinorUnits; isExplicitCredit: boolean }
  | AmountProblem
  | { kind: 'empty' }

/** Returns the amount of one cell. */
export function readColumnAmount(
  cells: readonly string[],
  column: ColumnProfile,
  { notation, field }: { notation: AmountNotation; field: string },
): ColumnAmount {
  const cell = cells[column.index]
  if (cell === undefined || isEmptyAmount(cell)) return { kind: 'empty' }
  const parsed = parseAmountCell(cell, notation)
  if ('invalidReason' in parsed)
    return {
      kind: 'invalid',
      message: parsed.invalidReason,
      column: column.index + 1,
      field,
      ...(parsed.isForeign && { isForeign: true }),
    }
  return { kind: 'amount', minor: parsed.minor, isExplicitCredit: parsed.isExplicitCredit }
}

/** Returns the amount minus the fee in the same row, whatever the sign of the fee. */
export function subtractFee(
  minor: MinorUnits,
  cells: readonly string[],
  { fee, notation }: { fee: ColumnProfile | undefined; notation: AmountNotation },
): RowAmount {
  const feeAmount = fee && readColumnAmount(cells, fee, { notation, field: 'fee' })
  if (!feeAmount || feeAmount.kind === 'empty') return { kind: 'amount', minor }
  if (feeAmount.kind === 'invalid') return feeAmount
  return { kind: 'amount', minor: feeAmount.minor < 0n ? minor + feeAmount.minor : minor - feeAmount.minor }
}
