/**
 * Runs an import: posts a preview, records it in the journal and returns the result.
 * @see docs/import.md#6-plan-preview-report
 * @see docs/import.md#7-exactly-once-without-an-idempotency-key
 */

import type { BudgetApi } from '../../contract/api.ts'
import type { RowError } from '../../contract/errors.ts'
import type {
  CreatedTransactionIds,
  ImportJournal,
  ImportRecord,
} from '../../contract/ports/import-journal.ts'
import type { ImportPreview } from '../plan/preview-import.ts'
import { findDoublePosts } from './find-double-posts.ts'
import {
  applyPostResult,
  countAsDuplicates,
  createBadRowsError,
  type DispositionTotals,
  resolveStopReason,
} from './import-result.ts'
import { addImportTotals, type ImportTotalsReport, toTotalsReport } from './import-totals.ts'
import { addEarlierPosts, postPreview, type RunOptions } from './post-preview.ts'
import { formatHeldRows, formatRejectedRows } from './rejects-file.ts'

/** What an import did. Printed as JSON. */
export interface ImportResult extends DispositionTotals {
  import_id: string
  file: string
  account_id: string
  created: CreatedTransactionIds
  /** The transactions that received the date of their rows. */
  matched: string[]
  rejected: RowError[]
  requests: number
  /** Totals of the posted rows; absent if the file was imported before. */
  money?: ImportTotalsReport['money']
  categories?: ImportTotalsReport['categories']
  /** Why rows are left to post: the user interrupted it, or the rate limit is used up. */
  stopped?: 'interrupted' | 'rate_limit'
  /** The number of posted rows whose text exceeded the API's limit for notes. */
  notes_cut?: number
  /** Transactions that the service created twice when a request was retried. */
  second_copies?: string[]
  /** The content of the files with rejected and held rows. */
  rejected_text?: string
  held_text?: string
}

/**
 * Posts a preview's plan.
 * @throws UserError with all bad rows before anything is posted, unless they may be skipped
 */
export async function runImport(
  api: BudgetApi,
  preview: ImportPreview,
  options: RunOptions,
): Promise<ImportResult> {
  const { import_id, account_id, file, statement } = preview
  const { imports, resent = () => 0 } = options
  if (preview.plan.rejected.length > 0 && options.on_error === 'abort') throw createBadRowsError(preview.plan)
  const resentBefore = resent()
  const { before, plan, booked, matched, requests, ...last } = await postPreview(api, preview, options)
  const isWatched = imports.isAtomic || last.preview.known.as_of !== undefined
  const isDoubtful = resent() > resentBefore || (!isWatched && booked.created > 0)
  const copies = isDoubtful ? await findDoublePosts(api, preview, options) : undefined
  const ended = applyPostResult(plan, booked)
  const { counts, sums, rejected } = addEarlierPosts(ended, before)
  imports.finishImport(import_id, booked.stopped ? 'unfinished' : 'done', JSON.stringify({ counts, sums }))
  const stopped = resolveStopReason({ ...booked, created: counts.create }, import_id)
  const rejectedRows = formatRejectedRows(statement, ended)
  const heldRows = formatHeldRows(statement, ended)
  const batches = [...before.batches, ...booked.batches]
  return {
    import_id,
    file,
    account_id,
    created: { toJSON: () => batches.flatMap((number) => imports.listBatchTransactions(number)) },
    matched,
    counts,
    sums,
    rejected,
    requests: requests + (copies?.requests ?? 0),
    ...toTotalsReport(addImportTotals(before.tally, booked.tally), preview.currency, options.rules),
    ...(stopped && { stopped }),
    ...(!options.catchup && preview.plan.notes_cut > 0 && { notes_cut: preview.plan.notes_cut }),
    ...(copies && copies.ids.length > 0 && { second_copies: copies.ids }),
    ...(rejectedRows !== undefined && { rejected_text: rejectedRows }),
    ...(heldRows !== undefined && { held_text: heldRows }),
  }
}

/**
 * Returns the result of a file that was imported completely before with the same request; undefined if there
 * is something to do.
 * @see docs/import.md#5-duplicates
 */
export function findCompletedImport(
  imports: ImportJournal,
  import_id: string,
  { file, asked }: { file: string; asked: string },
): ImportResult | undefined {
  const record = imports.findImport(import_id)
  if (record?.state !== 'done' || record.asked !== asked) return undefined
  // An undone import may have deleted some of its rows.
  const isTakenBack = ({ account_id, state }: ImportRecord): boolean =>
    state === 'undone' && account_id === record.account_id
  if (imports.listImports().some(isTakenBack)) return undefined
  const totals = JSON.parse(record.result) as DispositionTotals // `runImport` wrote it.
  if (totals.counts.held > 0 || totals.counts.rejected > 0) return undefined
  return {
    import_id: record.id,
    file,
    account_id: record.account_id,
    created: { toJSON: () => [] },
    matched: [],
    ...countAsDuplicates(totals),
    rejected: [],
    requests: 0,
  }
}
