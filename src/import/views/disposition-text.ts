/** Renders how many rows of an import have each disposition, and how much money they move. */

import { colorAmount, groupThousands } from '../../output/format-amount.ts'
import type { TextStyle } from '../../output/style.ts'
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
