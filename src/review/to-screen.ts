/** Turns the state of a review into what its screen shows. */

import { sum } from '../money/decimal.ts'
import { groupThousands } from '../output/format-amount.ts'
import { pluralize } from '../output/pluralize.ts'
import { listKeyHelp, listKeyLabels, moveKeys } from '../screens/key-table.ts'
import type { ReviewScreen, ReviewScreenLine } from './draw-screen.ts'
import { asksForCategory, findCategory, formatCategory, getChosen, listChoices } from './list-choices.ts'
import { listNewCategories } from './new-category.ts'
import { listReviewKeys } from './review-keys.ts'
import {
  type Decisions,
  getMerchantName,
  getProposal,
  hasEffect,
  isWaiting,
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
    detail: entry ? describeEntry(state, entry, setting) : [],
    message: mode.kind === 'confirm' ? formatConfirmation(state, setting) : state.message,
    keys: listKeys(state, setting),
    ...((mode.kind === 'pick' || mode.kind === 'text') && {
      prompt: {
        title: mode.title,
        text: mode.text,
        at: mode.at,
        chosen: mode.kind === 'pick' ? getChosen(mode, choices ?? []) : 0,
        ...(choices && { choices }),
      },
    }),
    ...(mode.kind === 'help' && { help: listKeyHelp([...listReviewKeys(setting), ...moveKeys]) }),
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
        ? 'as recorded'
        : (row.fixed_purpose ?? (proposal ? formatCategory(proposal.category, setting) : '')),
    reason: proposal?.reason ?? '',
    ...(is_part && { is_part }),
  }
}

/** Describes what the line of an entry has no space for. */
function describeEntry(state: ReviewState, { rows }: ReviewEntry, setting: ReviewSetting): string[] {
  const [row] = rows
  const decision = state.decisions.rows.get(row.id)
  const notes = decision?.notes ?? row.notes
  const renamed = decision?.merchant && `was ${row.merchant_name}`
  const dates = rows.map(({ date }) => date).toSorted()
  const many = rows.length > 1 ? `${rows.length} rows from ${dates[0]} to ${dates.at(-1)}, → shows them` : ''
  const amounts = [...new Set(rows.map(({ amount }) => groupThousands(amount)))]
  const each = rows.length > 1 && amounts.length === 1 ? `${amounts.join()} each` : ''
  const proposal = row.fixed_purpose === undefined ? getProposal(state, row, setting) : undefined
  const category = proposal && findCategory(proposal.category, setting)
  const why = proposal && `${category?.label ?? ''}: ${proposal.reason}${proposal.is_sure ? ', sure' : ''}`
  const join = (...parts: (string | undefined)[]): string =>
    parts.filter((text) => text !== undefined && text !== '').join(' · ')
  const lines =
    why === undefined ? [join(many, each), join(renamed, notes)] : [why, join(many, each, renamed, notes)]
  return lines.filter((text) => text !== '')
}

/** Returns the keys of the moment. Every letter is a command; only after c or / does typing search. */
function listKeys({ mode }: ReviewState, setting: ReviewSetting): string[] {
  const { kind } = setting
  if (mode.kind === 'help') return ['any key goes back']
  if (mode.kind === 'confirm')
    return [kind === 'import' ? 'Enter import' : 'Enter send', 'Esc back', 'u undo', 'q quit']
  if (mode.kind === 'pick') {
    const typing = asksForCategory(mode) ? 'type to search or create' : 'type to search'
    return [typing, '↑↓ choose', 'Enter accept', 'Esc back']
  }
  if (mode.kind === 'text')
    return mode.is_proposed
      ? ['Enter accept', 'type to replace', '→ edit', 'Esc back']
      : ['Enter accept', 'Ctrl-U clear', 'Esc back']
  return ['↑↓ move', ...listKeyLabels(listReviewKeys(setting))]
}

/** Returns `1 new category, 8 decisions and 1 rule`. */
export function countWhatIsSent(decisions: Decisions): string {
  const { rows, rules } = decisions
  const decided = [...rows.values()].filter(hasEffect).length
  const created = listNewCategories(decisions).length
  const sent = [
    ...(decided > 0 ? [pluralize(decided, 'decision')] : []),
    ...(rules.length > 0 ? [pluralize(rules.length, 'rule')] : []),
  ].join(' and ')
  return created === 0 ? sent : `${pluralize(created, 'new category', 'new categories')}, ${sent}`
}

/** Returns the last question of a review. */
function formatConfirmation(state: ReviewState, setting: ReviewSetting): string {
  if (setting.kind === 'import') return formatImport(state)
  const sent = countWhatIsSent(state.decisions)
  if (sent === '') return 'No decisions yet; q quits'
  const requests = setting.countRequests(state.decisions)
  const price = requests === undefined ? '' : `, ${pluralize(requests, 'request')}`
  return `Send ${sent}${price}? Enter sends, Esc goes back`
}

function formatImport(state: ReviewState): string {
  const { rows } = state.decisions
  const isLeftOut = ({ id }: { id: string }): boolean => rows.get(id)?.outcome === 'skipped'
  const leftOut = state.rows.filter(isLeftOut).length
  const waiting = state.rows.filter((row) => isWaiting(state, row)).length
  const imported = state.rows.length - leftOut
  const rest = leftOut === 0 ? '' : `, leave out ${leftOut}`
  if (imported === 0) return `Import nothing${rest}? Enter confirms, Esc goes back`
  const parts =
    waiting === 0
      ? ''
      : ` (${imported - waiting} reviewed, ${waiting} as ${waiting === 1 ? 'it is' : 'they are'})`
  return `Import ${pluralize(imported, 'row')}${parts}${rest}? Enter imports`
}
