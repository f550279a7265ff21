/** `budget drafts apply`: applies a draft. */

import { defineCommand } from '../../command/define.ts'
import { applyDraft } from '../../drafts/apply-draft.ts'
import { applyView, createApplyView, describeEnd } from '../../drafts/apply-view.ts'
import { type DraftReport, describeDraft } from '../../drafts/draft-view.ts'
import { draftOption } from '../../drafts/find-draft.ts'

export const apply = defineCommand({
  name: 'drafts apply',
  summary: 'Apply a draft: all of what it shows, or nothing',
  arguments: { draft: draftOption },
  examples: [
    { when: 'It shows what you want', commandLine: 'budget drafts apply 3' },
    { when: 'In a script', commandLine: 'budget drafts apply 3 --yes' },
  ],
  mutates: true,
  isAtomic: false,
  hasOwnDryRun: true,
  cannotDraft: 'it applies one',
  waitsForRateLimit: true,
  async run(context, { draft }) {
    const { user } = context
    const confirm = (report: DraftReport) =>
      user.requireConfirmation(`Apply draft ${report.draft}?`, async () => describeDraft(report).join('\n'))
    const result = await applyDraft(context, draft, { confirm, actor: null })
    const { reason } = describeEnd(result)
    if (reason !== undefined) user.warn(reason)
    return result
  },
  view: applyView,
  createView: createApplyView,
  resultStatus: (result) => describeEnd(result).status,
})
