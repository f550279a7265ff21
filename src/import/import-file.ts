/**
 * Imports one file into one account, for `budget import` and `imports resume`.
 * @see docs/import.md#7-exactly-once-without-an-idempotency-key
 */

import type { WorkspaceContext } from '../command/context.ts'
import { findOpenAccount } from '../command/names/resolve-name.ts'
import type { ImportStore } from '../contract/ports/import-journal.ts'
import { toMonth } from '../money/calendar.ts'
import type { LinkRow } from '../schedules/plan-links.ts'
import type { ReadOptions } from '../tables/read-options.ts'
import { describeOtherSheets, describeSheet, readSheet } from '../tables/sheets/read-sheet.ts'
import { addBalanceCheck } from './compare-balance.ts'
import type { ImportCommandLine } from './dialogue/command-line.ts'
import {
  addCommandsToError,
  confirmReading,
  previewWithAnswers,
  reviewPreview,
  warnIfEmpty,
} from './dialogue/confirm-import.ts'
import { confirmOverlap, findOverlappingAccount, toAlsoInField } from './dialogue/confirm-other-account.ts'
import { buildDryRunPreview } from './dialogue/dry-run-preview.ts'
import { addNextStep, addTransferHint } from './dialogue/next-step.ts'
import { toMismatchesField, toOtherAccountsField } from './dialogue/preview-record.ts'
import { createProgressCallback } from './dialogue/progress.ts'
import { addScheduleFields, fulfilDatesOfFile, type LinkedRows } from './fulfil-dates.ts'
import { type ImportRequest, serializeRequest } from './import-request.ts'
import { type ImportedRows, listCreatedIds } from './matching/previous-imports.ts'
import type { RowOverrides } from './model/row-decisions.ts'
import {
  computeImportId,
  type ImportOptions,
  type ImportPreview,
  type OpeningBalance,
  previewImport,
} from './plan/preview-import.ts'
import { assertMatchesPlan, assertNoFlagsBesidePlan, type LoadedPlan, parsePlan } from './plan-file.ts'
import { findContinuity } from './posting/find-continuity.ts'
import type { ImportResult } from './posting/import-result.ts'
import {
  offerOpeningBalance,
  recordOpeningBalance,
  requireOpeningBalance,
} from './posting/opening-balance.ts'
import { listClearings } from './posting/record-rows.ts'
import { findCompletedImport, runImport } from './posting/run-import.ts'
import {
  describeAccountChange,
  type ResolvedLayout,
  resolveLayout,
  saveConfirmedLayout,
} from './resolve-layout.ts'
import type { ImportFileOutput } from './views/report-view.ts'
import { withAccountLock } from './with-account-lock.ts'
import { writeRejects } from './write-rejects.ts'

/** An import of one file into one account. */
export interface ImportFileRequest {
  /** The file as typed; `-` is stdin. */
  path: string
  account: { id: string; name: string; on_budget?: boolean }
  /** What the user typed, for commands to paste; undefined for `imports resume`. */
  commandLine?: ImportCommandLine
  request: ImportRequest
  /** The user has confirmed earlier how the file is read. */
  accepted: boolean
  /** What to assume about requests whose outcome is unknown. */
  assume?: 'done' | 'absent' | undefined
  /** Records the balance before the first row in an account without transactions. */
  records_opening?: boolean
  /** Asks about each near match. */
  asksAboutMatches?: boolean
  /** Asks how each row is to be imported. */
  reviewsRows?: boolean
  /** The plan to follow, and the file to write a plan to. */
  plan?: string | undefined
  plan_out?: string | undefined
  /** The maximum size of the file in bytes. @default what can be read */
  max_size?: number
  /**
   * The rows that other files of a dry run would import. The rows of this file are added, unless files add
   * up.
   */
  planned?: ImportedRows[] | undefined
  /** True if the rows fulfil dates of schedules only after the other files are imported. */
  defers_dates?: boolean
  /** Rows of the files of a dry run that may fulfil dates of schedules. The rows of this file are added. */
  file_rows?: LinkRow[]
  /** Transactions that match rows of earlier files, if files add up. Those of this file are added. */
  claimedIds?: Set<string> | undefined
}

/** Imports a file, or previews it in a dry run. */
export const importFile = (
  context: WorkspaceContext,
  fileRequest: ImportFileRequest,
): Promise<ImportFileOutput> =>
  importUnlessCompleted(context, fileRequest).catch(async (error) => {
    throw await addCommandsToError(context, error, fileRequest)
  })

