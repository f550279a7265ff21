/** Finds a draft by its number, and what the history says about it. */

import type { WorkspaceContext } from '../command/context.ts'
import type { OptionSpec } from '../command/option-spec.ts'
import { integerOption } from '../command/options.ts'
import { UserError } from '../contract/errors.ts'
import { assertOpen, type Draft, type DraftStore } from '../contract/ports/drafts.ts'
import { createLocalChange } from '../contract/ports/history.ts'
import { type DraftReport, toDraftReport } from './draft-view.ts'

/** The number of a draft. */
export const draftOption: OptionSpec<number> = integerOption('The number in budget drafts', 1)

type DraftContext = Pick<WorkspaceContext, 'workspace' | 'invocation'>

/**
 * Returns a draft. One that was applied just before this computer stopped is applied, whatever its file says.
 * @throws UserError `not_found`
 */
export async function findDraft(
  { workspace, invocation }: DraftContext,
  drafts: DraftStore,
  number: number,
): Promise<Draft> {
  const draft = drafts.find(number, invocation.now())
  if (!draft)
    throw new UserError('not_found', `There is no draft ${number}`, { hint: 'budget drafts lists them' })
  if (draft.state === 'applied') return draft
  const entry = await workspace.history().findDraft(draft.id)
  if (!entry) return draft
  const missing = Math.max(0, draft.requests - (entry.requests ?? draft.requests))
  drafts.markApplied(number, { history: entry.id, missing })
  return { ...draft, state: 'applied', history: entry.id, missing }
}

/** Opens the drafts of the workspace while work uses them. */
export async function withDrafts<Result>(
  { workspace }: DraftContext,
  work: (drafts: DraftStore) => Result | Promise<Result>,
): Promise<Result> {
  const drafts = await workspace.openDrafts()
  try {
    return await work(drafts)
  } finally {
    drafts.close()
  }
}

/** Lists drafts, the newest first: the open ones, or all. */
export const listDrafts = (context: DraftContext, { all }: { all: boolean }): Promise<DraftReport[]> =>
  withDrafts(context, (drafts) =>
    drafts
      .list(context.invocation.now())
      .filter(({ state }) => all || state === 'open')
      .map(toDraftReport),
  )

/** Returns a draft as it is shown. @throws UserError `not_found` */
export const showDraft = (context: DraftContext, number: number): Promise<DraftReport> =>
  withDrafts(context, async (drafts) => toDraftReport(await findDraft(context, drafts, number)))

/** Drops an open draft. @throws UserError `not_found`, and `conflict` when it is not open any more */
export const dropDraft = (context: DraftContext, number: number): Promise<DraftReport> =>
  withLockedDrafts(context, async (drafts) => {
    const { invocation } = context
    const draft = await findDraft(context, drafts, number)
    assertOpen(draft)
    const { state } = draft
    const change = { id: `draft ${number}`, before: { name: `draft ${number}`, state } }
    invocation.recordPlannedChange(createLocalChange('setting', change))
    if (!invocation.isDryRun) drafts.drop(number, invocation.now())
    return toDraftReport({ ...draft, state: 'dropped' })
  })

const MAX_WAIT_MILLISECONDS = 20_000
const WAIT_MILLISECONDS = 50

/**
 * Runs work while no other process applies, replaces or drops drafts of the workspace.
 * @throws UserError `conflict` when another one takes long
 */
export async function withLockedDrafts<Result>(
  { workspace, invocation }: DraftContext,
  work: (drafts: DraftStore) => Promise<Result>,
): Promise<Result> {
  const drafts = await workspace.openDrafts()
  let release: (() => void) | undefined
  try {
    for (let waited = 0; ; waited += WAIT_MILLISECONDS) {
      release = drafts.tryLock()
      if (release) break
      if (waited >= MAX_WAIT_MILLISECONDS)
        throw new UserError('conflict', 'Another process is applying a draft of this workspace', {
          hint: 'Wait until it is done; budget drafts shows it',
        })
      await invocation.wait(WAIT_MILLISECONDS)
    }
    return await work(drafts)
  } finally {
    release?.()
    drafts.close()
  }
}
