/** Shows what was changed on the screen of a month. */

import { pluralize } from '../../output/pluralize.ts'
import { defineView, type View } from '../../output/view.ts'
import type { EditResult } from './edit-month.ts'

/** One sentence; a script gets the entries of the history. */
export const editResultView: View<EditResult> = defineView<EditResult, { entry: number }>({
  columns: [{ field: 'entry', heading: 'Entry', kind: 'text', getValue: ({ entry }) => entry }],
  rows: ({ entries }) => entries.map((entry) => ({ entry })),
  fields: () => ['month', 'entries'],
  renderText: ({ entries }) =>
    entries.length === 0 ? 'Nothing was changed\n' : `${pluralize(entries.length, 'change')} saved\n`,
})
