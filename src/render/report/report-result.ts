/** Declares what a report command returns: the report as JSON shows it, and how a terminal shows it. */

import type { Report, ReportRow } from '../../reports/report.ts'
import type { DrawnParts } from './report-table.ts'

// JSON omits symbol keys.
const shown: unique symbol = Symbol('how a terminal shows the report')

/** How a terminal shows a report. */
interface ShownReport {
  report: Report
  drawn: DrawnParts
  showsDefinition: boolean
  /** The references of the transactions behind rows, by id. */
  references: ReadonlyMap<string, string>
}

/** A report without what only its rendering needs. */
export type ReportResult = Omit<Report, 'chart'> & { readonly [shown]: ShownReport }

/** Returns the result of a report command. */
export const createReportResult = (report: Report, options: Omit<ShownReport, 'report'>): ReportResult => {
  const { chart: _, ...value } = report
  return { ...value, rows: report.rows.map(withoutLines), [shown]: { report, ...options } }
}

/** Returns how a terminal shows a result. */
export const getShownReport = (result: ReportResult): ShownReport => result[shown]

const withoutLines = ({ lines: _, ...row }: ReportRow): ReportRow => row
