/** The tools that change the budget: they apply a draft, or take back what an assistant applied. */

import { integerField, strictFields } from '../../contract/fields.ts'
import { applyDraft } from '../../drafts/apply-draft.ts'
import { showDraft } from '../../drafts/find-draft.ts'
import { formatFieldChanges } from '../../history/change-fields.ts'
import { cleanText } from '../clean-answer.ts'
import { type Answer, type AssistantSession, defineTool, type Tool } from '../tool.ts'
import { ToolError } from '../tool-error.ts'
import { draftNumber } from './draft-tools.ts'

type DraftReport = Awaited<ReturnType<typeof showDraft>>

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
  async run(session, { draft: number }, { askUser }) {
    const report = await assertApplicable(session, number)
    if (report.state !== 'applied') {
      // A draft never changes: its number stands for what was shown.
      const answer = askUser(`draft ${number} of ${report.created_at}`, describeDraft(report))
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
    return apply(session, number)
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
  async run(session, { draft: number }) {
    await assertApplicable(session, number)
    return apply(session, number)
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
  async run({ runner, openContext }, { history: id }) {
    const entry = await openContext().workspace.history().get(id)
    if (entry.actor?.startsWith('assistant') !== true || !entry.command.startsWith('drafts apply '))
      throw new ToolError('forbidden', 'Only what an assistant applied can be taken back here', {
        field: 'history',
        next: `budget undo ${id}`,
      })
    const { error, entry: recorded } = await runner.run(['undo', String(id), '--yes'])
    if (error !== undefined) throw error
    return { undone: id, history: recorded ?? null }
  },
})

/** @throws ToolError for a draft that only a user at a terminal may apply */
async function assertApplicable({ openContext }: AssistantSession, number: number): Promise<DraftReport> {
  const report = await showDraft(openContext(), number)
  if (report.terminal_only && report.state === 'open')
    throw new ToolError(
      'forbidden',
      'This draft is applied in the terminal only: it is large, or it has warnings',
      {
        warnings: report.warnings,
        next: report.next,
      },
    )
  return report
}

async function apply({ openContext }: AssistantSession, number: number): Promise<Answer> {
  const { applied, history, differences, problem } = await applyDraft(openContext(), number, {
    confirm: async () => undefined,
  })
  if (applied) return { applied: number, history }
  throw new ToolError('stale', 'Nothing was changed: the draft would not do what it showed. Make a new one', {
    differences,
    ...(problem !== null && { detail: problem }),
  })
}

/** Describes a draft for a form: the words are the program's, names are quoted and cut. */
function describeDraft({ draft, plan, ready_to_assign }: DraftReport): string {
  const lines = plan.map(({ type, before, after }) => {
    const { name, merchant_name: merchant } = after ?? before ?? {}
    const quoted = JSON.stringify(
      cleanText(typeof name === 'string' ? name : typeof merchant === 'string' ? merchant : '', 40),
    )
    const changed = before && after ? formatFieldChanges(before, after, new Map()) : []
    const verb = before ? (after ? 'Change' : 'Remove') : 'Add'
    return cleanText(`${verb} ${type.replaceAll('_', ' ')} ${quoted} ${changed.join(', ')}`.trimEnd(), 160)
  })
  const ready = Object.entries(ready_to_assign)
    .filter(([, [before, after]]) => before !== after)
    .map(([month, [before, after]]) => `Ready to Assign in ${month}: ${before} → ${after}`)
  return [`Apply draft ${draft}?`, ...lines, ...ready].join('\n')
}
