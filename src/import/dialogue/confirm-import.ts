/**
 * Asks before an import: ambiguities, near matches, rows to review, and the reading of the file.
 * @see docs/import.md#4-confirm-once-layouts
 */

import type { WorkspaceContext } from '../../command/context.ts'
import { UserError } from '../../contract/errors.ts'
import { groupThousands } from '../../output/format-amount.ts'
import { pluralize } from '../../output/pluralize.ts'
import { plainStyle } from '../../output/style.ts'
import { AmbiguityError } from '../../tables/ambiguity-error.ts'
import type { ReadOptions } from '../../tables/read-options.ts'
import { buildPreviewBalance } from '../compare-balance.ts'
import { isPinned } from '../layouts/saved-layout.ts'
import type { NearMatch } from '../matching/near-matches.ts'
import type { MatchDecision, RowOverrides } from '../model/row-decisions.ts'
import {
  type ImportOptions,
  type ImportPreview,
  previewImport,
  replanImport,
} from '../plan/preview-import.ts'
import { describeColumns } from '../posting/import-result.ts'
import { listClearings } from '../posting/record-rows.ts'
import type { ResolvedLayout } from '../resolve-layout.ts'
import { renderPreview } from '../views/preview-view.ts'
import { addCommandsToQuestion, formatImportCommand, type ImportCommandLine } from './command-line.ts'
import { toPreviewOutput } from './preview-record.ts'

/**
 * Returns the preview. Ambiguities of the file are asked on a terminal.
 * @throws AmbiguityError when the user cannot be asked.
 */
export async function previewWithAnswers(
  context: WorkspaceContext,
  options: ImportOptions,
): Promise<{ found: ImportPreview; answers: ReadOptions }> {
  let answers: ReadOptions = {}
  for (;;) {
    try {
      const choices = { ...options.choices, ...answers }
      const preview = () => previewImport(context.workspace.api, { ...options, choices })
      return { found: await context.invocation.computeLong(preview), answers }
    } catch (error) {
      if (!(error instanceof AmbiguityError) || error.answers.length === 0 || !context.user.isInteractive())
        throw error
      const stop = error.isContradicted ? [describeStop(error)] : []
      const offered = [...stop, ...error.answers.map(({ label }) => label)].map((label) => ({
        value: label,
        label,
      }))
      const picked = await context.user.select(error.prompt, offered)
      const answer = error.answers.find(({ label }) => label === picked)
      if (picked !== undefined && stop.includes(picked)) throw error
      if (!answer) throw new UserError('unconfirmed', 'Nothing was imported')
      answers = { ...answers, ...answer.options }
    }
  }
}

/** Returns the choice that imports nothing, which shows the commands for each answer. */
function describeStop({ otherCurrencies }: AmbiguityError): string {
  const codes = otherCurrencies.map(({ currency }) => currency).join(' or ')
  return codes === '' ? 'Import nothing' : `Import nothing, and show the commands for a workspace in ${codes}`
}

interface FileInQuestion {
  path: string
  account: { id: string; name: string }
  /** What the user typed; undefined for `imports resume`. */
  commandLine?: ImportCommandLine
}

/** Returns the error; an ambiguity gets a complete command for each answer, if the typed command is known. */
export async function addCommandsToError(
  context: WorkspaceContext,
  error: unknown,
  { path, account, commandLine }: FileInQuestion,
): Promise<unknown> {
  if (!(error instanceof AmbiguityError) || !commandLine) return error
  if (error.combinedAnswers.length === 0 && error.otherCurrencies.length === 0) return error
  const settings = await context.computer.settings()
  const { admin, names } = context.workspace
  // Workspaces are created on this computer only.
  const own = admin && (await names.accounts()).find(({ id }) => id === account.id)
  const profiles = Object.keys(settings.readProfiles().profiles)
  return addCommandsToQuestion(error, commandLine, {
    path,
    account: account.name,
    profile: settings.profileFlag,
    newWorkspace: own && { account_type: own.type, profiles },
  })
}

interface ReviewRequest extends Pick<ResolvedLayout, 'request'> {
  /** Asks about each near match. */
  asksAboutMatches?: boolean
  /** Asks how each row is to be imported. */
  reviewsRows?: boolean
}

/** Returns the preview after the user has reviewed its rows, the decisions, and whether the user confirmed the import. */
export async function reviewPreview(
  context: WorkspaceContext,
  preview: ImportPreview,
  { request, asksAboutMatches, reviewsRows }: ReviewRequest,
): Promise<{ preview: ImportPreview; decisions: RowOverrides; is_confirmed: boolean }> {
  if (!asksAboutMatches && !reviewsRows) return { preview, decisions: {}, is_confirmed: false }
  // Other imports do not load the screen.
  const loadReview = async () => (await import('./review-rows.ts')).reviewRows(context, preview)
  const verdicts = asksAboutMatches ? await promptNearMatches(context, preview) : undefined
  const reviewed = reviewsRows ? await loadReview() : undefined
  const answers = reviewed?.decisions.rows
  const decisions = {
    ...(verdicts && { verdicts }),
    ...(answers && { rows: { ...request.decisions.rows, ...answers } }),
  }
  const options = { choices: request.choices, decisions: { ...request.decisions, ...decisions } }
  const is_confirmed = reviewed?.is_confirmed ?? false
  return { preview: await replanImport(preview, options), decisions, is_confirmed }
}

