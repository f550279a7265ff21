/** `budget redo`: makes a change again that was undone. */

import { defineCommand } from '../command/define.ts'
import { booleanFlag, optional } from '../command/option-spec.ts'
import { entryOption } from '../history/entry-option.ts'
import { findRedoTarget } from '../history/select-entry.ts'
import { undoEntry } from '../history/undo-entry.ts'
import { createUndoView, undoResultView } from '../history/undo-view.ts'

export const redo = defineCommand({
  name: 'redo',
  summary: 'Redo an undone change: the newest, or another entry in the history',
  arguments: {
    entry: optional(entryOption('The number of the change or of its undo; by default the newest undo')),
  },
  flags: { withLater: booleanFlag('Also undo later changes that depend on the undo') },
  examples: [
    { when: 'The undo was a mistake', commandLine: 'budget redo' },
    { when: 'An earlier change that you undid', commandLine: 'budget redo 40' },
  ],
  mutates: true,
  cannotDraft: 'budget redo --dry-run shows what it would bring back',
  // As of budget undo.
  hasOwnDryRun: true,
  waitsForRateLimit: true,
  async run(context, { entry, withLater }) {
    const target = await findRedoTarget(context.workspace.history(), entry)
    return undoEntry(context, { target, with_later: withLater })
  },
  view: undoResultView,
  createView: createUndoView,
})
