/** Saves the decisions of a review as they are made, and restores them in the next one. */

import { digestTransaction } from '../../../command/recording/transaction-digest.ts'
import type { Transaction } from '../../../contract/operations/transactions.ts'
import type { ReviewDraft, ReviewDrafts } from '../../../contract/ports/review-drafts.ts'
import {
  type Decisions,
  hasEffect,
  type NewRule,
  type ReviewState,
  type RowDecision,
} from './review-state.ts'

/** How a decision is stored: with words for the user, because its transaction may be gone. */
interface StoredDecision {
  label: string
  row?: RowDecision
  rule?: NewRule
}

const RULE_PREFIX = 'rule:'
const toRuleId = (at: number): string => `${RULE_PREFIX}${at}`

/** Names a transaction in a line. */
export const labelTransaction = ({ date, merchant_name, amount }: Transaction): string =>
  [date, merchant_name ?? '', amount].filter((part) => part !== '').join(' ')

/** Stores what a step has changed. */
export function saveStep(
  drafts: ReviewDrafts,
  transactions: ReadonlyMap<string, Transaction>,
  { before, after }: { before: Decisions; after: Decisions },
): void {
  const saved: ReviewDraft[] = []
  const removed: string[] = []
  for (const id of new Set([...before.rows.keys(), ...after.rows.keys()])) {
    const decision = after.rows.get(id)
    if (decision === before.rows.get(id)) continue
    const row = transactions.get(id)
    if (row && decision && hasEffect(decision)) saved.push(toDraft(row, decision))
    else removed.push(id)
  }
  for (const [at, rule] of after.rules.entries()) {
    const stored: StoredDecision = { label: `rule for ${rule.merchant_contains}`, rule }
    if (rule !== before.rules[at])
      saved.push({ id: toRuleId(at), seen: '', decision: JSON.stringify(stored) })
  }
  for (let at = after.rules.length; at < before.rules.length; at++) removed.push(toRuleId(at))
  if (saved.length > 0) drafts.save(saved)
  if (removed.length > 0) drafts.remove(removed)
}

const toDraft = (row: Transaction, decision: RowDecision): ReviewDraft => {
  const stored: StoredDecision = { label: labelTransaction(row), row: decision }
  return { id: row.id, seen: digestTransaction(row), decision: JSON.stringify(stored) }
}

/** Decisions of earlier sessions, and those that do not hold any more. */
interface RestoredDecisions {
  state: ReviewState
  /** Decisions whose transactions another program changed or reviewed, in words. */
  outdated: string[]
}

/**
 * Returns the state with the decisions of earlier sessions, each as a step that can be undone. Decisions about changed
 * transactions are removed; those that the filters leave out stay for another time.
 */
export function restoreDecisions(
  state: ReviewState,
  drafts: ReviewDrafts,
  { transactions, isFiltered }: { transactions: ReadonlyMap<string, Transaction>; isFiltered: boolean },
): RestoredDecisions {
  const outdated: { id: string; label: string }[] = []
  const sent: string[] = []
  let { decisions } = state
  const undo_steps: Decisions[] = []
  for (const { id, seen, decision } of drafts.list()) {
    const stored = parseStored(decision)
    const row = transactions.get(id)
    if (stored.rule) {
      undo_steps.push(decisions)
      decisions = { ...decisions, rules: [...decisions.rules, stored.rule] }
    } else if (row && stored.row && digestTransaction(row) === seen) {
      undo_steps.push(decisions)
      decisions = { ...decisions, rows: new Map(decisions.rows).set(id, stored.row) }
    } else if (stored.row?.is_sent) sent.push(id)
    else if (row || !isFiltered || !stored.row) outdated.push({ id, label: stored.label })
  }
  const removed = [...sent, ...outdated.map(({ id }) => id)]
  if (removed.length > 0) drafts.remove(removed)
  return { state: { ...state, decisions, undo_steps }, outdated: outdated.map(({ label }) => label) }
}

/** Returns a stored decision; one that cannot be read is dropped, and the user is told. */
function parseStored(text: string): StoredDecision {
  try {
    const stored: unknown = JSON.parse(text)
    // saveStep wrote it, unless the file is damaged.
    if (typeof stored === 'object' && stored !== null && 'label' in stored) return stored as StoredDecision
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  return { label: 'a decision that cannot be read' }
}

/** The ids under which the decisions of a session are stored. */
export const listDraftIds = ({ rows, rules }: Decisions): string[] => [
  ...rows.keys(),
  ...rules.map((_rule, at) => toRuleId(at)),
]

/** Stores how far sending has come: nothing is done twice, and what was sent is no change of another program. */
export const saveProgress = (
  drafts: ReviewDrafts | undefined,
  row: Transaction,
  decision: RowDecision,
): void => drafts?.save([toDraft(row, decision)])
