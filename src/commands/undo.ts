/** `budget undo`: takes back a change. */

import { defineCommand } from '../command/define.ts'
import { booleanFlag, optional } from '../command/option-spec.ts'
import { entryOption } from '../history/entry-option.ts'
import { findUndoTarget } from '../history/select-entry.ts'
import { undoEntry } from '../history/undo-entry.ts'
import { createUndoView, undoResultView } from '../history/undo-view.ts'

export const undo = defineCommand({
  name: 'undo',
  summary: 'Undo a change: the newest, or another entry in the history',
  arguments: { entry: optional(entryOption('The number in budget history; by default the newest change')) },
  flags: { withLater: booleanFlag('Also undo later changes that depend on it') },
  examples: [
    { when: 'The last command was a mistake', commandLine: 'budget undo' },
    { when: 'Preview what an undo would do', commandLine: 'budget undo 40 --dry-run' },
    {
      when: 'An older change, and the later ones that build on it',
      commandLine: 'budget undo 40 --with-later',
    },
  ],
  mutates: true,
  cannotDraft: 'budget undo --dry-run shows what it would take back',
  hasOwnDryRun: true,
  waitsForRateLimit: true,
  async run(context, { entry, withLater }) {
    const target = await findUndoTarget(context.workspace.history(), entry)
    return undoEntry(context, { target, with_later: withLater })
  },
  view: undoResultView,
  createView: createUndoView,
})
