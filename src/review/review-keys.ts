/** The keys of a review: one table makes what they do, the last lines of the screen, and the help. */

import type { KeyBinding } from '../screens/key-table.ts'
import type { ReviewSetting } from './review-state.ts'

/** What a key of the list does. */
export type ReviewAction =
  | 'approve'
  | 'category'
  | 'split'
  | 'merchant'
  | 'transfer'
  | 'note'
  | 'rule'
  | 'skip'
  | 'undo'
  | 'open'
  | 'close'
  | 'approve-sure'
  | 'send'
  | 'leave'
  | 'help'

type Purpose = Pick<ReviewSetting, 'kind' | 'can_add_rules'>

/** Returns the keys of the list. A key that only says why it does nothing here has neither label nor help. */
export const listReviewKeys = (purpose: Purpose): KeyBinding<ReviewAction>[] => [
  ...listDecisionKeys(purpose),
  ...listEntryKeys(purpose),
]

function listDecisionKeys({ kind }: Purpose): KeyBinding<ReviewAction>[] {
  const isImport = kind === 'import'
  return [
    {
      keys: ['enter'],
      action: 'approve',
      label: 'approve',
      help: 'approves the category after →; at ? it asks',
    },
    {
      keys: ['c', '/'],
      action: 'category',
      label: 'category',
      help: 'chooses a category: part of its name, or a new name',
    },
    {
      keys: ['x'],
      action: 'skip',
      label: isImport ? 'do not import' : 'skip',
      help: isImport ? 'does not import the row' : 'skips the row; it stays in the inbox',
    },
    {
      keys: ['u'],
      action: 'undo',
      label: 'undo',
      help: 'undoes the last step, as often as you like',
    },
    {
      keys: ['A'],
      action: 'approve-sure',
      label: 'approve all sure ones',
      help: 'approves all sure: by rule, typed, always the same',
    },
    {
      keys: ['S'],
      action: 'send',
      label: isImport ? 'import' : 'send',
      help: isImport
        ? 'imports the rows, including those still waiting'
        : 'sends the decisions; until then they stay here',
    },
    { keys: ['q'], action: 'leave', label: 'quit', help: 'quits; run the same command to continue' },
  ]
}

function listEntryKeys({ kind, can_add_rules: canAdd }: Purpose): KeyBinding<ReviewAction>[] {
  const isImport = kind === 'import'
  return [
    {
      keys: ['s'],
      action: 'split',
      ...(!isImport && { label: 'split', help: 'splits: category and amount, until nothing is left' }),
    },
    {
      keys: ['m'],
      action: 'merchant',
      label: 'merchant',
      help: isImport ? 'changes the merchant' : 'changes the merchant, here or everywhere',
    },
    {
      keys: ['t'],
      action: 'transfer',
      label: 'transfer',
      help: 'makes it a transfer from or to another account',
    },
    { keys: ['n'], action: 'note', label: 'note', help: 'changes the note; if notes differ, adds to each' },
    {
      keys: ['r'],
      action: 'rule',
      ...(canAdd && { label: 'make a rule', help: 'makes a rule for waiting rows and future ones' }),
    },
    {
      keys: ['right', 'l'],
      action: 'open',
      label: 'rows of a merchant',
      help: 'shows the rows of a ×9 one by one (·), ← together',
    },
    { keys: ['left', 'h'], action: 'close' },
    { keys: ['?', 'f1'], action: 'help', label: 'help' },
  ]
}
