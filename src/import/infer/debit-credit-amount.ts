/**
 * How the amount of a row is read from two columns, one for each direction.
 * @see docs/import.md#3-dates-numbers-signs
 */

import type { AmountReaderContext, SignedAmountReader } from './amount-evidence.ts'
import { assertNoContradiction } from './amount-sign.ts'
import { type RowAmount, readColumnAmount, subtractFee } from './row-amount.ts'

/** Reads what came in less what went out. Throws the question when the balance says the opposite of the header. */
export function createDebitCreditReader(settled: AmountReaderContext): SignedAmountReader {
  const { found, form, choices } = settled
  const { in: into, out, fee } = found.columns
  if (choices.invert === undefined && found.proof?.isAgainst)
    assertNoContradiction({ ...settled, columns: found.columns, out: out ?? into })
  // Some banks write the sign although the column already tells it; a lone minus among them is a purchase taken back.
  const outIsSigned = out !== undefined && out.negative > out.positive
  const intoIsReversed = into !== undefined && into.negative > into.positive
  const read = (cells: readonly string[]): RowAmount => {
    const came = into ? readColumnAmount(cells, into, { form, field: 'in' }) : { kind: 'empty' as const }
    const went = out ? readColumnAmount(cells, out, { form, field: 'out' }) : { kind: 'empty' as const }
    if (came.kind === 'flaw') return came
    if (went.kind === 'flaw') return went
    if (came.kind === 'empty' && went.kind === 'empty')
      return fee ? subtractFee(0n, cells, { fee, form }) : { kind: 'empty' }
    const left = went.kind === 'amount' ? (outIsSigned ? -went.minor : went.minor) : 0n
    const arrived = came.kind !== 'amount' ? 0n : intoIsReversed ? -came.minor : came.minor
    const minor = arrived - left
    return subtractFee(choices.invert === true ? -minor : minor, cells, { fee, form })
  }
  const isInverted = choices.invert === true
  return {
    rule: isInverted ? 'inverted' : 'as_is',
    sign: choices.invert === undefined ? 'columns' : 'choice',
    read,
  }
}
