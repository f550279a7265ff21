/** Lists what the user can choose from; typing filters it anywhere in the name. */

import { isStoredName } from '../contract/fields.ts'
import { toNameKey } from '../contract/normalize-name.ts'
import { filterChoices, toShortName } from '../screens/choice-list.ts'
import type { SuggestedCategory } from '../transactions/category-history.ts'
import { listNewCategories, parseNewCategory, toPlaceholder } from './new-category.ts'
import {
  getCurrentEntry,
  type ReviewChoice,
  type ReviewGroup,
  type ReviewMode,
  type ReviewSetting,
  type ReviewState,
} from './review-state.ts'

/** The answers to whether a merchant is renamed for some rows or everywhere. */
export const scopeChoices = {
  rows: { value: 'rows', label: 'Only here' },
  everywhere: { value: 'everywhere', label: 'Everywhere: rename the merchant' },
} as const

/** True if a category is chosen, so that a new one can be created. */
export const asksForCategory = ({ purpose }: Extract<ReviewMode, { kind: 'pick' }>): boolean =>
  purpose === 'category' || purpose === 'rule' || purpose === 'split'

/**
 * Returns the choices of the question that is asked, those that match what is typed; where no category does, those that
 * create one.
 */
export function listChoices(state: ReviewState, setting: ReviewSetting): ReviewChoice[] {
  const { mode } = state
  if (mode.kind !== 'pick') return []
  const matching = filterChoices(listAllChoices(state, setting), mode.text)
  return matching.length === 0 && asksForCategory(mode) ? listCreations(mode.text, setting.groups) : matching
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
  const isFound = mode.text.trim() !== '' && first?.is_creation !== true
  const isClear = mode.purpose === 'scope' || isFound || choices.length === 1 || first?.reason !== undefined
  return isClear ? 0 : -1
}

function listAllChoices(state: ReviewState, setting: ReviewSetting): readonly ReviewChoice[] {
  const { mode } = state
  const row = getCurrentEntry(state)?.rows[0]
  if (mode.kind !== 'pick' || !row) return []
  if (mode.purpose === 'scope') return [scopeChoices.rows, scopeChoices.everywhere]
  if (mode.purpose === 'transfer') return setting.accounts.filter(({ value }) => value !== row.account_id)
  const suggested = setting.suggest(state, row).flatMap(({ category, reason }) => {
    const choice = findCategory(category, setting)
    return choice ? [{ ...choice, reason }] : []
  })
  const created = listNewCategories(state.decisions).flatMap(
    (category) => findCategory(category, setting) ?? [],
  )
  const rest = [...created, ...setting.categories].filter(
    ({ value }) => !suggested.some((one) => one.value === value),
  )
  return [...suggested, ...rest]
}

/** Returns a choice for each group that can get a category of the typed name. */
const listCreations = (typed: string, groups: readonly ReviewGroup[]): ReviewChoice[] =>
  listNamedGroups(typed, groups).flatMap(({ group, name }) => {
    if (!isStoredName(name) || group.taken_names.includes(toNameKey(name))) return []
    const where = groups.length > 1 ? ` in ${group.label}` : ''
    const value = toPlaceholder({ group_id: group.value, name })
    return [{ value, label: `Create "${name}"${where}`, short_name: name, is_creation: true }]
  })

/** Returns the groups that a new category may go into, and its name there; `Bills/Pets` names the group itself. */
function listNamedGroups(
  typed: string,
  groups: readonly ReviewGroup[],
): { group: ReviewGroup; name: string }[] {
  const text = typed.trim()
  const named = groups.filter(({ label }) => isInGroup(text, label))
  if (named.length === 0) return groups.map((group) => ({ group, name: text }))
  return named.map((group) => ({ group, name: text.slice(group.label.length + 1).trim() }))
}

/** Says why no group can get a category of the typed name, in words that fit beside it. */
export function explainNoCreation(typed: string, groups: readonly ReviewGroup[]): string {
  const namesake = listNamedGroups(typed, groups).find(({ group, name }) =>
    group.taken_names.includes(toNameKey(name)),
  )
  return namesake ? `It is archived in ${namesake.group.label}` : 'No match, and no group can take this name'
}

/** Says how to choose one of the groups, or that Enter creates the category. */
export const explainCreation = ([first, ...others]: readonly ReviewChoice[]): string =>
  others.length === 0
    ? `Press Enter to create ${first?.short_name}, or type another name`
    : `Choose the group with ↓, or type it: GROUP/${first?.short_name}`

const isInGroup = (text: string, group: string): boolean =>
  text[group.length] === '/' && toNameKey(text.slice(0, group.length)) === toNameKey(group)

/** Returns the choice that stands for a category, also one that sending creates; undefined for a deleted one. */
export function findCategory(
  category: SuggestedCategory,
  { categories, groups }: Pick<ReviewSetting, 'categories' | 'groups'>,
): ReviewChoice | undefined {
  const created = parseNewCategory(category)
  const group = groups.find(({ value }) => value === created?.group_id)
  if (!created || !group) return categories.find(({ value }) => value === category)
  return { value: category, label: `${group.label}/${created.name}`, short_name: created.name }
}

/** Returns the name of a category. */
export const formatCategory = (
  category: SuggestedCategory,
  setting: Pick<ReviewSetting, 'categories' | 'groups'>,
): string => {
  const choice = findCategory(category, setting)
  return choice ? toShortName(choice) : 'a deleted category'
}
