/** `budget drafts`: lists the drafts of the workspace. */

import { defineCommand } from '../../command/define.ts'
import { booleanFlag } from '../../command/option-spec.ts'
import { draftListView } from '../../drafts/draft-view.ts'
import { listDrafts } from '../../drafts/find-draft.ts'

export const list = defineCommand({
  name: 'drafts list',
  summary: 'List the drafts that can be applied, newest first',
  flags: { all: booleanFlag('Also those that were applied, dropped or replaced, or that expired') },
  examples: [
    { when: 'What waits to be applied', commandLine: 'budget drafts' },
    { when: 'What became of older ones', commandLine: 'budget drafts --all' },
  ],
  run: (context, { all }) => listDrafts(context, { all }),
  view: draftListView,
})
