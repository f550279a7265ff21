/**
 * Batches nobody heard the end of: were they booked? Found out before anything else is sent.
 * @see docs/import.md#7-exactly-once-without-an-idempotency-key
 */

import type { BudgetApi } from '../../contract/api.ts'
import { NetworkError } from '../../contract/errors.ts'
import type { TransactionDraft, TransferDraft } from '../../contract/operations/transactions.ts'
import { paginateTransactions } from '../../contract/paginate.ts'
import type { ImportStore, JournalBatch } from '../../contract/ports/import-journal.ts'
import { buildDraftKey, buildDuplicateKey } from '../matching/drafts.ts'

/**
 * How long after it was sent a request may still take effect: its deadline, and half a minute more.
 * @see docs/http-client.md#recovery
 */
const DEFAULT_SETTLE_TIME = 90_000

export interface RecoverBatchesOptions {
  imports: ImportStore
  account_id: string
  /** Milliseconds since 1970. */
  now: () => number
  wait: (milliseconds: number) => Promise<unknown>
  signal?: AbortSignal | undefined
  /** What a person says about batches of which the account holds a part. */
  assume?: 'done' | 'absent' | undefined
  /** Hears how many of how many seconds were waited. */
  waiting?: ((done: number, of: number) => void) | undefined
}

/** Settles every batch of an account that is in doubt; returns the requests it took. Throws Unreachable when one cannot be settled. */
export async function recoverBatches(api: BudgetApi, doubts: RecoverBatchesOptions): Promise<number> {
  let requests = 0
  for (const batch of doubts.imports.listUnconfirmedBatches(doubts.account_id)) {
    requests += await recoverBatch(api, batch, doubts)
  }
  return requests
}

async function recoverBatch(
  api: BudgetApi,
  batch: JournalBatch,
  doubts: RecoverBatchesOptions,
): Promise<number> {
  const { imports } = doubts
  let requests = 0
  // What is there already needs no waiting for; what is not there may still come.
  for (const look of ['at once', 'when settled'] as const) {
    if (look === 'when settled') await waitUntilSettled(batch, doubts)
    const found = await findPostedIds(api, batch, doubts)
    requests += found.requests
    const present = found.ids.filter((id) => id !== undefined)
    if (present.length === found.ids.length) {
      imports.markDone(batch.number, present)
      return requests
    }
    if (present.length > 0 || doubts.assume) {
      resolvePartialBatch(batch, found.ids, doubts)
      return requests
    }
  }
  imports.discardBatch(batch.number)
  return requests
}

/** Batches are booked whole or not at all: somebody else wrote, or changed what we had written. Only a person can tell. */
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
  throw new NetworkError(`Of ${ids.length} rows that were sent only ${present} are in the account`, true, {
    hint: `Look at both with "budget imports show ${id}", then say which it is: "budget imports resume ${id} --assume done" or "--assume absent"`,
  })
}

async function waitUntilSettled(
  { sent_at }: JournalBatch,
  { now, wait, signal, ...doubts }: RecoverBatchesOptions,
): Promise<void> {
  // A clock that was set back since would have us wait for ever.
  const began = now()
  const until = Math.min(sent_at, began) + (doubts.imports.settledAfterMs ?? DEFAULT_SETTLE_TIME)
  const seconds = (moment: number) => Math.round((moment - began) / 1000)
  while (now() < until) {
    signal?.throwIfAborted()
    await wait(Math.min(1000, until - now()))
    doubts.waiting?.(seconds(now()), seconds(until))
  }
}

/** The transactions that the rows of a batch became, in their order. */
async function findPostedIds(
  api: BudgetApi,
  { import_id, account_id, first_date, last_date, drafts }: JournalBatch,
  { imports, signal }: Pick<RecoverBatchesOptions, 'imports' | 'signal'>,
): Promise<{ ids: (string | undefined)[]; requests: number }> {
  const days = { since: first_date, until: last_date }
  const known = new Set(imports.listKnownTransactions(import_id))
  for (const { ids } of imports.findImportedBatches(account_id, days)) for (const id of ids) known.add(id)
  const fresh = new Map<string, string[]>()
  const window = { account_id, since_date: first_date, until_date: last_date }
  let requests = 0
  for await (const page of paginateTransactions(api, window, signal)) {
    requests += 1
    for (const { id, date, amount, merchant_name, notes } of page) {
      if (known.has(id)) continue
      const key = buildDuplicateKey({ date, amount, payee: merchant_name ?? '', notes: notes ?? '' })
      fresh.set(key, [...(fresh.get(key) ?? []), id])
    }
  }
  const sent = JSON.parse(drafts) as (TransactionDraft | TransferDraft)[] // only `booking` writes them
  return { ids: sent.map((draft) => fresh.get(buildDraftKey(draft, account_id))?.shift()), requests }
}
