/**
 * Defines the options for reading a bank file, and the flags a user types for them.
 * @see docs/import.md#4-confirm-once-layouts
 */

import type { FlagValues } from '../output/shell-words.ts'

/** The order of day, month and year in a numeric date. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd'
/** The character before the decimals. */
export type DecimalSeparator = '.' | ','

/**
 * What the user may say about a bank file. Each option answers one question. The names are stored in layouts.
 */
export interface ReadOptions {
  /**
   * `date=COL,amount=COL[,payee=…]`: header names or 1-based numbers; several columns are joined with `+`.
   */
  map?: string
  /** E.g. `DD.MM.YYYY` or `D-MMM-YY`. */
  date_format?: string
  date_order?: DateOrder
  /** The year of the newest row, if dates have no year. */
  year?: number
  decimal?: DecimalSeparator
  /** One character, or `tab`. */
  delimiter?: string
  /** A label that TextDecoder knows. */
  encoding?: string
  /** The number of lines to ignore before the header. */
  skip?: number
  /** The number of lines to ignore at the end. */
  skip_end?: number
  header_row?: false
  /** true: unsigned amounts are outgoing. false: they are incoming. */
  invert?: boolean
  /** The words that mark outgoing rows. */
  out_values?: string[]
  /** The account to import from a multi-account file: its name, or its 1-based number in file order. */
  statement?: string
  /** Import only the rows in this currency from a file with several. */
  currency?: string
  /** Import the file although its balances do not follow its amounts. */
  accept_balance?: true
  /**
   * true keeps the bank's text as merchant.
   * @default false, which extracts the shop name
   */
  raw_merchants?: boolean
  /**
   * What to do with pending rows.
   * @default skip
   */
  pending?: 'skip' | 'import'
  /**
   * What to do with rows that may already exist under another text or date. `match` gives the existing
   * transaction the bank's date.
   * @default hold
   */
  possible?: 'skip' | 'import' | 'match'
}

/** The fields of a transaction that a column may hold. */
export const columnFields = [
  'date',
  'amount',
  'in',
  'out',
  'flag',
  'payee',
  'payer',
  'notes',
  'details',
  'balance',
  'fee',
  'rate',
  'inverse_rate',
  'ref',
  'status',
  'currency',
  'account',
] as const
/** A field of a transaction that a column may hold. */
export type ColumnField = (typeof columnFields)[number]

/** The columns of each field, 0-based and in reading order. */
export type ColumnMapping = { readonly [Name in ColumnField]?: readonly number[] }

type AllReadOptions = Required<ReadOptions>

/** The flags that set each option; the compiler requires an entry for every new option. */
const flagsByOption: {
  readonly [Name in keyof AllReadOptions]: (value: AllReadOptions[Name]) => FlagValues
} = {
  map: (map) => ({ map }),
  date_format: (dateFormat) => ({ dateFormat }),
  date_order: (dateOrder) => ({ dateOrder }),
  year: (year) => ({ year }),
  decimal: (decimal) => ({ decimal }),
  delimiter: (delimiter) => ({ delimiter }),
  encoding: (encoding) => ({ encoding }),
  skip: (skip) => ({ skip }),
  skip_end: (skipEnd) => ({ skipEnd }),
  header_row: () => ({ noHeaderRow: true }),
  invert: (invert) => ({ invert, noInvert: !invert }),
  out_values: (words) => ({ outValues: words.join(',') }),
  statement: (statement) => ({ statement }),
  currency: (currency) => ({ currency }),
  accept_balance: (acceptBalance) => ({ acceptBalance }),
  raw_merchants: (rawMerchants) => ({ rawMerchants }),
  pending: (pending) => ({ pending }),
  possible: (possible) => ({ possible }),
}

const flagsForOption = <Name extends keyof AllReadOptions>(
  name: Name,
  value: AllReadOptions[Name] | undefined,
): FlagValues => (value === undefined ? {} : flagsByOption[name](value))

/** Returns the flags a user types for these options. Of two opposite flags one is false. */
export const toFlags = (options: ReadOptions): FlagValues =>
  (Object.keys(options) as (keyof ReadOptions)[]) // The options have no other keys.
    .map((name) => flagsForOption(name, options[name]))
    .reduce((all, flags) => ({ ...all, ...flags }), {})

/** A field and the column it is read from. `column` is 1-based. */
export interface MappedColumn {
  field: ColumnField
  column: number
  name: string
}
