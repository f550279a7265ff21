/**
 * What the account already holds around the days of a file: which rows are there, which may be.
 * @see docs/import.md#5-duplicates
 */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BudgetApi } from '../../contract/api.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import { paginateTransactions } from '../../contract/paginate.ts'
import { getTransactionsVersion } from '../../contract/reply-version.ts'
import { addDays, FIRST_DAY, LAST_DAY } from '../../money/calendar.ts'
import { addDigest, computeDigest, createDigestSet, indexOfDigest } from '../text/digest-set.ts'
import {
  type DateWindow,
  findPreviousImports,
  loadLiveTransactions,
  type PreviousImportsQuery,
} from './previous-imports.ts'
import { claimFingerprint, findFingerprint, type RowFingerprints } from './row-fingerprints.ts'

/** A transaction of the service that no row of the file equals, of an amount that the file holds. */
export interface ExistingTransaction {
  id: string
  date: string
  amount: string
  payee: string
  notes: string
  /** Of one side of a transfer, where the other side is. */
  transfer_account_id: string | null
  status: Transaction['status']
  /** `file`: an earlier import booked it; `renewed`: with a reference, where rows with its words have others. */
  origin: 'unknown' | 'file' | 'renewed'
}

export interface ExistingTransactions {
  /** The file's keys and how often each is in the account; undefined when the account holds nothing in these days. */
  keys: RowFingerprints | undefined
  candidates: readonly ExistingTransaction[]
  /** The transactions that have the words of a row and were not imported from here. */
  same: string[]
  /** Transactions of earlier imports that were deleted since, where their rows are to be booked again. */
  deletedIds: readonly string[]
  /** Of which moment the account was listed, where the service says it: later additions are then no surprise. */
  as_of?: string | undefined
  /** The requests the look-up took. */
  requests: number
}

/** An account around the days a file spans. */
export interface ExistingQuery extends PreviousImportsQuery {
  span: { first: string; last: string } | undefined
  /** Rows that were imported once and deleted since count as missing. */
  reimport_deleted: boolean
}

/** A bank may book a week after a person did. */
export const NEAR_DAYS = 7

/** Asks the journal, then lists the account around the file's days; keeps only what the file asks about. */
export async function loadExistingTransactions(
  api: BudgetApi,
  sought: ExistingQuery,
  signal?: AbortSignal,
): Promise<ExistingTransactions> {
  const { account_id, span, beside, taken } = sought
  const candidates: ExistingTransaction[] = []
  const same: string[] = []
  let requests = 0
  if (!span) return { keys: undefined, candidates, same, deletedIds: [], as_of: undefined, requests }
  const days = expandToWindow(span)
  const living = sought.reimport_deleted
    ? await loadLiveTransactions(api, { account_id, ...days }, signal)
    : undefined
  const journaled = await findPreviousImports(sought, days, living)
  requests += living?.requests() ?? 0
  let { keys } = journaled
  let as_of: string | undefined
  let pages = 0
  for await (const page of paginateTransactions(
    api,
    { account_id, ...days },
    signal,
    createFirstSeenFilter(),
  )) {
    requests += 1
    // What is added while the pages come may be on none of them.
    if (pages++ === 0) as_of = getTransactionsVersion(page)
    // A service in this process answers without a pause; an interruption is only heard in one.
    await nextTurn()
    for (const transaction of page) {
      const { id, deleted } = transaction
      if (deleted || beside.has(id)) continue
      const digest = computeDigest(id)
      if (indexOfDigest(journaled.explained, digest) !== undefined) continue
      keys ??= sought.keys()
      const isRenewed = indexOfDigest(journaled.renewed, digest) !== undefined
      const isFromFile = indexOfDigest(journaled.others, digest) !== undefined
      const known = toExistingTransaction(
        transaction,
        isRenewed ? 'renewed' : isFromFile ? 'file' : 'unknown',
      )
      const words = findFingerprint(keys, known)
      if (words) same.push(id)
      const isThere = !isRenewed && words !== undefined && claimFingerprint(keys, words)
      if (isThere) taken?.add(id)
      if (!isThere && keys.amounts.has(known.amount)) candidates.push(known)
    }
  }
  return { keys, candidates, same, deletedIds: journaled.deletedIds, as_of, requests }
}

/** Tells ids that come for the first time; as digests, since an account may hold a million. */
function createFirstSeenFilter(): (id: string) => boolean {
  const ids = createDigestSet()
  return (id) => {
    const before = ids.size
    return addDigest(ids, computeDigest(id)) === before
  }
}

function expandToWindow({ first, last }: { first: string; last: string }): DateWindow {
  const since = addDays(first, -NEAR_DAYS)
  const until = addDays(last, NEAR_DAYS)
  return {
    since_date: since < FIRST_DAY ? FIRST_DAY : since,
    until_date: until > LAST_DAY ? LAST_DAY : until,
  }
}

function toExistingTransaction(
  transaction: Transaction,
  origin: ExistingTransaction['origin'],
): ExistingTransaction {
  const { id, date, amount, merchant_name, notes, transfer_account_id, status } = transaction
  const words = { payee: merchant_name ?? '', notes: notes ?? '' }
  return { id, date, amount, ...words, transfer_account_id, status, origin }
}
