/**
 * What a person is asked before a file is booked: what it leaves open, its rows, and whether it is read right.
 * @see docs/import.md#4-confirm-once-layouts
 */

import type { WorkspaceContext } from '../../../command/define.ts'
import { UserError } from '../../../contract/errors.ts'
import { isPinned } from '../../../import/layouts/saved-layout.ts'
import { AmbiguityError } from '../../../import/model/ambiguity-error.ts'
import { type ReadOptions } from '../../../import/model/read-options.ts'
import type { RowOverrides } from '../../../import/model/row-decisions.ts'
import {
  type ImportOptions,
  type ImportPreview,
  previewImport,
  replanImport,
} from '../../../import/plan/preview-import.ts'
import { renderPreview } from '../../../render/import-preview.ts'
import { plainStyle } from '../../../render/style.ts'
import { promptNearMatches } from './ask-near-matches.ts'
import { addCommandsToQuestion, formatImportCommand, type ImportCommandLine } from './command-line.ts'
import { buildPreviewBalance } from './compare-balance.ts'
import type { ResolvedLayout } from './layouts.ts'
import { toPreviewOutput } from './preview-record.ts'
import { reviewRows } from './review.ts'

/** The preview; what the file leaves open is asked, where somebody is there to answer. */
export async function previewWithAnswers(
  world: WorkspaceContext,
  options: ImportOptions,
): Promise<{ found: ImportPreview; answers: ReadOptions }> {
  let answers: ReadOptions = {}
  for (;;) {
    try {
      const choices = { ...options.choices, ...answers }
      return { found: await previewImport(world.api, { ...options, choices }), answers }
    } catch (error) {
      if (!(error instanceof AmbiguityError) || error.answers.length === 0 || !world.isInteractive())
        throw error
      const offered = error.answers.map(({ label }) => ({ value: label, label }))
      const picked = await world.select(error.prompt, offered)
      const answer = error.answers.find(({ label }) => label === picked)
      if (!answer) throw new UserError('unconfirmed', 'Nothing was booked')
      answers = { ...answers, ...answer.options }
    }
  }
}

interface FileInQuestion {
  path: string
  account: { name: string }
  /** What was typed; undefined where another command takes an import up. */
  typed?: ImportCommandLine
}

/** The error; a question with the command behind every answer, where it is known what was typed. */
export async function addCommandsToError(
  world: WorkspaceContext,
  error: unknown,
  { path, account, typed }: FileInQuestion,
): Promise<unknown> {
  if (!(error instanceof AmbiguityError) || error.combinedAnswers.length === 0 || !typed) return error
  const profile = (await world.settings()).profileFlag
  return addCommandsToQuestion(error, typed, { path, account: account.name, profile })
}

interface ReviewRequest extends Pick<ResolvedLayout, 'order'> {
  /** Ask about each row that may be there. */
  asks?: boolean
  /** Ask how each row is to be booked. */
  reviews?: boolean
}

/** The preview after a person went through its rows, where that was wished, and what was decided. */
export async function reviewPreview(
  world: WorkspaceContext,
  preview: ImportPreview,
  { order, asks, reviews }: ReviewRequest,
): Promise<{ preview: ImportPreview; decisions: RowOverrides }> {
  if (!asks && !reviews) return { preview, decisions: {} }
  const verdicts = asks ? await promptNearMatches(world, preview) : undefined
  const answers = reviews ? (await reviewRows(world, preview)).rows : undefined
  const decisions = {
    ...(verdicts && { verdicts }),
    ...(answers && { rows: { ...order.decisions.rows, ...answers } }),
  }
  const options = { choices: order.choices, decisions: { ...order.decisions, ...decisions } }
  return { preview: await replanImport(preview, options), decisions }
}

interface ConfirmRequest extends ResolvedLayout, FileInQuestion {
  accepted: boolean
  plan?: string | undefined
}

/**
 * Has somebody looked at how the file is read? Nothing is booked from a layout nobody confirmed; where nothing would be
 * booked, nobody needs to. Throws a Mistake when the answer is no.
 * @see docs/import.md#1-pipeline-and-invariants
 */
export async function confirmReading(
  world: WorkspaceContext,
  preview: ImportPreview,
  consent: ConfirmRequest,
): Promise<boolean> {
  const { path, account, order, accepted, plan: paper, known, difference } = consent
  const { plan, needs_confirmation: isNew, file, statement } = preview
  const isConfirmed = known !== undefined && difference === undefined && isPinned(order.choices, statement)
  // A layout that reads the file says nothing about whose it is.
  const isOthers = known !== undefined && difference !== undefined
  if (accepted || paper !== undefined || isConfirmed || !(isNew || isOthers)) return true
  const stopsAnyway = plan.rejected.length > 0 && order.on_error === 'abort'
  if (plan.counts.create === 0 || stopsAnyway) return false
  if (!world.isInteractive()) {
    const open = known && `${known.name} leaves open how a file of its kind is read`
    const why = difference ?? open
    const profile = (await world.settings()).profileFlag
    const typed = consent.typed ?? { files: [path], flags: {} }
    const command = formatImportCommand(typed, { account: account.name, profile, more: ['--accept'] })
    throw new UserError('usage', `Nobody has confirmed how ${file} is to be read`, {
      hint: `${why === undefined ? '' : `${why}. `}Look at it with --dry-run, then add --accept: ${command}`,
    })
  }
  const rows = plan.counts.create === 1 ? 'this row' : `these ${plan.counts.create} rows`
  const asked = order.catchup ? `Take ${rows} for known in` : `Book ${rows} in`
  const balance = await buildPreviewBalance(world, preview, account.name)
  const shown = toPreviewOutput(preview, { account_name: account.name, difference, balance })
  if (await world.confirm(`${asked} ${account.name}?`, renderPreview(shown, plainStyle))) return true
  throw new UserError('unconfirmed', 'Nothing was booked')
}
