/** Changes the notes of rows during a review; the own note of a row is never lost to that of a group. */

import { decideRows, nameRows, withMessage } from './decide.ts'
import { openText } from './open-question.ts'
import type { ReviewRow, ReviewState } from './review-state.ts'

const getNotes = ({ decisions }: ReviewState, { id, notes }: ReviewRow): string =>
  decisions.rows.get(id)?.notes ?? notes

/** Asks for the note of rows: the one they share is changed, different ones are added to. */
export function openNotes(state: ReviewState, rows: readonly [ReviewRow, ...ReviewRow[]]): ReviewState {
  const first = getNotes(state, rows[0])
  const title = rows.length === 1 ? 'Note' : `Note for ${rows.length} rows`
  if (rows.every((row) => getNotes(state, row) === first))
    return openText(state, { purpose: 'notes', title, text: first })
  const count = rows.filter((row) => getNotes(state, row) !== '').length
  const kept = count === 1 ? 'the one it has' : `the ${count} they have`
  return openText(state, { purpose: 'add-notes', title: `${title}, added to ${kept}`, text: '' })
}

/** Gives rows a note in place of the one they share. */
export const replaceNotes = (state: ReviewState, rows: readonly ReviewRow[], notes: string): ReviewState =>
  decideRows(state, rows, {
    change: (_row, before) => ({ ...before, notes }),
    message: `${notes === '' ? 'Removed' : 'Changed'} the note of ${nameRows(state, rows)}`,
  })

/** Adds a text to the different notes of rows. */
export function addNotes(state: ReviewState, rows: readonly ReviewRow[], text: string): ReviewState {
  if (text === '') return withMessage(state, 'The notes are unchanged')
  return decideRows(state, rows, {
    change(row, before) {
      const own = getNotes(state, row)
      return { ...before, notes: own === '' || own === text ? text : `${own}, ${text}` }
    },
    message: `Added a note to ${nameRows(state, rows)}`,
  })
}
