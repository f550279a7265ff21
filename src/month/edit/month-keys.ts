/** The keys of the month on a screen: one table makes what they do, the last lines of the screen, and the help. */

import type { KeyBinding } from '../../screens/key-table.ts'

/** What a key does in the list of categories. */
export type MonthAction =
  | 'open'
  | 'assign-again'
  | 'move'
  | 'cover'
  | 'cover-all'
  | 'fund'
  | 'undo'
  | 'redo'
  | 'find'
  | 'why'
  | 'target'
  | 'add'
  | 'new-category'
  | 'select'
  | 'previous-month'
  | 'next-month'
  | 'previous-year'
  | 'next-year'
  | 'this-month'
  | 'year'
  | 'view'
  | 'fold-all'
  | 'read-again'
  | 'help'
  | 'leave'
  | 'back'

/** The keys of the list of categories; a digit, a sign or a point begins an amount. */
export const monthKeys: readonly KeyBinding<MonthAction>[] = [
  { keys: ['enter'], action: 'open', label: 'open', help: "a category's transactions; a group folds" },
  { keys: ['e'], action: 'assign-again', help: 'assigns, from the amount that is there; 0-9 + - = too' },
  { keys: ['m'], action: 'move', label: 'move', help: 'moves money to or from this category' },
  { keys: ['c'], action: 'cover', label: 'cover', help: 'covers this category' },
  { keys: ['C'], action: 'cover-all', help: 'covers all that is overspent' },
  {
    keys: ['f'],
    action: 'fund',
    label: 'fund',
    help: 'funds this category, the selected ones, or all on a group',
  },
  { keys: ['u'], action: 'undo', label: 'undo', help: 'takes back; asks for what this screen did not do' },
  { keys: ['U'], action: 'redo', help: 'makes again what u took back' },
  { keys: ['left', 'h'], action: 'previous-month', label: 'months', help: 'the month before; → l the next' },
  { keys: ['right', 'l'], action: 'next-month' },
  { keys: ['<'], action: 'previous-year', help: 'the year before; > the next; T this month' },
  { keys: ['>'], action: 'next-year' },
  { keys: ['T'], action: 'this-month' },
  { keys: ['y'], action: 'year', help: 'several months; ← → go from cell to cell' },
  { keys: ['t'], action: 'target', label: 'target', help: 'sets, snoozes or removes the target' },
  { keys: ['i'], action: 'why', label: 'why', help: 'why it has what it has; on a group, Ready to Assign' },
  { keys: ['a'], action: 'add', label: 'add', help: 'adds a transaction' },
  { keys: ['n'], action: 'new-category', help: 'a new category in this group' },
  { keys: ['/'], action: 'find', label: 'find', help: 'finds a category' },
  { keys: [' '], action: 'select', help: 'selects the row for f' },
  { keys: ['v'], action: 'view', help: 'all, overspent, needs money, has money, archived' },
  { keys: ['z'], action: 'fold-all', help: 'folds or opens all groups' },
  { keys: ['R'], action: 'read-again', help: 'reads again' },
  { keys: ['escape'], action: 'back', help: 'back to all categories, nothing selected' },
  { keys: ['?', 'f1'], action: 'help', label: 'keys' },
  { keys: ['q'], action: 'leave', label: 'leave', help: 'leaves; everything is saved' },
]
