/**
 * Finds which rows of a file earlier imports already created, using the import journal.
 * @see docs/import.md#5-duplicates
 */

import type { BudgetApi } from '../../contract/api.ts'
import { paginateTransactions } from '../../contract/paginate.ts'
import {
  type ImportJournal,
  type ImportStore,
  type JournalBatch,
  ROW_KEY_BYTES,
} from '../../contract/ports/import-journal.ts'
import {
  addDigest,
  computeDigest,
  createDigestSet,
  type DigestSet,
  indexOfDigest,
  readDigest,
} from './digest-set.ts'
import {
  claimImportedRow,
  hasFingerprint,
  hasReference,
  type ReferenceTrust,
  type RowFingerprints,
} from './row-fingerprints.ts'

/** Imported rows with the transactions they became. */
export type ImportedRows = Pick<JournalBatch, 'import_id' | 'keys' | 'references' | 'ids'>

/** A date range, both ends included, `YYYY-MM-DD`. */
export interface DateWindow {
  since_date: string
  until_date: string
}

/** Which earlier imports are searched, and for what. */
export interface PreviousImportsQuery {
  account_id: string
  /** The kind of the file's references, as in `JournalBatch.references`. */
  references: string
  /** Builds the fingerprints of the file; called only if there is something to compare them with. */
  keys(): RowFingerprints
  journal: ImportJournal
  /** Rows that other files of a dry run would create. */
  planned: readonly ImportedRows[]
  /** Transactions to ignore because another file of the same run created them. */
  ignoredIds: ReadonlySet<string>
  /**
   * Receives the ids of transactions that equal a row, so that another file of the same run does not count
   * them again.
   */
  claimedIds?: Set<string> | undefined
}

/** The transactions of earlier imports, grouped by their relation to the file. */
export interface PreviousImports {
  keys: RowFingerprints | undefined
  /** Transactions that certainly are rows of the file, and those that certainly are none. */
  inFile: DigestSet
  notInFile: DigestSet
  /** Transactions whose references differ from those of rows with the same text. */
  renewed: DigestSet
  others: DigestSet
  /** Deleted transactions whose rows are in the file. */
  deletedIds: string[]
}

const digestSetByMatch = {
  there: 'inFile',
  other: 'notInFile',
  renewed: 'renewed',
  unknown: 'others',
} as const

/**
 * Returns the transactions of earlier imports and claims their fingerprints. With `liveTransactions`, deleted
 * transactions do not count.
 */
export async function findPreviousImports(
  query: PreviousImportsQuery,
  days: DateWindow,
  liveTransactions: LiveTransactions | undefined,
): Promise<PreviousImports> {
  const { account_id, references, journal, planned, ignoredIds, claimedIds } = query
  const found: PreviousImports = {
    keys: undefined,
    inFile: createDigestSet(),
    notInFile: createDigestSet(),
    renewed: createDigestSet(),
    others: createDigestSet(),
    deletedIds: [],
  }
  const window = { since: days.since_date, until: days.until_date }
  const listBatches = (): Generator<ImportedRows> =>
    concatIterables(journal.findImportedBatches(account_id, window), planned)
  if (listBatches().next().done) return found
  const keys = query.keys()
  found.keys = keys
  const isComparable = (batch: ImportedRows): boolean => batch.references === references && references !== ''
  const stable = listStableImports(keys, listBatches(), isComparable)
  for (const batch of listBatches()) {
    const trust: ReferenceTrust = !isComparable(batch)
      ? 'none'
      : stable.has(batch.import_id)
        ? 'stable'
        : 'unverified'
    for (let at = 0; at < batch.keys.length; at += ROW_KEY_BYTES) {
      const id = batch.ids[at / ROW_KEY_BYTES] ?? ''
      if (ignoredIds.has(id)) continue
      if (
        liveTransactions &&
        id !== '' &&
        hasFingerprint(keys, readDigest(batch.keys, at)) &&
        !(await liveTransactions.has(id))
      ) {
        found.deletedIds.push(id)
        continue
      }
      const match = claimImportedRow(keys, batch.keys, { at, trust }) ?? 'unknown'
      if (id === '') continue
      addDigest(found[digestSetByMatch[match]], computeDigest(id))
      if (match === 'there') claimedIds?.add(id)
    }
  }
  return found
}

/**
 * Returns the imports with a reference that occurs in the file. Each import speaks for its own rows only: an earlier
 * import of the same file has all of its references, and says nothing about those of a file before it.
 */
function listStableImports(
  keys: RowFingerprints,
  batches: Iterable<ImportedRows>,
  isComparable: (batch: ImportedRows) => boolean,
): ReadonlySet<string> {
  const stable = new Set<string>()
  if (!keys.references) return stable
  for (const batch of batches) {
    if (stable.has(batch.import_id) || !isComparable(batch)) continue
    for (let at = 0; at < batch.keys.length; at += ROW_KEY_BYTES)
      if (hasReference(keys, batch.keys, at)) stable.add(batch.import_id)
  }
  return stable
}

function* concatIterables<One>(first: Iterable<One>, second: Iterable<One>): Generator<One> {
  yield* first
  yield* second
}

interface LiveTransactions {
  has(id: string): Promise<boolean>
  requests(): number
}

/**
 * Returns a lookup of the transactions that still exist. A transaction that was moved out of the window costs
 * one request.
 */
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

/**
 * Returns the transactions other imports created. They do not match rows of this one, because files add up.
 */
export function listCreatedIds(
  imports: ImportStore,
  importIds: readonly string[] = [],
  ownId: string,
): ReadonlySet<string> {
  const batches = importIds.filter((id) => id !== ownId).flatMap((id) => imports.listBatches(id))
  return new Set(batches.flatMap(({ ids }) => ids.filter((id) => id !== '')))
}
