/** What will be booked and what not: every row of the file in exactly one bin, fixed before anything is sent. */ // import.md §1

import { batchSize } from '../contract/transactions.ts'
import { decimalsOf } from '../money/currency.ts'
import { formatAmount, type Minor } from '../money/minor.ts'
import type { Choices } from './choices.ts'
import type { FileKeys } from './file_keys.ts'
import type { Known } from './known.ts'
import { type HeldPair, possiblePairs } from './possible.ts'
import { type Bin, binNumber, bins, rowsIn, type Sorted } from './sorted.ts'
import type { Statement } from './statement.ts'

export interface ImportPlan extends Omit<Sorted, 'size' | 'amounts'> {
  /** How many rows each bin holds; together the rows of the file. */
  counts: Record<Bin, number>
  /** What the amounts of each bin come to, as decimal strings; together the sum of the file. */
  sums: Record<Bin, string>
  held: HeldPair[]
  /** The requests that booking takes. */
  requests: number
}

interface PlanContext {
  statement: Statement
  choices: Choices
  currency: string
}

const CREATE = binNumber('create')
const DUPLICATE = binNumber('duplicate')
const HELD = binNumber('held')

/** Settles the plan: of m equal rows of which the account has k, the last m − k are new. */ // import.md §5
export function planOf(
  { size, amounts, ...sorted }: Sorted,
  { keys, candidates }: Known,
  { statement, choices, currency }: PlanContext,
): ImportPlan {
  const settled = { ...sorted, bins: sorted.bins.slice(0, size) }
  if (keys) setDuplicates(settled.bins, keys)
  const { span } = settled
  const held =
    span && candidates.length > 0 && choices.possible !== 'import'
      ? possiblePairs(rowsIn('create', statement, settled), candidates, span)
      : []
  for (const { row } of held) settled.bins[row.row - 1] = HELD
  const counts = perBin(() => 0)
  const totals = perBin((): Minor => 0n)
  for (const [at, number] of settled.bins.entries()) {
    const bin = bins[number] ?? 'rejected'
    counts[bin] += 1
    totals[bin] += amounts[at] ?? 0n
  }
  const decimals = decimalsOf(currency)
  const sums = perBin((bin) => formatAmount(totals[bin], decimals))
  return { ...settled, counts, sums, held, requests: Math.ceil(counts.create / batchSize) }
}

function setDuplicates(rows: Uint8Array, { numbers, found }: FileKeys): void {
  const left = found.slice()
  for (const [at, number] of numbers.entries()) {
    const known = number === 0 ? 0 : (left[number - 1] ?? 0)
    if (known === 0 || rows[at] !== CREATE) continue
    left[number - 1] = known - 1
    rows[at] = DUPLICATE
  }
}

const perBin = <Value>(value: (bin: Bin) => Value): Record<Bin, Value> => ({
  create: value('create'),
  duplicate: value('duplicate'),
  held: value('held'),
  pending: value('pending'),
  excluded: value('excluded'),
  rejected: value('rejected'),
})
