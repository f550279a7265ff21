/** Tests that decisions of earlier sessions come back with the steps in which they were made. */

import { expect, it } from 'vitest'
import type { ReviewDraft, ReviewDrafts } from '../../src/contract/ports/review-drafts.ts'
import { decideRows, undoStep } from '../../src/review/decide.ts'
import { createReviewState, type ReviewRow, type ReviewState } from '../../src/review/review-state.ts'
import { createDecisionKeeper } from '../../src/review/save-decisions.ts'

const rows = ['t1', 't2', 't3'].map(
  (id): ReviewRow => ({
    id,
    date: '2026-11-03',
    account_id: 'a1',
    account_name: 'Checking',
    merchant_id: 'm1',
    merchant_name: 'Heron',
    amount: '-10.00',
    notes: '',
    category: undefined,
    fixed_purpose: undefined,
    can_transfer: true,
  }),
)
const rowsById = new Map(rows.map((row) => [row.id, row]))

function createDrafts(): ReviewDrafts {
  const stored = new Map<string, ReviewDraft>()
  return {
    list: () => [...stored.values()],
    save(drafts) {
      for (const draft of drafts) {
        stored.delete(draft.id)
        stored.set(draft.id, draft)
      }
    },
    remove(ids) {
      for (const id of ids) stored.delete(id)
    },
    close() {},
  }
}

const drafts = createDrafts()
/** Starts a session, which knows only what is stored. */
function open(gone: readonly string[] = []) {
  const keeper = createDecisionKeeper(drafts, (id) =>
    rowsById.has(id) && !gone.includes(id) ? { label: id, seen: 'same' } : undefined,
  )
  const { state, outdated } = keeper.restore(createReviewState(rows), { isFiltered: false })
  const save = (before: ReviewState, after: ReviewState): ReviewState => {
    keeper.save(before, after)
    return after
  }
  const note = (before: ReviewState, notes: string, ...decided: readonly ReviewRow[]): ReviewState =>
    save(before, decideRows(before, decided, { change: (_row, old) => ({ ...old, notes }), message: '' }))
  const undo = (before: ReviewState): ReviewState => save(before, undoStep(before))
  return { state, outdated, note, undo }
}
const listNotes = ({ decisions }: ReviewState) =>
  [...decisions.rows].map(([id, { notes }]) => `${id} ${notes}`).toSorted()

it('undoes the steps of earlier sessions as they were made, across several sessions', () => {
  const [first, second, third] = rows
  if (!first || !second || !third) throw new Error('three rows are needed')
  const one = open()
  one.note(one.note(one.state, 'all', ...rows), 'own', second)

  const two = open()
  expect(listNotes(two.state)).toEqual(['t1 all', 't2 own', 't3 all'])
  const undone = two.undo(two.state)
  expect(listNotes(undone)).toEqual(['t1 all', 't2 all', 't3 all'])
  two.note(undone, 'new', third)

  const three = open()
  expect(three.state.undo_steps).toHaveLength(2)
  const back = three.undo(three.state)
  expect(listNotes(back)).toEqual(['t1 all', 't2 all', 't3 all'])
  expect(listNotes(three.undo(back))).toEqual([])
  expect(drafts.list()).toEqual([])
})

it('drops what is gone, and undoes the rest of its step', () => {
  const one = open()
  one.note(one.state, 'all', ...rows)
  const two = open(['t2'])
  expect([two.outdated, listNotes(two.state)]).toEqual([['t2'], ['t1 all', 't3 all']])
  expect(listNotes(two.undo(two.state))).toEqual([])
})
