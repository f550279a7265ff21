/** Opens the questions of a review, and goes back from one to the one before it. */

import { subtract, sum } from '../money/decimal.ts'
import { createTextInput } from '../screens/text-input.ts'
import { withMessage } from './decide.ts'
import { formatCategory } from './list-choices.ts'
import {
  getCurrentEntry,
  type ReviewMode,
  type ReviewRow,
  type ReviewSetting,
  type ReviewState,
} from './review-state.ts'

type PickMode = Extract<ReviewMode, { kind: 'pick' }>
type TextMode = Extract<ReviewMode, { kind: 'text' }>

/** Opens a list that filters while the user types. */
export const openPick = (
  state: ReviewState,
  { carried = '', ...question }: Pick<PickMode, 'purpose' | 'title'> & { carried?: string },
): ReviewState => ({
  ...state,
  message: '',
  mode: { kind: 'pick', ...createTextInput(), chosen: undefined, carried, ...question },
})

/** Opens a line of text; what is proposed there gives way to what is typed. */
export const openText = (
  state: ReviewState,
  { carried = '', text, ...question }: Pick<TextMode, 'purpose' | 'title' | 'text'> & { carried?: string },
): ReviewState => ({
  ...state,
  message: '',
  mode: { kind: 'text', carried, ...createTextInput(text, { is_proposed: text !== '' }), ...question },
})

/** Returns what is left of the amount of a row for the next line of its split. */
export const getSplitRest = (state: ReviewState, row: ReviewRow): string =>
  subtract(row.amount, sum(state.splits.map(({ amount }) => amount)))

/** Asks for the category of the next line of a split. */
export const openSplitCategory = (state: ReviewState, row: ReviewRow): ReviewState =>
  openPick(state, { purpose: 'split', title: `Split, ${getSplitRest(state, row)} left` })

/** Asks for the amount of the next line of a split. */
export const openSplitAmount = (
  state: ReviewState,
  row: ReviewRow,
  { category, name }: { category: string; name: string },
): ReviewState =>
  openText(state, {
    purpose: 'split',
    title: `How much for ${name}`,
    text: getSplitRest(state, row),
    carried: category,
  })

/** Asks for the merchant. */
export const openMerchant = (state: ReviewState, text: string): ReviewState =>
  openText(state, { purpose: 'merchant', title: 'Merchant', text })

/** Asks what the names of merchants must contain for a rule. */
export const openRule = (state: ReviewState, text: string): ReviewState =>
  openText(state, { purpose: 'rule', title: 'Rule for merchants that contain', text })

/** Goes back to the question before, and from the first one to the list. */
export function goBack(state: ReviewState, setting: ReviewSetting): ReviewState {
  const { mode } = state
  const row = getCurrentEntry(state)?.rows[0]
  if (!row || (mode.kind !== 'pick' && mode.kind !== 'text')) return withMessage(state, '')
  if (mode.kind === 'text')
    return mode.purpose === 'split' ? openSplitCategory(state, row) : withMessage(state, '')
  if (mode.purpose === 'scope') return openMerchant(state, mode.carried)
  if (mode.purpose === 'rule') return openRule(state, mode.carried)
  const line = mode.purpose === 'split' ? state.splits.at(-1) : undefined
  if (!line) return withMessage(state, '')
  const { category } = line
  const before = { ...state, splits: state.splits.slice(0, -1) }
  const amount = openSplitAmount(before, row, { category, name: formatCategory(category, setting) })
  return amount.mode.kind === 'text'
    ? { ...amount, mode: { ...amount.mode, ...createTextInput(line.amount, { is_proposed: true }) } }
    : amount
}
