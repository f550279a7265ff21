/**
 * Posts the rows of a plan in batches, oldest first, each recorded in the journal before it is sent.
 * @see docs/import.md#6-plan-preview-report
 * @see docs/import.md#7-exactly-once-without-an-idempotency-key
 */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BudgetApi } from '../../contract/api.ts'
import {
  ApiError,
  isAbortError,
  isCertainlyNotApplied,
  NetworkError,
  type RowError,
  UserError,
} from '../../contract/errors.ts'
import { getTransactionsVersion } from '../../contract/http-response.ts'
import type { ImportStore } from '../../contract/ports/import-journal.ts'
import { getCurrencyDecimals } from '../../money/currency.ts'
import type { Money } from '../../money/decimal.ts'
import { formatAmount } from '../../money/minor-units.ts'
import type { OverrideLookup } from '../model/row-decisions.ts'
import type { Statement } from '../model/statement.ts'
import { readRowsToPost } from '../plan/classify-rows.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import { type Batch, buildBatches, locateBadRow, splitBatch, toBadRowError } from './batches.ts'
import {
  addImportTotals,
  type CategorySources,
  countAmount,
  countCategory,
  createImportTotals,
  type ImportTotals,
} from './import-totals.ts'
import { toJournalBatch } from './record-rows.ts'

/** What is posted, where, and how. */
export interface PostOptions {
  import_id: string
  statement: Statement
  plan: ImportPlan
  account_id: string
  currency: string
  /** The kind of the rows' references, as in `JournalBatch.references`. */
  references: string
  imports: ImportStore
  overrideFor?: OverrideLookup | undefined
  /** Where the categories of a local workspace come from. */
  sources?: CategorySources | undefined
  /**
   * The moment up to which the account is known; the service reports a conflict if transactions were added
   * since.
   * @see docs/reliability.md#r4
   */
  as_of: string | undefined
  /** What happens when the API rejects a row: end the import, or exclude the row. */
  on_error: 'abort' | 'skip'
  /** Milliseconds since 1970. */
  now: () => number
  signal?: AbortSignal | undefined
  progress?: ((done: { rows: number; of: number; requests: number }) => void) | undefined
}

/** What was posted. */
export interface PostResult {
  created: number
  /**
   * The journal numbers of the posted batches. Their ids stay in the journal, because a million ids would
   * fill the memory.
   * @see docs/performance.md#goals
   */
  batches: number[]
  sum: Money
  totals: ImportTotals
  requests: number
  /** Rows that the API rejected. */
  rejectedRows: RowError[]
  /** Why posting ended early: an abort signal or an error. */
  stopped?: 'interrupted' | { error: unknown }
}

/**
 * The number of batches in one commit, if the journal is in the same database.
 * @see docs/performance.md#what-reaches-them
 */
const BATCHES_PER_COMMIT = 100
/** The maximum number of requests for locating bad rows. */
const MAX_BAD_ROW_SEARCHES = 20

/** Posts the rows of a plan until all are posted, an error ends it or the signal aborts it. */
export async function postBatches(api: BudgetApi, options: PostOptions): Promise<PostResult> {
  const { plan, statement, currency, imports, signal, progress } = options
  const batches: number[] = []
  const rejectedRows: RowError[] = []
  const counter = { requests: 0, searches: 0, as_of: options.as_of }
  const finish = (stopped?: PostResult['stopped']): PostResult => ({
    created,
    batches,
    sum: formatAmount(totals.in + totals.out, getCurrencyDecimals(currency)),
    totals,
    requests: counter.requests,
    rejectedRows,
    ...(stopped && { stopped }),
  })
  let created = 0
  let totals = createImportTotals()
  const allBatches = buildBatches(readRowsToPost(statement, plan), options)
  for (const group of groupBatches(allBatches, imports.isAtomic ? BATCHES_PER_COMMIT : 1)) {
    if (signal?.aborted) return finish('interrupted')
    const groupResult = await imports
      .groupCommit(() => postGroup(api, group, { ...options, counter }))
      .catch((error: unknown): GroupResult => ({ ...createGroupResult(), error }))
    created += groupResult.created
    batches.push(...groupResult.batches)
    rejectedRows.push(...groupResult.rejectedRows)
    totals = addImportTotals(totals, groupResult.totals)
    if (groupResult.error !== undefined)
      return finish(isAbortError(groupResult.error) ? 'interrupted' : { error: groupResult.error })
    // A service in this process answers without yielding, so an abort signal is noticed only here.
    await nextTurn()
    progress?.({ rows: created, of: plan.counts.create, requests: counter.requests })
  }
  return finish()
}

