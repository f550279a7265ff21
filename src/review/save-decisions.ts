/** Saves the decisions of a review as they are made, and restores them in the next one. */

import type { Transaction } from '../contract/operations/transactions.ts'
import type { ReviewDraft, ReviewDrafts } from '../contract/ports/review-drafts.ts'
import { digestTransaction } from '../contract/transaction-digest.ts'
import {
  type Decisions,
  hasEffect,
  type NewRule,
  type ReviewState,
  type RowDecision,
} from './review-state.ts'

/** One step of the user in the decision about a row: its number, and what was decided before. */
interface StoredStep {
  step: number
  before?: RowDecision | undefined
}

/** How a decision is stored: with words for the user, because what it is about may be gone. */
interface StoredDecision {
  label: string
  row?: RowDecision
  rule?: NewRule
  /** The steps that led to it, the oldest first. */
  steps?: readonly StoredStep[]
}

const RULE_PREFIX = 'rule:'
const toRuleId = (at: number): string => `${RULE_PREFIX}${at}`

/** Names a transaction in a line. */
export const labelTransaction = ({ date, merchant_name, amount }: Transaction): string =>
  [date, merchant_name ?? '', amount].filter((part) => part !== '').join(' ')

/** Returns what is stored about a transaction beside the decision. */
export const describeTransaction = (row: Transaction): ReviewSubject => ({
  label: labelTransaction(row),
  seen: digestTransaction(row),
})

/** What a decision is about: in words, and as a digest that tells whether it was changed. */
export interface ReviewSubject {
  label: string
  seen: string
}

/** Decisions of earlier sessions, and those that do not hold any more. */
interface RestoredDecisions {
  state: ReviewState
  /** Decisions about what another program changed or reviewed, in words. */
  outdated: string[]
}

/** Keeps the decisions of a review on disk, with the steps in which they were made. */
export interface DecisionKeeper {
  /**
   * Returns the state with the decisions of earlier sessions and their steps. Decisions about what was changed are
   * removed; those that the filters leave out stay for another time.
   */
  restore(state: ReviewState, options: { isFiltered: boolean }): RestoredDecisions
  /** Stores what a step has changed, or what undoing it has. */
  save(before: ReviewState, after: ReviewState): void
}

/**
 * Keeps those decisions in `drafts` that change something. `describe` returns undefined for what is not there any more.
 */
export function createDecisionKeeper(
  drafts: ReviewDrafts,
  describe: (id: string) => ReviewSubject | undefined,
  keeps: (decision: RowDecision) => boolean = hasEffect,
): DecisionKeeper {
  const steps = new Map<string, readonly StoredStep[]>()
  let lastStep = 0
  return {
    restore(state, { isFiltered }) {
      const stored = drafts.list().map(({ id, seen, decision }, at) => {
        const parsed = parseStored(decision)
        return { id, seen, ...parsed, steps: parsed.steps ?? [{ step: at + 1 }] }
      })
      lastStep = Math.max(0, ...stored.flatMap((one) => one.steps.map(({ step }) => step)))
      const isCurrent = ({ id, seen, rule }: (typeof stored)[number]): boolean =>
        rule !== undefined || describe(id)?.seen === seen
      const current = stored.filter(isCurrent)
      for (const one of current) steps.set(one.id, one.steps)
      const changed = stored.filter((one) => !isCurrent(one) && (describe(one.id) || !isFiltered || !one.row))
      if (changed.length > 0) drafts.remove(changed.map(({ id }) => id))
      // What an earlier run sent is as the user wants it.
      const outdated = changed.filter(({ row }) => !row?.is_sent)
      return { state: restoreSteps(state, current), outdated: outdated.map(({ label }) => label) }
    },
    save(before, after) {
      const isUndone = after.undo_steps.length < before.undo_steps.length
      if (!isUndone) lastStep += 1
      const addStep = (id: string, decided?: RowDecision): readonly StoredStep[] => {
        const known = steps.get(id) ?? []
        const next = isUndone ? known.slice(0, -1) : [...known, { step: lastStep, before: decided }]
        steps.set(id, next)
        return next
      }
      storeChanges(drafts, { before: before.decisions, after: after.decisions, describe, keeps, addStep })
    },
  }
}

interface StoredChanges {
  before: Decisions
  after: Decisions
  describe: (id: string) => ReviewSubject | undefined
  keeps: (decision: RowDecision) => boolean
  addStep: (id: string, before?: RowDecision) => readonly StoredStep[]
}

function storeChanges(
  drafts: ReviewDrafts,
  { before, after, describe, keeps, addStep }: StoredChanges,
): void {
  const saved: ReviewDraft[] = []
  const removed: string[] = []
  for (const id of new Set([...before.rows.keys(), ...after.rows.keys()])) {
    const decision = after.rows.get(id)
    const old = before.rows.get(id)
    if (decision === old) continue
    const steps = addStep(id, old)
    const subject = describe(id)
    if (subject && decision && keeps(decision)) saved.push(toDraft(id, subject, { row: decision, steps }))
    else removed.push(id)
  }
  for (const [at, rule] of after.rules.entries()) {
    if (rule === before.rules[at]) continue
    const id = toRuleId(at)
    const subject = { label: `rule for ${rule.merchant_contains}`, seen: '' }
    saved.push(toDraft(id, subject, { rule, steps: addStep(id) }))
  }
  for (let at = after.rules.length; at < before.rules.length; at++) {
    addStep(toRuleId(at))
    removed.push(toRuleId(at))
  }
  if (saved.length > 0) drafts.save(saved)
  if (removed.length > 0) drafts.remove(removed)
}

const toDraft = (
  id: string,
  { label, seen }: ReviewSubject,
  decided: Omit<StoredDecision, 'label'>,
): ReviewDraft => {
  const stored: StoredDecision = { label, ...decided }
  return { id, seen, decision: JSON.stringify(stored) }
}

type RestoredDecision = Pick<StoredDecision, 'row' | 'rule'> & { id: string; steps: readonly StoredStep[] }

/** Returns the state with the decisions, and what was decided before each of their steps. */
function restoreSteps(state: ReviewState, restored: readonly RestoredDecision[]): ReviewState {
  const decisions: Decisions = {
    rows: new Map(restored.flatMap(({ id, row }) => (row ? [[id, row]] : []))),
    rules: restored.flatMap(({ rule }) => rule ?? []),
  }
  const numbers = new Set(restored.flatMap(({ steps }) => steps.map(({ step }) => step)))
  const undo_steps: Decisions[] = []
  let later = decisions
  for (const number of [...numbers].toSorted((one, other) => other - one)) {
    later = takeBackStep(later, restored, number)
    undo_steps.unshift(later)
  }
  return { ...state, decisions, undo_steps }
}

function takeBackStep(later: Decisions, restored: readonly RestoredDecision[], number: number): Decisions {
  const rows = new Map(later.rows)
  let { rules } = later
  for (const { id, rule, steps } of restored) {
    const taken = steps.find(({ step }) => step === number)
    if (!taken) continue
    if (rule) rules = rules.filter((other) => other !== rule)
    else if (taken.before) rows.set(id, taken.before)
    else rows.delete(id)
  }
  return { rows, rules }
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
): void => drafts?.save([toDraft(row.id, describeTransaction(row), { row: decision })])
