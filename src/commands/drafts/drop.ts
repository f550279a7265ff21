/** `budget drafts drop`: drops a draft. */

import { defineCommand } from '../../command/define.ts'
import { draftView } from '../../drafts/draft-view.ts'
import { draftOption, dropDraft } from '../../drafts/find-draft.ts'

export const drop = defineCommand({
  name: 'drafts drop',
  summary: 'Drop a draft, so that nobody applies it',
  arguments: { draft: draftOption },
  examples: [{ when: 'It is not what you want', commandLine: 'budget drafts drop 3' }],
  plansLocalWrites: true,
  run: (context, { draft }) => dropDraft(context, draft),
  view: { ...draftView, renderText: ({ draft }) => `Dropped draft ${draft}\n` },
})
