/** Renders how many rows of an import have each disposition, how much money they move, and which lines are none. */

import { groupBy } from '../../contract/group-by.ts'
import { colorAmount, groupThousands } from '../../output/format-amount.ts'
import type { TextStyle } from '../../output/style.ts'
import type { SkippedLine } from '../model/statement.ts'
import type { Disposition } from '../plan/classify-rows.ts'
import type { DispositionTotals } from '../posting/import-result.ts'

const dispositionLabels = {
  create: 'New',
  duplicate: 'Already imported',
  held: 'Possible duplicates',
  pending: 'Pending',
  excluded: 'Left out',
  other_currency: 'Other currency',
  rejected: 'Unreadable',
} as const satisfies Record<Disposition, string>

/** The width of the column of labels. */
export const DISPOSITION_WIDTH = Math.max(...Object.values(dispositionLabels).map((label) => label.length))

/** The dispositions in the order in which they are shown. */
export const dispositionNames = Object.keys(dispositionLabels) as Disposition[] // The labels have no other keys.

/** Renders the line of a disposition: label, number of rows, sum. */
export const renderDispositionLine = (
  { counts, sums }: DispositionTotals,
  disposition: Disposition,
  { colors }: TextStyle,
): string => {
  const sum = groupThousands(sums[disposition])
  return `  ${dispositionLabels[disposition].padEnd(DISPOSITION_WIDTH)}${String(counts[disposition]).padStart(7)}${colorAmount(sums[disposition], colors, sum.padStart(18))}\n`
}

/** Describes inflow and outflow: `1,500.00 in, 19.25 out`; empty when money moved in one direction only. */
export function describeMoneyFlow(money: { in: string; out: string } | undefined): string {
  const isBoth = money !== undefined && [money.in, money.out].every((sum) => /[1-9]/.test(sum))
  return isBoth ? `${groupThousands(money.in)} in, ${groupThousands(money.out.replace('-', ''))} out` : ''
}

/** Returns which lines are not imported, grouped by the reason: `line 4: a balance; lines 9, 12 to 15: pending`. */
export function describeSkippedLines(skipped: readonly Pick<SkippedLine, 'line' | 'why'>[]): string {
  const linesByReason = groupBy(skipped, ({ why }) => why)
  const reasons = Array.from(linesByReason, ([why, rows]) => {
    const where = `${rows.length === 1 ? 'line' : 'lines'} ${describeLines(rows.map(({ line }) => line))}`
    return `${where}: ${why.charAt(0).toLowerCase()}${why.slice(1)}`
  })
  return reasons.join('; ')
}

const MAX_LISTED_RUNS = 5

/** Returns e.g. `1 to 3, 9, 12`; of many, the first ones and how many lines more there are. */
function describeLines(lines: readonly number[]): string {
  const runs: [first: number, last: number][] = []
  for (const line of lines) {
    const run = runs.at(-1)
    if (run && line === run[1] + 1) run[1] = line
    else runs.push([line, line])
  }
  const more = runs.slice(MAX_LISTED_RUNS).reduce((sum, [first, last]) => sum + last - first + 1, 0)
  const listed = runs
    .slice(0, MAX_LISTED_RUNS)
    .map(([first, last]) => (first === last ? String(first) : `${first} to ${last}`))
  return `${listed.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
