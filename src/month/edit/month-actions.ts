/** What the keys of the month do beside typing amounts. */

import { addMonths, toMonth } from '../../money/calendar.ts'
import { isNegative } from '../../money/decimal.ts'
import { createForm } from '../../screens/form.ts'
import { listKeyHelp, moveKeys } from '../../screens/key-table.ts'
import { createQuestionPanel, createTextPanel, type Panel } from '../../screens/panel.ts'
import { listMonthCategories } from '../assign.ts'
import { explainReadyToAssign } from '../explain.ts'
import { beginAmount } from './amount-edit.ts'
import { openEnvelope } from './envelope-panel.ts'
import {
  listCategories,
  openAdd,
  openCover,
  openFund,
  openMove,
  openNewCategory,
  openTarget,
} from './month-forms.ts'
import { type MonthAction, monthKeys } from './month-keys.ts'
import { monthViews } from './month-rows.ts'
import {
  getCategory,
  listRows,
  type MonthSession,
  type MonthState,
  NOTHING_TO_REDO,
  planOlderUndo,
  readMonth,
  runCommand,
  toReference,
  undoOwn,
} from './month-session.ts'
import { listWhy, listWhyReady } from './why.ts'

type Action = (session: MonthSession) => Promise<void> | void

/** Does what an action of the list says. */
export const runAction = async (
  session: MonthSession,
  action: Exclude<MonthAction, 'leave'>,
): Promise<void> => actions[action](session)

const pushPanel =
  (open: (session: MonthSession) => Promise<Panel>): Action =>
  async (session) =>
    void session.state.panels.push(await open(session))

const goBy = (session: MonthSession, months: number): Promise<void> =>
  readMonth(session, addMonths(session.state.month, months))

const actions: Readonly<Record<Exclude<MonthAction, 'leave'>, Action>> = {
  async open(session) {
    const { state } = session
    const category = getCategory(state)
    if (category) state.panels.push(await openEnvelope(session, category))
    else foldGroup(state)
  },
  'assign-again': (session) =>
    beginAmount(session, getCategory(session.state)?.assigned ?? '', { is_proposed: true }),
  move: pushPanel(openMove),
  async cover(session) {
    const { state } = session
    const category = getCategory(state)
    if (category && isNegative(category.available)) state.panels.push(await openCover(session, category))
    else state.message = `${category?.name ?? 'A group'} is not overspent; C covers all that is`
  },
  async 'cover-all'(session) {
    const { state } = session
    const isOverspent = listMonthCategories(state.reply).some(({ available }) => isNegative(available))
    if (isOverspent) state.panels.push(await openCover(session, undefined))
    else state.message = 'Nothing is overspent'
  },
  fund: pushPanel(openFund),
  async undo(session) {
    if (await undoOwn(session, 'undo')) return
    const { id, command, lines } = await planOlderUndo(session)
    const question = createQuestionPanel(`Undo ${id}: ${command}?`, lines, async () => {
      await runCommand(session, ['--yes', 'undo', String(id)])
    })
    session.state.panels.push(question)
  },
  async redo(session) {
    if (!(await undoOwn(session, 'redo'))) session.state.message = NOTHING_TO_REDO
  },
  find: pushPanel(openFind),
  why: pushPanel(openWhy),
  async target(session) {
    const { state, context } = session
    const category = getCategory(state)
    if (!context.workspace.admin) state.message = 'Only local workspaces have targets'
    else if (!category) state.message = 'A group has no target; choose a category'
    else state.panels.push(await openTarget(session, category))
  },
  add: pushPanel(openAdd),
  'new-category': pushPanel(openNewCategory),
  select({ state }) {
    const id = getCategory(state)?.id
    if (id === undefined) return
    if (!state.selected.delete(id)) state.selected.add(id)
    state.cursor = Math.min(state.rows.length - 1, state.cursor + 1)
  },
  'previous-month': (session) => goBy(session, -1),
  'next-month': (session) => goBy(session, 1),
  'previous-year': (session) => goBy(session, -12),
  'next-year': (session) => goBy(session, 12),
  'this-month': (session) => readMonth(session, toMonth(session.context.invocation.today)),
  async year(session) {
    const { state } = session
    if (state.months.length > 0) {
      state.months = []
      listRows(state)
      return
    }
    const open = async (): Promise<void> => {
      state.months = [state.reply]
      await readMonth(session)
    }
    if (!session.context.workspace.costsRequests) return open()
    const lines = [' and as many again for each change while they are shown']
    state.panels.push(createQuestionPanel('Show the year? It takes 12 requests', lines, open))
  },
  view({ state }) {
    state.view = monthViews[(monthViews.indexOf(state.view) + 1) % monthViews.length] ?? 'all'
    listRows(state)
    if (state.rows.length === 0) state.message = `Nothing to show: ${state.view}; v shows the next view`
  },
  'fold-all'({ state }) {
    const groups = state.reply.month.category_groups.map(({ id }) => id)
    state.folded = new Set(state.folded.size === 0 ? groups : [])
    listRows(state, state.rows[state.cursor]?.group.id)
  },
  'read-again': (session) => readMonth(session),
  help({ state }) {
    const lines = listKeyHelp([...moveKeys, ...monthKeys])
    state.panels.push(createTextPanel('Keys', lines, { isWhole: true }))
  },
  back({ state }) {
    state.selected = new Set()
    state.view = 'all'
    state.months = []
    listRows(state)
  },
}

function foldGroup(state: MonthState): void {
  const id = state.rows[state.cursor]?.group.id
  if (id === undefined) return
  if (!state.folded.delete(id)) state.folded.add(id)
  listRows(state)
}

/** Asks for a category, and goes there. */
function openFind(session: MonthSession): Promise<Panel> {
  const { state } = session
  return createForm({
    title: 'Find',
    fields: [{ label: 'Category', choices: listCategories(session) }],
    verb: 'go there',
    toCommand: (values) => values,
    preview: async () => [],
    async run([reference]) {
      const category = listMonthCategories(state.reply).find((one) => toReference(state, one) === reference)
      state.view = 'all'
      state.folded = new Set()
      listRows(state, category?.id)
      return true
    },
  })
}

/** Explains the category under the cursor; on a group, Ready to Assign. */
async function openWhy({ state, context }: MonthSession): Promise<Panel> {
  const category = getCategory(state)
  const lines = category
    ? listWhy(category, state.month)
    : listWhyReady(await explainReadyToAssign(context, state.month))
  const name = category?.name ?? 'Ready to Assign'
  const amount = category?.available ?? state.reply.month.ready_to_assign
  return createTextPanel(`Why ${name} has ${amount}`, lines)
}
