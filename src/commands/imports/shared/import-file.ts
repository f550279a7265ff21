/**
 * One file goes into one account: by `budget import`, and by those that take an import up again.
 * @see docs/import.md#7-exactly-once-without-an-idempotency-key
 */

import type { WorkspaceContext } from '../../../command/define.ts'
import { findOpenAccount } from '../../../command/resolve-name.ts'
import { UserError } from '../../../contract/errors.ts'
import type { ImportStore } from '../../../contract/ports/import-journal.ts'
import type { ImportedRows } from '../../../import/matching/previous-imports.ts'
import {
  buildPlannedRows,
  computeImportId,
  type ImportPreview,
  previewImport,
} from '../../../import/plan/preview-import.ts'
import { findCompletedImport, runImport } from '../../../import/posting/run-import.ts'
import { toMonth } from '../../../money/calendar.ts'
import type { OverlappingAccount } from '../../../render/import-accounts.ts'
import type { ImportFileOutput } from '../../../render/import-report.ts'
import type { ImportCommandLine } from './command-line.ts'
import { addBalanceCheck, buildPreviewBalance } from './compare-balance.ts'
import { addCommandsToError, confirmReading, previewWithAnswers, reviewPreview } from './confirm.ts'
import { confirmOverlap, findOverlappingAccount } from './confirm-other-account.ts'
import { listRowOverrides } from './decided-rows.ts'
import { type ImportRequest, listDeviatingFlags, serializeRequest } from './import-request.ts'
import { describeAccountChange, type ResolvedLayout, resolveLayout, saveConfirmedLayout } from './layouts.ts'
import { addNextStep } from './next-step.ts'
import { assertMatchesPlan, formatPlan, type LoadedPlan, parsePlan } from './plan-file.ts'
import { toOtherAccountsField, toPreviewOutput } from './preview-record.ts'
import { createProgressCallback } from './progress.ts'
import { withAccountLock } from './with-account-lock.ts'
import { writeRejects } from './write-rejects.ts'

export interface ImportFileRequest {
  /** The file as it was typed; `-` is what comes in on stdin. */
  path: string
  account: { id: string; name: string; on_budget?: boolean }
  /** What was typed, for a line to paste; undefined where another command takes an import up. */
  typed?: ImportCommandLine
  order: ImportRequest
  /** Somebody looked at how the file is read before. */
  accepted: boolean
  /** What to take for true of requests nobody knows the end of. */
  assume?: 'done' | 'absent' | undefined
  /** Ask about each row that may be there. */
  asks?: boolean
  /** Ask how each row is to be booked. */
  reviews?: boolean
  /** A plan to keep to, and where to put one. */
  plan?: string | undefined
  plan_out?: string | undefined
  /** The bytes the file may have; as many as can be read when left out. */
  max_size?: number
  /** Rows that other files of a dry run would bring; where the files do not add up, those of this one join them. */
  planned?: ImportedRows[] | undefined
  /** Transactions that rows of the files before it are, where the files add up; those of this one join them. */
  claimedIds?: Set<string> | undefined
}

/** Shows what a file would bring, or brings it. */
export const importFile = (
  world: WorkspaceContext,
  importing: ImportFileRequest,
): Promise<ImportFileOutput> =>
  importWithOrder(world, importing).catch(async (error) => {
    throw await addCommandsToError(world, error, importing)
  })

async function importWithOrder(
  world: WorkspaceContext,
  importing: ImportFileRequest,
): Promise<ImportFileOutput> {
  const { path, account, plan, max_size } = importing
  if (plan !== undefined) assertNoFlagsBesidePlan(importing)
  const bytes = await world.files.read(path, max_size === undefined ? {} : { most: max_size })
  const imports = await world.openImportStore()
  const file = path.replace(/^.*[/\\]/, '')
  const import_id = computeImportId(account.id, bytes)
  const paper = plan === undefined ? undefined : await loadPlan(world, { plan, import_id, file })
  const typed = paper?.order ?? importing.order
  // Rows that were deleted since may be missing from a file that was imported whole.
  const before = typed.reimport_deleted
    ? undefined
    : findCompletedImport(imports, import_id, { file, asked: serializeRequest(typed) })
  if (before && !world.isDryRun) return { ...before, account_name: account.name }
  const settling = { account_id: account.id, assume: importing.assume }
  return withAccountLock(world, imports, settling, async (settled) => {
    const report = await runImportOfFile(world, { ...importing, order: typed, paper, imports, file, bytes })
    return { ...report, requests: report.requests + settled }
  })
}

/** Throws a Mistake about flags that would change what a plan books. */
function assertNoFlagsBesidePlan({ order, asks, reviews }: ImportFileRequest): void {
  const flags = [
    ...listDeviatingFlags(order),
    ...(asks ? ['--possible'] : []),
    ...(reviews ? ['--review'] : []),
  ]
  const last = flags.pop()
  if (last === undefined) return
  const named = flags.length > 0 ? `${flags.join(', ')} and ${last}` : last
  const say = flags.length > 0 ? 'say' : 'says'
  throw new UserError('usage', `--plan books the plan as it stands, whatever ${named} ${say}`, {
    hint: `Leave ${named} out, or make another plan with --dry-run --plan-out PLAN`,
  })
}

