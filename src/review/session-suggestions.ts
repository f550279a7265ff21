/** Suggests categories during a review: what was decided a moment ago counts. */

import { toNameKey } from '../contract/normalize-name.ts'
import type { CategorySuggestion } from '../transactions/category-history.ts'
import type { CategorizableRow, CategorySuggester } from '../transactions/suggest-category.ts'
import {
  type Decisions,
  getMerchantName,
  type ReviewRow,
  type ReviewSetting,
  type ReviewState,
  type RowDecision,
} from './review-state.ts'

const toCategorizable = (row: ReviewRow, merchant_name = row.merchant_name): CategorizableRow => ({
  id: row.id,
  merchant_name,
  merchant_id: row.merchant_id,
  account_id: row.account_id,
  amount: row.amount,
  category: row.category,
  ...(row.is_typed && { is_typed: true }),
})

/**
 * Returns a function that suggests categories for a row. The suggester learns what was decided since the last call and
 * forgets what was undone.
 */
export function createSessionSuggestions(
  suggester: CategorySuggester,
  rows: readonly ReviewRow[],
): ReviewSetting['suggest'] {
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  const cached = new Map<ReviewRow, CategorySuggestion[]>()
  let learned: Decisions = { rows: new Map(), rules: [] }
  return (state, row) => {
    if (state.decisions !== learned) {
      learnChanges(suggester, { rowsById, before: learned.rows, after: state.decisions.rows })
      learned = state.decisions
      cached.clear()
    }
    const known = cached.get(row)
    if (known) return known
    const suggestions = suggestForRow(suggester, state, row)
    cached.set(row, suggestions)
    return suggestions
  }
}

interface DecisionChanges {
  rowsById: ReadonlyMap<string, ReviewRow>
  before: ReadonlyMap<string, RowDecision>
  after: ReadonlyMap<string, RowDecision>
}

function learnChanges(suggester: CategorySuggester, { rowsById, before, after }: DecisionChanges): void {
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const row = rowsById.get(id)
    const [old, current] = [before.get(id), after.get(id)]
    if (!row || old === current) continue
    const isOldLearned = old?.outcome === 'approved' && old.category !== undefined
    if (isOldLearned) suggester.forget(toCategorizable(row))
    if (current?.outcome === 'approved' && current.category !== undefined)
      suggester.learn(toCategorizable(row), current.category)
  }
}

/** The rules of this session come first. */
function suggestForRow(
  suggester: CategorySuggester,
  state: ReviewState,
  row: ReviewRow,
): CategorySuggestion[] {
  const name = getMerchantName(state, row)
  const key = toNameKey(name)
  const rule = state.decisions.rules.find(({ merchant_contains: text }) => key.includes(text))
  const suggestions = suggester.suggest(toCategorizable(row, name))
  if (!rule || (rule.category === 'rta' && row.amount.startsWith('-'))) return suggestions
  const byRule = { category: rule.category, reason: 'your new rule', is_sure: true }
  return [byRule, ...suggestions.filter(({ category }) => category !== rule.category)]
}
