/**
 * The rows of a plan go to the service in batches, the oldest first, each noted in the journal before it leaves.
 * @see docs/import.md#6-plan-preview-report
 * @see docs/import.md#7-exactly-once-without-an-idempotency-key
 */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BudgetApi } from '../../contract/api.ts'
import { ApiError, NetworkError, type RowError, UserError } from '../../contract/errors.ts'
import type { ImportStore } from '../../contract/ports/import-journal.ts'
import type { CategorizationRule } from '../../contract/ports/local-service.ts'
import { getTransactionsVersion } from '../../contract/reply-version.ts'
import { getCurrencyDecimals } from '../../money/currency.ts'
import type { Money } from '../../money/decimal.ts'
import { formatAmount } from '../../money/minor-units.ts'
import type { OverrideLookup } from '../model/row-decisions.ts'
import type { Statement } from '../model/statement.ts'
import { readRowsToPost } from '../plan/classify-rows.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import { type Batch, buildBatches, splitBatch } from './batches.ts'
import {
  addImportTotals,
  countAmount,
  countCategory,
  createImportTotals,
  type ImportTotals,
} from './import-totals.ts'
import { toJournalBatch } from './known-rows.ts'
import { locateBadRow, toBadRowError } from './locate-bad-row.ts'

export interface PostOptions {
  import_id: string
  statement: Statement
  plan: ImportPlan
  account_id: string
  currency: string
  /** What the rows' references are, as `Batch.references` has it. */
  references: string
  imports: ImportStore
  decide?: OverrideLookup | undefined
  /** The workspace's own rules, where they are at hand. */
  rules?: readonly CategorizationRule[] | undefined
  /**
   * The moment up to which the account is known: nothing is booked where others were added since.
   * @see docs/reliability.md#r4
   */
  as_of: string | undefined
  /** What a row does that the service refuses: end the import, or stay out of it. */
  on_error: 'abort' | 'skip'
  /** Milliseconds since 1970. */
  now: () => number
  signal?: AbortSignal | undefined
  progress?: ((done: { rows: number; of: number; requests: number }) => void) | undefined
}

/** What was booked. */
export interface PostResult {
  created: number
  /**
   * The batches of the journal that have their ids: a million ids fill the memory.
   * @see docs/performance.md#2-goals
   */
  batches: number[]
  sum: Money
  tally: ImportTotals
  requests: number
  /** Rows the service refused, left out of the import. */
  refused: RowError[]
  /** What ended it early: the person's interruption, or an error. */
  stopped?: 'interrupted' | { error: unknown }
}

/**
 * So many requests share one commit where the journal is in the same file.
 * @see docs/performance.md#3-design-choices-that-reach-them-by-effect
 */
const BATCHES_PER_COMMIT = 10
/** So many requests may be spent on finding refused rows. */
const MAX_BAD_ROW_SEARCHES = 20

/** Books the rows of a plan until all are, an error ends it or the signal stops it. */
export async function postBatches(api: BudgetApi, booking: PostOptions): Promise<PostResult> {
  const { plan, statement, currency, imports, signal, progress } = booking
  const batches: number[] = []
  const refused: RowError[] = []
  const counter = { requests: 0, searches: 0, as_of: booking.as_of }
  const finished = (stopped?: PostResult['stopped']): PostResult => ({
    created,
    batches,
    sum: formatAmount(tally.in + tally.out, getCurrencyDecimals(currency)),
    tally,
    requests: counter.requests,
    refused,
    ...(stopped && { stopped }),
  })
  let created = 0
  let tally = createImportTotals()
  const shipments = buildBatches(readRowsToPost(statement, plan), booking)
  for (const group of groupBatches(shipments, imports.isAtomic ? BATCHES_PER_COMMIT : 1)) {
    if (signal?.aborted) return finished('interrupted')
    const sent = await imports
      .groupCommit(() => postGroup(api, group, { ...booking, counter }))
      .catch((error: unknown): GroupResult => ({ ...createGroupResult(), error }))
    created += sent.created
    batches.push(...sent.batches)
    refused.push(...sent.refused)
    tally = addImportTotals(tally, sent.tally)
    if (sent.error !== undefined)
      return finished(isAbortError(sent.error) ? 'interrupted' : { error: sent.error })
    // A service in this process answers without a pause; an interruption is only heard in one.
    await nextTurn()
    progress?.({ rows: created, of: plan.counts.create, requests: counter.requests })
  }
  return finished()
}

