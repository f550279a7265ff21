/** Applies decisions to the state of a review, each as one step that can be undone. */

import type { SuggestedCategory } from '../transactions/category-history.ts'
import {
  type Decisions,
  getMerchantName,
  getProposal,
  isWaiting,
  listEntries,
  type NewRule,
  type ReviewRow,
  type ReviewSetting,
  type ReviewState,
  type RowDecision,
} from './review-state.ts'

/** Returns the state with a message, and nothing asked. */
export const withMessage = (state: ReviewState, message: string): ReviewState => ({
  ...state,
  mode: { kind: 'list' },
  splits: [],
  message,
})

/** Changes the decisions about some rows as one step; `change` gets what was decided before. */
export function decideRows(
  state: ReviewState,
  rows: readonly ReviewRow[],
  { change, message }: { change: (row: ReviewRow, before: RowDecision) => RowDecision; message: string },
): ReviewState {
  const decided = new Map(state.decisions.rows)
  for (const row of rows) decided.set(row.id, change(row, decided.get(row.id) ?? {}))
  return takeStep(state, { ...state.decisions, rows: decided }, message)
}

/** Adds a rule as one step. */
export const addRule = (state: ReviewState, rule: NewRule, message: string): ReviewState =>
  takeStep(state, { ...state.decisions, rules: [...state.decisions.rules, rule] }, message)

function takeStep(state: ReviewState, decisions: Decisions, message: string): ReviewState {
  const undo_steps = [...state.undo_steps, state.decisions]
  const next = withMessage({ ...state, decisions, undo_steps }, message)
  const entries = listEntries(next)
  if (entries.length === 0) return { ...next, mode: { kind: 'confirm' } }
  return { ...next, cursor: Math.min(state.cursor, entries.length - 1) }
}

/** Takes the last step back, and moves to what it was about. */
export function undoStep(state: ReviewState): ReviewState {
  const before = state.undo_steps.at(-1)
  if (!before) return withMessage(state, 'Nothing to undo')
  const changed = state.rows.find(({ id }) => before.rows.get(id) !== state.decisions.rows.get(id))
  const next = withMessage(
    { ...state, decisions: before, undo_steps: state.undo_steps.slice(0, -1) },
    'Undone',
  )
  const at = listEntries(next).findIndex(({ rows }) => rows.some((row) => row === changed))
  return { ...next, cursor: at < 0 ? next.cursor : at }
}

/** Approves rows with a category. */
export const approveWithCategory = (
  state: ReviewState,
  rows: readonly ReviewRow[],
  { category, name }: { category: SuggestedCategory; name: string },
): ReviewState =>
  decideRows(state, rows, {
    change: (_row, { splits: _splits, transfer_account_id: _account, ...before }) => ({
      ...before,
      category,
      outcome: 'approved',
    }),
    message: `Approved ${nameRows(state, rows)} as ${name}`,
  })

/** Approves rows as they are: transfers, splits, and what needs no category. */
export const approveUnchanged = (state: ReviewState, rows: readonly ReviewRow[]): ReviewState =>
  decideRows(state, rows, {
    change: (_row, before) => ({ ...before, outcome: 'approved' }),
    message: `Approved ${nameRows(state, rows)}`,
  })

/** Approves all rows whose suggestion is sure. */
export function approveSure(state: ReviewState, setting: ReviewSetting): ReviewState {
  const proposals = new Map<ReviewRow, SuggestedCategory | undefined>()
  for (const row of state.rows) {
    if (!isWaiting(state, row)) continue
    if (row.fixed_purpose !== undefined) proposals.set(row, undefined)
    else {
      const proposal = getProposal(state, row, setting)
      if (proposal?.is_sure) proposals.set(row, proposal.category)
    }
  }
  const rows = [...proposals.keys()]
  if (rows.length === 0) return withMessage(state, 'No sure ones are left')
  return decideRows(state, rows, {
    change(row, before) {
      const category = proposals.get(row)
      return { ...before, ...(category !== undefined && { category }), outcome: 'approved' }
    },
    message: `Approved ${rows.length} sure ${rows.length === 1 ? 'row' : 'rows'}; u undoes`,
  })
}

/** Returns `3 rows of Spotify`, or the merchant of a single row. */
export function nameRows(state: ReviewState, rows: readonly ReviewRow[]): string {
  const names = new Set(rows.map((row) => getMerchantName(state, row)))
  const [name = ''] = names
  const isNamed = names.size === 1 && name !== ''
  if (rows.length === 1) return isNamed ? name : '1 row'
  return isNamed ? `${rows.length} rows of ${name}` : `${rows.length} rows`
}
