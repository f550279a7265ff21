/** The rejected rows as a file of their own: as they stood, with the reason behind each. */ // import.md §6

import type { ImportPlan } from './plan.ts'
import { rowsIn } from './sorted.ts'
import type { Statement } from './statement.ts'

/** The text of FILE.rejected.csv; undefined when nothing was rejected. */
export function rejectedText(statement: Statement, plan: ImportPlan): string | undefined {
  if (plan.rejected.length === 0) return undefined
  const { delimiter, header } = statement
  const lines = header ? [`${header.raw}${delimiter}Reason`] : []
  const reasons = plan.rejected.values()
  for (const { raw, line } of rowsIn('rejected', statement, plan)) {
    const reason = reasons.next().value?.message ?? ''
    lines.push(`${raw}${delimiter}${quoted(`Line ${line}: ${reason}`)}`)
  }
  return `${lines.join('\n')}\n`
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