/** The lines that the question takes below the preview. */
const PROMPT_LINES = 5

interface ConfirmRequest extends ResolvedLayout, FileInQuestion {
  accepted: boolean
  /** The kind of a workbook; undefined for any other file. */
  sheet?: string | undefined
  plan?: string | undefined
}

/**
 * Returns true if the user has confirmed how the file is read, now or earlier. An unconfirmed layout imports
 * nothing; if there is nothing to import, nothing is asked and the result is false.
 * @throws UserError when the answer is no, or when the user cannot be asked.
 * @see docs/import.md#1-pipeline-and-invariants
 */
export async function confirmReading(
  context: WorkspaceContext,
  preview: ImportPreview,
  consent: ConfirmRequest,
): Promise<boolean> {
  const { path, account, request, accepted, plan: planFile, known, difference } = consent
  const { plan, needs_confirmation: isNew, file, statement } = preview
  const isConfirmed = known !== undefined && difference === undefined && isPinned(request.choices, statement)
  // A layout that reads the file does not tell which account it belongs to.
  const isOthers = known !== undefined && difference !== undefined
  if (accepted || planFile !== undefined || isConfirmed || !(isNew || isOthers)) return true
  const stopsAnyway = plan.rejected.length > 0 && request.on_error === 'abort'
  const clears = listClearings(plan).length
  if ((plan.counts.create === 0 && clears === 0) || stopsAnyway) return false
  if (!context.user.isInteractive()) {
    const open = known && `The layout ${known.name} does not fully describe this file`
    const why = difference ?? open
    const profile = (await context.computer.settings()).profileFlag
    const { repeatedFlags } = context.invocation
    const typed = consent.commandLine ?? { files: [path], flags: repeatedFlags }
    const command = formatImportCommand(typed, { account: account.name, profile, more: ['--accept'] })
    const isDraft = repeatedFlags['draft'] === true
    const advice = isDraft
      ? 'Add --accept, and check the draft'
      : 'Check it with --dry-run, then add --accept'
    throw new UserError('usage', `The layout of ${file} requires confirmation`, {
      hint: [
        `${why === undefined ? '' : `${why}. `}${advice}: ${command}`,
        ...describeColumns(statement.mapping, statement.header?.cells ?? []),
      ].join('\n'),
    })
  }
  const rows = plan.counts.create === 1 ? 'this row' : `these ${plan.counts.create} rows`
  const entries = pluralize(clears, 'transaction')
  const question = request.catchup
    ? `Mark ${rows} as already imported in`
    : plan.counts.create === 0
      ? `Clear ${entries} in`
      : `Import ${rows} into`
  const balance = await buildPreviewBalance(context, preview, account.name)
  const output = toPreviewOutput(preview, {
    account_name: account.name,
    difference,
    balance,
    sheet: consent.sheet,
    costsRequests: context.workspace.costsRequests,
  })
  if (
    await context.user.confirm(
      `${question} ${account.name}?`,
      renderPreview(output, plainStyle, context.user.countScreenLines() - PROMPT_LINES),
    )
  )
    return true
  throw new UserError('unconfirmed', 'Nothing was imported')
}

const matchChoices: readonly { value: MatchDecision; label: string }[] = [
  { value: 'match', label: "Same transaction: keep it, with the bank's date" },
  { value: 'skip', label: 'Same transaction: keep it unchanged' },
  { value: 'import', label: 'Different transaction: import it' },
  { value: 'hold', label: 'Decide later' },
]

/**
 * Returns the decision about each held row, by row number.
 * @throws UserError when the user cannot be asked.
 */
async function promptNearMatches(
  { user: { isInteractive, select } }: WorkspaceContext,
  { plan, file }: ImportPreview,
): Promise<Record<number, MatchDecision>> {
  const verdicts: Record<number, MatchDecision> = {}
  if (plan.held.length > 0 && !isInteractive()) {
    throw new UserError('usage', `${file} has possible duplicates, and --possible ask requires a terminal`, {
      hint: 'Use --possible skip, import or match',
    })
  }
  for (const pair of plan.held) {
    const answer = await select(formatQuestion(pair), matchChoices)
    const verdict = matchChoices.find(({ value }) => value === answer)?.value
    if (verdict === undefined) throw new UserError('unconfirmed', 'Nothing was imported')
    verdicts[pair.row.row] = verdict
  }
  return verdicts
}

function formatQuestion({ row, existing }: NearMatch): string {
  const description = existing.transfer_account_id === null ? existing.payee || 'unnamed' : 'a transfer'
  const file = `${row.date} ${groupThousands(row.amount)} ${row.payee} (line ${row.line})`
  return `${file}: is it the same as ${existing.date} ${groupThousands(existing.amount)} ${description} (${existing.id})?`
}

/** Warns about a file without transactions, which is imported, but probably by mistake. */
export function warnIfEmpty(
  { user }: Pick<WorkspaceContext, 'user'>,
  { statement, plan }: ImportPreview,
  file: string,
): void {
  if (Object.values(plan.counts).some((count) => count > 0)) return
  user.warn(`${file} (${statement.format}) has no transactions; download it again for a period that has some`)
}
