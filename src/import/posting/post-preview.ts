/**
 * Posts a preview; if others changed the account meanwhile, refreshes the preview and continues.
 * @see docs/reliability.md#r4
 */

import type { BudgetApi } from '../../contract/api.ts'
import { ApiError } from '../../contract/errors.ts'
import { add, subtract } from '../../money/decimal.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import { describeReferenceKind, type ImportOptions, type ImportPreview } from '../plan/preview-import.ts'
import { countAsDuplicates, type DispositionTotals } from './import-result.ts'
import { addImportTotals, createImportTotals } from './import-totals.ts'
import { type PostOptions, type PostResult, postBatches } from './post-batches.ts'
import { type ClearedTransactions, clearBooked, recordUnpostedRows } from './record-rows.ts'

/** The options of running an import. */
export interface RunOptions extends Pick<ImportOptions, 'path' | 'imports' | 'signal'> {
  /** What a bad row does: `abort` posts nothing at all, `skip` posts the other rows. */
  on_error: 'abort' | 'skip'
  /** Post nothing and only record the rows as known. */
  catchup?: boolean
  /** The user's request as JSON, stored in the journal for a resumed import. */
  request: string
  now: () => number
  progress?: PostOptions['progress']
  /** Returns how many writes were retried because their result was unknown. */
  resent?: () => number
  refreshPreview?: RefreshPreview
  /** Runs once all rows are posted, before the import counts as finished. */
  beforeFinish?: () => Promise<void>
  /** Where the categories of a local workspace come from. */
  sources?: PostOptions['sources']
}

/** Previews the file again, after a pause that grows with each fruitless attempt. */
type RefreshPreview = (fruitless: number) => Promise<ImportPreview>

/** What was posted, in one or several attempts. */
interface PostedPreview {
  /** The last preview and its result. */
  preview: ImportPreview
  plan: ImportPlan
  posted: PostResult
  /** What earlier attempts posted; the last plan counts those rows as duplicates. */
  earlier: Pick<PostResult, 'created' | 'batches' | 'sum' | 'totals'>
  cleared: ClearedTransactions
  requests: number
}

/** The maximum number of refreshes without progress. */
const MAX_FRUITLESS_REFRESHES = 5

/** Posts the preview, refreshing it after each conflict. */
export async function postPreview(
  api: BudgetApi,
  first: ImportPreview,
  options: RunOptions,
): Promise<PostedPreview> {
  let preview = first
  let earlier: PostedPreview['earlier'] = {
    created: 0,
    batches: [],
    sum: subtract(first.plan.sums.create, first.plan.sums.create),
    totals: createImportTotals(),
  }
  const cleared: ClearedTransactions = { changed: [], kept_date: [], requests: 0 }
  let requests = 0
  for (let fruitless = 0; ; ) {
    const { plan, posted } = await postOnce(api, preview, { options, cleared })
    requests += preview.existing.requests + posted.requests
    const done = { preview, plan, posted, earlier, cleared, requests: requests + cleared.requests }
    const { refreshPreview } = options
    if (!hasConflict(posted) || fruitless === MAX_FRUITLESS_REFRESHES || !refreshPreview) return done
    const again = await refreshPreview(fruitless).catch((error: unknown) => ({ error }))
    if ('error' in again) return { ...done, posted: { ...posted, stopped: again } }
    earlier = {
      created: earlier.created + posted.created,
      batches: [...earlier.batches, ...posted.batches],
      sum: add(earlier.sum, posted.sum),
      totals: addImportTotals(earlier.totals, posted.totals),
    }
    const isFruitful = posted.created > 0 || again.plan.counts.create !== plan.counts.create
    fruitless = isFruitful ? 0 : fruitless + 1
    preview = again
  }
}

interface PostOnceOptions {
  options: RunOptions
  /** Receives the transactions that were cleared. */
  cleared: ClearedTransactions
}

async function postOnce(
  api: BudgetApi,
  preview: ImportPreview,
  { options, cleared }: PostOnceOptions,
): Promise<{ plan: ImportPlan; posted: PostResult }> {
  const { import_id, account_id, statement, existing } = preview
  const { path, imports, request, now } = options
  imports.beginImport({ id: import_id, account_id, path, started_at: now(), request }, existing.equalIds)
  if (existing.deletedIds.length > 0) imports.forgetTransactions(existing.deletedIds)
  const { changed, kept_date, requests } = await clearBooked(api, preview.plan)
  cleared.requests += requests
  cleared.changed.push(...changed)
  cleared.kept_date.push(...kept_date)
  await recordUnpostedRows(preview, options)
  const plan = options.catchup ? countAsDuplicates(preview.plan) : preview.plan
  const references = describeReferenceKind(statement)
  const posted = await postBatches(api, { ...preview, ...options, plan, references, as_of: existing.as_of })
  return { plan, posted }
}

/** True if the service reported a conflict because the account changed since the preview. */
const hasConflict = ({ stopped }: PostResult): boolean =>
  typeof stopped === 'object' && stopped.error instanceof ApiError && stopped.error.name === 'conflict'

/** Returns the totals of the last plan with the rows of earlier attempts counted as created. */
export function addEarlierPosts<Known extends DispositionTotals>(
  ended: Known,
  { created, sum }: PostedPreview['earlier'],
): Known {
  const { counts, sums } = ended
  return {
    ...ended,
    counts: { ...counts, create: counts.create + created, duplicate: counts.duplicate - created },
    sums: { ...sums, create: add(sums.create, sum), duplicate: subtract(sums.duplicate, sum) },
  }
}
