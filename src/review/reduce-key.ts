/** Turns a key into the next state of a review. */

import type { Key, KeyName } from '../command/screen.ts'
import { finishPick, finishText, openNotes } from './ask-choice.ts'
import {
  approveSure,
  approveUnchanged,
  approveWithCategory,
  decideRows,
  nameRows,
  undoStep,
  withMessage,
} from './decide.ts'
import {
  asksForCategory,
  explainCreation,
  explainNoCreation,
  formatCategory,
  getChosen,
  listChoices,
} from './list-choices.ts'
import { goBack, openMerchant, openPick, openRule, openSplitCategory } from './open-question.ts'
import {
  countDecisions,
  getCurrentEntry,
  getGroupKey,
  getProposal,
  listEntries,
  type ReviewChoice,
  type ReviewEntry,
  type ReviewGroup,
  type ReviewMode,
  type ReviewSetting,
  type ReviewState,
} from './review-state.ts'

/** Returns the state after a key. */
export function reduceKey(state: ReviewState, key: Key, setting: ReviewSetting): ReviewState {
  switch (state.mode.kind) {
    case 'list':
      return reduceListKey({ ...state, message: '' }, key, setting)
    case 'pick':
      return reducePickKey(state, key, setting)
    case 'text':
      return reduceTextKey(state, key, setting)
    case 'confirm':
      return reduceConfirmKey(state, key)
    case 'help':
      return { ...state, mode: { kind: 'list' } }
  }
}

const PAGE = 10

/** The letters that move as in vi. */
const arrowByLetter: Readonly<Record<string, Key>> = { j: { name: 'down' }, k: { name: 'up' } }

function reduceListKey(state: ReviewState, key: Key, setting: ReviewSetting): ReviewState {
  const arrow = key.name === 'text' ? arrowByLetter[key.text] : undefined
  if (arrow) return reduceListKey(state, arrow, setting)
  if (key.name === 'text') return runCommand(state, key.text, setting)
  const last = listEntries(state).length - 1
  const moveTo = (cursor: number): ReviewState => ({ ...state, cursor: Math.max(0, Math.min(last, cursor)) })
  const moves: Partial<Record<KeyName, () => ReviewState>> = {
    enter: () => approveEntry(state, setting),
    up: () => moveTo(state.cursor - 1),
    down: () => moveTo(state.cursor + 1),
    'page-up': () => moveTo(state.cursor - PAGE),
    'page-down': () => moveTo(state.cursor + PAGE),
    home: () => moveTo(0),
    end: () => moveTo(last),
    right: () => openGroup(state, true),
    left: () => openGroup(state, false),
  }
  return moves[key.name]?.() ?? state
}

/** Shows the rows of a merchant one by one, or together. */
function openGroup(state: ReviewState, isOpen: boolean): ReviewState {
  const entry = getCurrentEntry(state)
  if (!entry) return state
  if (isOpen && entry.rows.length === 1)
    return { ...state, message: 'This is a single row; → shows the rows of a ×9' }
  if (!isOpen && !entry.is_part) return { ...state, message: '← regroups the rows that → shows' }
  const group = getGroupKey(entry.rows[0])
  const open_groups = new Set(state.open_groups)
  if (isOpen) open_groups.add(group)
  else open_groups.delete(group)
  const next = { ...state, open_groups }
  const at = listEntries(next).findIndex(({ rows }) => rows.includes(entry.rows[0]))
  return { ...next, cursor: Math.max(0, at) }
}

/** A command of the list: it gets the entry under the cursor. */
type ListCommand = (state: ReviewState, entry: ReviewEntry, setting: ReviewSetting) => ReviewState

const openCategories: ListCommand = (state, { rows: [row] }) =>
  row.fixed_purpose === undefined
    ? openPick(state, { purpose: 'category', title: 'Category' })
    : withMessage(state, `${row.fixed_purpose}: there is no category to choose; Enter approves it`)

const entryCommands: Readonly<Record<string, ListCommand>> = {
  c: openCategories,
  '/': openCategories,
  s: (state, { rows }, { kind }) => {
    if (kind === 'import') return withMessage(state, 'A row of a file cannot be split before it is imported')
    if (rows[0].fixed_purpose?.startsWith('Split') === false)
      return withMessage(state, `${rows[0].fixed_purpose}: it cannot be split`)
    if (rows.some(({ amount }) => amount !== rows[0].amount))
      return withMessage(state, 'The amounts differ: press → to see each row, then split one')
    return openSplitCategory(state, rows[0])
  },
  m: (state, { rows: [row] }) =>
    openMerchant(state, state.decisions.rows.get(row.id)?.merchant?.name ?? row.merchant_name),
  t: (state, { rows }, { accounts }) => {
    if (!rows.every(({ can_transfer: can }) => can)) return withMessage(state, 'It cannot become a transfer')
    const isOnly = !accounts.some(({ value }) => value !== rows[0].account_id)
    if (isOnly) return withMessage(state, 'There is no other account')
    return openPick(state, { purpose: 'transfer', title: 'Transfer from or to which account' })
  },
  n: (state, { rows }) => openNotes(state, rows),
  r: (state, { rows: [row] }, { can_add_rules: canAdd }) => {
    if (!canAdd) return withMessage(state, 'Only local workspaces have rules')
    if (row.merchant_name === '') return withMessage(state, 'It has no merchant for a rule to match')
    return openRule(state, row.merchant_name.toLowerCase())
  },
  x: (state, { rows }, { kind }) =>
    decideRows(state, rows, {
      change: (_row, before) => ({ ...before, outcome: 'skipped' }),
      message:
        kind === 'import'
          ? `Left out ${nameRows(state, rows)}`
          : `Skipped ${nameRows(state, rows)}: ${rows.length === 1 ? 'it stays' : 'they stay'} in the inbox`,
    }),
}

