/** Formats the cells of reports for a terminal: thousands, percent, days, changes. */

import { isZero } from '../../money/decimal.ts'
import { groupThousands } from '../../output/format-amount.ts'
import type { ColumnSpec } from '../../output/view.ts'
import type { ReportCell, ReportColumn, ReportRow } from '../report.ts'
import { readCell } from '../report.ts'

/** Formats a change: `▲ 11 %`. What there was nothing of before is new. */
function formatChange(percent: number | null, { compared, amount }: ReportRow): string {
  if (percent === null)
    return typeof compared === 'string' && typeof amount === 'string' && isZero(compared) && !isZero(amount)
      ? 'new'
      : ''
  if (percent === 0) return '0 %'
  return `${percent > 0 ? '▲' : '▼'} ${groupThousands(String(Math.abs(percent)))} %`
}

/** Formats a part: what rounds to nothing is less than one percent. */
export function formatPercent(cell: ReportCell, { amount }: ReportRow): string {
  if (cell === null) return ''
  return cell === 0 && typeof amount === 'string' && !isZero(amount)
    ? '<1 %'
    : `${groupThousands(String(cell))} %`
}

/** Returns what a terminal shows in a column of a row; amounts get their thousands from the table. */
export function formatReportCell(row: ReportRow, { field, kind }: ReportColumn): string {
  const cell = readCell(row, field)
  switch (kind) {
    case 'change':
      return formatChange(typeof cell === 'number' ? cell : null, row)
    case 'percent':
      return formatPercent(cell, row)
    case 'days':
      return cell === null ? '' : `${groupThousands(String(cell))} ${cell === 1 ? 'day' : 'days'}`
    case 'count':
      return cell === null ? '' : groupThousands(String(cell))
    case 'amount':
      // A bill that differs each time has no price.
      return cell === null
        ? ''
        : `${row['amount_is'] === 'median' && field === 'amount' ? 'about ' : ''}${cell}`
    case 'average':
    case 'text':
    case 'month':
    case 'date':
      return cell === null ? '' : String(cell)
  }
}

/** Other columns are dropped before names get narrower than this. */
const MIN_NAME_WIDTH = 18

/** Returns how a table treats a column of a report. */
export function toColumnSpec({ field, heading, kind, dropPriority, isSentence }: ReportColumn): ColumnSpec {
  const isText = kind === 'text' || kind === 'month' || kind === 'date'
  return {
    field,
    heading,
    kind: isText ? 'text' : kind === 'amount' || kind === 'average' ? 'amount' : 'count',
    ...(dropPriority !== undefined && { dropPriority }),
    ...(kind === 'month' || kind === 'date' || isSentence ? { neverTruncate: true } : {}),
    ...(kind === 'text' && !isSentence && { minWidth: MIN_NAME_WIDTH }),
  }
}
