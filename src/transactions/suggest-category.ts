/** Suggests categories for a transaction, each with its reason: rule, history, likeness of names. */

import { toNameKey } from '../contract/normalize-name.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import type { CategorizationRule } from '../contract/ports/workspace-admin.ts'
import {
  type CategoryDecision,
  type CategorySuggestion,
  rankHistory,
  type SuggestedCategory,
} from './category-history.ts'
import {
  createMerchantWordIndex,
  listTellingWords,
  type MerchantWordIndex,
  toShopKey,
} from './merchant-names/merchant-words.ts'

/** What is known of the transaction that needs a category. */
export interface CategorizableRow {
  merchant_name: string | null
  /** A decimal string; its sign tells the direction. */
  amount: string
  account_id?: string
  merchant_id?: string | null
  /** The id of a transaction that exists, which is no evidence for itself. */
  id?: string
  /** The category it has already, e.g. from the auto-categorization of the service. */
  category?: SuggestedCategory | undefined
  /** True if the user typed the transaction with its category. @default false */
  is_typed?: boolean
}

/** The fields of earlier transactions that say which category a merchant has. */
export type CategoryEvidence = Pick<
  Transaction,
  'id' | 'merchant_name' | 'amount' | 'category_id' | 'ready_to_assign' | 'review_status' | 'deleted'
>

/** What the suggestions are based on. */
export interface SuggestionSources {
  /** Earlier transactions, newest first. */
  transactions: readonly CategoryEvidence[]
  /** The rules of a local workspace, in their order. @default none */
  rules?: readonly CategorizationRule[] | undefined
  categories: readonly { id: string; name: string; archived: boolean; system: boolean }[]
}

/** Suggests categories, and learns from what is decided meanwhile. */
export interface CategorySuggester {
  /** Returns the likely categories, the likeliest first, and at most so many. @default all */
  suggest(row: CategorizableRow, max?: number): CategorySuggestion[]
  /** Takes a decision of the user as the newest evidence. */
  learn(row: CategorizableRow, category: SuggestedCategory): void
  /** Takes back the newest decision for this row. */
  forget(row: CategorizableRow): void
}

interface Shop {
  name: string
  inflows: CategoryDecision[]
  outflows: CategoryDecision[]
}

interface Knowledge {
  shops: Map<string, Shop>
  words: MerchantWordIndex
  rules: readonly CategorizationRule[]
  /** The categories that can be suggested, by id. */
  names: ReadonlyMap<string, string>
  income: { rta: number; all: number }
}

/** So many of the newest transactions of a merchant count. */
const RECENT = 12

/** Creates the suggestions of a session. Archived categories and those of credit cards are never suggested. */
export function createCategorySuggester({
  transactions,
  rules = [],
  categories,
}: SuggestionSources): CategorySuggester {
  const usable = categories.filter(({ archived, system }) => !archived && !system)
  const knowledge: Knowledge = {
    shops: new Map(),
    words: createMerchantWordIndex(),
    rules,
    names: new Map(usable.map(({ id, name }) => [id, name])),
    income: { rta: 0, all: 0 },
  }
  for (const row of transactions) {
    const category = row.ready_to_assign ? 'rta' : row.category_id
    if (category === null || row.deleted) continue
    const is_reviewed = row.review_status === 'reviewed'
    addEvidence(knowledge, row, { id: row.id, category, amount: row.amount, is_reviewed })
  }
  return {
    suggest(row, max = Number.POSITIVE_INFINITY) {
      const found: CategorySuggestion[] = []
      for (const suggestion of rankSuggestions(knowledge, row)) {
        if (!found.some(({ category }) => category === suggestion.category)) found.push(suggestion)
        if (found.length === max) break
      }
      return found
    },
    learn(row, category) {
      addEvidence(knowledge, row, { id: row.id, category, amount: row.amount, is_reviewed: true }, 'newest')
    },
    forget(row) {
      const evidence = findEvidence(knowledge, row)
      const at = evidence.findIndex(({ id }) => id === row.id)
      if (at >= 0) evidence.splice(at, 1)
    },
  }
}

const isOutflow = (amount: string): boolean => amount.startsWith('-')

function addEvidence(
  { shops, words, names, income }: Knowledge,
  { merchant_name: name }: Pick<CategorizableRow, 'merchant_name'>,
  evidence: CategoryDecision,
  age: 'newest' | 'oldest' = 'oldest',
): void {
  const { category, amount } = evidence
  // The user may decide on a category that is only created when the review is sent.
  if (age === 'oldest' && category !== 'rta' && !names.has(category)) return
  if (!isOutflow(amount)) {
    income.all += 1
    if (category === 'rta') income.rta += 1
  }
  if (name === null || name === '') return
  const key = toShopKey(name)
  const shop = shops.get(key) ?? { name, inflows: [], outflows: [] }
  if (!shops.has(key)) words.add(key)
  shops.set(key, shop)
  const list = isOutflow(amount) ? shop.outflows : shop.inflows
  if (age === 'newest') list.unshift(evidence)
  else list.push(evidence)
}

function findEvidence({ shops }: Knowledge, { merchant_name, amount }: CategorizableRow): CategoryDecision[] {
  const shop = merchant_name ? shops.get(toShopKey(merchant_name)) : undefined
  return (isOutflow(amount) ? shop?.outflows : shop?.inflows) ?? []
}

