/** Defines a file of another program, and what the user said about how it is written. */

/** The orders of day, month and year. */
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const

/** The decimal separators. */
export const decimalSeparators = ['.', ','] as const

/** Whether amounts of spending are above or below zero. */
export const spendingSigns = ['positive', 'negative'] as const

/** A file of the source: of a folder, of a zip or tar, or alone. */
export interface SourceFile {
  /** The path inside the folder or archive, with `/`. */
  path: string
  bytes: Uint8Array
}

/** What the user said about the source. */
export interface ReadSourceOptions {
  /** The currency, where the source does not name it. */
  currency: string | undefined
  /** The order of day, month and year, if the dates do not show it: `dmy`, `mdy` or `ymd`. */
  dateOrder: (typeof dateOrders)[number] | undefined
  /** The decimal separator, if the amounts do not show it. */
  decimal: (typeof decimalSeparators)[number] | undefined
  /** Whether amounts of spending are above or below zero, where a table leaves it open. */
  spending: (typeof spendingSigns)[number] | undefined
  /** The account for rows that do not name one. */
  account?: string | undefined
  /** The categories whose money is Ready to Assign, where a table leaves it open; `none` for none. */
  income?: readonly string[] | undefined
  /** The user's date, YYYY-MM-DD. */
  today: string
}
