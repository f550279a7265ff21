/** Shows a month: what is left to assign, what is overspent, and the envelopes. */

import { isPermitted } from '../contract/access.ts'
import type { MonthCategory } from '../contract/operations/months.ts'
import { addMonths, isMonth, toMonth } from '../money/calendar.ts'
import { compare, isNegative, subtract } from '../money/decimal.ts'
import { listMonthCategories } from '../month/assign.ts'
import { nameMonthAndYear } from '../month/edit/draw-month.ts'
import { describeNeed } from '../month/edit/month-rows.ts'
import { groupThousands } from '../output/format-amount.ts'
import { type Html, html, noMarkup } from '../output/html.ts'
import { totalUncategorizedInMonth } from '../transactions/uncategorized.ts'
import { renderDone } from './add-screen.ts'
import { findNote } from './done-notes.ts'
import type { PageRequest } from './page-request.ts'
import { createHtmlResponse } from './responses.ts'
import { buildPath, renderAmount, renderScreen } from './shell.ts'

/** Returns the month that a request asks for, or the present one. */
export function readMonthName({ query, form, today }: PageRequest): string {
  const month = form.get('month') ?? query.get('month') ?? ''
  return isMonth(month) ? month : toMonth(today)
}

/** Shows the month. */
export async function showMonth(request: PageRequest): Promise<Response> {
  const name = readMonthName(request)
  const reply = await request.api.getMonth({ month: name })
  const { month } = reply
  const note = await findNote(request, request.query.get('done'))
  const overspent = listMonthCategories(reply).filter(({ available }) => isNegative(available))
  const main = html`${renderDone(request, note, '/month')}
<div class="figure"><span>Ready to Assign</span><b class="${isNegative(month.ready_to_assign) ? 'negative' : ''}">${groupThousands(month.ready_to_assign)}</b></div>
${await renderUncategorized(request, name)}
${renderGroup('Overspent', overspent, request)}${month.category_groups.map((group) =>
  renderGroup(
    group.name,
    group.categories.filter((category) => isShown(category) && !overspent.includes(category)),
    request,
  ),
)}`
  const aside = html`<span class="months">${renderStep(addMonths(name, -1), '‹', 'Month before')}${renderStep(addMonths(name, 1), '›', 'Month after')}</span>`
  const { can } = request.device
  return createHtmlResponse(
    renderScreen({ title: nameMonthAndYear(name), aside, main, tab: { name: 'month', can } }),
  )
}

/** Tells a device that may see transactions what no envelope has: the reports count it as overspent. */
async function renderUncategorized({ api, device }: PageRequest, month: string): Promise<Html> {
  if (!isPermitted(device.can, 'rows')) return noMarkup
  const accounts = async () => (await api.listAccounts({ query: { include_closed: true } })).accounts
  const { count, total } = await totalUncategorizedInMonth(month, { api, names: { accounts } })
  return count === 0
    ? noMarkup
    : html`<ul class="rows"><li><a href="/recent"><span class="name">${count} without a category</span>${renderAmount(total)}</a></li></ul>`
}

const renderStep = (month: string, sign: string, label: string): Html =>
  html`<a class="button" href="${buildPath('/month', { month })}" aria-label="${label}">${sign}</a>`

/** An archived envelope is shown while it has money. */
const isShown = ({ archived, assigned, available }: MonthCategory): boolean =>
  !archived || compare(assigned, '0') !== 0 || compare(available, '0') !== 0

const renderGroup = (name: string, categories: readonly MonthCategory[], request: PageRequest): Html =>
  categories.length === 0
    ? noMarkup
    : html`<section><h2>${name}</h2><ul class="rows">${categories.map((category) => renderCategory(category, request))}</ul></section>`

function renderCategory(category: MonthCategory, request: PageRequest): Html {
  const { id, name, available } = category
  const need = describeNeed(category)
  const content = html`<span class="name">${name}</span>${renderAmount(available)}${
    need === '' ? noMarkup : html`<span class="under">${need}</span>`
  }${renderMeter(category)}`
  if (request.device.can !== 'write') return html`<li><div class="row">${content}</div></li>`
  const fields = { month: readMonthName(request), category: id }
  const cover = isNegative(available)
    ? html`<a class="button" href="${buildPath('/month/cover', fields)}" aria-label="Cover ${name}">Cover</a>`
    : noMarkup
  return html`<li><a href="${buildPath('/month/envelope', fields)}">${content}</a>${cover}</li>`
}

/** Draws how much is left of what the envelope had. */
function renderMeter({ name, available, activity }: MonthCategory): Html {
  const had = isNegative(activity) ? subtract(available, activity) : available
  if (compare(had, '0') <= 0 || isNegative(available)) return noMarkup
  return html`<meter min="0" max="${had}" value="${available}" aria-label="${name}: left of ${had}">${available}</meter>`
}
