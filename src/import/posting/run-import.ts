/**
 * Runs an import: posts a preview, records it in the journal and returns the result.
 * @see docs/import.md#6-plan-preview-report
 * @see docs/import.md#7-exactly-once-without-an-idempotency-key
 */

import type { BudgetApi } from '../../contract/api.ts'
import type { ImportJournal, ImportRecord, ImportStore } from '../../contract/ports/import-journal.ts'
import { formatReason } from '../../tables/cells/vocabulary.ts'
import { buildFingerprints, findFingerprint } from '../matching/row-fingerprints.ts'
import type { Statement } from '../model/statement.ts'
import { dispositionCode, readRowsByDisposition } from '../plan/classify-rows.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import type { ImportPreview } from '../plan/preview-import.ts'
import {
  applyPostResult,
  countAsDuplicates,
  createBadRowsError,
  type DispositionTotals,
  type ImportResult,
  resolveStopReason,
} from './import-result.ts'
import { addImportTotals, toTotalsReport } from './import-totals.ts'
import { listNewTransactions, type NewTransaction } from './new-transactions.ts'
import { addEarlierPosts, postPreview, type RunOptions } from './post-preview.ts'

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
  if (preview.plan.rejected.length > 0 && options.on_error === 'abort')
    throw createBadRowsError(preview.plan, preview.statement)
  const resentBefore = resent()
  const { earlier, plan, posted, cleared, requests, ...last } = await postPreview(api, preview, options)
  const isWatched = imports.isAtomic || last.preview.existing.as_of !== undefined
  const isDoubtful = resent() > resentBefore || (!isWatched && posted.created > 0)
  const copies = isDoubtful ? await findDoublePosts(api, preview, options) : undefined
  const ended = applyPostResult(plan, posted)
  const { counts, sums, rejected } = addEarlierPosts(ended, earlier)
  const bank_balance = preview.balance && { date: preview.balance.date, amount: preview.balance.amount }
  const stored: StoredResult = { counts, sums, ...(bank_balance && { bank_balance }) }
  if (!posted.stopped) await options.beforeFinish?.()
  imports.finishImport(import_id, posted.stopped ? 'unfinished' : 'done', JSON.stringify(stored))
  const stopped = resolveStopReason({ ...posted, created: counts.create }, import_id)
  const rejects = formatRejects(statement, ended)
  const batches = [...earlier.batches, ...posted.batches]
  return {
    import_id,
    file,
    account_id,
    created: { toJSON: () => batches.flatMap((number) => imports.listBatchTransactions(number)) },
    matched: cleared.changed,
    ...(cleared.kept_date.length > 0 && { kept_date: cleared.kept_date }),
    counts,
    sums,
    rejected,
    requests: requests + (copies?.requests ?? 0),
    ...toTotalsReport(addImportTotals(earlier.totals, posted.totals), preview.currency, options.sources),
    ...(plan.left_out.length > 0 && { left_out: plan.left_out }),
    ...(stopped && { stopped }),
    ...(!options.catchup && preview.plan.notes_cut > 0 && { notes_cut: preview.plan.notes_cut }),
    ...(copies && copies.ids.length > 0 && { second_copies: copies.ids }),
    ...(rejects.rejected !== undefined && { rejected_text: rejects.rejected }),
    ...(rejects.held !== undefined && { held_text: rejects.held }),
  }
}

/** What the journal keeps of a result. */
type StoredResult = DispositionTotals & {
  /** The closing balance of the file, if it states one. */
  bank_balance?: { date: string; amount: string }
}

/** Returns the closing balance of an imported file; undefined if it stated none or an older version imported it. */
export const readBankBalance = ({ result }: Pick<ImportRecord, 'result'>): StoredResult['bank_balance'] =>
  result === '' ? undefined : (JSON.parse(result) as StoredResult).bank_balance // `runImport` wrote it.

/**
 * Returns the result of a file that was imported completely before with the same request; undefined if there
 * is something to do.
 * @see docs/import.md#5-duplicates
 */
export function findCompletedImport(
  imports: ImportJournal,
  import_id: string,
  { file, request }: { file: string; request: string },
): ImportResult | undefined {
  const record = imports.findImport(import_id)
  // Without a result, single rows of the file were booked to reconcile the account.
  if (record?.state !== 'done' || record.request !== request || record.result === '') return undefined
  // An undone import may have deleted some of its rows.
  const isTakenBack = ({ account_id, state }: ImportRecord): boolean =>
    state === 'undone' && account_id === record.account_id
  if (imports.listImports().some(isTakenBack)) return undefined
  const { counts, sums } = JSON.parse(record.result) as StoredResult // `runImport` wrote it.
  const totals = { counts, sums }
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

/** Returns the transactions that equal posted rows, did not exist before and are not in the journal. */
async function findDoublePosts(
  api: BudgetApi,
  { account_id, import_id, statement, plan, overrideFor }: ImportPreview,
  options: { imports: ImportStore; signal?: AbortSignal | undefined },
): Promise<{ ids: string[]; requests: number }> {
  const { span } = plan
  if (!span) return { ids: [], requests: 0 }
  const fingerprints = buildFingerprints(
    readRowsByDisposition('create', statement, plan),
    plan.dispositionCodes.length,
    overrideFor,
  )
  const range = { import_id, account_id, first_date: span.first, last_date: span.last }
  const { transactions, requests } = await listNewTransactions(api, range, options)
  const isPosted = (transaction: NewTransaction) =>
    !transaction.deleted && findFingerprint(fingerprints, transaction) !== undefined
  return { ids: transactions.filter(isPosted).map(({ id }) => id), requests }
}

const REJECTED = dispositionCode('rejected')
const HELD = dispositionCode('held')

/** The content of FILE.rejected.csv and FILE.held.csv; undefined if there are no such rows. */
interface Rejects {
  rejected: string | undefined
  held: string | undefined
}

/** Returns the rejected and held rows as CSV texts, reading the file once. */
function formatRejects(statement: Statement, plan: ImportPlan): Rejects {
  const lines = { rejected: [] as string[], held: [] as string[] }
  if (plan.counts.rejected === 0 && plan.counts.held === 0) return { rejected: undefined, held: undefined }
  const { delimiter, header } = statement
  const reasons = listRejectReasons(plan)
  const matches = new Map(plan.held.map(({ row, existing }) => [row.row, existing]))
  for (const { raw, line, row } of statement.rows()) {
    const code = plan.dispositionCodes[row - 1]
    const format = (reason: string) => `${raw}${delimiter}${quoteText(formatReason(line, reason))}`
    if (code === REJECTED) lines.rejected.push(format(reasons.get(row) ?? ''))
    if (code === HELD) {
      const { id, date, amount, payee } = matches.get(row) ?? { id: '', date: '', amount: '', payee: '' }
      lines.held.push(format(`possible duplicate of ${id}, ${date} ${amount} ${payee}`))
    }
  }
  const heading = header ? [`${header.raw}${delimiter}Reason`] : []
  const join = (rows: readonly string[]) =>
    rows.length > 0 ? `${[...heading, ...rows].join('\n')}\n` : undefined
  return { rejected: join(lines.rejected), held: join(lines.held) }
}

/** Returns the reasons of each rejected row, joined with `; `. */
function listRejectReasons({ rejected }: ImportPlan): ReadonlyMap<number, string> {
  const reasons = new Map<number, string>()
  for (const { row, message } of rejected) {
    const previous = reasons.get(row)
    reasons.set(row, previous === undefined ? message : `${previous}; ${message}`)
  }
  return reasons
}

const quoteText = (text: string): string => `"${text.replaceAll('"', '""')}"`
