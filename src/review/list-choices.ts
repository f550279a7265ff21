/** Lists what the user can choose from; typing filters it anywhere in the name. */

import { toNameKey } from '../contract/normalize-name.ts'
import {
  getCurrentEntry,
  type ReviewChoice,
  type ReviewMode,
  type ReviewSetting,
  type ReviewState,
  toShortName,
} from './review-state.ts'

/** The answers to whether a merchant is renamed for some rows or everywhere. */
export const scopeChoices = {
  rows: { value: 'rows', label: 'Only here' },
  everywhere: { value: 'everywhere', label: 'Everywhere: rename the merchant' },
} as const

/** Returns the choices of the question that is asked, those that match what is typed. */
export function listChoices(state: ReviewState, setting: ReviewSetting): ReviewChoice[] {
  const { mode } = state
  if (mode.kind !== 'pick') return []
  const typed = toNameKey(mode.text)
  const all = listAllChoices(state, setting)
  const matching = all.filter(({ label }) => toNameKey(label).includes(typed))
  // What begins with the typed text is meant more often than what contains it.
  const begins = (choice: ReviewChoice): boolean => toNameKey(toShortName(choice)).startsWith(typed)
  return typed === ''
    ? matching
    : [...matching.filter(begins), ...matching.filter((choice) => !begins(choice))]
}

/**
 * Returns the position of the choice that Enter takes; -1 if the user must choose, because what comes first is neither
 * proposed nor found nor the only one.
 */
export function getChosen(
  mode: Extract<ReviewMode, { kind: 'pick' }>,
  choices: readonly ReviewChoice[],
): number {
  if (mode.chosen !== undefined) return mode.chosen
  const [first] = choices
  const isClear =
    mode.purpose === 'scope' || mode.text.trim() !== '' || choices.length === 1 || first?.reason !== undefined
  return isClear ? 0 : -1
}

function listAllChoices(state: ReviewState, setting: ReviewSetting): readonly ReviewChoice[] {
  const { mode } = state
  const row = getCurrentEntry(state)?.rows[0]
  if (mode.kind !== 'pick' || !row) return []
  if (mode.purpose === 'scope') return [scopeChoices.rows, scopeChoices.everywhere]
  if (mode.purpose === 'transfer') return setting.accounts.filter(({ value }) => value !== row.account_id)
  const suggested = setting.suggest(state, row).flatMap(({ category, reason }) => {
    const choice = setting.categories.find(({ value }) => value === category)
    return choice ? [{ ...choice, reason }] : []
  })
  const rest = setting.categories.filter(({ value }) => !suggested.some((one) => one.value === value))
  return [...suggested, ...rest]
}
