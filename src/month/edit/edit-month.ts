/** Shows a month on a screen, where money is assigned with keys: each change is a command of its own, saved at once. */

import type { WorkspaceContext } from '../../command/context.ts'
import type { Key, Screen } from '../../command/screen.ts'
import { UserError } from '../../contract/errors.ts'
import { toMonth } from '../../money/calendar.ts'
import type { Colors } from '../../output/style.ts'
import { findAction, listKeyLabels, moveKeys } from '../../screens/key-table.ts'
import { moveCursor } from '../../screens/scroll.ts'
import { beginAmount, beginsAmount, describeAmount, handleAmountKey } from './amount-edit.ts'
import { drawMonth } from './draw-month.ts'
import { editByLines } from './edit-by-lines.ts'
import { runAction } from './month-actions.ts'
import { monthKeys } from './month-keys.ts'
import { describeError, getCategory, listRows, type MonthSession, readMonth } from './month-session.ts'
import { listWhy } from './why.ts'

/** What was changed on the screen. */
export interface EditResult {
  month: string
  /** The entries of the history, the oldest first. */
  entries: readonly number[]
}

/** Lets the user change months on a screen, or line by line on a terminal without one. */
export async function editMonth(
  context: WorkspaceContext,
  { month = toMonth(context.invocation.today), plain }: { month: string | undefined; plain: boolean },
): Promise<EditResult> {
  if (!context.user.canShowScreen())
    throw new UserError('usage', 'budget month edit requires a terminal', {
      hint: 'In a script: budget month assign Groceries=400 Rent=target',
    })
  const runner = await context.workspace.openCommandRunner()
  const session: MonthSession = {
    context,
    runner,
    state: {
      month,
      reply: await runner.readMonth(month),
      months: [],
      rows: [],
      cursor: 0,
      view: 'all',
      folded: new Set(),
      selected: new Set(),
      edit: undefined,
      panels: [],
      message: '',
      done: [],
      undone: [],
    },
  }
  listRows(session.state)
  session.state.cursor = Math.max(
    0,
    session.state.rows.findIndex(({ category }) => category !== undefined),
  )
  await context.user.showScreen((screen, colors) =>
    screen.isLineBased || plain ? editByLines(session, screen) : editOnScreen(session, screen, colors),
  )
  return { month: session.state.month, entries: session.state.done.map(({ entry }) => entry) }
}

/** How often a local workspace is asked whether another process wrote, in milliseconds. */
const POLL_MILLISECONDS = 1000

async function editOnScreen(session: MonthSession, screen: Screen, colors: Colors): Promise<void> {
  const { runner, context } = session
  let counter = runner.readChangeCounter()
  for (;;) {
    draw(session, screen, colors)
    const event = await screen.readEvent(context.workspace.costsRequests ? undefined : POLL_MILLISECONDS)
    if (event.name === 'input-end') return
    const now = runner.readChangeCounter()
    if (now !== counter) {
      counter = now
      await readAgain(session)
    }
    if (event.name === 'idle' || event.name === 'resize' || event.name === 'line') continue
    const isOver = await handleKey(session, event, screen).catch((error: unknown) => {
      context.invocation.signal.throwIfAborted()
      session.state.message = describeError(error)
      return false
    })
    if (isOver) return
  }
}

/** Reads what another process may have changed, under an open panel too. */
async function readAgain(session: MonthSession): Promise<void> {
  await readMonth(session)
  for (const panel of session.state.panels) await panel.refresh?.()
}

function draw(session: MonthSession, screen: Screen, colors: Colors): void {
  const { state } = session
  const category = getCategory(state)
  const views = state.view === 'all' ? [] : [state.view]
  const selected = state.selected.size === 0 ? [] : [`${state.selected.size} selected`]
  const keys = state.edit
    ? ['Enter save, next row', 'Tab save, type in the next', '← → move', 'Esc leave it']
    : ['0-9 assign', ...listKeyLabels(monthKeys)]
  const lines = drawMonth(
    {
      ...state,
      months: chooseMonths(state.months, state.month, screen.columns),
      amount: state.edit?.input,
      ready_after: state.edit?.preview?.month.ready_to_assign,
      remark: [...selected, ...views].join(', '),
      detail: describeAmount(session, screen.columns),
      panel: state.panels.at(-1),
      side:
        category && state.months.length === 0
          ? [`Why ${category.name}`, ...listWhy(category, state.month)]
          : [],
      keys,
    },
    { columns: screen.columns, rows: screen.rows, colors },
  )
  screen.draw(lines)
}

/** What a name and the columns of a month take at least. */
const NAME_COLUMNS = 22
const MONTH_COLUMNS = 12

/** Returns as many months as fit around the current one. */
function chooseMonths(months: MonthSession['state']['months'], month: string, columns: number) {
  const count = Math.max(1, Math.floor((columns - NAME_COLUMNS) / MONTH_COLUMNS))
  const at = months.findIndex((one) => one.month.month === month)
  const from = Math.max(0, Math.min(at - Math.floor(count / 2), months.length - count))
  return months.slice(from, from + count)
}

/** Does what a key says; true if the screen is left. */
async function handleKey(session: MonthSession, key: Key, screen: Screen): Promise<boolean> {
  const { state } = session
  const panel = state.panels.at(-1)
  if (panel) {
    const outcome = await panel.handle(key)
    if (outcome === 'close') {
      state.panels = state.panels.filter((one) => one !== panel)
      await state.panels.at(-1)?.refresh?.()
    }
    return false
  }
  if (state.edit) {
    await handleAmountKey(session, key)
    return false
  }
  state.message = ''
  if (key.name === 'text' && beginsAmount(key.text)) {
    await beginAmount(session, key.text)
    return false
  }
  const move = findAction(moveKeys, key)
  if (move) {
    state.cursor = moveCursor(state.cursor, move, {
      count: state.rows.length,
      page: screen.rows - FIXED_ROWS,
    })
    return false
  }
  const action = findAction(monthKeys, key)
  if (action === 'leave') return true
  if (action) await runAction(session, action)
  else if (key.name === 'paste') state.message = 'A pasted text is no command; type an amount first'
  else if (key.name === 'text') state.message = `"${key.text}" does nothing here; ? lists the keys`
  return false
}

/** The rows of the screen that do not scroll. */
const FIXED_ROWS = 5
