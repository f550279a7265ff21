/**
 * Books a preview; where others booked into the account meanwhile, the account is looked at again first.
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
import { recordUnpostedRows, updateMatchedDates } from './record-rows.ts'

/** What booking a preview takes beside it. */
export interface RunOptions extends Pick<ImportOptions, 'path' | 'imports' | 'signal'> {
  /** What a bad row does: `abort` books nothing at all, `skip` books the others. */
  on_error: 'abort' | 'skip'
  /** Book nothing, only note the rows as known. */
  catchup?: boolean
  /** What the person asked for, kept in the journal for whoever resumes. */
  asked: string
  now: () => number
  progress?: PostOptions['progress']
  /** How many writes were sent again because nobody heard what became of them. */
  resent?: () => number
  refreshPreview?: RefreshPreview
  /** The workspace's own rules, where they are at hand. */
  rules?: PostOptions['rules']
}

/** Looks at the account once more, after a pause that grows with the looks that were in vain. */
type RefreshPreview = (inVain: number) => Promise<ImportPreview>

/** What was booked, in however many goes. */
interface PostedPreview {
  /** The last plan and what became of it. */
  preview: ImportPreview
  plan: ImportPlan
  booked: PostResult
  /** What the goes before it booked: the last plan takes those rows for known. */
  before: Pick<PostResult, 'created' | 'batches' | 'sum' | 'tally'>
  matched: string[]
  requests: number
}

/** So many looks that change nothing are enough. */
const MAX_FRUITLESS_REFRESHES = 5

export async function postPreview(
  api: BudgetApi,
  first: ImportPreview,
  options: RunOptions,
): Promise<PostedPreview> {
  let preview = first
  let before: PostedPreview['before'] = {
    created: 0,
    batches: [],
    sum: subtract(first.plan.sums.create, first.plan.sums.create),
    tally: createImportTotals(),
  }
  const matched: string[] = []
  let requests = 0
  for (let inVain = 0; ; ) {
    const { plan, booked } = await postOnce(api, preview, { options, matched })
    requests += preview.known.requests + booked.requests
    const done = { preview, plan, booked, before, matched, requests: requests + matched.length }
    const { refreshPreview } = options
    if (!hasConflict(booked) || inVain === MAX_FRUITLESS_REFRESHES || !refreshPreview) return done
    const again = await refreshPreview(inVain).catch((error: unknown) => ({ error }))
    if ('error' in again) return { ...done, booked: { ...booked, stopped: again } }
    before = {
      created: before.created + booked.created,
      batches: [...before.batches, ...booked.batches],
      sum: add(before.sum, booked.sum),
      tally: addImportTotals(before.tally, booked.tally),
    }
    const isFruitful = booked.created > 0 || again.plan.counts.create !== plan.counts.create
    inVain = isFruitful ? 0 : inVain + 1
    preview = again
  }
}

interface PostOnceOptions {
  options: RunOptions
  /** Takes the transactions that take the date of their rows. */
  matched: string[]
}

async function postOnce(
  api: BudgetApi,
  preview: ImportPreview,
  { options, matched }: PostOnceOptions,
): Promise<{ plan: ImportPlan; booked: PostResult }> {
  const { import_id, account_id, statement, known } = preview
  const { path, imports, asked, now } = options
  imports.beginImport(
    { id: import_id, account_id, path, started_at: now(), asked },
    imports.isAtomic ? [] : known.same,
  )
  if (known.deletedIds.length > 0) imports.forgetTransactions(known.deletedIds)
  matched.push(...(await updateMatchedDates(api, preview.plan)))
  await recordUnpostedRows(preview, options)
  const plan = options.catchup ? countAsDuplicates(preview.plan) : preview.plan
  const references = describeReferenceKind(statement)
  const booked = await postBatches(api, { ...preview, ...options, plan, references, as_of: known.as_of })
  return { plan, booked }
}

/** Did the service refuse rows because the account is no longer the one that was looked at? */
const hasConflict = ({ stopped }: PostResult): boolean =>
  typeof stopped === 'object' && stopped.error instanceof ApiError && stopped.error.name === 'conflict'

/** The figures of the last plan, in which the rows of earlier goes count as booked, not as there. */
export function addEarlierPosts<Known extends DispositionTotals>(
  ended: Known,
  { created, sum }: PostedPreview['before'],
): Known {
  const { counts, sums } = ended
  return {
    ...ended,
    counts: { ...counts, create: counts.create + created, duplicate: counts.duplicate - created },
    sums: { ...sums, create: add(sums.create, sum), duplicate: subtract(sums.duplicate, sum) },
  }
}
