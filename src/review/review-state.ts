/** Holds the state of a review: rows, decisions, the open question; lists the rows that wait. */

import { toNameKey } from '../contract/normalize-name.ts'
import type { Choice } from '../screens/choice-list.ts'
import type { TextInput } from '../screens/text-input.ts'
import type { CategorySuggestion, SuggestedCategory } from '../transactions/category-history.ts'
import { toShopKey } from '../transactions/merchant-names/merchant-words.ts'

/** A transaction, or a row of a bank file, that waits for a decision. */
export interface ReviewRow {
  id: string
  date: string
  account_id: string
  account_name: string
  merchant_id: string | null
  /** Empty if it has none. */
  merchant_name: string
  amount: string
  notes: string
  /** The category it has. */
  category: SuggestedCategory | undefined
  /** What it has instead of one category, e.g. `Split (2)`; such a row is only approved. */
  fixed_purpose: string | undefined
  /** True if it can become a transfer to another account. */
  can_transfer: boolean
  /** The inflow side of the transfer, which is approved with this one. */
  other_side_id?: string
  /** True if the user typed the transaction, so that its category is no guess. @default false */
  is_typed?: boolean
}

/** A line of a split. */
export interface SplitDecision {
  amount: string
  category: SuggestedCategory
}

/** What the user decided about a row. Without an outcome the row still waits. */
export interface RowDecision {
  category?: SuggestedCategory
  splits?: readonly SplitDecision[]
  transfer_account_id?: string
  /** True if the decision, or the transfer it asks for, was sent; the reply may be lost. */
  is_sent?: true
  /** True once the transfer is there, and only the row is left to be deleted. */
  is_transfer_created?: true
  merchant?: { name: string; everywhere: boolean }
  notes?: string
  outcome?: 'approved' | 'skipped'
}

/** A rule the user made during the review. */
export interface NewRule {
  /** A part of a merchant's name key. */
  merchant_contains: string
  category: SuggestedCategory
}

/** The decisions that are undone one step at a time. */
export interface Decisions {
  rows: ReadonlyMap<string, RowDecision>
  rules: readonly NewRule[]
}

/** What the user is asked at the moment. */
export type ReviewMode =
  | { kind: 'list' | 'confirm' | 'help' }
  | (TextInput & {
      kind: 'pick'
      purpose: 'category' | 'rule' | 'split' | 'transfer' | 'scope'
      title: string
      /** The position of the choice; undefined until one is proposed, found or moved to. */
      chosen: number | undefined
      /** What was typed before the choice: the text of a rule, the name of a merchant. */
      carried: string
    })
  | (TextInput & {
      kind: 'text'
      purpose: 'notes' | 'add-notes' | 'merchant' | 'rule' | 'split'
      title: string
      /** The category of a line of a split. */
      carried: string
    })

/** The state of a review. It is never changed; each key makes a new one. */
export interface ReviewState {
  rows: readonly ReviewRow[]
  decisions: Decisions
  /** The decisions before each step, the oldest first. */
  undo_steps: readonly Decisions[]
  /** The groups whose rows are shown one by one. */
  open_groups: ReadonlySet<string>
  /** The position among the entries. */
  cursor: number
  mode: ReviewMode
  /** The lines of the split that is being made. */
  splits: readonly SplitDecision[]
  message: string
  /** How the user ended the review. */
  ended: 'send' | 'leave' | undefined
}

/** A choice of a list that filters while the user types. */
export interface ReviewChoice extends Choice {
  /** Why it is suggested. */
  reason?: string
  /** True if choosing it creates a category. @default false */
  is_creation?: boolean
}

/** A group that can get a new category. */
export interface ReviewGroup {
  value: string
  label: string
  /** The keys of names that its archived categories have. */
  taken_names: readonly string[]
}

