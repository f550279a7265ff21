/** Types an amount into the row under the cursor, with what it would do, and assigns it. */

import type { CheckBeforeRun } from '../../command/context.ts'
import type { Key } from '../../command/screen.ts'
import { ApiError, UserError } from '../../contract/errors.ts'
import { groupThousands } from '../../output/format-amount.ts'
import { createTextInput, editText } from '../../screens/text-input.ts'
import { findMonthCategory } from '../assign.ts'
import {
  getCategory,
  listRows,
  type MonthSession,
  previewMonth,
  runCommand,
  toReference,
} from './month-session.ts'

/** True for a character that begins an amount: a digit, a sign, a point. */
export const beginsAmount = (text: string): boolean => /^[\d.,+=-]$/.test(text)

/** Begins to type an amount into the row under the cursor, from a text that the first key replaces if it is proposed. */
export async function beginAmount(
  session: MonthSession,
  text: string,
  { is_proposed = false } = {},
): Promise<void> {
  const { state } = session
  const category = getCategory(state)
  if (!category) {
    state.message = 'A group has no amount of its own; choose a category'
    return
  }
  if (category.archived) {
    state.message = `${category.name} is archived`
    return
  }
  state.message = ''
  state.edit = {
    category_id: category.id,
    input: createTextInput(text, { is_proposed }),
    assigned: category.assigned,
    preview: undefined,
  }
  await previewAmount(session)
}

/** Edits the amount, leaves it, or saves it and goes on. */
export async function handleAmountKey(session: MonthSession, key: Key): Promise<void> {
  const { state } = session
  const { edit } = state
  if (!edit) return
  const steps: Partial<Record<Key['name'], { by: number; goesOn: boolean }>> = {
    enter: { by: 1, goesOn: false },
    down: { by: 1, goesOn: false },
    up: { by: -1, goesOn: false },
    tab: { by: 1, goesOn: true },
    'shift-tab': { by: -1, goesOn: true },
  }
  const step = steps[key.name]
  if (key.name === 'escape') {
    state.edit = undefined
    state.message = ''
  } else if (step) {
    // What is saved may leave the view, e.g. one of what needs money.
    const next = findNextCategory(session, step.by)
    if (!(await saveAmount(session))) return
    if (next === undefined) return
    listRows(state, next)
    if (step.goesOn) await beginAmount(session, getCategory(state)?.assigned ?? '', { is_proposed: true })
  } else {
    const input = editText(edit.input, key)
    if (!input) return
    edit.input = input
    state.message = ''
    await previewAmount(session)
  }
}

/** Assigns what is typed; false if it is not an amount, or if another process changed the amount since. */
async function saveAmount(session: MonthSession): Promise<boolean> {
  const { state } = session
  const { edit } = state
  const category = getCategory(state)
  if (!edit || !category) return false
  const isUnchanged = edit.input.is_proposed || edit.input.text.trim() === ''
  if (!isUnchanged) {
    let now = edit.assigned
    const assertUnchanged: CheckBeforeRun = async (api) => {
      now = findMonthCategory(await api.getMonth({ month: state.month }), category).assigned
      if (now === edit.assigned) return
      const told = `Changed elsewhere: assigned is ${groupThousands(now)} now; Enter saves yours`
      throw new UserError('conflict', told)
    }
    if (!(await runCommand(session, toAssignment(session, category, edit.input.text), assertUnchanged))) {
      edit.assigned = now
      await previewAmount(session)
      return false
    }
  }
  state.edit = undefined
  return true
}

const toAssignment = (
  { state }: MonthSession,
  category: Parameters<typeof toReference>[1],
  text: string,
): string[] => {
  const amount = replaceDecimalComma(text)
  return ['month', 'assign', '--month', state.month, '--', toReference(state, category), amount]
}

/** Returns a typed amount with a decimal point: on a number pad, the comma is the decimal separator. */
export const replaceDecimalComma = (text: string): string =>
  text.includes('.') ? text.trim() : text.trim().replaceAll(/(\d),(\d{1,2})(?!\d)/g, '$1.$2')

/** Computes the month with the amount as typed so far. */
async function previewAmount(session: MonthSession): Promise<void> {
  const { state } = session
  const category = getCategory(state)
  if (!state.edit || !category) return
  const { input } = state.edit
  state.edit.preview = undefined
  if (input.is_proposed || input.text.trim() === '') return
  try {
    state.edit.preview = (await previewMonth(session, toAssignment(session, category, input.text))).after
  } catch (error) {
    // A text that is not an amount yet has no effect to show; Enter says what is wrong.
    if (!(error instanceof UserError || error instanceof ApiError)) throw error
  }
}

/** Returns the id of the next category in the list; undefined at its end. */
function findNextCategory({ state }: MonthSession, by: number): string | undefined {
  let at = state.cursor + by
  while (state.rows[at] && !state.rows[at]?.category) at += by
  return state.rows[at]?.id
}

/** On a narrower screen the row alone shows the name. */
const NARROW = 60

/** Describes what the typed amount would do to the row: `Eating Out  80.00 → 100.00   available 173.95 → 193.95`. */
export function describeAmount({ state }: MonthSession, columns: number): string {
  const category = getCategory(state)
  if (!category) return ''
  const { assigned, available } = category
  const name = columns < NARROW ? '' : `${category.name}  `
  const after = state.edit?.preview && findMonthCategory(state.edit.preview, category)
  if (!after) return `${name}${groupThousands(assigned)}   available ${groupThousands(available)}`
  return `${name}${groupThousands(assigned)} → ${groupThousands(after.assigned)}   available ${groupThousands(available)} → ${groupThousands(after.available)}`
}