/**
 * Yields groups of batches. Each batch is built only when it is sent, because short-lived objects cost less.
 */
function* groupBatches(batches: Generator<Batch>, size: number): Generator<Iterable<Batch>> {
  let next = batches.next()
  function* group(): Generator<Batch> {
    for (let count = 0; count < size && !next.done; count++) {
      yield next.value
      next = batches.next()
    }
  }
  while (!next.done) yield group()
}

interface PostState extends PostOptions {
  counter: { requests: number; searches: number; as_of: string | undefined }
}

interface GroupResult {
  created: number
  batches: number[]
  totals: ImportTotals
  rejectedRows: RowError[]
  /** Why the remaining batches were not sent. */
  error?: unknown
}

const createGroupResult = (): GroupResult => ({
  created: 0,
  batches: [],
  totals: createImportTotals(),
  rejectedRows: [],
})

/** Posts batches one after another until one fails; those before it stay posted. */
async function postGroup(api: BudgetApi, group: Iterable<Batch>, state: PostState): Promise<GroupResult> {
  const result = createGroupResult()
  for (const batch of group) {
    try {
      await postBatch(api, batch, { ...state, sent: result })
    } catch (error) {
      // A storage error rolls back the whole group; any other error concerns this batch only.
      if (isRequestError(error)) return { ...result, error }
      throw error
    }
  }
  return result
}

/** Posts a batch; with `on_error: skip`, rejected rows are left out. */
async function postBatch(
  api: BudgetApi,
  batch: Batch,
  state: PostState & { sent: GroupResult },
): Promise<void> {
  const { sent, counter, on_error, statement } = state
  try {
    sent.batches.push(await sendJournaled(api, batch, state))
    sent.created += batch.rows.length
    for (const { minor } of batch.rows) countAmount(sent.totals, minor ?? 0n)
  } catch (error) {
    const location = locateBadRow(error, { statement, rows: batch.rows })
    if (!location) throw error
    if (on_error === 'abort' || counter.searches === MAX_BAD_ROW_SEARCHES)
      throw toBadRowError(error, location)
    counter.searches += 1
    sent.rejectedRows.push(...location.bad)
    for (const rest of splitBatch(batch, location)) await postBatch(api, rest, state)
  }
}

/** Sends one request, recorded in the journal before and after; returns its batch number. */
async function sendJournaled(
  api: BudgetApi,
  { rows, body }: Batch,
  state: PostState & { sent: GroupResult },
): Promise<number> {
  const { imports, account_id, counter, sent, sources } = state
  // If journal and data commit together, the batch is recorded once, and no one will ever compare the drafts.
  const drafts = imports.isAtomic ? '' : JSON.stringify(body.transactions ?? [body.transaction])
  const journalBatch = toJournalBatch(rows, state, drafts)
  const sending = imports.isAtomic ? undefined : imports.recordSending(journalBatch)
  counter.requests += 1
  try {
    const reply = await api.createTransactions({ body, if_none_added_since: counter.as_of })
    counter.as_of = getTransactionsVersion(reply) ?? counter.as_of
    const { transaction, transactions = [] } = reply
    const all = transactions.length > 0 || !transaction ? transactions : [transaction]
    const created = all.filter((one) => one.account_id === account_id)
    const ids = created.map(({ id }) => id)
    if (ids.length !== rows.length)
      throw new NetworkError(`The service returned ${ids.length} transactions for ${rows.length} rows`, true)
    if (sending !== undefined) imports.markDone(sending, ids)
    created.forEach((one, at) => countCategory(sent.totals, one, { draft: body.transactions?.[at], sources }))
    return sending ?? imports.recordDone(journalBatch, ids)
  } catch (error) {
    if (sending !== undefined && isCertainlyNotApplied(error)) imports.discardBatch(sending)
    else if (sending !== undefined) imports.markUnknown(sending)
    throw error
  }
}

const isRequestError = (error: unknown): boolean =>
  [ApiError, NetworkError, UserError].some((type) => error instanceof type) || isAbortError(error)