async function importUnlessCompleted(
  context: WorkspaceContext,
  fileRequest: ImportFileRequest,
): Promise<ImportFileOutput> {
  const { path, account, plan, max_size } = fileRequest
  if (plan !== undefined) assertNoFlagsBesidePlan(fileRequest)
  const { files } = context.computer
  const content = await files.read(path, max_size === undefined ? {} : { most: max_size })
  const table = await readSheet(content)
  const { bytes } = table
  const imports = await context.workspace.openImportStore()
  const file = path.replace(/^.*[/\\]/, '')
  const left = describeOtherSheets(table, file)
  if (left !== undefined) context.user.warn(left)
  const import_id = computeImportId(account.id, bytes)
  const loadedPlan =
    plan === undefined
      ? undefined
      : parsePlan(new TextDecoder().decode(await files.read(plan)), { plan, import_id, file })
  const request = loadedPlan?.request ?? fileRequest.request
  // A file that was imported completely may lack rows that were deleted since.
  const completed = request.reimport_deleted
    ? undefined
    : findCompletedImport(imports, import_id, { file, request: serializeRequest(request) })
  if (completed && !context.invocation.isDryRun)
    return addScheduleFields(
      { ...completed, account_name: account.name },
      await fulfilDatesOfFile(context, fileRequest),
    )
  const lock = { account_id: account.id, assume: fileRequest.assume }
  const sheet = bytes === content ? undefined : describeSheet(content)
  const loaded = { ...fileRequest, request, loadedPlan, imports, file, bytes, sheet }
  return withAccountLock(context, imports, lock, async (recoveryRequests) => {
    const report = await runImportOfFile(context, loaded)
    return { ...report, requests: report.requests + recoveryRequests }
  })
}

type LoadedImport = ImportFileRequest & {
  loadedPlan: LoadedPlan | undefined
  imports: ImportStore
  file: string
  bytes: Uint8Array
  /** The kind of a workbook; undefined for any other file. */
  sheet: string | undefined
}

async function runImportOfFile(context: WorkspaceContext, loaded: LoadedImport): Promise<ImportFileOutput> {
  const { path, account, request: userRequest } = loaded
  const layout = await resolveLayout(context, loaded)
  const options = await buildImportOptions(context, loaded, layout)
  const { found: firstPreview, answers } = await previewWithAnswers(context, options)
  await assertImportable(context, loaded, firstPreview)
  const typedOpening = loaded.records_opening
    ? await requireOpeningBalance(context, firstPreview, account)
    : undefined
  const request = { ...layout.request, choices: { ...layout.request.choices, ...answers } }
  const difference = layout.difference ?? describeAccountChange(layout.known, account, firstPreview.statement)
  const { statement } = userRequest.choices
  const fileImport = { ...loaded, ...layout, request, difference, statement }
  const overlap = userRequest.catchup ? undefined : await findOverlappingAccount(context, firstPreview)
  const continuity = findContinuity(loaded.imports, firstPreview)
  const continuityField = continuity ? { continuity } : {}
  if (context.invocation.isDryRun) {
    const output = await buildDryRunPreview(context, withRequestCount(firstPreview, fileImport), {
      ...fileImport,
      opening: typedOpening,
    })
    return { ...output, ...toOpeningField(typedOpening), ...toAlsoInField(overlap), ...continuityField }
  }
  await confirmOverlap(context, overlap, fileImport)
  const review = await reviewPreview(context, firstPreview, fileImport)
  const preview = withRequestCount(review.preview, fileImport)
  // Who confirmed the rows on the screen is not asked again.
  const consent = { ...fileImport, accepted: fileImport.accepted || review.is_confirmed }
  if (await confirmReading(context, preview, consent)) await saveConfirmedLayout(context, preview, fileImport)
  const { decisions } = review
  const isRefused = preview.plan.rejected.length > 0 && request.on_error === 'abort'
  const isAsked = !loaded.records_opening && !consent.accepted && !request.catchup && !isRefused
  const opening = isAsked ? await offerOpeningBalance(context, preview, account) : typedOpening
  // An interrupted import is resumed without it, so it comes first.
  if (opening && !isRefused) await recordOpeningBalance(context, opening, account)
  let linked: LinkedRows | undefined
  const result = await postImport(context, {
    userRequest,
    request,
    options,
    preview,
    answers,
    decisions,
    async beforeFinish() {
      linked = await fulfilDatesOfFile(context, loaded)
    },
  })
  const output = {
    ...toOpeningField(opening),
    ...(await writeRejects(context, result, path)),
    account_name: account.name,
    ...toOtherAccountsField(firstPreview),
    ...toMismatchesField(firstPreview),
    ...toAlsoInField(overlap),
    ...continuityField,
  }
  const outputWithStep = await addNextStep(context, addScheduleFields(output, linked), account)
  const outputWithTransfers = await addTransferHint(context, outputWithStep, firstPreview.plan.span)
  return addBalanceCheck(context, outputWithTransfers, { preview, account_name: account.name })
}

