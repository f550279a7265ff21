/** Shows what is upcoming, the reports, and what belongs to this device. */

import { type Html, html, noMarkup } from '../output/html.ts'
import { type ReportPageResult, renderReportContent } from '../reports/page/page.ts'
import type { Upcoming, UpcomingRow } from '../schedules/upcoming.ts'
import type { PageRequest } from './page-request.ts'
import { createHtmlResponse } from './responses.ts'
import { formatDay, groupByDay, renderAmount, renderButtonForm, renderFlow, renderScreen } from './shell.ts'

/** Lists the further screens. */
export function showMore({ device, workspace, token }: PageRequest): Response {
  const links = [
    ...(device.can === 'add'
      ? []
      : [
          ['/upcoming', 'Upcoming'],
          ['/reports', 'Reports'],
        ]),
    ['/workspace', `Workspace: ${workspace.name}`],
    ['/devices', 'Devices'],
  ] as const
  const main = html`<ul class="rows">${links.map(([path, name]) => html`<li><a href="${path ?? ''}"><span class="name">${name ?? ''}</span><span class="muted" aria-hidden="true">›</span></a></li>`)}</ul>
<div id="queue"></div>
<p class="muted small">Signed in as ${device.name}.</p>
${renderButtonForm('/sign-out', { token }, html`<button>Sign out</button>`)}
<p class="muted small" id="offline" hidden></p>`
  return createHtmlResponse(renderScreen({ title: 'More', main, tab: { name: 'more', can: device.can } }))
}

/** Shows what is coming in the next weeks. */
export async function showUpcoming(request: PageRequest): Promise<Response> {
  const { result, error } = await request.useWorkspace((runner) => runner.run(['upcoming', '--days', '45']))
  if (error !== undefined) throw error
  const { rows, lowest } = result as Upcoming // what `budget upcoming` returns
  const days = groupByDay(rows, ({ date }) => date)
  const low = lowest.filter(({ below_zero_on }) => below_zero_on !== null)
  const main = html`${low.map((one) => html`<div class="note bad"><p>${one.account_name} is below zero on ${one.below_zero_on ?? ''}: lowest ${one.balance}</p></div>`)}
${days.length === 0 ? html`<p class="muted">Nothing is planned. On your computer: budget schedules add</p>` : noMarkup}
${days.map(([date, planned]) => html`<section><h2>${formatDay(date, request.today)}</h2><ul class="rows">${planned.map(renderUpcoming)}</ul></section>`)}`
  return createHtmlResponse(
    renderScreen({ title: 'Upcoming', main, tab: { name: 'more', can: request.device.can } }),
  )
}

const STATES = { overdue: 'Overdue · ', due: 'Due · ', planned: '', entered: 'Entered · ' } as const

const renderUpcoming = (row: UpcomingRow): Html =>
  html`<li><div class="row"><span class="name">${row.name ?? row.category_name ?? row.account_name}</span>${renderFlow(row.amount)}<span class="under">${STATES[row.state]}${row.account_name} then has ${renderAmount(row.balance)}</span></div></li>`

/** Shows the reports of the present month. */
export async function showReports(request: PageRequest): Promise<Response> {
  const { result, error } = await request.useWorkspace((runner) =>
    runner.run(['report', 'html', '--period', 'this-month']),
  )
  if (error !== undefined) throw error
  const main = renderReportContent(result as ReportPageResult) // what `budget report html` returns
  const { can } = request.device
  return createHtmlResponse(
    renderScreen({ title: 'Reports', main, tab: { name: 'more', can }, isReport: true }),
  )
}
