/**
 * Formats rows that were not imported as a CSV file with the reason of each row.
 * @see docs/import.md#5-duplicates
 * @see docs/import.md#6-plan-preview-report
 */

import type { Statement } from '../model/statement.ts'
import { type Disposition, readRowsByDisposition } from '../plan/classify-rows.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import { formatReason } from '../text/vocabulary.ts'

/**
 * Returns the text of such a file; undefined if there are no such rows. `reasonOf` receives the row number.
 */
function formatRows(
  disposition: Disposition,
  { statement, plan }: { statement: Statement; plan: Pick<ImportPlan, 'dispositionCodes' | 'counts'> },
  reasonOf: (row: number) => string,
): string | undefined {
  if (plan.counts[disposition] === 0) return undefined
  const { delimiter, header } = statement
  const lines = header ? [`${header.raw}${delimiter}Reason`] : []
  for (const { raw, line, row } of readRowsByDisposition(disposition, statement, plan)) {
    lines.push(`${raw}${delimiter}${quoteText(formatReason(line, reasonOf(row)))}`)
  }
  return `${lines.join('\n')}\n`
}

const quoteText = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** Returns the content of FILE.rejected.csv. */
export function formatRejectedRows(statement: Statement, plan: ImportPlan): string | undefined {
  const reasons = new Map<number, string>()
  for (const { row, message } of plan.rejected) {
    const before = reasons.get(row)
    reasons.set(row, before === undefined ? message : `${before}; ${message}`)
  }
  return formatRows('rejected', { statement, plan }, (row) => reasons.get(row) ?? '')
}

/** Returns the content of FILE.held.csv. */
export function formatHeldRows(statement: Statement, plan: ImportPlan): string | undefined {
  const likes = new Map(plan.held.map(({ row, existing }) => [row.row, existing]))
  return formatRows('held', { statement, plan }, (row) => {
    const { id, date, amount, payee } = likes.get(row) ?? { id: '', date: '', amount: '', payee: '' }
    return `perhaps ${id}, ${date} ${amount} ${payee}`
  })
}
