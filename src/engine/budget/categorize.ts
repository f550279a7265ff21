/**
 * Chooses the category of a new transaction: by rule, by the merchant's history, by similar merchants.
 * @see docs/spec.md#x-auto-categorization-deterministic
 */

import type { MinorUnits } from '../../money/minor-units.ts'
import type { CategorizationRuleRow } from '../../store/categorization-rules.ts'
import type { LearnedCategory, MerchantRow } from '../../store/merchants.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'
import type { RequestContext } from './request-context.ts'
import { getMerchantTokens } from './resolve-merchant.ts'

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
  return findBySimilarity(store, merchant) // docs/spec.md#x4
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

const hasUsableHistory = (store: WorkspaceStore, merchant: MerchantRow): boolean =>
  merchant.hasHistory &&
  (merchant.learned !== null ||
    store.categorizationHistory.listManual(merchant.seq, 1).length > 0 ||
    store.categorizationHistory.listReviewed(merchant.seq, 1).length > 0)

const MILLION = 1_000_000

/** Returns the similarity of two sets of tokens in millionths: shared tokens over all tokens. */
function computeSimilarity(a: Set<string>, b: Set<string>): number {
  let shared = 0
  for (const token of a) if (b.has(token)) shared++
  const all = a.size + b.size - shared
  return all === 0 ? 0 : Math.floor((shared * MILLION) / all)
}

/**
 * Returns the category that similar merchants agree on: half of the tokens shared, four fifths of the votes.
 * @see docs/spec.md#x4
 */
function findBySimilarity(store: WorkspaceStore, merchant: MerchantRow): number | undefined {
  const tokens = getMerchantTokens(merchant.key)
  if (tokens.size === 0) return undefined
  const scores = new Map<number, number>()
  let total = 0
  for (const other of store.merchants.listSharingTokens([...tokens])) {
    if (other.seq === merchant.seq) continue
    const similarity = computeSimilarity(tokens, getMerchantTokens(other.key))
    if (similarity < MILLION / 2) continue
    const category = findByHistory(store, other)
    if (typeof category !== 'number') continue // Ready to Assign is never predicted. docs/spec.md#x5
    scores.set(category, (scores.get(category) ?? 0) + similarity)
    total += similarity
  }
  const [top, second] = [...scores].toSorted(([, a], [, b]) => b - a)
  if (!top || top[1] === second?.[1]) return undefined
  return top[1] * 5 >= total * 4 ? top[0] : undefined
}
