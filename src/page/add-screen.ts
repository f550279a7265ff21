/** Shows and reads the form of a new entry, and takes an entry back. */

import { randomUUID } from 'node:crypto'
import { parseTypedAmount } from '../command/amounts.ts'
import type { BudgetApi } from '../contract/api.ts'
import { ApiError, badRequest, UserError } from '../contract/errors.ts'
import type { Transaction, TransactionDraft } from '../contract/operations/transactions.ts'
import { toMonth } from '../money/calendar.ts'
import { compare, negate, subtract } from '../money/decimal.ts'
import { listMonthCategories } from '../month/assign.ts'
import { replaceDecimalComma } from '../month/edit/amount-edit.ts'
import { groupThousands } from '../output/format-amount.ts'
import { type Html, html, noMarkup } from '../output/html.ts'
import { statusByHand } from '../transactions/build-draft.ts'
import { assertNew, type DoneNote, doOnce, findNote, isFormId, replaceNote } from './done-notes.ts'
import { type EntryFields, readEntryFields, renderEntryFields } from './entry-form.ts'
import { readLikelyEntries } from './likely-entries.ts'
import type { PageRequest } from './page-request.ts'
import { createHtmlResponse, createJsonResponse, redirect, wantsJson } from './responses.ts'
import { buildPath, renderButtonForm, renderHiddenFields, renderNote, renderScreen } from './shell.ts'

/** How many merchants are buttons. */
const BUTTONS = 6

const newFields = (date: string): EntryFields => ({
  amount: '',
  direction: 'out',
  merchant: '',
  category: '',
  account: '',
  date,
  notes: '',
})

/** Shows the form. */
export async function showAdd(request: PageRequest): Promise<Response> {
  const note = await findNote(request, request.query.get('done'))
  const form = await renderAddForm(request, randomUUID(), undefined)
  return createHtmlResponse(renderAddScreen(request, html`${renderDone(request, note, '/add')}${form}`))
}

function renderAddScreen({ workspace, device }: PageRequest, main: Html): Html {
  const aside = html`<span class="muted small">${workspace.name}</span>`
  return renderScreen({ title: 'Add', aside, main, tab: { name: 'add', can: device.can } })
}

/** Says what the last form did, with a button that takes it back. */
export function renderDone(
  { query, token }: Pick<PageRequest, 'query' | 'token'>,
  note: DoneNote | undefined,
  back: string,
): Html {
  if (!note) return noMarkup
  const fields = { token, done: query.get('done') ?? '', back }
  const action = note.takeBack
    ? renderButtonForm('/undo', fields, html`<button class="plain">Undo</button>`)
    : noMarkup
  return renderNote(note.text, { action })
}

async function renderAddForm(
  { api, workspace, token, today, now }: PageRequest,
  entry: string,
  typed: EntryFields | undefined,
): Promise<Html> {
  const [{ month }, { accounts }, likely] = await Promise.all([
    api.getMonth({ month: toMonth(today) }),
    api.listAccounts({}),
    readLikelyEntries(api),
  ])
  if (accounts.length === 0)
    return renderNote('There is no open account yet. On your computer: budget accounts add', { isBad: true })
  const choices = {
    currency: workspace.currency,
    merchants: likely.merchants,
    likely: BUTTONS,
    groups: month.category_groups,
    ready_to_assign: month.ready_to_assign,
    accounts,
    noCategory: 'Chosen by the merchant',
  }
  const fields = typed ?? newFields(today)
  const account = fields.account || likely.account_id || ''
  // The script gives a new form the date of the phone, and says of when its figures are.
  const isNew = typed ? noMarkup : html` data-new data-at="${now}"`
  return html`<form id="add" method="post" action="/add" autocomplete="off"${isNew}>
${renderHiddenFields({ token, entry, workspace: workspace.id })}
${renderEntryFields({ ...fields, account }, choices)}
<div class="save"><button class="main">Save</button></div>
</form>
<div id="queue"></div>
<p class="muted small" id="offline" hidden></p>`
}

/** Adds what the form has: once, however often it is sent. @see docs/spec.md#r6 */
export async function addEntry(request: PageRequest): Promise<Response> {
  const { form } = request
  const entry = form.get('entry') ?? ''
  const fields = readEntryFields(form)
  try {
    if (!isFormId(entry)) throw badRequest('entry must be a UUID')
    const added = await createEntry(request, entry, fields)
    // The note of a repetition has the moment of the first.
    const note = await doOnce(request, entry, async () => added)
    if (wantsJson(request.headers))
      return createJsonResponse({ text: note.text, done: entry, undo: note.takeBack !== undefined })
    return redirect(buildPath('/add', { done: entry }))
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof UserError) || wantsJson(request.headers)) throw error
    return refuseEntry(request, fields, error)
  }
}

