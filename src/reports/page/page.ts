/**
 * Renders reports as one self-contained HTML page: no script, no network, light and dark, and for printing on A4.
 * @see docs/reports.md#page
 */

import { groupThousands } from '../../output/format-amount.ts'
import { type Html, html, noMarkup, trustMarkup } from '../../output/html.ts'
import { pluralize } from '../../output/pluralize.ts'
import { defineView, type View } from '../../output/view.ts'
import { reportDefinitions } from '../definitions.ts'
import type { PageFigure } from '../page-reports.ts'
import type { Report } from '../report.ts'
import { type PlainReport, toPlainReport } from '../terminal/report-view.ts'
import { renderReportSection } from './report-section.ts'
import { styleSheet } from './style-sheet.ts'

/** What the page shows. */
export interface ReportPage {
  title: string
  /** One line under the title: the period and the date of the page. */
  subtitle: string
  figures: readonly PageFigure[]
  reports: readonly Report[]
}

// Nothing may be loaded or run, even if a text escaped into the markup.
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

/** @param before names the period that figures are compared with. */
function renderFigure({ name, value, compared }: PageFigure, before: string): Html {
  if (typeof value === 'number') return html`<div><dt>${name}</dt><dd>${pluralize(value, 'day')}</dd></div>`
  const negative = value.startsWith('-') ? html` class="neg"` : ''
  const was =
    compared === undefined ? noMarkup : html`<dd class="was">${before}: ${groupThousands(compared)}</dd>`
  return html`<div><dt>${name}</dt><dd${negative}>${groupThousands(value)}</dd>${was}</div>`
}

// JSON omits symbol keys, so that scripts see the reports alone.
const shown: unique symbol = Symbol('what is printed')
const content: unique symbol = Symbol('what another page shows of it')

/** A page as JSON has it, and the text that is printed. */
export type ReportPageResult = Omit<ReportPage, 'reports'> & {
  reports: readonly PlainReport[]
  readonly [shown]: string
  readonly [content]: Html
}

/** Returns the result of a command that makes a page. `text` is printed: the page, or the path of its file. */
export const createPageResult = (page: ReportPage, text: string): ReportPageResult => ({
  ...page,
  reports: page.reports.map(toPlainReport),
  [shown]: text,
  get [content]() {
    return renderReports(page)
  },
})

/** Returns the reports of a page for another page that has the same style sheet. */
export const renderReportContent = (page: ReportPageResult): Html => page[content]

/** The page as HTML; as JSON the reports it shows. */
export const reportPageView: View<ReportPageResult> = {
  ...defineView<ReportPageResult, ReportPageResult>({
    columns: [],
    fields: () => ['title', 'subtitle', 'figures', 'reports'],
  }),
  formats: ['json'],
  renderText: (page) => page[shown],
  isPlainText: true,
  isVerbatim: true,
}

/** Returns the figures and the reports, with links to each. */
function renderReports({ figures, reports }: ReportPage): Html {
  const sections = reports.map((report, at) => ({ report, id: `report-${at + 1}` }))
  const columns = reports.flatMap((report) => (report.compared_period ? report.columns : []))
  const before = columns.find(({ field }) => field === 'compared')?.heading ?? 'Before'
  const links = sections.map(
    ({ report, id }) => html`<li><a href="#${id}">${reportDefinitions[report.report].title}</a></li>`,
  )
  return html`<nav aria-label="Reports"><ul>${links}</ul></nav>
<dl class="glance">${figures.map((figure) => renderFigure(figure, before))}</dl>
${sections.map(({ report, id }) => renderReportSection(report, id))}`
}

/** Returns the page. */
export const renderPage = (page: ReportPage): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trustMarkup(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${page.title}</title>
<style>${trustMarkup(styleSheet)}</style>
</head>
<body>
<header>
<h1>${page.title}</h1>
<p>${page.subtitle}</p>
</header>
<main>
${renderReports(page)}</main>
<footer><p>Made by budget on this computer. The page loads nothing and sends nothing.</p></footer>
</body>
</html>
`.markup
