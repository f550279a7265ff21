/** Declares where transactions come from: files that were imported, or the user. */

/** The dates that an imported file covers. */
export interface FileSpan {
  account_id: string
  first: string
  last: string
}

/** Where transactions come from, as far as the journal of imports knows. */
export interface RowSources {
  /** Lists the files that hold a transaction; empty for one entered by hand. */
  listFiles(transaction_id: string): readonly string[]
  /** Lists what the files say of a row; rows of the same date, amount and words share an element. */
  listBankTexts(transaction_id: string): readonly string[]
  /** The days of each file. */
  spans: ReadonlyMap<string, FileSpan>
}
