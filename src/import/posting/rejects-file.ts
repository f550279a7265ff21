/**
 * Formats rows that were not imported as a CSV file with the reason of each row.
 * @see docs/import.md#5-duplicates
 * @see docs/import.md#6-plan-preview-report
 */

import { formatReason } from '../../tables/cells/vocabulary.ts'
import type { Statement } from '../model/statement.ts'
import { dispositionCode } from '../plan/classify-rows.ts'
import type { ImportPlan } from '../plan/import-plan.ts'

const REJECTED = dispositionCode('rejected')
const HELD = dispositionCode('held')

/** The content of FILE.rejected.csv and FILE.held.csv; undefined if there are no such rows. */
interface Rejects {
  rejected: string | undefined
  held: string | undefined
}

/** Returns the rejected and held rows as CSV texts, reading the file once. */
export function formatRejects(statement: Statement, plan: ImportPlan): Rejects {
  const lines = { rejected: [] as string[], held: [] as string[] }
  if (plan.counts.rejected === 0 && plan.counts.held === 0) return { rejected: undefined, held: undefined }
  const { delimiter, header } = statement
  const reasons = listRejectReasons(plan)
  const matches = new Map(plan.held.map(({ row, existing }) => [row.row, existing]))
  for (const { raw, line, row } of statement.rows()) {
    const code = plan.dispositionCodes[row - 1]
    const format = (reason: string) => `${raw}${delimiter}${quoteText(formatReason(line, reason))}`
    if (code === REJECTED) lines.rejected.push(format(reasons.get(row) ?? ''))
    if (code === HELD) {
      const { id, date, amount, payee } = matches.get(row) ?? { id: '', date: '', amount: '', payee: '' }
      lines.held.push(format(`possible duplicate of ${id}, ${date} ${amount} ${payee}`))
    }
  }
  const heading = header ? [`${header.raw}${delimiter}Reason`] : []
  const join = (rows: readonly string[]) =>
    rows.length > 0 ? `${[...heading, ...rows].join('\n')}\n` : undefined
  return { rejected: join(lines.rejected), held: join(lines.held) }
}

/** Returns the reasons of each rejected row, joined with `; `. */
function listRejectReasons({ rejected }: ImportPlan): ReadonlyMap<number, string> {
  const reasons = new Map<number, string>()
  for (const { row, message } of rejected) {
    const previous = reasons.get(row)
    reasons.set(row, previous === undefined ? message : `${previous}; ${message}`)
  }
  return reasons
}

const quoteText = (text: string): string => `"${text.replaceAll('"', '""')}"`
