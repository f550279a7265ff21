/**
 * Chooses the category of a new transaction: by rule, by the merchant's history, by its namesakes.
 * @see docs/spec.md#x-auto-categorization-deterministic
 */

import type { MinorUnits } from '../../money/minor-units.ts'
import type { CategorizationRuleRow } from '../../store/categorization-rules.ts'
import type { LearnedCategory, MerchantRow } from '../../store/merchants.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'
import type { RequestContext } from './request-context.ts'
import { getMerchantTokens, listMerchantWords } from './resolve-merchant.ts'

/** What is known of the new transaction. */
export interface CategorizationInput {
  merchant: MerchantRow
  account: number
  amount: MinorUnits
}

/**
 * Returns a category's seq or Ready to Assign; undefined leaves the transaction uncategorized.
 * @see docs/spec.md#x5
 */
export function categorize(context: RequestContext, input: CategorizationInput): LearnedCategory | undefined {
  const { store } = context
  const { merchant, amount } = input
  const category = findRule(context, input)?.category ?? findByHistory(store, merchant)
  if (category !== undefined) return isAllowedForAmount(amount, category) ? category : undefined
  // Without any history there is nothing to compare.
  if (hasUsableHistory(store, merchant) || !store.merchants.hasAnyHistory()) return undefined
  return findByNamesakes(store, merchant) // docs/spec.md#x4
}

/** Returns the rule that would categorize a new transaction; undefined if none does. @see docs/spec.md#x5 */
export function findApplicableRule(
  context: RequestContext,
  input: CategorizationInput,
): AppliedRule | undefined {
  const applied = findRule(context, input)
  return applied && isAllowedForAmount(input.amount, applied.category) ? applied : undefined
}

/** Returns what the merchant's own history says. */
function findByHistory(store: WorkspaceStore, merchant: MerchantRow): LearnedCategory | undefined {
  if (!merchant.hasHistory) return undefined
  return (
    findByMajority(store, merchant) ?? // docs/spec.md#x2
    findLastExplicit(store, merchant) ?? // docs/spec.md#x3
    findByReviewed(store, merchant) // docs/spec.md#x6
  )
}

/** Ready to Assign is only for inflows. @see docs/spec.md#x5 */
const isAllowedForAmount = (amount: MinorUnits, category: LearnedCategory): boolean =>
  category !== 'ready_to_assign' || amount > 0n

const isUsable = (store: WorkspaceStore, category: number): boolean => {
  const row = store.categories.get(category)
  return row !== undefined && !row.deleted && !row.archived && row.card === null
}

/** A zero amount has no direction. */
const getDirection = (amount: MinorUnits): CategorizationRuleRow['direction'] =>
  amount === 0n ? null : amount < 0n ? 'outflow' : 'inflow'

/** A rule that applies, and the category it gives. */
export interface AppliedRule {
  rule: CategorizationRuleRow
  category: LearnedCategory
}

/** Returns the first rule whose conditions hold and whose category is usable. @see docs/spec.md#x1 */
function findRule(
  { store, listRules: rules }: RequestContext,
  { merchant, account, amount }: CategorizationInput,
): AppliedRule | undefined {
  for (const rule of rules()) {
    const isMatch =
      (rule.merchant === null || rule.merchant === merchant.seq) &&
      (rule.merchant_contains === null || merchant.key.includes(rule.merchant_contains)) &&
      (rule.account === null || rule.account === account) &&
      (rule.direction === null || rule.direction === getDirection(amount))
    if (!isMatch) continue
    if (rule.ready_to_assign) return { rule, category: 'ready_to_assign' }
    if (rule.category !== null && isUsable(store, rule.category)) return { rule, category: rule.category }
  }
  return undefined
}

const RECENT_COUNT = 5
const MAJORITY = 3

/** Returns what at least 3 of the merchant's latest 5 manual categorizations agree on. @see docs/spec.md#x2 */
function findByMajority(store: WorkspaceStore, merchant: MerchantRow): LearnedCategory | undefined {
  const counts = new Map<LearnedCategory, number>()
  for (const category of store.categorizationHistory.listManual(merchant.seq, RECENT_COUNT)) {
    const count = (counts.get(category) ?? 0) + 1
    if (count >= MAJORITY) return category
    counts.set(category, count)
  }
  return undefined
}

/** Returns the merchant's last explicit categorization. @see docs/spec.md#x3 */
function findLastExplicit(store: WorkspaceStore, { learned }: MerchantRow): LearnedCategory | undefined {
  if (typeof learned === 'number') return isUsable(store, learned) ? learned : undefined
  return learned ?? undefined
}

/** Returns what the merchant's latest 5 reviewed transactions all agree on. @see docs/spec.md#x6 */
function findByReviewed(store: WorkspaceStore, merchant: MerchantRow): LearnedCategory | undefined {
  const [first, ...others] = store.categorizationHistory.listReviewed(merchant.seq, RECENT_COUNT)
  return others.every((category) => category === first) ? first : undefined
}

/** True if the merchant's own transactions say something about its category. */
export const hasUsableHistory = (store: WorkspaceStore, merchant: MerchantRow): boolean =>
  merchant.hasHistory &&
  (merchant.learned !== null ||
    store.categorizationHistory.listManual(merchant.seq, 1).length > 0 ||
    store.categorizationHistory.listReviewed(merchant.seq, 1).length > 0)

/**
 * Returns the category that all merchants of the same words agree on, such as those of `Shell 77` for `SHELL
 * 1204`. One word in common says nothing: a Media Markt is no Bio Markt.
 * @see docs/spec.md#x4
 */
function findByNamesakes(store: WorkspaceStore, merchant: MerchantRow): number | undefined {
  const words = listMerchantWords(merchant.key)
  const namesakes = store.merchants
    .listSharingTokens([...getMerchantTokens(merchant.key)])
    .filter(({ seq, key }) => seq !== merchant.seq && areSameWords(words, listMerchantWords(key)))
  const [first, ...others] = namesakes
    .map((other) => findByHistory(store, other))
    .filter((category) => typeof category === 'number') // Ready to Assign is never predicted. docs/spec.md#x5
  return others.every((category) => category === first) ? first : undefined
}

const areSameWords = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((word) => other.has(word))