const loadPlan = async (
  { files }: WorkspaceContext,
  wanted: Parameters<typeof parsePlan>[1],
): Promise<LoadedPlan> => parsePlan(new TextDecoder().decode(await files.read(wanted.plan)), wanted)

type LoadedImport = ImportFileRequest & {
  paper: LoadedPlan | undefined
  imports: ImportStore
  file: string
  bytes: Uint8Array
}

async function runImportOfFile(world: WorkspaceContext, loaded: LoadedImport): Promise<ImportFileOutput> {
  const { path, account, imports, file, bytes, planned, order: asked } = loaded
  const layout = await resolveLayout(world, loaded)
  const options = {
    file,
    path: path === '-' ? path : world.files.resolvePath(path),
    bytes,
    account_id: account.id,
    currency: await world.names.currency(toMonth(world.today)),
    imports,
    ignoredIds: new Set([
      ...listCreatedIds(imports, asked.added_to, computeImportId(account.id, bytes)),
      ...(loaded.claimedIds ?? []),
    ]),
    claimedIds: loaded.claimedIds,
    ...(planned && { planned }),
    signal: world.signal,
    today: world.today,
    is_unseen: loaded.accepted && !world.isDryRun,
    ...layout.order,
  }
  const { found, answers } = await previewWithAnswers(world, options)
  warnIfEmpty(world, found, file)
  if (loaded.paper) assertMatchesPlan(loaded.paper, found)
  if (found.plan.counts.create > 0 && !asked.catchup) await findOpenAccount(world.names, account.id)
  const order = { ...layout.order, choices: { ...layout.order.choices, ...answers } }
  const difference = layout.difference ?? describeAccountChange(layout.known, account, found.statement)
  const meant = { ...loaded, ...layout, order, difference, statement: asked.choices.statement }
  const other = asked.catchup ? undefined : await findOverlappingAccount(world, found)
  if (world.isDryRun)
    return {
      ...(await buildDryRunPreview(world, withRequestCount(found, meant), meant)),
      ...toAlsoInField(other),
    }
  await confirmOverlap(world, other, meant)
  const { preview: settled, decisions } = await reviewPreview(world, found, meant)
  const preview = withRequestCount(settled, meant)
  if (await confirmReading(world, preview, meant)) await saveConfirmedLayout(world, preview, meant)
  world.reserveRequests(preview.plan.requests)
  const report = await runImport(world.api, preview, {
    ...options,
    // As it was typed: the layout adds the same again to whoever resumes.
    asked: serializeRequest({
      ...asked,
      choices: { ...asked.choices, ...answers },
      decisions: { ...asked.decisions, ...decisions },
    }),
    now: world.now,
    resent: world.countResentWrites,
    refreshPreview: async (inVain) => {
      await world.wait(RETRY_BASE_DELAY_MS * 2 ** inVain)
      const decided = { ...order.decisions, ...decisions }
      return withRequestCount(
        await previewImport(world.api, { ...options, ...order, decisions: decided }),
        meant,
      )
    },
    progress: createProgressCallback(world, preview),
    rules: world.isLocal ? world.workspaceAdmin().listRules() : undefined,
  })
  const settledReport = await writeRejects(world, report, path)
  const named = {
    ...settledReport,
    account_name: account.name,
    ...toOtherAccountsField(found),
    ...toAlsoInField(other),
  }
  const next = await addNextStep(world, named, { account, span: found.plan.span })
  return addBalanceCheck(world, next, { preview, account_name: account.name })
}

const toAlsoInField = (other: OverlappingAccount | undefined) => (other ? { also_in: other } : {})

/** A file without a transaction is imported like any other, but hardly what somebody wanted. */
function warnIfEmpty({ warn }: WorkspaceContext, { statement, plan }: ImportPreview, file: string): void {
  if (Object.values(plan.counts).some((count) => count > 0)) return
  warn(
    `There is no transaction in ${file} (${statement.format}); download it from the bank again, for days on which something was booked`,
  )
}

/** In milliseconds: an import of another door into the same account is let pass. */
const RETRY_BASE_DELAY_MS = 250

/** A preview with the requests that its order takes: rows that are only taken for known need none. */
const withRequestCount = (
  preview: ImportPreview,
  { order }: Pick<ImportFileRequest, 'order'>,
): ImportPreview =>
  order.catchup ? { ...preview, plan: { ...preview.plan, requests: preview.plan.matched.length } } : preview

/** The transactions that rows of other imports became, whenever that was: they say nothing about this one. */
function listCreatedIds(
  imports: ImportStore,
  others: readonly string[] = [],
  own: string,
): ReadonlySet<string> {
  const batches = others.filter((id) => id !== own).flatMap((id) => imports.listBatches(id))
  return new Set(batches.flatMap(({ ids }) => ids.filter((id) => id !== '')))
}

/** What would be booked, also as a plan in a file. */
async function buildDryRunPreview(
  world: WorkspaceContext,
  preview: ImportPreview,
  { plan_out: out, order, account, difference, planned }: LoadedImport & ResolvedLayout,
): Promise<ImportFileOutput> {
  planned?.push(buildPlannedRows(preview))
  if (out !== undefined) await world.files.write(out, formatPlan(preview, order), { force: true })
  const decided = await listRowOverrides(world, preview)
  const balance = await buildPreviewBalance(world, preview, account.name)
  const shown = toPreviewOutput(preview, { account_name: account.name, difference, balance })
  return decided.length > 0 ? { ...shown, decided } : shown
}
