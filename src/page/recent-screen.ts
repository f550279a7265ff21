/** Shows the last transactions; approves, changes and deletes one. */

import { randomUUID } from 'node:crypto'
import { createShownCheck, createShownConflict } from '../command/check-shown.ts'
import type { BudgetApi } from '../contract/api.ts'
import { ApiError, badRequest, UserError } from '../contract/errors.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import { toMonth } from '../money/calendar.ts'
import { isNegative } from '../money/decimal.ts'
import { getQuestion } from '../month/edit/month-session.ts'
import { type Html, html, noMarkup } from '../output/html.ts'
import { parseUnsigned, renderDone } from './add-screen.ts'
import { type DoneNote, doOnce, findNote, readFormId } from './done-notes.ts'
import { type EntryFields, readEntryFields, renderEntryFields, toUnchangedFields } from './entry-form.ts'
import type { PageRequest, WorkOnWorkspace } from './page-request.ts'
import { createHtmlResponse, describeProblem, redirect } from './responses.ts'
import {
  buildPath,
  formatDay,
  groupByDay,
  hashShown,
  renderButtonForm,
  renderFlow,
  renderHiddenFields,
  renderNote,
  renderScreen,
} from './shell.ts'

/** How many transactions a page lists. */
const ROWS = 50

/** Shows the last transactions. */
export async function showRecent(request: PageRequest): Promise<Response> {
  const { api, query, device } = request
  const cursor = query.get('cursor')
  const listed = await api.listTransactions({ query: { limit: ROWS, ...(cursor !== null && { cursor }) } })
  const note = await findNote(request, query.get('done'))
  const days = groupByDay(listed.transactions, ({ date }) => date)
  const sections = days.map(
    ([date, rows]) =>
      html`<section><h2>${formatDay(date, request.today)}</h2><ul class="rows">${rows.map((row) => renderRow(row, request))}</ul></section>`,
  )
  const older = listed.next_cursor
    ? html`<p><a class="button" href="${buildPath('/recent', { cursor: listed.next_cursor })}">Older</a></p>`
    : noMarkup
  const empty = days.length === 0 ? html`<p class="muted">No transactions yet.</p>` : noMarkup
  const main = html`${renderDone(request, note, '/recent')}<div id="queue"></div>${empty}${sections}${older}`
  return createHtmlResponse(renderScreen({ title: 'Recent', main, tab: { name: 'recent', can: device.can } }))
}

const nameRow = ({ merchant_name, notes, type, account_name }: Transaction): string =>
  merchant_name ?? notes ?? (type === 'transfer' ? `Transfer: ${account_name}` : 'No merchant')

function describeRow({
  splits,
  category_name,
  ready_to_assign,
  type,
  account_name,
  review_status,
}: Transaction): string {
  const category = splits
    ? `Split into ${splits.length}`
    : (category_name ??
      (ready_to_assign ? 'Ready to Assign' : type === 'transfer' ? 'Transfer' : 'No category'))
  return `${category}${review_status === 'needs_review' ? '?' : ''} · ${account_name}`
}

function renderRow(row: Transaction, { device, token }: PageRequest): Html {
  const name = nameRow(row)
  const content = html`<span class="name">${name}</span>${renderFlow(row.amount)}<span class="under">${describeRow(row)}</span>`
  if (device.can !== 'write') return html`<li><div class="row">${content}</div></li>`
  const fields = { token, do: 'approve', id: row.id, form: randomUUID(), seen: hashShown(row) }
  const approve =
    row.review_status === 'needs_review'
      ? renderButtonForm('/recent/change', fields, html`<button aria-label="Approve ${name}">✓</button>`)
      : noMarkup
  return html`<li><a href="${buildPath('/recent/edit', { id: row.id })}">${content}</a>${approve}</li>`
}

const toFields = (row: Transaction): EntryFields => ({
  amount: row.amount.replace('-', ''),
  direction: isNegative(row.amount) ? 'out' : 'in',
  merchant: row.merchant_name ?? '',
  category: row.ready_to_assign ? 'rta' : (row.category_id ?? ''),
  account: row.account_id,
  date: row.date,
  notes: row.notes ?? '',
})

/** Shows a transaction in a form. */
export async function showEdit(request: PageRequest): Promise<Response> {
  const { transaction } = await request.api.getTransaction({ transaction_id: request.query.get('id') ?? '' })
  return createHtmlResponse(await renderEdit(request, transaction, toFields(transaction)))
}

