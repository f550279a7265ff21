/** Declares a report: one value, from which tables, charts, JSON, CSV and the page are rendered. */

import type { LineQuery, ReportSource } from '../contract/ports/report-source.ts'
import type { BuiltReportName, ReportName } from './definitions.ts'

/** The value of a cell. Amounts are decimal strings. */
export type ReportCell = string | number | null

/**
 * How the values of a column are read. `percent`, `change` and `average` are rounded; every other amount is exact.
 * `change` is a percentage too: null where there is nothing to compare with.
 */
export type ReportColumnKind =
  | 'text'
  | 'month'
  | 'date'
  | 'amount'
  | 'average'
  | 'count'
  | 'percent'
  | 'change'
  | 'days'

/** A column of a report. */
export interface ReportColumn {
  /** The field of the rows, also in JSON and CSV. */
  field: string
  heading: string
  kind: ReportColumnKind
  /** A line above the rows that share the value, instead of a column; on a terminal and on the page. */
  isGroupHeading?: true
  /** A sentence is never cut off. */
  isSentence?: true
  /** Dropped on a narrow terminal; the highest goes first. */
  dropPriority?: number
  /** Only for JSON, CSV and TSV: an id. */
  isHidden?: true
}

/** A transaction or split line behind a row. The amounts have the sign of the report and add up to its row. */
export interface ReportTransaction {
  id: string
  date: string
  account: string
  merchant: string | null
  category: string | null
  notes: string | null
  amount: string
}

/** A row: its cells by field. */
export interface ReportRow {
  readonly [field: string]:
    | ReportCell
    | readonly string[]
    | LineQuery
    | readonly ReportTransaction[]
    | undefined
  /** Amounts by month, as `months` of the report names them: the sparkline. */
  readonly monthly?: readonly string[]
  /** The lines that the row totals, for `--rows`. JSON omits it. */
  readonly lines?: LineQuery
  /** Only with `--rows`, the newest first. */
  readonly transactions?: readonly ReportTransaction[]
}

/** How a report is drawn. */
export interface ReportChart {
  /**
   * `bars`: one bar for each row. `columns`: one for each row, in the order of time. `lines`: one line for each field,
   * over the rows.
   */
  kind: 'bars' | 'columns' | 'lines'
  /** The field that names the rows. */
  label: string
  /** The fields that are drawn. */
  values: readonly string[]
  /** What the page draws instead, because more fits there. */
  pageValues?: readonly string[]
  /** The field whose values divide the rows into a chart each. */
  splitBy?: string
}

/** A report. */
export interface Report {
  report: ReportName
  title: string
  /** The first and the last day it covers. */
  period: { since: string; until: string }
  currency: string
  /** The days it is compared with; null without `--compare`. */
  compared_period: { since: string; until: string } | null
  /** What the figures are, in one sentence. */
  definition: string
  columns: readonly ReportColumn[]
  rows: readonly ReportRow[]
  /** The totals under the rows; null where none make sense. */
  totals: ReportRow | null
  /** The months of `monthly`; null when the rows have none. */
  months: readonly string[] | null
  chart: ReportChart | null
  /** Sentences about what the figures leave out or what stands out. */
  notes: readonly string[]
}

/** What reports name: of an account, a category, a merchant. */
export interface NamedThing {
  id: string
  name: string
}

/** The names of a workspace. */
export interface ReportNames {
  accounts: readonly (NamedThing & { type: string; on_budget: boolean; closed: boolean })[]
  groups: readonly NamedThing[]
  categories: readonly (NamedThing & { group_id: string; archived: boolean; system: boolean })[]
  /** Returns the name of a merchant; undefined for an unknown id. */
  getMerchantName(id: string): string | undefined
}

/** By what a report has its rows. */
export type ReportDimension = 'category' | 'group' | 'merchant' | 'account' | 'month'

/** The period that the user typed. */
export interface RequestedPeriod {
  /** undefined for the first transaction. */
  since: string | undefined
  /** undefined for today. */
  until: string | undefined
  /** True if the end was typed as a date: otherwise a period that is not over ends today. */
  isExact: boolean
}

/** What the user asked of a report. */
export interface ReportRequest {
  today: string
  /** undefined for the report's own period. */
  period: RequestedPeriod | undefined
  by: ReportDimension | undefined
  account_ids: readonly string[] | undefined
  /** The categories that were named, and those of the groups that were named; null for lines without one. */
  category_ids: readonly (string | null)[] | undefined
  compare: 'previous' | 'last-year' | undefined
  /** The most rows; the others are added up into one. */
  top: number | undefined
  includesStartingBalances: boolean
}

/** What a report is built from. */
export interface ReportInput {
  source: ReportSource
  names: ReportNames
  currency: string
  request: ReportRequest
}

/** What a report can be asked beside its period; every other flag makes no sense for it. */
export type ReportFlag = 'account' | 'category' | 'compare' | 'top' | 'starting-balances' | 'rows'

/** A kind of report. */
export interface ReportBuilder {
  name: BuiltReportName
  /** The rows `--by` offers, the default first; empty when there is no choice. */
  dimensions: readonly ReportDimension[]
  flags: readonly ReportFlag[]
  /** True if its rows name merchants whatever the request. `--by merchant` and `--rows` name them in any report. */
  namesMerchants: boolean
  /** The sign that turns amounts of lines into amounts of the rows. @default 1n */
  sign?: 1n | -1n
  /** Every column that the report may have, whatever the request. */
  columns: readonly ReportColumn[]
  build(input: ReportInput): Promise<Report>
}

/** Returns the cell of a field of a row; null for none. */
export function readCell(row: ReportRow | null | undefined, field: string): ReportCell {
  const cell = row?.[field]
  return typeof cell === 'string' || typeof cell === 'number' ? cell : null
}

/** Returns the text of a cell; null if it has none. */
export function readText(row: ReportRow | null | undefined, field: string): string | null {
  const cell = readCell(row, field)
  return typeof cell === 'string' ? cell : null
}

/** Returns the number of a cell; null if it has none. */
export function readNumber(row: ReportRow | null | undefined, field: string): number | null {
  const cell = readCell(row, field)
  return typeof cell === 'number' ? cell : null
}
