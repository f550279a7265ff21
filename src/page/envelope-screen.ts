/** Shows an envelope, and assigns, moves and covers: each with what it would change before it is done. */

import { randomUUID } from 'node:crypto'
import { createShownCheck, createShownConflict } from '../command/check-shown.ts'
import type { CommandRunner } from '../command/context.ts'
import { ApiError, badRequest, notFound, UserError } from '../contract/errors.ts'
import type { OperationReply } from '../contract/operation.ts'
import type { getMonth, MonthCategory } from '../contract/operations/months.ts'
import { compare, isNegative, negate } from '../money/decimal.ts'
import { listMonthCategories } from '../month/assign.ts'
import { replaceDecimalComma } from '../month/edit/amount-edit.ts'
import { toReference } from '../month/edit/month-session.ts'
import { groupThousands } from '../output/format-amount.ts'
import { type Html, html, noMarkup } from '../output/html.ts'
import { doOnce, readFormId } from './done-notes.ts'
import { readMonthName } from './month-screen.ts'
import type { PageRequest } from './page-request.ts'
import { createHtmlResponse, describeProblem, redirect } from './responses.ts'
import { buildPath, hashShown, renderAmount, renderHiddenFields, renderNote, renderScreen } from './shell.ts'

type MonthReply = OperationReply<typeof getMonth>

const READY = 'rta'

/** A change of a month, as its form says it. */
interface MonthChange {
  verb: 'assign' | 'move' | 'cover'
  month: string
  category: string
  /** The other category of a move or cover, or `rta`. */
  other: string
  amount: string
}

const verbs = {
  assign: { name: 'Assign', done: 'Assigned' },
  move: { name: 'Move', done: 'Moved' },
  cover: { name: 'Cover', done: 'Covered' },
} as const

function findCategory(reply: MonthReply, id: string): MonthCategory {
  const category = listMonthCategories(reply).find((one) => one.id === id)
  if (!category) throw notFound('category')
  return category
}

/** Returns Ready to Assign as an entry among the categories. */
const toReadyEntry = ({ month }: MonthReply) => ({
  id: READY,
  name: 'Ready to Assign',
  available: month.ready_to_assign,
})

const readChange = (request: PageRequest, values: URLSearchParams): MonthChange => {
  const verb = values.get('do') ?? ''
  if (verb !== 'assign' && verb !== 'move' && verb !== 'cover')
    throw badRequest('do must be assign, move or cover')
  const read = (name: string): string => values.get(name)?.trim() ?? ''
  const amount = replaceDecimalComma(read('amount'))
  return { verb, month: readMonthName(request), category: read('category'), other: read('other'), amount }
}

/** Returns the command of a change; its names are those of the history. */
function toCommand(reply: MonthReply, { verb, month, category, other, amount }: MonthChange): string[] {
  const name = (id: string): string =>
    id === READY ? READY : toReference({ reply }, findCategory(reply, id))
  const flags = ['--month', month]
  if (verb === 'assign') return ['month', 'assign', ...flags, '--', name(category), amount]
  const from = verb === 'cover' ? other : category
  if (verb === 'cover') return ['month', 'cover', ...flags, '--from', name(from), '--', name(category)]
  return ['month', 'move', ...flags, '--', amount, name(from), name(other)]
}

/** Renders a screen of the month. */
const renderMonthScreen = ({ device }: PageRequest, title: string, month: string, main: Html): Html => {
  const aside = html`<a class="button" href="${buildPath('/month', { month })}">Back</a>`
  return renderScreen({ title, aside, main, tab: { name: 'month', can: device.can } })
}

/** Shows an envelope with what it is made of, and the forms that change it. */
export async function showEnvelope(request: PageRequest): Promise<Response> {
  const month = readMonthName(request)
  const reply = await request.api.getMonth({ month })
  const category = findCategory(reply, request.query.get('category') ?? '')
  return createHtmlResponse(renderEnvelope(request, reply, { category, problem: undefined }))
}

function renderEnvelope(
  request: PageRequest,
  reply: MonthReply,
  { category, problem }: { category: MonthCategory; problem: string | undefined },
): Html {
  const { month } = reply.month
  const { id, name, carryover_from_previous, assigned, activity, available } = category
  const parts = [
    ['From before', carryover_from_previous],
    ['Assigned', assigned],
    ['Spent and came in', activity],
    ['Available', available],
  ] as const
  const main = html`${problem === undefined ? noMarkup : renderNote(problem, { isBad: true })}
<table class="change">${parts.map(([label, amount]) => html`<tr><th scope="row">${label}</th><td>${renderAmount(amount)}</td></tr>`)}</table>
<form action="/month/change">${renderHiddenFields({ do: 'assign', month, category: id })}
<label class="field"><span>Assign: an amount, or +20 and -20 to change it</span><input name="amount" required autocomplete="off" maxlength="40" placeholder="${assigned}"></label>
<button>Assign</button></form>
<form action="/month/change">${renderHiddenFields({ do: 'move', month, category: id })}
<h2>Move from ${name}</h2>
<label class="field"><span>Amount</span><input name="amount" inputmode="decimal" required autocomplete="off" maxlength="24" value="${isNegative(available) ? '' : available}"></label>
${renderOthers(reply, id, 'to')}</form>`
  return renderMonthScreen(request, name, month, main)
}

