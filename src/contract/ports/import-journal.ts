/**
 * What is remembered of imports, so that no row is booked twice and every import can be resumed or undone.
 * @see docs/import.md#7-exactly-once-without-an-idempotency-key
 */

/** `unfinished`: under way, stopped or killed; importing the file again books the rest. */
export type ImportState = 'unfinished' | 'done' | 'undone'

/** One file that went into one account. */
export interface ImportRecord {
  /** Made from the account and the file's content: the same file into the same account is the same import. */
  id: string
  account_id: string
  /** Where the file was, as an absolute path; `-` when it came in on stdin. */
  path: string
  /** Milliseconds since 1970. */
  started_at: number
  state: ImportState
  /** What the person asked for, in the importer's own words. */
  asked: string
  /** What the last run came to, in the importer's own words; empty before it ended. */
  result: string
}

/**
 * `sending`: it left, or was about to, and nothing was heard of it yet; `unknown`: nothing will be; `done`: it was booked.
 * `noted`: nothing was sent, the rows stand for transactions that were there, or for none.
 */
export type JournalBatchState = 'sending' | 'unknown' | 'done' | 'noted'

/** Rows that go to the service in one request: all of them are booked, or none. */
export interface JournalBatch {
  number: number
  import_id: string
  account_id: string
  state: JournalBatchState
  /** Milliseconds since 1970. */
  sent_at: number
  first_date: string
  last_date: string
  /** The rows' keys one after the other, each of `keyBytes` bytes. */
  keys: Uint8Array
  /** What the bank's references in the keys are, such as the heading of their column; those of another kind say nothing. */
  references: string
  /** The transactions the rows became, in the rows' order; empty while that is open. A row that stands for none has ''. */
  ids: string[]
  /** The rows as they were sent, as JSON; empty once nobody needs them. */
  drafts: string
}

/** The key of a row: twelve bytes of what it says, and twelve of the bank's reference, which are zero without one. */
export const ROW_KEY_BYTES = 24

/** Throws StorageTrouble when it cannot be written; then nothing may be sent either. */
export interface ImportJournal {
  /** All imports, the latest first. */
  listImports(): ImportRecord[]
  findImport(id: string): ImportRecord | undefined
  /** Begins an import, or takes it up again; `known`: transactions with the words of the file that were there before. */
  beginImport(record: Omit<ImportRecord, 'state' | 'result'>, known: readonly string[]): void
  /** The transactions an import found. */
  listKnownTransactions(id: string): string[]
  finishImport(id: string, state: ImportState, result: string): void
  /** Notes a batch before it is sent; returns its number. */
  recordSending(batch: Omit<JournalBatch, 'number' | 'state' | 'ids'>): number
  /** Notes rows that need not be sent, with the transactions they stand for. */
  recordKnownRows(batch: Omit<JournalBatch, 'number' | 'state' | 'ids'>, ids: readonly string[]): void
  /** The batch was booked. */
  markDone(number: number, ids: readonly string[]): void
  /** Nobody can tell whether the batch was booked. */
  markUnknown(number: number): void
  /** The batch was surely not booked. */
  discardBatch(number: number): void
  /** These transactions are gone for good: rows that became them, or stood for them, are no longer known. */
  forgetTransactions(ids: readonly string[]): void
  /** The transactions that the rows of a batch became. */
  listBatchTransactions(number: number): string[]
  /** The batches of an import, in the order in which they were sent. */
  listBatches(import_id: string): JournalBatch[]
  /** The batches of an account of which nobody knows whether they were booked. */
  listUnconfirmedBatches(account_id: string): JournalBatch[]
  /** The batches of an account, booked or noted, with rows of these days, of imports that were not undone. */
  findImportedBatches(
    account_id: string,
    days: { since: string; until: string },
  ): Iterable<Pick<JournalBatch, 'keys' | 'references' | 'ids'>>
}

/** The ids of the transactions an import booked, as JSON lists them: read from the journal when they are told. */
export interface CreatedTransactionIds {
  toJSON(): string[]
}

/** The journal of a workspace, and what importing into it takes beside the API. */
export interface ImportStore extends ImportJournal {
  /** Are a batch and its mark in the journal written together, so that no doubt about it can arise? */
  isAtomic: boolean
  /** How many milliseconds after it was sent a request may still take effect; the usual time when left out. */
  settledAfterMs?: number
  /** What is written within `work` is on the disk together; where that cannot be, each write is by itself. */
  groupCommit<Result>(work: () => Promise<Result>): Promise<Result>
  /** Keeps other imports out of an account until it is released, or this process ends. Throws a Mistake when one is under way. */
  lockAccount(account_id: string): () => void
}
