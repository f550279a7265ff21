/** Describes how a file is written: its format, its dates and its signs. */

interface FileFormat {
  format: string
  encoding: string
  /** null for a structured format. */
  delimiter: string | null
  /** The kind of a workbook; absent for any other file. */
  sheet?: string
}

const delimiterNames: Readonly<Record<string, string>> = {
  '\t': 'tab',
  ',': 'comma',
  ';': 'semicolon',
  '|': 'pipe',
}

/** Describes the format of a file; `accents` are words that show its encoding. */
export function describeFormat({ format, delimiter, encoding, sheet }: FileFormat, accents: string): string {
  const separated = `${delimiterNames[delimiter ?? ''] ?? `"${delimiter}"`}-separated`
  return sheet === undefined
    ? `${encoding}${accents}, ${delimiter === null ? format : separated}`
    : sheet + accents
}

const dateOrderNames: Readonly<Record<string, string>> = {
  ymd: 'year-month-day',
  dmy: 'day-month-year',
  mdy: 'month-day-year',
  name: 'with the name of the month',
  compact: 'eight digits, year first',
}

/** Describes the order of day, month and year, or the format that the user gave. */
export const describeDateFormat = (format: string): string => dateOrderNames[format] ?? format

/** What proved the sign of the amounts. */
export const signDescriptions: Readonly<Record<string, string>> = {
  choice: 'sign as you chose',
  balance: 'sign confirmed by the balance',
  flag: 'sign from the debit/credit column',
  columns: 'in and out in separate columns',
  plus: 'plus is money in',
  words: 'in or out by the words in the rows',
  signs: 'negative is money out',
  mapping: 'as mapped',
}
