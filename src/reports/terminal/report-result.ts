/** Declares what a report command returns: the report as JSON shows it, and how a terminal shows it. */

import type { Report, ReportColumn, ReportRow } from '../report.ts'
import type { DrawnParts } from './report-table.ts'

// JSON omits symbol keys.
const shown: unique symbol = Symbol('how a terminal shows the report')

/** How a terminal shows a report. */
interface ShownReport {
  report: Report
  drawn: DrawnParts
  showsDefinition: boolean
  /** True with `--rows`. */
  listsTransactions: boolean
  /** The references of the transactions behind rows, by id. */
  references: ReadonlyMap<string, string>
}

/** A report without what only its rendering needs: as JSON has it. */
export type PlainReport = Omit<Report, 'chart' | 'columns'> & {
  columns: readonly Pick<ReportColumn, 'field' | 'heading' | 'kind'>[]
}

/** A report as JSON has it, and how a terminal shows it. */
export type ReportResult = PlainReport & { readonly [shown]: ShownReport }

/** Returns a report as JSON has it. */
export const toPlainReport = ({ chart: _, ...report }: Report): PlainReport => ({
  ...report,
  columns: report.columns.map(({ field, heading, kind }) => ({ field, heading, kind })),
  rows: report.rows.map(withoutLines),
})

/** Returns the result of a report command. */
export const createReportResult = (report: Report, options: Omit<ShownReport, 'report'>): ReportResult => ({
  ...toPlainReport(report),
  [shown]: { report, ...options },
})

/** Returns how a terminal shows a result. */
export const getShownReport = (result: ReportResult): ShownReport => result[shown]

const withoutLines = ({ lines: _, ...row }: ReportRow): ReportRow => row
