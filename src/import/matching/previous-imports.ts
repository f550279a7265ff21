/**
 * What earlier imports booked, by the journal: which of it are rows of this file.
 * @see docs/import.md#5-duplicates
 */

import type { BudgetApi } from '../../contract/api.ts'
import { paginateTransactions } from '../../contract/paginate.ts'
import { type ImportJournal, type JournalBatch, ROW_KEY_BYTES } from '../../contract/ports/import-journal.ts'
import {
  addDigest,
  computeDigest,
  createDigestSet,
  type DigestSet,
  indexOfDigest,
  readDigest,
} from '../text/digest-set.ts'
import {
  claimImportedRow,
  hasFingerprint,
  hasReference,
  type ReferenceTrust,
  type RowFingerprints,
} from './row-fingerprints.ts'

/** Rows with the transactions they became. */
export type ImportedRows = Pick<JournalBatch, 'keys' | 'references' | 'ids'>

/** The days of a file, and some around them. */
export interface DateWindow {
  since_date: string
  until_date: string
}

/** Which earlier imports are asked. */
export interface PreviousImportsQuery {
  account_id: string
  /** What the file's references are, as `Batch.references` has it. */
  references: string
  /** Takes the file's keys; only asked when there is something to compare them with. */
  keys(): RowFingerprints
  journal: ImportJournal
  /** Rows that other files of a dry run would bring. */
  planned: readonly ImportedRows[]
  /** Transactions that say nothing about this file: another file of the same run brought them. */
  ignoredIds: ReadonlySet<string>
  /** Takes the transactions that rows of the file are, where another file of the run must not count them again. */
  claimedIds?: Set<string> | undefined
}

/** The transactions that earlier imports booked, by what they are to the file. */
export interface PreviousImports {
  keys: RowFingerprints | undefined
  /** They are rows of the file, or surely none: nothing is left to ask about them. */
  explained: DigestSet
  /** They have other references than rows with the same words. */
  renewed: DigestSet
  others: DigestSet
  /** Those that were deleted since and whose rows the file holds. */
  deletedIds: string[]
}

const digestSetByMatch = {
  there: 'explained',
  other: 'explained',
  renewed: 'renewed',
  unknown: 'others',
} as const

/** The rows that earlier imports booked, noted in the keys. `living`: those that were deleted since count for nothing. */
export async function findPreviousImports(
  earlier: PreviousImportsQuery,
  days: DateWindow,
  living: LiveTransactions | undefined,
): Promise<PreviousImports> {
  const { account_id, references, journal, planned, ignoredIds, claimedIds } = earlier
  const [explained, renewed, others] = [createDigestSet(), createDigestSet(), createDigestSet()]
  const found: PreviousImports = { keys: undefined, explained, renewed, others, deletedIds: [] }
  const window = { since: days.since_date, until: days.until_date }
  const booked = (): Generator<ImportedRows> =>
    concatIterables(journal.findImportedBatches(account_id, window), planned)
  if (booked().next().done) return found
  const keys = earlier.keys()
  found.keys = keys
  const isComparable = (batch: ImportedRows): boolean => batch.references === references && references !== ''
  const proven = hasSharedReference(keys, booked(), isComparable) ? 'lasting' : 'unproven'
  for (const batch of booked()) {
    const worth: ReferenceTrust = isComparable(batch) ? proven : 'nothing'
    for (let at = 0; at < batch.keys.length; at += ROW_KEY_BYTES) {
      const id = batch.ids[at / ROW_KEY_BYTES] ?? ''
      if (ignoredIds.has(id)) continue
      if (
        living &&
        id !== '' &&
        hasFingerprint(keys, readDigest(batch.keys, at)) &&
        !(await living.has(id))
      ) {
        found.deletedIds.push(id)
        continue
      }
      const is = claimImportedRow(keys, batch.keys, { at, worth }) ?? 'unknown'
      if (id === '') continue
      addDigest(found[digestSetByMatch[is]], computeDigest(id))
      if (is === 'there') claimedIds?.add(id)
    }
  }
  return found
}

/** Has any row of earlier imports a reference that the file has? */
function hasSharedReference(
  keys: RowFingerprints,
  booked: Iterable<ImportedRows>,
  isComparable: (batch: ImportedRows) => boolean,
): boolean {
  if (!keys.references) return false
  for (const batch of booked) {
    if (!isComparable(batch)) continue
    for (let at = 0; at < batch.keys.length; at += ROW_KEY_BYTES)
      if (hasReference(keys, batch.keys, at)) return true
  }
  return false
}

function* concatIterables<One>(first: Iterable<One>, second: Iterable<One>): Generator<One> {
  yield* first
  yield* second
}

interface LiveTransactions {
  has(id: string): Promise<boolean>
  requests(): number
}

/** Tells which transactions are still there. One that was moved to other days is asked for by itself. */
export async function loadLiveTransactions(
  api: BudgetApi,
  window: DateWindow & { account_id: string },
  signal: AbortSignal | undefined,
): Promise<LiveTransactions> {
  const ids = createDigestSet()
  let requests = 0
  for await (const page of paginateTransactions(api, window, signal, () => true)) {
    requests += 1
    for (const { id, deleted } of page) if (!deleted) addDigest(ids, computeDigest(id))
  }
  return {
    requests: () => requests,
    async has(id) {
      if (indexOfDigest(ids, computeDigest(id)) !== undefined) return true
      requests += 1
      return !(await api.getTransaction({ transaction_id: id }, signal)).transaction.deleted
    },
  }
}
