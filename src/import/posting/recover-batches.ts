/**
 * Recovers batches whose answer was lost: finds out whether they were posted before sending more.
 * @see docs/import.md#7-exactly-once-without-an-idempotency-key
 */

import type { BudgetApi } from '../../contract/api.ts'
import { NetworkError } from '../../contract/errors.ts'
import type { TransactionDraft, TransferDraft } from '../../contract/operations/transactions.ts'
import type { ImportStore, JournalBatch } from '../../contract/ports/import-journal.ts'
import { buildDraftKey, buildDuplicateKey } from '../../transactions/duplicate-key.ts'
import { listNewTransactions } from './new-transactions.ts'

/**
 * The time after sending during which a request may still take effect, in milliseconds: its deadline plus 30
 * seconds.
 * @see docs/http-client.md#recovery
 */
const DEFAULT_LATE_EFFECT_MILLISECONDS = 90_000

/** What is needed to recover the unconfirmed batches of an account. */
export interface RecoverBatchesOptions {
  imports: ImportStore
  account_id: string
  /** Milliseconds since 1970. */
  now: () => number
  wait: (milliseconds: number) => Promise<unknown>
  signal?: AbortSignal | undefined
  /** The user's decision about a batch of which only a part is in the account. */
  assume?: 'done' | 'absent' | undefined
  /** Receives the waited seconds and the total. */
  waiting?: ((done: number, of: number) => void) | undefined
}

/**
 * Recovers all unconfirmed batches of an account; returns the number of requests used.
 * @throws NetworkError if only a part of a batch is found and the user has not decided
 */
export async function recoverBatches(api: BudgetApi, options: RecoverBatchesOptions): Promise<number> {
  let requests = 0
  for (const batch of options.imports.listUnconfirmedBatches(options.account_id)) {
    requests += await recoverBatch(api, batch, options)
  }
  return requests
}

async function recoverBatch(
  api: BudgetApi,
  batch: JournalBatch,
  options: RecoverBatchesOptions,
): Promise<number> {
  const { imports } = options
  let requests = 0
  // Rows that exist are found at once; missing rows may still arrive until a late request can take no effect.
  for (const attempt of ['at once', 'after late effects'] as const) {
    if (attempt === 'after late effects') await waitForLateEffects(batch, options)
    const found = await findPostedIds(api, batch, options)
    requests += found.requests
    const present = found.ids.filter((id) => id !== undefined)
    if (present.length === found.ids.length) {
      imports.markDone(batch.number, present)
      return requests
    }
    if (present.length > 0 || options.assume) {
      resolvePartialBatch(batch, found.ids, options)
      return requests
    }
  }
  imports.discardBatch(batch.number)
  return requests
}

/**
 * A batch is posted completely or not at all, so someone else changed the account. Only the user can tell.
 */
function resolvePartialBatch(
  batch: JournalBatch,
  ids: readonly (string | undefined)[],
  { imports, assume }: RecoverBatchesOptions,
): void {
  if (assume === 'absent') return imports.discardBatch(batch.number)
  if (assume === 'done')
    return imports.markDone(
      batch.number,
      ids.map((id) => id ?? ''),
    )
  const { import_id: id } = batch
  const present = ids.filter((found) => found !== undefined).length
  throw new NetworkError(`Only ${present} of ${ids.length} rows that were sent are in the account`, true, {
    hint: `Compare both with "budget imports show ${id}", then decide: "budget imports resume ${id} --assume done" or "--assume absent"`,
  })
}

async function waitForLateEffects(
  { sent_at }: JournalBatch,
  { now, wait, signal, ...options }: RecoverBatchesOptions,
): Promise<void> {
  // With a clock that was set back, this would wait forever.
  const began = now()
  const until =
    Math.min(sent_at, began) + (options.imports.lateEffectMilliseconds ?? DEFAULT_LATE_EFFECT_MILLISECONDS)
  const seconds = (moment: number) => Math.round((moment - began) / 1000)
  while (now() < until) {
    signal?.throwIfAborted()
    await wait(Math.min(1000, until - now()))
    options.waiting?.(seconds(now()), seconds(until))
  }
}

/**
 * Returns the ids of the transactions that the rows of a batch became, in row order; undefined for missing
 * rows.
 */
async function findPostedIds(
  api: BudgetApi,
  batch: JournalBatch,
  options: Pick<RecoverBatchesOptions, 'imports' | 'signal'>,
): Promise<{ ids: (string | undefined)[]; requests: number }> {
  const { transactions, requests } = await listNewTransactions(api, batch, options)
  const idsByKey = new Map<string, string[]>()
  for (const transaction of transactions) {
    const key = buildDuplicateKey(transaction)
    idsByKey.set(key, [...(idsByKey.get(key) ?? []), transaction.id])
  }
  const drafts = JSON.parse(batch.drafts) as (TransactionDraft | TransferDraft)[] // Only post-batches.ts writes them.
  return {
    ids: drafts.map((draft) => idsByKey.get(buildDraftKey(draft, batch.account_id))?.shift()),
    requests,
  }
}
