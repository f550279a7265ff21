/**
 * Loads the account's transactions around the dates of a file and matches them with its rows.
 * @see docs/import.md#5-duplicates
 */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BudgetApi } from '../../contract/api.ts'
import { getTransactionsVersion } from '../../contract/http-response.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import { paginateTransactions } from '../../contract/paginate.ts'
import { isStartingBalance } from '../../contract/starting-balance.ts'
import { addDays, FIRST_DAY, LAST_DAY } from '../../money/calendar.ts'
import { type DuplicateKeyFields, toDuplicateKeyFields } from '../../transactions/duplicate-key.ts'
import { addDigest, computeDigest, createDigestSet, type DigestSet, indexOfDigest } from './digest-set.ts'
import {
  type DateWindow,
  findPreviousImports,
  loadLiveTransactions,
  type PreviousImports,
  type PreviousImportsQuery,
} from './previous-imports.ts'
import { claimFingerprint, findFingerprint, isBooked, type RowFingerprints } from './row-fingerprints.ts'

/** An existing transaction with an amount that the file contains, but equal to none of its rows. */
export interface ExistingTransaction extends DuplicateKeyFields {
  id: string
  /** The other account of a transfer; null for a transaction. */
  transfer_account_id: string | null
  status: Transaction['status']
  /**
   * `file`: an earlier import created it. `renewed`: an earlier import created it, and rows with its text
   * have other references.
   */
  origin: 'unknown' | 'file' | 'renewed'
}

/** What the account already holds in the date window of a file. */
export interface ExistingTransactions {
  /**
   * The fingerprints of the file, with the number of existing transactions for each; undefined if the account
   * is empty in these days.
   */
  keys: RowFingerprints | undefined
  candidates: readonly ExistingTransaction[]
  /** Pending transactions that equal a row which the bank has booked. */
  uncleared: ExistingTransaction[]
  /** Transactions that equal a row and were not imported by this journal. */
  equalIds: string[]
  /** Deleted transactions of earlier imports whose rows are imported again. */
  deletedIds: readonly string[]
  /**
   * The moment at which the account was listed, if the service reports it; transactions added later then
   * cause a conflict.
   */
  as_of?: string | undefined
  /** The number of requests used. */
  requests: number
}

/** An account and the dates of a file. */
export interface ExistingQuery extends PreviousImportsQuery {
  span: { first: string; last: string } | undefined
  /** True to import rows again whose transactions were deleted. */
  reimport_deleted: boolean
}

/** A bank may book a transaction up to a week after the user entered it. */
export const NEAR_DAYS = 7

/**
 * Queries the journal, then lists the account around the dates of the file; keeps only what may match a row.
 */
export async function loadExistingTransactions(
  api: BudgetApi,
  query: ExistingQuery,
  signal?: AbortSignal,
): Promise<ExistingTransactions> {
  const { account_id, span, ignoredIds, claimedIds } = query
  const candidates: ExistingTransaction[] = []
  const uncleared: ExistingTransaction[] = []
  const same: string[] = []
  let requests = 0
  if (!span)
    return {
      keys: undefined,
      candidates,
      uncleared,
      equalIds: same,
      deletedIds: [],
      as_of: undefined,
      requests,
    }
  const days = expandToWindow(span)
  const liveTransactions = query.reimport_deleted
    ? await loadLiveTransactions(api, { account_id, ...days }, signal)
    : undefined
  const previous = await findPreviousImports(query, days, liveTransactions)
  requests += liveTransactions?.requests() ?? 0
  let { keys } = previous
  let as_of: string | undefined
  let pages = 0
  for await (const page of paginateTransactions(
    api,
    { account_id, ...days },
    signal,
    createFirstSeenFilter(),
  )) {
    requests += 1
    // A transaction added while the pages are read may be on none of them.
    if (pages++ === 0) as_of = getTransactionsVersion(page)
    // A service in this process answers without yielding, so an abort signal is noticed only here.
    await nextTurn()
    for (const transaction of page) {
      const { id, deleted, status } = transaction
      if (deleted || ignoredIds.has(id) || isStartingBalance(transaction)) continue
      const relation = relateToFile(previous, id)
      const isInFile = relation === 'inFile'
      if (relation === 'notInFile' || (isInFile && status !== 'pending')) continue
      keys ??= query.keys()
      const existing = toExistingTransaction(transaction, isInFile ? 'file' : relation)
      const fingerprint = findFingerprint(keys, existing)
      if (fingerprint && !isInFile) same.push(id)
      const isRow =
        isInFile ||
        (relation !== 'renewed' && fingerprint !== undefined && claimFingerprint(keys, fingerprint))
      if (isRow && status === 'pending' && fingerprint && isBooked(keys, fingerprint))
        uncleared.push(existing)
      if (isRow) claimedIds?.add(id)
      if (!isRow && keys.amounts.has(existing.amount)) candidates.push(existing)
    }
  }
  return { keys, candidates, uncleared, equalIds: same, deletedIds: previous.deletedIds, as_of, requests }
}

/** Returns how a transaction relates to the rows of the file, as far as earlier imports tell. */
function relateToFile(
  { inFile, notInFile, renewed, others }: PreviousImports,
  id: string,
): 'inFile' | 'notInFile' | ExistingTransaction['origin'] {
  const digest = computeDigest(id)
  const isIn = (digests: DigestSet): boolean => indexOfDigest(digests, digest) !== undefined
  if (isIn(inFile)) return 'inFile'
  if (isIn(notInFile)) return 'notInFile'
  return isIn(renewed) ? 'renewed' : isIn(others) ? 'file' : 'unknown'
}

/**
 * Returns a filter for ids that occur for the first time. It stores digests, since an account may hold a
 * million ids.
 */
function createFirstSeenFilter(): (id: string) => boolean {
  const ids = createDigestSet()
  return (id) => {
    const size = ids.size
    return addDigest(ids, computeDigest(id)) === size
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
  const { id, transfer_account_id, status } = transaction
  return { id, ...toDuplicateKeyFields(transaction), transfer_account_id, status, origin }
}
