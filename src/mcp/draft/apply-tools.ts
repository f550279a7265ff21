/** The tools that change the budget: they apply a draft, or take back what an assistant applied. */

import { integerField, strictFields } from '../../contract/fields.ts'
import { applyDraft } from '../../drafts/apply-draft.ts'
import { showDraft } from '../../drafts/find-draft.ts'
import { type Answer, type AssistantSession, defineTool, type Tool, type ToolCall } from '../tool.ts'
import { ToolError } from '../tool-error.ts'
import { withoutPaths } from '../without-paths.ts'
import { type DraftReport, describeDraft } from './describe-draft.ts'
import { draftNumber, nameAssistant } from './draft-tools.ts'

const TERMINAL_ONLY = 'This draft is applied in the terminal only: it is large, or it has warnings'

const fields = strictFields({ draft: draftNumber })
const descriptions = { draft: 'Its number', history: 'history of apply_draft' }

/** Applies a draft after the user has agreed in a form of the client. */
export const applyAfterForm: Tool = defineTool({
  name: 'apply_draft',
  title: 'Apply a draft',
  description:
    'Asks the person with a form, and applies the draft if they agree. All of it, once, or nothing.',
  level: 'ask',
  isDestructive: true,
  fields,
  descriptions,
  async run(session, { draft: number }, call) {
    const report = await assertApplicable(session, number)
    if (report.state !== 'applied') {
      // A draft never changes: its number stands for what was shown.
      const text = await describeDraft(report, session.openNames())
      if (text === undefined) throw new ToolError('forbidden', TERMINAL_ONLY, { next: report.next })
      const answer = call.askUser(`draft ${number} of ${report.created_at}`, text)
      if (answer === 'cannot be asked')
        throw new ToolError(
          'unconfirmed',
          'This client cannot show a form: a person applies it in the terminal',
          {
            next: report.next,
          },
        )
      if (answer === 'refused') return { applied: null, draft: number, state: 'open', refused: true }
    }
    return apply(session, number, call)
  },
})

/** Applies a draft without a form. */
export const applyAtOnce: Tool = defineTool({
  name: 'apply_draft',
  title: 'Apply a draft',
  description:
    'Applies a draft: all of it, once, or nothing. Tell the person what it changes before you call it.',
  level: 'apply',
  isDestructive: true,
  fields,
  descriptions,
  async run(session, { draft: number }, call) {
    await assertApplicable(session, number)
    return apply(session, number, call)
  },
})

/** Takes back what an assistant applied. */
export const undo: Tool = defineTool({
  name: 'undo',
  title: 'Undo',
  description: 'Takes back a draft that an assistant applied, by the history that apply_draft returned.',
  level: 'apply',
  isDestructive: true,
  fields: strictFields({ history: integerField(1, 1_000_000_000) }),
  descriptions,
  async run({ runner, openContext, callerName }, { history: id }, { clientName }) {
    const entry = await openContext().workspace.history().get(id)
    if (entry.actor?.startsWith('assistant') !== true || !entry.command.startsWith('drafts apply '))
      throw new ToolError('forbidden', 'Only what an assistant applied can be taken back here', {
        field: 'history',
        next: `budget undo ${id}`,
      })
    const { error, entry: recorded } = await runner.run(
      ['undo', String(id), '--yes'],
      undefined,
      nameAssistant(clientName ?? callerName),
    )
    if (error !== undefined) throw error
    return { undone: id, history: recorded ?? null }
  },
})

/** @throws ToolError for a draft that only a user at a terminal may apply */
async function assertApplicable({ openContext }: AssistantSession, number: number): Promise<DraftReport> {
  const report = await showDraft(openContext(), number)
  if (report.terminal_only && report.state === 'open')
    throw new ToolError('forbidden', TERMINAL_ONLY, { warnings: report.warnings, next: report.next })
  return report
}

async function apply(
  { openContext, callerName }: AssistantSession,
  number: number,
  { clientName }: ToolCall,
): Promise<Answer> {
  const actor = nameAssistant(clientName ?? callerName)
  const { applied, history, differences, problem } = await applyDraft(openContext(), number, { actor })
  if (applied) return { applied: number, history }
  throw new ToolError('stale', 'Nothing was changed: the draft would not do what it showed. Make a new one', {
    differences,
    ...(problem !== null && { detail: withoutPaths(problem) }),
  })
}
