/** What is remembered of imports, so that no row is booked twice and every import can be resumed or undone. */ // import.md §7

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
export type BatchState = 'sending' | 'unknown' | 'done' | 'noted'

/** Rows that go to the service in one request: all of them are booked, or none. */
export interface Batch {
  number: number
  import_id: string
  account_id: string
  state: BatchState
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
export const keyBytes = 24

/** Throws StorageTrouble when it cannot be written; then nothing may be sent either. */
export interface Journal {
  /** All imports, the latest first. */
  imports(): ImportRecord[]
  find(id: string): ImportRecord | undefined
  /** Begins an import, or takes it up again; `known`: transactions with the words of the file that were there before. */
  begin(record: Omit<ImportRecord, 'state' | 'result'>, known: readonly string[]): void
  /** The transactions an import found. */
  known(id: string): string[]
  finish(id: string, state: ImportState, result: string): void
  /** Notes a batch before it is sent; returns its number. */
  sending(batch: Omit<Batch, 'number' | 'state' | 'ids'>): number
  /** Notes rows that need not be sent, with the transactions they stand for. */
  note(batch: Omit<Batch, 'number' | 'state' | 'ids'>, ids: readonly string[]): void
  /** The batch was booked. */
  done(number: number, ids: readonly string[]): void
  /** Nobody can tell whether the batch was booked. */
  doubtful(number: number): void
  /** The batch was surely not booked. */
  withdraw(number: number): void
  /** These transactions are gone for good: rows that became them, or stood for them, are no longer known. */
  forget(ids: readonly string[]): void
  /** The transactions that the rows of a batch became. */
  ids(number: number): string[]
  /** The batches of an import, in the order in which they were sent. */
  batches(import_id: string): Batch[]
  /** The batches of an account of which nobody knows whether they were booked. */
  doubts(account_id: string): Batch[]
  /** The batches of an account, booked or noted, with rows of these days, of imports that were not undone. */
  booked(
    account_id: string,
    days: { since: string; until: string },
  ): Iterable<Pick<Batch, 'keys' | 'references' | 'ids'>>
}

/** The ids of the transactions an import booked, as JSON lists them: read from the journal when they are told. */
export interface Created {
  toJSON(): string[]
}

/** The journal of a workspace, and what importing into it takes beside the API. */
export interface Imports extends Journal {
  /** Are a batch and its mark in the journal written together, so that no doubt about it can arise? */
  isAtomic: boolean
  /** How many milliseconds after it was sent a request may still take effect; the usual time when left out. */
  settled_after?: number
  /** What is written within `work` is on the disk together; where that cannot be, each write is by itself. */
  together<Result>(work: () => Promise<Result>): Promise<Result>
  /** Keeps other imports out of an account until it is released, or this process ends. Throws a Mistake when one is under way. */
  lock(account_id: string): () => void
}