async function renderEdit(
  { api, workspace, device, token, today }: PageRequest,
  row: Transaction,
  fields: EntryFields,
  problem?: string,
): Promise<Html> {
  const [{ month }, { accounts }, { merchants }] = await Promise.all([
    api.getMonth({ month: toMonth(today) }),
    api.listAccounts({ query: { include_closed: true } }),
    api.listMerchants({}),
  ])
  const choices = {
    currency: workspace.currency,
    merchants: merchants.map(({ name }) => name),
    likely: 0,
    groups: month.category_groups,
    ready_to_assign: month.ready_to_assign,
    accounts,
    noCategory: row.splits ? `Split into ${row.splits.length}` : 'No category',
    isSplit: row.splits !== null,
  }
  const hidden = { token, id: row.id, form: randomUUID(), seen: hashShown(row) }
  const form = html`${problem === undefined ? noMarkup : renderNote(problem, { isBad: true })}
<form method="post" action="/recent/change">${renderHiddenFields(hidden)}
${renderEntryFields(fields, choices)}
<div class="save"><button class="main" name="do" value="edit">Save</button></div>
<div class="actions"><button class="danger" name="do" value="delete" formnovalidate>Delete</button></div></form>`
  const aside = html`<a class="button" href="/recent">Back</a>`
  return renderScreen({ title: 'Change', aside, main: form, tab: { name: 'recent', can: device.can } })
}

/** Returns the command that a form asks for; undefined when it changes nothing. */
async function toCommand({ form, workspace }: PageRequest, row: Transaction): Promise<string[] | undefined> {
  const verb = form.get('do')
  if (verb === 'approve' || verb === 'delete') return ['tx', verb, row.id]
  if (verb !== 'edit') throw badRequest('do must be approve, edit or delete')
  const [shown, now] = [toUnchangedFields(toFields(row)), readEntryFields(form)]
  const isSame = (name: keyof EntryFields): boolean => shown[name] === now[name]
  const amount = isSame('amount') ? shown.amount : await parseUnsigned(now.amount, workspace.currency)
  const flags = [
    ...(amount === shown.amount && isSame('direction')
      ? []
      : [`--amount=${now.direction === 'in' ? '+' : '-'}${amount}`]),
    ...(isSame('date') ? [] : [`--date=${now.date}`]),
    ...(isSame('account') ? [] : [`--account=${now.account}`]),
    ...(isSame('merchant') ? [] : [now.merchant === '' ? '--no-merchant' : `--merchant=${now.merchant}`]),
    ...(isSame('category') ? [] : [now.category === '' ? '--uncategorized' : `--category=${now.category}`]),
    ...(isSame('notes') ? [] : [now.notes === '' ? '--clear-notes' : `--notes=${now.notes}`]),
  ]
  return flags.length === 0 ? undefined : ['tx', 'edit', row.id, ...flags]
}

const DONE: Readonly<Record<string, string>> = { approve: 'Approved', edit: 'Changed', delete: 'Deleted' }

/** Approves, changes or deletes a transaction. */
export async function changeTransaction(request: PageRequest): Promise<Response> {
  const { form } = request
  const id = readFormId(form)
  try {
    await doOnce(request, id, () => request.useWorkspace((runner, api) => runChange(request, runner, api)))
  } catch (error) {
    if (!(error instanceof UserError || error instanceof ApiError)) throw error
    const { transaction } = await request.api.getTransaction({ transaction_id: form.get('id') ?? '' })
    return refuseChange(request, transaction, error)
  }
  return redirect(buildPath('/recent', { done: id }))
}

/** Runs the command of a form, unless the transaction changed since it was shown. */
async function runChange(
  request: PageRequest,
  ...[runner, api]: Parameters<WorkOnWorkspace<DoneNote>>
): Promise<DoneNote> {
  const { form, now: at } = request
  const read = (inside: BudgetApi) => inside.getTransaction({ transaction_id: form.get('id') ?? '' })
  const shown = await read(api)
  const { transaction } = shown
  if (form.get('seen') !== hashShown(transaction)) throw createShownConflict()
  const args = await toCommand(request, transaction)
  const yes = form.get('yes') === '1' ? ['--yes'] : []
  const run = args && (await runner.run([...yes, ...args], createShownCheck(shown, read)))
  if (run?.error !== undefined) throw run.error
  const text = `${DONE[form.get('do') ?? ''] ?? 'Saved'}: ${nameRow(transaction)}`
  return { text, takeBack: run?.entry === undefined ? undefined : { entry: run.entry }, at }
}

/** Shows the form again, with what was wrong, or asks what the command asks. */
async function refuseChange(
  request: PageRequest,
  row: Transaction,
  error: UserError | ApiError,
): Promise<Response> {
  const { form, device } = request
  if (error instanceof UserError && error.kind === 'unconfirmed') {
    const button = html`<button class="main">Yes</button>`
    const fields = { ...Object.fromEntries(form), yes: '1', form: randomUUID() }
    const main = html`<p>${getQuestion(error)}</p>${renderButtonForm('/recent/change', fields, button)}
<p><a class="button" href="/recent">No</a></p>`
    return createHtmlResponse(
      renderScreen({ title: nameRow(row), main, tab: { name: 'recent', can: device.can } }),
    )
  }
  const isConflict = error instanceof UserError && error.kind === 'conflict'
  const fields = isConflict || form.get('do') !== 'edit' ? toFields(row) : readEntryFields(form)
  return createHtmlResponse(
    await renderEdit(request, row, fields, describeProblem(error)),
    isConflict ? 409 : 400,
  )
}
