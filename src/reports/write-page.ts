/** Writes all reports as one page for a browser. */

import { extname, join } from 'node:path'
import type { WorkspaceContext } from '../command/context.ts'
import { UserError } from '../contract/errors.ts'
import { toMonth } from '../money/calendar.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { describeAge } from './command/define-report-command.ts'
import { buildReportRequest, loadReportNames, type ReportFlagValues } from './command/report-flags.ts'
import { describePeriod } from './describe-period.ts'
import type { ReadCoverNeed } from './overspent.ts'
import { createPageResult, type ReportPage, type ReportPageResult, renderPage } from './page/page.ts'
import { buildPageReports, listPageFigures } from './page-reports.ts'
import { resolvePeriod } from './period.ts'

/** Returns the page, and opens it if the user wants. */
export async function writePage(
  context: WorkspaceContext,
  { open, ...input }: ReportFlagValues & { open: boolean },
  readCoverNeed: ReadCoverNeed,
): Promise<ReportPageResult> {
  if (!open && context.invocation.outputPath === undefined && context.user.canShowScreen())
    throw new UserError('usage', 'A page for a browser cannot be shown in a terminal', {
      hint: 'Add --output FILE to write it to a file, or --open to look at it',
    })
  assertPagePath(context.invocation.outputPath)
  const page = await buildPage(context, input, readCoverNeed)
  const text = renderPage(page)
  if (!open) {
    if (context.invocation.outputPath !== undefined) tellWritten(context, page)
    return createPageResult(page, text)
  }
  const path = context.invocation.outputPath ?? (await writeTemporaryPage(context, text))
  context.invocation.afterOutput(async () => openPage(context, path))
  return createPageResult(
    page,
    context.invocation.outputPath === undefined ? `${sanitizeLine(path)}\n` : text,
  )
}

/** @throws UserError for a file whose extension is of another format than HTML or JSON */
function assertPagePath(path: string | undefined): void {
  const extension = path === undefined ? '' : extname(path)
  if (/^(\.(html?|json))?$/i.test(extension)) return
  throw new UserError('usage', `A page is HTML, and ${path} ends with ${extension}`, {
    hint: 'Use a name that ends with .html; a browser prints it as PDF',
  })
}

async function buildPage(
  context: WorkspaceContext,
  flags: ReportFlagValues,
  readCoverNeed: ReadCoverNeed,
): Promise<ReportPage> {
  const {
    invocation: { today },
  } = context
  const names = await loadReportNames(context, { withMerchants: true })
  const source = await context.workspace.openReportSource()
  const currency = await context.workspace.names.currency(toMonth(today))
  const request = buildReportRequest(flags, { today, names })
  const input = { source, names, currency, request }
  const period = await resolvePeriod(request, source, 'this-month')
  const reports = await buildPageReports({ ...input, api: context.workspace.api }, period)
  const figures = await listPageFigures(input, { reports, period }, readCoverNeed)
  const age = describeAge(context, source)
  if (age !== undefined) context.user.warn(age)
  const subtitle = `Amounts in ${currency}. Made on ${today}.${age === undefined ? '' : ` ${age}.`}`
  return { title: `Budget: ${describePeriod(period)}`, subtitle, figures, reports }
}

function tellWritten(
  { invocation: { afterOutput, outputPath }, user: { info } }: WorkspaceContext,
  { reports }: ReportPage,
): void {
  afterOutput(async () => info(`${reports.length} reports in ${outputPath}; --open shows them`))
}

async function writeTemporaryPage({ computer: { files } }: WorkspaceContext, text: string): Promise<string> {
  const path = join(await files.createTemporaryDirectory('report'), 'budget.html')
  await files.write(path, text, { force: false, secret: true })
  return path
}

async function openPage(
  { computer: { files }, user: { warn } }: WorkspaceContext,
  path: string,
): Promise<void> {
  if (await files.openWithDesktop(files.resolvePath(path))) return
  warn(`This computer has no program that opens a page; open ${path} in a browser`)
}