/** What a review works with; it does not change. */
export interface ReviewSetting {
  kind: 'inbox' | 'import'
  /** The categories, Ready to Assign among them. */
  categories: readonly ReviewChoice[]
  groups: readonly ReviewGroup[]
  accounts: readonly ReviewChoice[]
  can_add_rules: boolean
  suggest(state: ReviewState, row: ReviewRow): CategorySuggestion[]
  /** Returns what sending costs; undefined where requests are free. */
  countRequests(decisions: Decisions): number | undefined
}

/** Rows that are decided together: those of one merchant, or a single row. */
export interface ReviewEntry {
  key: string
  rows: readonly [ReviewRow, ...ReviewRow[]]
  /** True if it is a row of a group that is shown one by one. */
  is_part?: true
}

/** Returns the state before the first key. */
export const createReviewState = (rows: readonly ReviewRow[]): ReviewState => ({
  rows,
  decisions: { rows: new Map(), rules: [] },
  undo_steps: [],
  open_groups: new Set(),
  cursor: 0,
  mode: { kind: 'list' },
  splits: [],
  message: '',
  ended: undefined,
})

/** True if the row still waits for a decision. */
export const isWaiting = ({ decisions }: ReviewState, { id }: ReviewRow): boolean =>
  decisions.rows.get(id)?.outcome === undefined

/** Returns the name a row has now: that of its bank, or the one the user gave. */
export const getMerchantName = ({ decisions }: ReviewState, row: ReviewRow): string =>
  decisions.rows.get(row.id)?.merchant?.name ?? row.merchant_name

const groupKeys = new WeakMap<ReviewRow, string>()

/** Returns the key that rows share if one decision suits all of them. */
export function getGroupKey(row: ReviewRow): string {
  const known = groupKeys.get(row)
  if (known !== undefined) return known
  const direction = row.amount.startsWith('-') ? 'out' : 'in'
  const hasNoName = toNameKey(row.merchant_name) === ''
  // Without a merchant, only transfers between the same two accounts belong together.
  const shop = hasNoName ? row.account_id : toShopKey(row.merchant_name)
  const parts = [direction, row.category ?? '', row.fixed_purpose ?? '', shop]
  const isNameless = hasNoName && row.fixed_purpose === undefined
  const key = isNameless ? row.id : parts.join('|')
  groupKeys.set(row, key)
  return key
}

/** Returns what waits for a decision, in the order of the rows; the rows of a group stay together. */
export function listEntries(state: ReviewState): ReviewEntry[] {
  const groups = new Map<string, [ReviewRow, ...ReviewRow[]]>()
  for (const row of state.rows) {
    if (!isWaiting(state, row)) continue
    const key = getGroupKey(row)
    const rows = groups.get(key)
    if (rows) rows.push(row)
    else groups.set(key, [row])
  }
  return [...groups].flatMap(([key, rows]): ReviewEntry[] => {
    if (!state.open_groups.has(key)) return [{ key, rows }]
    return rows.map((row) => ({ key: row.id, rows: [row], is_part: true }))
  })
}

/** Returns the entry under the cursor; undefined when nothing waits. */
export const getCurrentEntry = (state: ReviewState): ReviewEntry | undefined => {
  const entries = listEntries(state)
  return entries[Math.min(state.cursor, entries.length - 1)]
}

/** Returns the category a row would get by Enter, with the reason; undefined if the user must choose. */
export function getProposal(
  state: ReviewState,
  row: ReviewRow,
  setting: Pick<ReviewSetting, 'suggest'>,
): CategorySuggestion | undefined {
  const chosen = state.decisions.rows.get(row.id)?.category
  if (chosen !== undefined) return { category: chosen, reason: 'as chosen', is_sure: true }
  return setting.suggest(state, row)[0]
}

/** Counts the decisions that would be sent. */
export const countDecisions = ({ rows, rules }: Decisions): number =>
  rules.length + [...rows.values()].filter(hasEffect).length

/** True if the decision changes something: a skipped row stays as it is. */
export const hasEffect = ({ outcome, category, merchant, notes }: RowDecision): boolean =>
  outcome === 'approved' ||
  (outcome === undefined && category !== undefined) ||
  merchant !== undefined ||
  notes !== undefined
