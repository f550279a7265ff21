/** The amount of a row, or of one cell of it, in minor units. @see docs/import.md#3-dates-numbers-signs */

import type { MinorUnits } from '../../money/minor-units.ts'
import { type AmountNotation, isEmptyAmount, parseAmountCell } from '../text/amount-cell.ts'
import type { ColumnProfile } from './column-profile.ts'

/** Why a cell is no amount of the account. */
export interface AmountProblem {
  kind: 'invalid'
  message: string
  column: number
  field: string
  /** It is an amount in another currency. */
  isForeign?: boolean
}

/** What a row says about money. */
export type RowAmount =
  | { kind: 'amount'; minor: MinorUnits }
  | AmountProblem
  | { kind: 'neutral' }
  | { kind: 'empty' }

export type ColumnAmount =
  | { kind: 'amount'; minor: MinorUnits; plus: boolean }
  | AmountProblem
  | { kind: 'empty' }

/** The amount of one cell. */
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

/** An amount without the fee beside it, whichever sign the fee has. */
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
