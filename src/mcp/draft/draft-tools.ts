/** The tools that make drafts: nothing of the budget changes until one is applied. */

import {
  boundedArray,
  integerField,
  optional,
  strictFields,
  textField,
  unknown,
} from '../../contract/fields.ts'
import { dropDraft, listDrafts, showDraft } from '../../drafts/find-draft.ts'
import { makeDraft } from '../../drafts/make-draft.ts'
import { assertFields } from '../assert-fields.ts'
import { cleanText } from '../clean-answer.ts'
import { type Answer, type AssistantSession, defineTool, type Tool, type ToolCall } from '../tool.ts'
import { ToolError } from '../tool-error.ts'
import { withoutPaths } from '../without-paths.ts'
import { changeNames, changeSchemas, type DraftChange, MAX_CHANGES } from './change-fields.ts'
import { buildLine } from './change-lines.ts'
import { describeChangeFields } from './describe-changes.ts'
import type { DraftReport } from './describe-draft.ts'

/** The number of a draft. */
export const draftNumber = integerField(1, 1_000_000_000)

const changeFields = {
  changes: boundedArray(unknown(), MAX_CHANGES, {
    empty: 'must be a list with at least one change',
    tooMany: `must have at most ${MAX_CHANGES} changes`,
  }),
  why: optional(textField),
}
const descriptions = { why: 'Why, for the person who decides', draft: 'Its number' }

const draftChanges = defineTool({
  name: 'draft_changes',
  title: 'Draft changes',
  description: `Drafts changes and shows what each would do, before and after; the budget itself stays as it is until a person applies the draft. The changes of a draft are applied together or not at all. Fields by do: ${describeChangeFields()}`,
  level: 'draft',
  fields: strictFields(changeFields),
  descriptions,
  run: (session, input, call) => draft(session, { ...input, call }),
})

const reviseDraft = defineTool({
  name: 'revise_draft',
  title: 'Revise a draft',
  description: 'Makes a new draft in place of an open one. Its changes replace all of the old ones.',
  level: 'draft',
  fields: strictFields({ draft: draftNumber, ...changeFields }),
  descriptions,
  run: (session, { draft: replaces, ...input }, call) => draft(session, { ...input, replaces, call }),
})

const listDraftsTool = defineTool({
  name: 'list_drafts',
  title: 'List drafts',
  description: 'Lists the open drafts, or one with everything it would change.',
  level: 'draft',
  fields: strictFields({ draft: optional(draftNumber) }),
  descriptions,
  async run({ openContext }, { draft: number }) {
    if (number !== undefined) return toAnswer(await showDraft(openContext(), number))
    const drafts = await listDrafts(openContext(), { all: false })
    return {
      drafts: drafts.map(({ draft: open, why, actor, rows, warnings, created_at }) => ({
        draft: open,
        why,
        actor,
        rows,
        warnings,
        created_at,
      })),
    }
  },
})

const dropDraftTool = defineTool({
  name: 'drop_draft',
  title: 'Drop a draft',
  description: 'Drops an open draft: it can no longer be applied.',
  level: 'draft',
  fields: strictFields({ draft: draftNumber }),
  descriptions,
  async run({ openContext }, { draft: number }) {
    await assertOfAssistant(openContext(), number)
    const { draft: dropped, state } = await dropDraft(openContext(), number)
    return { draft: dropped, state }
  },
})

/** The tools that make drafts, in the order in which clients list them. */
export const draftTools: readonly Tool[] = [draftChanges, listDraftsTool, reviseDraft, dropDraftTool]

interface ChangesInput {
  changes: readonly unknown[]
  why?: string | undefined
  /** The number of the draft that this one replaces. */
  replaces?: number
  call: ToolCall
}

/** @throws ToolError for a draft that the user made */
async function assertOfAssistant(
  context: ReturnType<AssistantSession['openContext']>,
  number: number,
): Promise<void> {
  const { actor } = await showDraft(context, number)
  if (actor === null)
    throw new ToolError('forbidden', 'The user made this draft; only they drop or replace it', {
      field: 'draft',
      next: `budget drafts drop ${number}`,
    })
}

/** Makes a draft of changes. */
async function draft(
  { openContext, openNames, callerName }: AssistantSession,
  { changes, why, replaces, call }: ChangesInput,
): Promise<Answer> {
  if (replaces !== undefined) await assertOfAssistant(openContext(), replaces)
  const names = openNames()
  const lines: (readonly string[])[] = []
  for (const [at, change] of changes.entries()) {
    assertChange(change, at)
    lines.push(await buildLine(change, names))
  }
  const report = await makeDraft(openContext(), {
    lines,
    why: why === undefined ? null : cleanText(why, 200),
    actor: nameAssistant(call.clientName ?? callerName),
    ...(replaces !== undefined && { replaces }),
  })
  return toAnswer(report)
}

/** Returns how the history names an assistant: by what its client claims to be. */
export const nameAssistant = (name = ''): string => `assistant ${cleanText(name, 40)}`.trimEnd()

function assertChange(change: unknown, at: number): asserts change is DraftChange {
  const { do: word } = Object(change) as { do?: unknown } // any value has properties after Object(), perhaps not this one
  const name = changeNames.find((one) => one === word)
  if (!name)
    throw new ToolError('invalid', `must be one of: ${changeNames.join(', ')}`, {
      field: `changes[${at}].do`,
    })
  assertFields(changeSchemas[name], change, ['changes', at])
}

/** Returns what the assistant sees of a draft. */
const toAnswer = (report: DraftReport): Answer => ({
  draft: report.draft,
  state: report.state,
  why: report.why,
  warnings: report.warnings,
  terminal_only: report.terminal_only,
  rows: report.rows,
  plan: report.plan.map(withFileName),
  ready_to_assign: report.ready_to_assign,
  requests: report.requests,
  next: report.next,
})

/** A file that a draft imports is named without its folder. */
function withFileName({ before, after, ...change }: DraftReport['plan'][number]): object {
  const path = after?.['path']
  return {
    ...change,
    before,
    after: typeof path === 'string' ? { ...after, path: withoutPaths(path) } : after,
  }
}