function runCommand(state: ReviewState, text: string, setting: ReviewSetting): ReviewState {
  if (text === 'u') return undoStep(state)
  if (text === 'q') return { ...state, ended: 'leave' }
  if (text === 'h' || text === '?') return { ...state, mode: { kind: 'help' } }
  if (text === 'A') return approveSure(state, setting)
  if (text === 'S') return askToSend(state, setting)
  const command = Object.hasOwn(entryCommands, text) ? entryCommands[text] : undefined
  if (!command)
    return withMessage(state, `"${text}" is not a command; c chooses a category, ? lists the keys`)
  const entry = getCurrentEntry(state)
  return entry ? command(state, entry, setting) : { ...state, mode: { kind: 'confirm' } }
}

const askToSend = (state: ReviewState, { kind }: ReviewSetting): ReviewState =>
  kind === 'inbox' && countDecisions(state.decisions) === 0
    ? withMessage(state, 'Nothing to send yet')
    : { ...state, mode: { kind: 'confirm' } }

/** Accepts the suggestion for an entry; without one, asks for the category. */
function approveEntry(state: ReviewState, setting: ReviewSetting): ReviewState {
  const entry = getCurrentEntry(state)
  if (!entry) return { ...state, mode: { kind: 'confirm' } }
  const { rows } = entry
  if (rows[0].fixed_purpose !== undefined) return approveUnchanged(state, rows)
  const proposal = getProposal(state, rows[0], setting)
  if (!proposal) return openPick(state, { purpose: 'category', title: 'Category' })
  const { category } = proposal
  return approveWithCategory(state, rows, { category, name: formatCategory(category, setting) })
}

function reducePickKey(state: ReviewState, key: Key, setting: ReviewSetting): ReviewState {
  const { mode } = state
  if (mode.kind !== 'pick') return state
  const choices = listChoices(state, setting)
  const chosen = getChosen(mode, choices)
  const choose = (at: number): ReviewState => ({
    ...state,
    message: '',
    mode: { ...mode, chosen: Math.max(0, Math.min(choices.length - 1, at)) },
  })
  const type = (text: string): ReviewState => ({
    ...state,
    message: '',
    mode: { ...mode, text, chosen: undefined },
  })
  if (key.name === 'text') return type(mode.text + key.text)
  const actions: Partial<Record<KeyName, () => ReviewState>> = {
    backspace: () => type(dropLast(mode.text)),
    clear: () => type(''),
    up: () => choose(chosen - 1),
    down: () => choose(chosen + 1),
    tab: () => choose(chosen + 1),
    escape: () => goBack(state, setting),
    enter: () => {
      const choice = choices[chosen]
      if (!choice) return { ...state, message: explainNoChoice(mode, { choices, groups: setting.groups }) }
      return finishPick(state, choice)
    },
  }
  return actions[key.name]?.() ?? state
}

/** Says how to get on when Enter has nothing to take. */
function explainNoChoice(
  mode: Extract<ReviewMode, { kind: 'pick' }>,
  { choices, groups }: { choices: readonly ReviewChoice[]; groups: readonly ReviewGroup[] },
): string {
  const { text } = mode
  if (text.trim() === '') return 'Type part of the name, or choose with ↓'
  if (choices.length > 0) return explainCreation(choices)
  return asksForCategory(mode) ? explainNoCreation(text, groups) : `No match for "${text}"`
}

const dropLast = (text: string): string => Array.from(text).slice(0, -1).join('')

function reduceTextKey(state: ReviewState, key: Key, setting: ReviewSetting): ReviewState {
  const { mode } = state
  if (mode.kind !== 'text') return state
  const type = (text: string): ReviewState => ({
    ...state,
    message: '',
    mode: { ...mode, text, is_proposed: false },
  })
  if (key.name === 'text') return type(mode.is_proposed ? key.text : mode.text + key.text)
  if (key.name === 'backspace') return type(dropLast(mode.text))
  if (key.name === 'clear') return type('')
  if (key.name === 'escape') return goBack(state, setting)
  if (key.name === 'right' || key.name === 'end') return type(mode.text)
  return key.name === 'enter' ? finishText(state, setting) : state
}

function reduceConfirmKey(state: ReviewState, key: Key): ReviewState {
  if (key.name === 'enter') return { ...state, ended: 'send' }
  if (key.name !== 'text') return { ...state, mode: { kind: 'list' } }
  if (key.text === 'y' || key.text === 'S') return { ...state, ended: 'send' }
  if (key.text === 'q') return { ...state, ended: 'leave' }
  return key.text === 'u' ? undoStep(state) : { ...state, mode: { kind: 'list' } }
}
