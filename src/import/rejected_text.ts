/** The rejected rows as a file of their own: as they stood, with the reason behind each. */ // import.md §6

import type { StatementRow } from './row_reader.ts'
import type { Statement } from './statement.ts'

/** The text of FILE.rejected.csv; undefined when nothing was rejected. */
export function rejectedText(statement: Statement, rows: readonly StatementRow[]): string | undefined {
  if (rows.length === 0) return undefined
  const { delimiter, header } = statement
  const heading = header ? [`${header.raw}${delimiter}Reason`] : []
  const lines = rows.map(
    (row) => `${statement.raw(row)}${delimiter}${quoted(`Line ${row.line}: ${row.reason}`)}`,
  )
  return `${[...heading, ...lines].join('\n')}\n`
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