/** Yields the categories with their reasons, the best first; the first reason of a category counts. */
function* rankSuggestions(knowledge: Knowledge, row: CategorizableRow): Generator<CategorySuggestion> {
  const ranked = rankByEvidence(knowledge, row)
  const best = ranked.next()
  yield* suggestBooked(knowledge, row, best.done ? undefined : best.value)
  if (!best.done) yield best.value
  yield* ranked
}

/** Yields what each kind of evidence suggests. */
function* rankByEvidence(knowledge: Knowledge, row: CategorizableRow): Generator<CategorySuggestion> {
  for (const suggest of [
    suggestByRule,
    suggestByHistory,
    suggestRefund,
    suggestBySimilarNames,
    suggestByCategoryNames,
    suggestIncome,
  ])
    for (const suggestion of suggest(knowledge, row))
      if (suggestion.category !== 'rta' || !isOutflow(row.amount)) yield suggestion
}

/** Returns the category the transaction has already: what the user sees must not change unasked. */
function suggestBooked(
  { names }: Knowledge,
  { category, is_typed = false }: CategorizableRow,
  best: CategorySuggestion | undefined,
): CategorySuggestion[] {
  if (category === undefined || (category !== 'rta' && !names.has(category))) return []
  if (best?.category === category && (best.is_sure || !is_typed)) return [best]
  return [{ category, reason: is_typed ? 'as typed' : 'as recorded', is_sure: is_typed }]
}

/** @see docs/spec.md#x1 */
function suggestByRule({ rules, names }: Knowledge, row: CategorizableRow): CategorySuggestion[] {
  const key = toNameKey(row.merchant_name ?? '')
  const direction = isOutflow(row.amount) ? 'outflow' : 'inflow'
  for (const rule of rules) {
    const category = rule.ready_to_assign ? 'rta' : rule.category_id
    const isMatch =
      (rule.merchant_id === null || rule.merchant_id === row.merchant_id) &&
      (rule.merchant_contains === null || key.includes(rule.merchant_contains)) &&
      (rule.account_id === null || rule.account_id === row.account_id) &&
      (rule.direction === null || rule.direction === direction)
    if (isMatch && category !== null && (category === 'rta' || names.has(category)))
      return [{ category, reason: `rule ${rule.position}`, is_sure: true }]
  }
  return []
}

function suggestByHistory(knowledge: Knowledge, row: CategorizableRow): CategorySuggestion[] {
  // A shop may have thousands of rows, of which one at most is the row itself.
  const newest = findEvidence(knowledge, row).slice(0, RECENT + 1)
  const last = newest.filter(({ id }) => id === undefined || id !== row.id).slice(0, RECENT)
  return rankHistory(last, row.amount)
}

const REFUND_WORDS =
  /\b(?:refund(?:ed)?|reversal|returned|return|chargeback|erstattung|rückerstattung|gutschrift|storno|remboursement|reembolso|rimborso|terugbetaling|zwrot)\b/giu

/** Suggests for money that comes back from a merchant the category of what was spent there. */
function suggestRefund(
  { shops }: Knowledge,
  { merchant_name, amount }: CategorizableRow,
): CategorySuggestion[] {
  if (isOutflow(amount) || !merchant_name) return []
  const name = merchant_name.replace(REFUND_WORDS, ' ')
  const shop = shops.get(toShopKey(merchant_name)) ?? shops.get(toShopKey(name))
  const scores = new Map<SuggestedCategory, number>()
  for (const { category } of shop?.outflows.slice(0, RECENT) ?? [])
    scores.set(category, (scores.get(category) ?? 0) + 1)
  return [...scores]
    .toSorted(([, one], [, other]) => other - one)
    .map(([category]) => ({ category, reason: `money back from ${shop?.name ?? name}`, is_sure: false }))
}

const MIN_LIKENESS = 0.5

function suggestBySimilarNames(knowledge: Knowledge, row: CategorizableRow): CategorySuggestion[] {
  if (!row.merchant_name) return []
  const votes = new Map<SuggestedCategory, { likeness: number; name: string }>()
  const similar = knowledge.words.findSimilar(toShopKey(row.merchant_name))
  for (const { shop: key, likeness } of similar.toSorted((one, other) => other.likeness - one.likeness)) {
    const shop = knowledge.shops.get(key)
    const evidence = (isOutflow(row.amount) ? shop?.outflows : shop?.inflows)?.[0]
    if (likeness < MIN_LIKENESS || !shop || !evidence) continue
    const vote = votes.get(evidence.category) ?? { likeness: 0, name: shop.name }
    vote.likeness += likeness
    votes.set(evidence.category, vote)
  }
  return [...votes]
    .toSorted(([, one], [, other]) => other.likeness - one.likeness)
    .map(([category, { name }]) => ({ category, reason: `like ${name}`, is_sure: false }))
}

/** Suggests the category `Coffee` for `Blue Heron Coffee`. */
function suggestByCategoryNames({ names }: Knowledge, row: CategorizableRow): CategorySuggestion[] {
  const words = new Set(listTellingWords(row.merchant_name ?? ''))
  if (words.size === 0) return []
  return [...names].flatMap(([category, name]) => {
    const word = listTellingWords(name).find((one) => words.has(one))
    return word === undefined ? [] : [{ category, reason: `the word ${word}`, is_sure: false }]
  })
}

const MIN_INCOME = 3

/** Suggests Ready to Assign for money that came in, if most of it was. */
function suggestIncome({ income }: Knowledge, { amount }: CategorizableRow): CategorySuggestion[] {
  if (isOutflow(amount) || income.all < MIN_INCOME || income.rta * 2 < income.all) return []
  return [{ category: 'rta', reason: 'like most money in', is_sure: false }]
}