/** Groups of so many shipments. Each is packed when it is to leave: what lives shortly costs V8 less. */
function* groupBatches(shipments: Generator<Batch>, size: number): Generator<Iterable<Batch>> {
  let next = shipments.next()
  function* group(): Generator<Batch> {
    for (let count = 0; count < size && !next.done; count++) {
      yield next.value
      next = shipments.next()
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
  tally: ImportTotals
  refused: RowError[]
  /** Why the shipments after it were not sent. */
  error?: unknown
}

const createGroupResult = (): GroupResult => ({
  created: 0,
  batches: [],
  tally: createImportTotals(),
  refused: [],
})

/** Sends shipments one after the other until one fails; those before it stay booked. */
async function postGroup(api: BudgetApi, group: Iterable<Batch>, sending: PostState): Promise<GroupResult> {
  const sent = createGroupResult()
  for (const shipment of group) {
    try {
      await postBatch(api, shipment, { ...sending, sent })
    } catch (error) {
      // A failing disk takes the whole group with it; whatever else went wrong concerns this shipment only.
      if (isRequestError(error)) return { ...sent, error }
      throw error
    }
  }
  return sent
}

/** Sends a shipment; rows that are refused stay out of it where they may. */
async function postBatch(
  api: BudgetApi,
  shipment: Batch,
  sending: PostState & { sent: GroupResult },
): Promise<void> {
  const { sent, counter, on_error, statement } = sending
  try {
    sent.batches.push(await sendJournaled(api, shipment, sending))
    sent.created += shipment.rows.length
    for (const { minor } of shipment.rows) countAmount(sent.tally, minor ?? 0n)
  } catch (error) {
    const refusal = locateBadRow(error, { statement, rows: shipment.rows })
    if (!refusal) throw error
    if (on_error === 'abort' || counter.searches === MAX_BAD_ROW_SEARCHES) throw toBadRowError(error, refusal)
    counter.searches += 1
    sent.refused.push(...refusal.bad)
    for (const rest of splitBatch(shipment, refusal)) await postBatch(api, rest, sending)
  }
}

/** Sends one request, noted before it leaves and again when its outcome is known; returns the number of its batch. */
async function sendJournaled(
  api: BudgetApi,
  { rows, body }: Batch,
  sending: PostState & { sent: GroupResult },
): Promise<number> {
  const { imports, account_id, counter, sent, rules } = sending
  // Where no doubt can arise nobody will compare them.
  const drafts = imports.isAtomic ? '' : JSON.stringify(body.transactions ?? [body.transaction])
  const number = imports.recordSending(toJournalBatch(rows, sending, drafts))
  counter.requests += 1
  try {
    const reply = await api.createTransactions({ body, if_none_added_since: counter.as_of })
    counter.as_of = getTransactionsVersion(reply) ?? counter.as_of
    const { transaction, transactions = [] } = reply
    const all = transactions.length > 0 || !transaction ? transactions : [transaction]
    const booked = all.filter((one) => one.account_id === account_id)
    const ids = booked.map(({ id }) => id)
    if (ids.length !== rows.length)
      throw new NetworkError(`The service answers ${ids.length} transactions for ${rows.length} rows`, true)
    imports.markDone(number, ids)
    booked.forEach((one, at) => countCategory(sent.tally, one, { draft: body.transactions?.[at], rules }))
    return number
  } catch (error) {
    if (imports.isAtomic || isCertainlyNotApplied(error)) imports.discardBatch(number)
    else imports.markUnknown(number)
    throw error
  }
}

/** The person's interruption, heard before a request left; one on its way is waited for. */
const isAbortError = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

const isRequestError = (error: unknown): boolean =>
  [ApiError, NetworkError, UserError].some((kind) => error instanceof kind) || isAbortError(error)

/** Did the service say no, or never hear of it? @see docs/import.md#7-exactly-once-without-an-idempotency-key */
function isCertainlyNotApplied(error: unknown): boolean {
  if (error instanceof ApiError) return error.name !== 'internal_error'
  return isAbortError(error) || (error instanceof NetworkError && !error.mayHaveApplied)
}
