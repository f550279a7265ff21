/** Turns the state of a review into what its screen shows. */

import { sum } from '../../../money/decimal.ts'
import { groupThousands } from '../../../render/format-amount.ts'
import type { ReviewScreen, ReviewScreenLine } from '../../../render/review-screen.ts'
import { getChosen, listChoices } from './list-choices.ts'
import {
  countDecisions,
  formatCategory,
  getMerchantName,
  getProposal,
  listEntries,
  type ReviewEntry,
  type ReviewSetting,
  type ReviewState,
} from './review-state.ts'

/** More entries than any terminal shows; suggestions for the others can wait. */
const WINDOW = 200

/** Returns what the screen shows. */
export function toReviewScreen(
  state: ReviewState,
  setting: ReviewSetting,
  { remark, figures }: { remark: string; figures: string },
): ReviewScreen {
  const entries = listEntries(state)
  const cursor = Math.max(0, Math.min(state.cursor, entries.length - 1))
  const { mode } = state
  const left = entries.reduce((count, { rows }) => count + rows.length, 0)
  const choices = mode.kind === 'pick' ? listChoices(state, setting) : undefined
  const entry = entries[cursor]
  const from = Math.max(0, cursor - WINDOW / 2)
  return {
    title: setting.kind === 'import' ? 'Review before importing' : 'Review',
    progress: [`${left} of ${state.rows.length} left`, figures].filter((text) => text !== '').join('   '),
    remark,
    lines: entries.slice(from, from + WINDOW).map((one) => toLine(state, one, setting)),
    cursor: cursor - from,
    detail: entry ? describeEntry(state, entry) : '',
    message: mode.kind === 'confirm' ? formatConfirmation(state, setting) : state.message,
    keys: listKeys(state, setting),
    ...((mode.kind === 'pick' || mode.kind === 'text') && {
      prompt: {
        title: mode.title,
        text: mode.text,
        chosen: mode.kind === 'pick' ? getChosen(mode, choices ?? []) : 0,
        ...(choices && { choices }),
      },
    }),
    ...(mode.kind === 'help' && { help: setting.kind === 'import' ? importHelp : inboxHelp }),
  }
}

function toLine(
  state: ReviewState,
  { rows, is_part }: ReviewEntry,
  setting: ReviewSetting,
): ReviewScreenLine {
  const [row] = rows
  const name = getMerchantName(state, row)
  const accounts = new Set(rows.map(({ account_name: name }) => name))
  const proposal = row.fixed_purpose === undefined ? getProposal(state, row, setting) : undefined
  return {
    date: row.date,
    account: accounts.size > 1 ? `${accounts.size} accounts` : row.account_name,
    merchant: name || (row.fixed_purpose ?? ''),
    count: rows.length,
    amount: rows.length === 1 ? row.amount : sum(rows.map(({ amount }) => amount)),
    purpose:
      name === '' && row.fixed_purpose !== undefined
        ? 'as booked'
        : (row.fixed_purpose ?? (proposal ? formatCategory(proposal.category, setting) : '')),
    reason: proposal?.reason ?? '',
    ...(is_part && { is_part }),
  }
}

/** Describes what the line of an entry has no space for. */
function describeEntry(state: ReviewState, { rows }: ReviewEntry): string {
  const [row] = rows
  const decision = state.decisions.rows.get(row.id)
  const notes = decision?.notes ?? row.notes
  const renamed = decision?.merchant && `was ${row.merchant_name}`
  const dates = rows.map(({ date }) => date).toSorted()
  const many = rows.length > 1 ? `${rows.length} rows from ${dates[0]} to ${dates.at(-1)}, → shows them` : ''
  const amounts = [...new Set(rows.map(({ amount }) => groupThousands(amount)))]
  const each = rows.length > 1 && amounts.length === 1 ? `${amounts.join()} each` : ''
  return [many, each, renamed, notes].filter((text) => text !== undefined && text !== '').join(' · ')
}

function formatConfirmation(state: ReviewState, setting: ReviewSetting): string {
  const count = countDecisions(state.decisions)
  const left = listEntries(state).reduce((total, { rows }) => total + rows.length, 0)
  if (setting.kind === 'import') {
    const rest =
      left === 0
        ? ''
        : `; ${left} ${left === 1 ? 'is' : 'are'} imported as ${left === 1 ? 'it is' : 'they are'}`
    return `Import with ${count} reviewed ${count === 1 ? 'row' : 'rows'}${rest}? Enter imports, Esc goes back`
  }
  if (count === 0) return 'Nothing was decided; q leaves'
  const requests = setting.countRequests(state.decisions)
  const price = requests === undefined ? '' : `, ${requests} ${requests === 1 ? 'request' : 'requests'}`
  return `Send ${count} ${count === 1 ? 'decision' : 'decisions'}${price}? Enter sends, Esc goes back`
}

/** Returns the keys of the moment. Every letter is a command; only after c or / does typing search. */
function listKeys({ mode }: ReviewState, { kind, can_add_rules: canAdd }: ReviewSetting): string[] {
  if (mode.kind === 'help') return ['any key goes back']
  if (mode.kind === 'confirm')
    return [kind === 'import' ? 'Enter import' : 'Enter send', 'Esc back', 'u undo', 'q leave']
  if (mode.kind === 'pick') return ['type to search', '↑↓ choose', 'Enter take it', 'Esc back']
  if (mode.kind === 'text')
    return mode.is_proposed
      ? ['Enter take it', 'type to replace it', '→ change it', 'Esc back']
      : ['Enter take it', 'Ctrl-U clear', 'Esc back']
  return [
    'Enter approve',
    'c category',
    ...(kind === 'inbox' ? ['s split'] : []),
    'm merchant',
    't transfer',
    'n note',
    ...(canAdd ? ['r make a rule'] : []),
    kind === 'import' ? 'x do not import' : 'x skip',
    'u undo',
    '→ rows of a merchant',
    'A approve all that are sure',
    kind === 'import' ? 'S import' : 'S send',
    'q leave',
    '? help',
  ]
}

const commonHelp = [
  'Enter    approves with the category after the arrow; after ? it asks for one',
  'c or /   opens the categories: type a part of the name, ↑↓ choose, Enter takes',
  'm        changes the merchant: here, or everywhere it is used',
  't        makes it a transfer from or to another account',
  'n        changes the note',
  'u        undoes the last step, as often as you like',
  '→ ←      show the rows of a merchant (×9) one by one (·), or together',
  '↑ ↓      move; PgUp, PgDn, Home, End too',
  'A        approves all that are sure: by a rule, or always the same category',
]

const inboxHelp = [
  ...commonHelp,
  's        splits the row: a category and an amount, until nothing is left',
  'r        makes a rule; it applies to the rows that wait, and to new ones',
  'x        skips the row; it stays in the inbox',
  'S        sends the decisions; until then they are on this computer only',
  'q        leaves; budget review goes on where you stopped',
]

const importHelp = [
  ...commonHelp,
  'x        does not import the row',
  'S        imports the file; what you have not looked at is imported as it is',
  'q        leaves; nothing is imported',
]
