/** Renders how many rows of an import have each disposition, how much money they move, and which lines are none. */

import { colorAmount, groupThousands } from '../../output/format-amount.ts'
import type { TextStyle } from '../../output/style.ts'
import { groupBy } from '../../tables/group-by.ts'
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

/** Returns which lines are no transactions, grouped by the reason. */
export function describeSkippedLines(skipped: readonly Pick<SkippedLine, 'line' | 'why'>[]): string {
  const linesByReason = groupBy(skipped, ({ why }) => why)
  const reasons = Array.from(linesByReason, ([why, rows]) => {
    const [first, last, many] = [rows[0]?.line, rows.at(-1)?.line, rows.length]
    const where = many === 1 ? `line ${first}` : `${many} lines from ${first} to ${last}`
    return `${where}: ${why.charAt(0).toLowerCase()}${why.slice(1)}`
  })
  return reasons.join('; ')
}