/** Shows the form again, with what was wrong. Other content under the same id may be saved as another entry. */
async function refuseEntry(
  request: PageRequest,
  fields: EntryFields,
  error: ApiError | UserError,
): Promise<Response> {
  const isSaved = error instanceof ApiError && error.name === 'conflict'
  const text = isSaved
    ? 'This form was saved already, with other content. Save again only if this is another entry.'
    : error.message
  const entry = request.form.get('entry') ?? ''
  const form = await renderAddForm(request, isSaved || !isFormId(entry) ? randomUUID() : entry, fields)
  return createHtmlResponse(
    renderAddScreen(request, html`${renderNote(text, { isBad: true })}${form}`),
    isSaved ? 409 : 400,
  )
}

async function createEntry(
  { api, form, workspace, now: at }: PageRequest,
  entry: string,
  fields: EntryFields,
): Promise<DoneNote> {
  if (form.get('workspace') !== workspace.id)
    throw new ApiError('conflict', 'this entry belongs to another workspace; sign in to that one to send it')
  const transaction = await buildDraft(api, workspace.currency, fields)
  const idempotency_key = `entry-${entry}`
  const reply = await api.createTransactions({ body: { transaction }, idempotency_key })
  // A repetition gets the first answer, whatever happened to the transaction since.
  const { id } = (reply as { transaction: Transaction }).transaction // the reply to a single draft
  const now = await api.getTransaction({ transaction_id: id }).catch((error: unknown) => {
    if (error instanceof ApiError && error.name === 'not_found') return undefined
    throw error
  })
  if (!now || now.transaction.deleted)
    return { text: 'Saved before, and deleted since', takeBack: undefined, at }
  // A repetition that comes after a restart must not make an old entry new.
  const created = Date.parse(now.transaction.created_at)
  return { text: await describeEntry(api, now.transaction), takeBack: { transaction_id: id }, at: created }
}

/** Returns the transaction as the API takes it. @throws UserError for an amount that is none */
async function buildDraft(api: BudgetApi, currency: string, fields: EntryFields): Promise<TransactionDraft> {
  const amount = await parseUnsigned(fields.amount, currency)
  const { account } = await api.getAccount({ account_id: fields.account })
  const isChosen = fields.category !== ''
  return {
    account_id: account.id,
    date: fields.date,
    amount: fields.direction === 'in' ? amount : negate(amount),
    ...(fields.merchant !== '' && { merchant_name: fields.merchant }),
    ...(fields.category === 'rta' ? { ready_to_assign: true } : isChosen && { category_id: fields.category }),
    ...(fields.notes !== '' && { notes: fields.notes }),
    ...statusByHand(account),
    // What the service chooses is looked at later.
    review_status: isChosen ? 'reviewed' : 'needs_review',
  }
}

/** Parses an amount above zero, with a comma or a point. @throws UserError */
export async function parseUnsigned(text: string, currency: string): Promise<string> {
  const names = { currency: async () => currency }
  const { amount } = await parseTypedAmount(replaceDecimalComma(text), { names, today: '' })
  if (compare(amount, '0') > 0) return amount
  throw new UserError('invalid', 'The amount must be above zero; Spent or Came in gives it its direction')
}

/** Says what an entry did to its category: `Groceries 178.49 → 157.09 left`. */
async function describeEntry(api: BudgetApi, row: Transaction): Promise<string> {
  if (row.category_id === null) {
    const amount = groupThousands(row.amount)
    return row.ready_to_assign ? `Saved: ${amount} to Ready to Assign` : `Saved: ${amount}, no category yet`
  }
  const categories = listMonthCategories(await api.getMonth({ month: toMonth(row.date) }))
  const category = categories.find(({ id }) => id === row.category_id)
  if (!category) return 'Saved'
  const before = groupThousands(subtract(category.available, row.amount))
  return `${category.name} ${before} → ${groupThousands(category.available)} left`
}

/** Returns the entry of the history that created a transaction. @throws ApiError bad_request */
async function findCreation(
  { options, workspace }: PageRequest,
  api: BudgetApi,
  transaction_id: string,
): Promise<number> {
  const { transaction } = await api.getTransaction({ transaction_id })
  const filter = {
    since: transaction.created_at,
    entity: { type: 'transaction', id: transaction_id } as const,
  }
  const first = options.workspaces.history(workspace.id).list(filter).at(-1)
  if (!first) throw badRequest('the history no longer has this entry; delete it in Recent')
  return first.id
}

/** Takes back what a form did. */
export async function takeBack(request: PageRequest): Promise<Response> {
  const { form, device, now } = request
  const id = form.get('done') ?? ''
  const note = await findNote(request, id)
  if (!note) throw badRequest('what this button takes back is no longer known; look at Recent')
  if (note.takeBack) {
    assertNew(note, { can: device.can, now })
    const { takeBack: done } = note
    const { error } = await request.useWorkspace(async (runner, api) => {
      const entry = 'entry' in done ? done.entry : await findCreation(request, api, done.transaction_id)
      return runner.run(['--yes', 'undo', String(entry)])
    })
    if (error !== undefined) throw error
    replaceNote(request, id, { ...note, text: 'Taken back', takeBack: undefined })
  }
  if (wantsJson(request.headers)) return createJsonResponse({ text: 'Taken back' })
  const back = form.get('back') ?? ''
  return redirect(buildPath(/^(?:\/[a-z]+)+$/.test(back) ? back : '/add', { done: id }))
}
