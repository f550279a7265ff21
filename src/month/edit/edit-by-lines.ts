/** Changes a month on a terminal that only reads and prints lines: each line is a command of `budget month`. */

import type { Screen } from '../../command/screen.ts'
import { groupThousands } from '../../output/format-amount.ts'
import { sanitizeLine } from '../../output/sanitize.ts'
import { describeNeed } from './month-rows.ts'
import { type MonthSession, NOTHING_TO_REDO, runCommand, undoOwn } from './month-session.ts'

const HELP = 'Type CATEGORY AMOUNT, or u undo, U redo, l list, q leave'

/** Reads lines until the user leaves; each is done at once. */
export async function editByLines(session: MonthSession, screen: Screen): Promise<void> {
  const { state } = session
  screen.draw([...listMonth(session), HELP])
  for (;;) {
    const event = await screen.readEvent()
    if (event.name === 'input-end') return
    const text = event.name === 'line' ? event.text.trim() : ''
    if (text === 'q') return
    state.message = ''
    if (text === 'l') {
      screen.draw([...listMonth(session), HELP])
      continue
    }
    if (text !== 'u' && text !== 'U') await assignLine(session, text)
    else if (!(await undoOwn(session, text === 'u' ? 'undo' : 'redo')))
      state.message = text === 'u' ? 'Nothing was changed here' : NOTHING_TO_REDO
    const ready = `Ready to Assign ${groupThousands(state.reply.month.ready_to_assign)}`
    screen.draw([...(state.message === '' ? [] : [sanitizeLine(state.message)]), ready])
  }
}

/** Assigns `Eating Out 100`. */
async function assignLine(session: MonthSession, text: string): Promise<void> {
  const { state } = session
  const [, name, amount] = /^(.*\S)\s+(\S+)$/.exec(text) ?? []
  if (name === undefined || amount === undefined) {
    state.message = HELP
    return
  }
  await runCommand(session, ['month', 'assign', '--month', state.month, '--', name, amount])
}

function listMonth({ state }: MonthSession): string[] {
  const { month } = state.reply
  const lines = state.rows.map(({ group, category }) =>
    category
      ? `  ${category.name}: assigned ${groupThousands(category.assigned)}, available ${groupThousands(category.available)} ${describeNeed(category)}`
      : group.name,
  )
  const title = `${month.month}   Ready to Assign ${groupThousands(month.ready_to_assign)}`
  return [title, ...lines].map((line) => sanitizeLine(line.trimEnd()))
}
