/**
 * Defines the journal of imports.
 * It keeps a row from being imported twice and lets imports be resumed or undone.
 * @see docs/import.md#7-exactly-once-without-an-idempotency-key
 */

/**
 * The state of an import. `unfinished`: running, stopped or killed; importing the file again imports the rest.
 */
export type ImportState = 'unfinished' | 'done' | 'undone'

/** The import of one file into one account. */
export interface ImportRecord {
  /**
   * A hash of the account and the file's content: importing the same file into the same account is the same
   * import.
   */
  id: string
  account_id: string
  /** The absolute path of the file; `-` for stdin. */
  path: string
  /** Milliseconds since 1970. */
  started_at: number
  state: ImportState
  /** The options of the import, in the importer's own format. */
  request: string
  /** The result of the last run, in the importer's own format; empty before it ended. */
  result: string
}

/**
 * The state of a batch. `sending`: sent, or about to be, without an answer yet; `unknown`: no answer
 * will come; `done`: imported; `noted`: nothing was sent, because the rows match existing transactions or
 * are not imported.
 */
export type JournalBatchState = 'sending' | 'unknown' | 'done' | 'noted'

/** The rows of one request: all of them are imported, or none. */
export interface JournalBatch {
  number: number
  import_id: string
  account_id: string
  state: JournalBatchState
  /** Milliseconds since 1970. */
  sent_at: number
  first_date: string
  last_date: string
  /** The keys of the rows, each of `ROW_KEY_BYTES` bytes. */
  keys: Uint8Array
  /**
   * The kind of the bank references in the keys, e.g. the heading of their column; other kinds are not
   * comparable.
   */
  references: string
  /**
   * The ids of the created transactions, in the order of the rows; empty while unknown, '' for a row without
   * one.
   */
  ids: string[]
  /** The rows as they were sent, as JSON; empty once they are not needed. */
  drafts: string
}

/**
 * The length of a row's key: twelve bytes hash the row, twelve the bank reference, which are zero without one.
 */
export const ROW_KEY_BYTES = 24

/**
 * The journal of imports. Every method throws StorageError when it cannot be written; then nothing may be sent.
 */
export interface ImportJournal {
  /** Lists all imports, the latest first. */
  listImports(): ImportRecord[]
  findImport(id: string): ImportRecord | undefined
  /**
   * Begins or resumes an import.
   * @param known the ids of existing transactions that match rows of the file
   */
  beginImport(record: Omit<ImportRecord, 'state' | 'result'>, known: readonly string[]): void
  /** Lists the existing transactions that an import found. */
  listKnownTransactions(id: string): string[]
  /** Records that an import was taken back, with everything that its rows became. */
  markUndone(id: string): void
  finishImport(id: string, state: ImportState, result: string): void
  /** Records a batch before it is sent and returns its number. */
  recordSending(batch: Omit<JournalBatch, 'number' | 'state' | 'ids'>): number
  /** Records a batch that was imported in the same transaction, and returns its number. */
  recordDone(batch: Omit<JournalBatch, 'number' | 'state' | 'ids'>, ids: readonly string[]): number
  /** Records rows that need not be sent, with the ids of their transactions. */
  recordKnownRows(batch: Omit<JournalBatch, 'number' | 'state' | 'ids'>, ids: readonly string[]): void
  /** Records that a batch was imported. */
  markDone(number: number, ids: readonly string[]): void
  /** Records that nothing shows whether a batch was imported. */
  markUnknown(number: number): void
  /** Removes a batch that was certainly not imported. */
  discardBatch(number: number): void
  /** Forgets transactions that no longer exist, so that their rows can be imported again. */
  forgetTransactions(ids: readonly string[]): void
  /** Lists the ids of the transactions that a batch created. */
  listBatchTransactions(number: number): string[]
  /** Lists the batches of an import, in the order in which they were sent. */
  listBatches(import_id: string): JournalBatch[]
  /** Lists the imported batches of an account with the keys of their rows. */
  listDoneBatches(account_id: string): Pick<JournalBatch, 'number' | 'keys'>[]
  /** Lists the batches of an account of which nothing shows whether they were imported. */
  listUnconfirmedBatches(account_id: string): JournalBatch[]
  /**
   * Yields the imported and recorded batches of an account with rows in this range of dates, except those of
   * undone imports.
   */
  findImportedBatches(
    account_id: string,
    days: { since: string; until: string },
  ): Iterable<Pick<JournalBatch, 'import_id' | 'keys' | 'references' | 'ids'>>
}

/** The ids of the transactions that an import created; the journal is read when they are serialized. */
export interface CreatedTransactionIds {
  toJSON(): string[]
}

/** The journal of a workspace, and what importing needs apart from the API. */
export interface ImportStore extends ImportJournal {
  /**
   * True if a batch and its journal entry are written in one transaction, so that no batch can become
   * unconfirmed.
   */
  isAtomic: boolean
  /**
   * For how many milliseconds after it was sent a request may take effect.
   * @default the timeout of the client
   */
  lateEffectMilliseconds?: number
  /** Writes everything that `work` writes in one transaction, where that is possible. */
  groupCommit<Result>(work: () => Promise<Result>): Promise<Result>
  /**
   * Locks an account against other imports until released or until this process ends.
   * @throws UserError when another import is running
   */
  lockAccount(account_id: string): () => void
}

/** Returns the ids of the transactions an import created. */
export const listImportedIds = (batches: readonly JournalBatch[]): string[] =>
  batches.filter(({ state }) => state === 'done').flatMap(({ ids }) => ids.filter((id) => id !== ''))

/** Marks an import as undone, so that its file can be imported again. */
export function markImportUndone(
  imports: ImportJournal,
  record: ImportRecord,
  deleted: readonly string[],
): void {
  imports.finishImport(record.id, 'undone', record.result)
  imports.forgetTransactions(deleted)
}

/** The ids of transactions that an undo deleted, and of those that it restored. */
export interface TransactionsOfUndo {
  deleted: ReadonlySet<string>
  restored: ReadonlySet<string>
}

/** Marks the imports of which an undo deleted everything as undone, and those of which it restored everything as done. */
export function markImports(imports: ImportJournal, { deleted, restored }: TransactionsOfUndo): void {
  if (deleted.size === 0 && restored.size === 0) return
  for (const record of imports.listImports()) {
    const ids = listImportedIds(imports.listBatches(record.id))
    if (ids.length === 0) continue
    if (record.state !== 'undone' && ids.every((id) => deleted.has(id)))
      markImportUndone(imports, record, ids)
    else if (record.state === 'undone' && ids.every((id) => restored.has(id)))
      imports.finishImport(record.id, 'done', record.result)
    // The rows of a part may be imported again as well.
    else if (record.state !== 'undone' && ids.some((id) => deleted.has(id)))
      imports.forgetTransactions(ids.filter((id) => deleted.has(id)))
  }
}
