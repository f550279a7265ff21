/** `budget drafts show`: shows everything that a draft would change. */

import { defineCommand } from '../../command/define.ts'
import { draftView } from '../../drafts/draft-view.ts'
import { draftOption, showDraft } from '../../drafts/find-draft.ts'

export const show = defineCommand({
  name: 'drafts show',
  summary: 'Show everything a draft would change, before and after',
  arguments: { draft: draftOption },
  examples: [{ when: 'Before you apply it', commandLine: 'budget drafts show 3' }],
  run: (context, { draft }) => showDraft(context, draft),
  view: draftView,
})
