/** Turns a key into the next state of a review. */

import type { Key } from '../command/screen.ts'
import { findAction, moveKeys } from '../screens/key-table.ts'
import { moveCursor } from '../screens/scroll.ts'
import { editText } from '../screens/text-input.ts'
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
import { listReviewKeys, type ReviewAction } from './review-keys.ts'
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

function reduceListKey(state: ReviewState, key: Key, setting: ReviewSetting): ReviewState {
  const move = findAction(moveKeys, key)
  if (move) {
    const size = { count: listEntries(state).length, page: PAGE }
    return { ...state, cursor: moveCursor(state.cursor, move, size) }
  }
  const action = findAction(listReviewKeys(setting), key)
  if (action) return runAction(state, action, setting)
  if (key.name === 'paste') return withMessage(state, 'A pasted text is no command; / searches a category')
  return key.name === 'text'
    ? withMessage(state, `"${key.text}" is not a command; c chooses a category, ? lists the keys`)
    : state
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

/** Gets the entry under the cursor. */
type ListCommand = (state: ReviewState, entry: ReviewEntry, setting: ReviewSetting) => ReviewState

const openCategories: ListCommand = (state, { rows: [row] }) =>
  row.fixed_purpose === undefined
    ? openPick(state, { purpose: 'category', title: 'Category' })
    : withMessage(state, `${row.fixed_purpose}: there is no category to choose; Enter approves it`)

/** What changes the entry under the cursor. */
const entryCommands: Readonly<Record<EntryAction, ListCommand>> = {
  category: openCategories,
  split: (state, { rows }, { kind }) => {
    if (kind === 'import') return withMessage(state, 'A row of a file cannot be split before it is imported')
    if (rows[0].fixed_purpose?.startsWith('Split') === false)
      return withMessage(state, `${rows[0].fixed_purpose}: it cannot be split`)
    if (rows.some(({ amount }) => amount !== rows[0].amount))
      return withMessage(state, 'The amounts differ: press → to see each row, then split one')
    return openSplitCategory(state, rows[0])
  },
  merchant: (state, { rows: [row] }) =>
    openMerchant(state, state.decisions.rows.get(row.id)?.merchant?.name ?? row.merchant_name),
  transfer: (state, { rows }, { accounts }) => {
    if (!rows.every(({ can_transfer: can }) => can)) return withMessage(state, 'It cannot become a transfer')
    const isOnly = !accounts.some(({ value }) => value !== rows[0].account_id)
    if (isOnly) return withMessage(state, 'There is no other account')
    return openPick(state, { purpose: 'transfer', title: 'Transfer from or to which account' })
  },
  note: (state, { rows }) => openNotes(state, rows),
  rule: (state, { rows: [row] }, { can_add_rules: canAdd }) => {
    if (!canAdd) return withMessage(state, 'Only local workspaces have rules')
    if (row.merchant_name === '') return withMessage(state, 'It has no merchant for a rule to match')
    return openRule(state, row.merchant_name.toLowerCase())
  },
  skip: (state, { rows }, { kind }) =>
    decideRows(state, rows, {
      change: (_row, before) => ({ ...before, outcome: 'skipped' }),
      message:
        kind === 'import'
          ? `Left out ${nameRows(state, rows)}`
          : `Skipped ${nameRows(state, rows)}: ${rows.length === 1 ? 'it stays' : 'they stay'} in the inbox`,
    }),
}

type EntryAction = 'category' | 'split' | 'merchant' | 'transfer' | 'note' | 'rule' | 'skip'

type ListAction = Exclude<ReviewAction, EntryAction>

/** What works on the whole list. */
const listCommands: Readonly<
  Record<ListAction, (state: ReviewState, setting: ReviewSetting) => ReviewState>
> = {
  approve: (state, setting) => approveEntry(state, setting),
  open: (state) => openGroup(state, true),
  close: (state) => openGroup(state, false),
  undo: undoStep,
  leave: (state) => ({ ...state, ended: 'leave' }),
  help: (state) => ({ ...state, mode: { kind: 'help' } }),
  'approve-sure': approveSure,
  send: (state, setting) => askToSend(state, setting),
}

const isEntryAction = (action: ReviewAction): action is EntryAction => Object.hasOwn(entryCommands, action)

/** What an action of the list does. */
function runAction(state: ReviewState, action: ReviewAction, setting: ReviewSetting): ReviewState {
  if (!isEntryAction(action)) return listCommands[action](state, setting)
  const entry = getCurrentEntry(state)
  return entry ? entryCommands[action](state, entry, setting) : { ...state, mode: { kind: 'confirm' } }
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
  const actions: Partial<Record<Key['name'], () => ReviewState>> = {
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
  const act = actions[key.name]
  if (act) return act()
  const input = editText(mode, key)
  return input ? { ...state, message: '', mode: { ...mode, ...input, chosen: undefined } } : state
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

function reduceTextKey(state: ReviewState, key: Key, setting: ReviewSetting): ReviewState {
  const { mode } = state
  if (mode.kind !== 'text') return state
  if (key.name === 'escape') return goBack(state, setting)
  if (key.name === 'enter') return finishText(state, setting)
  const input = editText(mode, key)
  return input ? { ...state, message: '', mode: { ...mode, ...input } } : state
}

function reduceConfirmKey(state: ReviewState, key: Key): ReviewState {
  if (key.name === 'enter') return { ...state, ended: 'send' }
  if (key.name !== 'text') return { ...state, mode: { kind: 'list' } }
  if (key.text === 'y' || key.text === 'S') return { ...state, ended: 'send' }
  if (key.text === 'q') return { ...state, ended: 'leave' }
  return key.text === 'u' ? undoStep(state) : { ...state, mode: { kind: 'list' } }
}
