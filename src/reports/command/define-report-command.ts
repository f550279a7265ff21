/** Defines the command of a report: its flags, its request and its view. */

import type { WorkspaceContext } from '../../command/context.ts'
import { type Command, type CommandExample, defineCommand } from '../../command/define.ts'
import { type ArgumentSpecs, zeroOrMore } from '../../command/option-spec.ts'
import { categoryOption } from '../../command/options.ts'
import type { ReportSource } from '../../contract/ports/report-source.ts'
import { formatTimestamp, toMonth } from '../../money/calendar.ts'
import { formatRelativeTime } from '../../output/relative-time.ts'
import { reportBuilders } from '../builders.ts'
import { type BuiltReportName, reportDefinitions } from '../definitions.ts'
import type { Report, ReportBuilder, ReportNames, ReportRow, ReportTransaction } from '../report.ts'
import { createAmountFormatter } from '../rounding.ts'
import { createReportResult, defineReportView, type ReportResult } from '../terminal/report-view.ts'
import {
  buildReportRequest,
  loadReportNames,
  type ReportFlagValues,
  selectReportFlags,
} from './report-flags.ts'

/** Defines the command of a report. */
export function defineReportCommand(
  name: BuiltReportName,
  examples: readonly [CommandExample, ...CommandExample[]],
  args: ArgumentSpecs = {},
): Command {
  const builder = reportBuilders[name]
  return defineCommand({
    name: `report ${name}`,
    summary: reportDefinitions[name].summary,
    arguments: args,
    flags: selectReportFlags(builder),
    examples,
    run: (context, input) =>
      // The flags of a report are some of all, each with the type that it has there.
      context.invocation.computeLong(() =>
        runReport(context, builder, input as ReportFlagValues & { categories?: { id: string }[] }),
      ),
    view: defineReportView(builder.columns),
  })
}

/** The categories that a report is about, as arguments. */
export const categoryArguments: ArgumentSpecs = {
  categories: zeroOrMore(categoryOption('The categories; by default all of them together')),
}

const showsMerchants = ({ namesMerchants }: ReportBuilder, { by, rows }: ReportFlagValues): boolean =>
  namesMerchants || rows === true || by === 'merchant'

async function runReport(
  context: WorkspaceContext,
  builder: ReportBuilder,
  input: ReportFlagValues & { categories?: { id: string }[] },
): Promise<ReportResult> {
  const {
    invocation: { today },
  } = context
  const names = await loadReportNames(context, { withMerchants: showsMerchants(builder, input) })
  const request = buildReportRequest(input, { today, names, categories: input.categories ?? [] })
  const source = await context.workspace.openReportSource()
  const currency = await context.workspace.names.currency(toMonth(today))
  const built = await builder.build({ source, names, currency, request })
  const report = input.rows
    ? await addRowTransactions(built, { source, names, ...(builder.sign && { sign: builder.sign }) })
    : built
  // Rows of data have no place for it.
  if (input.definition && !context.invocation.showsResultAsText()) context.user.warn(report.definition)
  const ids = report.rows.flatMap(({ transactions }) => (transactions ?? []).map(({ id }) => id))
  return createReportResult(noteSource(context, source, report), {
    drawn: input.chart ? 'full' : input.noChart ? 'none' : 'standard',
    showsDefinition: input.definition ?? false,
    listsTransactions: input.rows ?? false,
    references: ids.length > 0 ? context.workspace.references.shorten([...new Set(ids)]) : new Map(),
  })
}

/** Returns how old the figures are where they come from the cache, in a sentence. */
export function describeAge(
  { invocation: { now } }: Pick<WorkspaceContext, 'invocation'>,
  source: ReportSource,
): string | undefined {
  const age = source.readAge()
  if (!age) return undefined
  const { first, last } = age.months
  const months = first === last ? first : `${first} to ${last}`
  return `${months} as read ${formatRelativeTime(formatTimestamp(age.read_at), now())}; --refresh reads them again`
}

/** Says how old the figures are where they come from the cache; in pipes too, for they may be out of date. */
export function tellAge(context: Pick<WorkspaceContext, 'user' | 'invocation'>, source: ReportSource): void {
  const age = describeAge(context, source)
  if (age !== undefined) context.user.warn(age)
}

const UNKNOWN_CARRYOVER = 'The service does not say what uncategorized transactions carried over'

/**
 * Adds to the notes of a report what its source cannot tell, and how old its figures are. Rows in a pipe have no notes:
 * there the age is a warning.
 */
function noteSource(context: WorkspaceContext, source: ReportSource, report: Report): Report {
  const age = describeAge(context, source)
  if (age !== undefined && !context.invocation.showsResultAsText()) context.user.warn(age)
  const unknown = report.report === 'budget' && source.costsRequests ? [UNKNOWN_CARRYOVER] : []
  return { ...report, notes: [...report.notes, ...unknown, ...(age === undefined ? [] : [age])] }
}

/** Returns the report with the transactions of each row, whose amounts add up to the row. */
export async function addRowTransactions(
  report: Report,
  { source, names, sign = 1n }: { source: ReportSource; names: ReportNames } & Pick<ReportBuilder, 'sign'>,
): Promise<Report> {
  const format = createAmountFormatter(report.currency)
  const accounts = new Map(names.accounts.map(({ id, name }) => [id, name]))
  const categories = new Map(names.categories.map(({ id, name }) => [id, name]))
  const rows: ReportRow[] = []
  for (const row of report.rows) {
    const transactions: ReportTransaction[] = []
    if (row.lines)
      for await (const page of source.listLines(row.lines))
        for (const line of page)
          transactions.push({
            id: line.transaction_id,
            date: line.date,
            account: accounts.get(line.account_id) ?? 'Unknown account',
            merchant:
              line.merchant_id === null
                ? nameTransfer(accounts.get(line.transfer_account_id ?? ''))
                : (names.getMerchantName(line.merchant_id) ?? null),
            category:
              line.kind === 'income' || line.kind === 'starting_balance'
                ? 'Ready to Assign'
                : (categories.get(line.category_id ?? '') ?? null),
            notes: line.notes,
            amount: format(sign * line.amount),
          })
    rows.push({ ...row, transactions })
  }
  return { ...report, rows }
}

const nameTransfer = (account: string | undefined): string | null =>
  account === undefined ? null : `Transfer: ${account}`