/** Lists the other categories as buttons of a form, Ready to Assign first. */
function renderOthers(reply: MonthReply, except: string, direction: 'from' | 'to'): Html {
  const others = listMonthCategories(reply)
    .filter(
      ({ id, archived, available }) =>
        id !== except && (direction === 'to' ? !archived : compare(available, '0') > 0),
    )
    .map(({ id, name, available }) => ({ id, name, available }))
    .toSorted((a, b) =>
      direction === 'to' ? compare(a.available, b.available) : compare(b.available, a.available),
    )
  const rows = [toReadyEntry(reply), ...others].map(
    ({ id, name, available }) =>
      html`<li><button class="row plain" name="other" value="${id}"><span class="name">${name}</span>${renderAmount(available)}</button></li>`,
  )
  return html`<ul class="rows pick">${rows}</ul>`
}

/** Asks from which category another one is covered. */
export async function showCover(request: PageRequest): Promise<Response> {
  const month = readMonthName(request)
  const reply = await request.api.getMonth({ month })
  const { id, name, available } = findCategory(reply, request.query.get('category') ?? '')
  const lacking = isNegative(available) ? negate(available) : available
  const main = html`<form action="/month/change">${renderHiddenFields({ do: 'cover', month, category: id })}
<h2>From</h2>${renderOthers(reply, id, 'from')}</form>`
  const title = `Cover ${name} ${groupThousands(lacking)}`
  return createHtmlResponse(renderMonthScreen(request, title, month, main))
}

interface Preview {
  args: string[]
  rows: { name: string; before: string; after: string }[]
  /** Changes with the figures: who confirms them saw these. */
  seen: string
  /** The month before. */
  reply: MonthReply
}

/** Computes what a change would do. @throws what its command throws */
async function previewChange(runner: CommandRunner, change: MonthChange): Promise<Preview> {
  const reply = await runner.readMonth(change.month)
  const args = toCommand(reply, change)
  const { after } = await runner.preview(args, (inside) => inside.getMonth({ month: change.month }))
  if (!after) throw new Error('A preview of a local workspace reads the month')
  const list = (month: MonthReply) => [...listMonthCategories(month), toReadyEntry(month)]
  const before = new Map(list(reply).map(({ id, available }) => [id, available]))
  const rows = list(after).flatMap(({ id, name, available }) => {
    const old = before.get(id) ?? available
    return old === available ? [] : [{ name, before: old, after: available }]
  })
  return { args, rows, seen: hashShown(rows), reply }
}

/** Shows what a change would do, with the button that does it. */
export const showChange = (request: PageRequest): Promise<Response> =>
  answerWithPreview(request, readChange(request, request.query))

/** @param problem why it was not done before */
async function answerWithPreview(
  request: PageRequest,
  change: MonthChange,
  problem?: string,
): Promise<Response> {
  try {
    const preview = await request.useWorkspace((runner) => previewChange(runner, change))
    const screen = renderChange(request, { change, preview, problem })
    return createHtmlResponse(screen, problem === undefined ? 200 : 409)
  } catch (error) {
    if (!(error instanceof UserError || error instanceof ApiError) || change.category === '') throw error
    const reply = await request.api.getMonth({ month: change.month })
    const category = findCategory(reply, change.category)
    return createHtmlResponse(
      renderEnvelope(request, reply, { category, problem: describeProblem(error) }),
      400,
    )
  }
}

function renderChange(
  request: PageRequest,
  {
    change,
    preview: { rows, seen },
    problem,
  }: { change: MonthChange; preview: Preview; problem: string | undefined },
): Html {
  const fields = { ...change, do: change.verb, seen, token: request.token, form: randomUUID() }
  const lines = rows.map(
    ({ name, before, after }) =>
      html`<tr><th scope="row">${name}</th><td>${renderAmount(before)} →</td><td>${renderAmount(after)}</td></tr>`,
  )
  const { name } = verbs[change.verb]
  const main = html`${problem === undefined ? noMarkup : renderNote(problem, { isBad: true })}
${
  rows.length === 0
    ? html`<p>This changes nothing.</p>`
    : html`<table class="change">${lines}</table>
<form method="post" action="/month/change">${renderHiddenFields(fields)}<p><button class="main">${name}</button></p></form>`
}`
  return renderMonthScreen(request, `${name}?`, change.month, main)
}

/** Does a change that was shown, unless the figures changed since. */
export async function makeChange(request: PageRequest): Promise<Response> {
  const { form, now } = request
  const change = readChange(request, form)
  const id = readFormId(form)
  try {
    await doOnce(request, id, () =>
      request.useWorkspace(async (runner) => {
        const preview = await previewChange(runner, change)
        if (preview.seen !== form.get('seen')) throw createShownConflict()
        const { error, entry } = await runner.run(
          preview.args,
          createShownCheck(preview.reply, (api) => api.getMonth({ month: change.month })),
        )
        if (error !== undefined) throw error
        const [first] = preview.rows
        const { done } = verbs[change.verb]
        const text = first
          ? `${done}: ${first.name} ${groupThousands(first.before)} → ${groupThousands(first.after)}`
          : done
        return { text, takeBack: entry === undefined ? undefined : { entry }, at: now }
      }),
    )
  } catch (error) {
    if (!(error instanceof UserError) || error.kind !== 'conflict') throw error
    return answerWithPreview(request, change, error.message)
  }
  return redirect(buildPath('/month', { month: change.month, done: id }))
}