async function buildImportOptions(context: WorkspaceContext, loaded: LoadedImport, layout: ResolvedLayout) {
  const { path, account, imports, file, bytes, planned, claimedIds, accepted, request } = loaded
  const ownId = computeImportId(account.id, bytes)
  return {
    file,
    path: path === '-' ? path : context.computer.files.resolvePath(path),
    bytes,
    account_id: account.id,
    currency: await context.workspace.names.currency(toMonth(context.invocation.today)),
    imports,
    ignoredIds: new Set([...listCreatedIds(imports, request.added_to, ownId), ...(claimedIds ?? [])]),
    claimedIds,
    ...(planned && { planned }),
    signal: context.invocation.signal,
    today: context.invocation.today,
    is_unseen: accepted && !context.invocation.isDryRun,
    ...layout.request,
  } satisfies ImportOptions
}

/** Asserts that the file matches its plan and that the account is open, if there are rows to import. */
async function assertImportable(
  context: WorkspaceContext,
  { account, file, loadedPlan, request }: LoadedImport,
  preview: ImportPreview,
): Promise<void> {
  warnIfEmpty(context, preview, file)
  if (loadedPlan) assertMatchesPlan(loadedPlan, preview)
  if (preview.plan.counts.create > 0 && !request.catchup)
    await findOpenAccount(context.workspace.names, account.id)
}

interface ConfirmedImport {
  /** The request as typed. The journal stores it without the layout, because resuming adds the layout again. */
  userRequest: ImportRequest
  request: ImportRequest
  options: Awaited<ReturnType<typeof buildImportOptions>>
  preview: ImportPreview
  answers: ReadOptions
  decisions: RowOverrides
  /** Runs before the import counts as finished. */
  beforeFinish: () => Promise<void>
}

/** Posts the rows of a confirmed preview. */
async function postImport(
  context: WorkspaceContext,
  { userRequest, request, options, preview, answers, decisions, beforeFinish }: ConfirmedImport,
): Promise<ImportResult> {
  const { admin } = context.workspace
  context.workspace.reserveRequests(preview.plan.requests)
  return runImport(context.workspace.api, preview, {
    ...options,
    request: serializeRequest({
      ...userRequest,
      choices: { ...userRequest.choices, ...answers },
      decisions: { ...userRequest.decisions, ...decisions },
    }),
    now: context.invocation.now,
    resent: context.workspace.countResentWrites,
    beforeFinish,
    refreshPreview: async (attempts) => {
      await context.invocation.wait(RETRY_BASE_DELAY_MS * 2 ** attempts)
      const allDecisions = { ...request.decisions, ...decisions }
      const refreshed = { ...options, ...request, decisions: allDecisions }
      return withRequestCount(await previewImport(context.workspace.api, refreshed), { request })
    },
    progress: createProgressCallback(context, preview),
    sources: admin && { rules: admin.listRules(), hasCategoryHistory: admin.hasCategoryHistory },
  })
}

const toOpeningField = (opening: OpeningBalance | undefined) => (opening ? { opening_balance: opening } : {})

/** Lets a concurrent import into the same account finish. */
const RETRY_BASE_DELAY_MS = 250

/** Returns the preview with the requests that the import needs: --catchup needs requests for matches only. */
const withRequestCount = (
  preview: ImportPreview,
  { request }: Pick<ImportFileRequest, 'request'>,
): ImportPreview =>
  request.catchup
    ? { ...preview, plan: { ...preview.plan, requests: listClearings(preview.plan).length } }
    : preview
