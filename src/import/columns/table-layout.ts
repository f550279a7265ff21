/**
 * Infers the complete layout of a table: its columns, notations, currency and accounts.
 * @see docs/import.md#3-dates-numbers-signs
 */

import { AmbiguityError, createAmbiguityError } from '../../tables/ambiguity-error.ts'
import { guessDateFormats } from '../../tables/cells/date-format-guesses.ts'
import { isDateCell } from '../../tables/cells/dates.ts'
import { isBalanceText } from '../../tables/cells/vocabulary.ts'
import { selectMappedColumns } from '../../tables/columns/amount-columns.ts'
import type { AmountReader } from '../../tables/columns/amount-evidence.ts'
import { inferAmountReader } from '../../tables/columns/amount-reader.ts'
import { formatColumnMap, listMappedColumns, parseColumnMap } from '../../tables/columns/column-map.ts'
import {
  type ColumnProfile,
  profileTable,
  scoreRole,
  type TableProfile,
} from '../../tables/columns/column-profile.ts'
import { type DateParser, inferDateColumn, inferDateParser } from '../../tables/columns/date-column.ts'
import {
  inferTextColumns,
  selectMappedTexts,
  type TextColumns,
} from '../../tables/columns/description-columns.ts'
import { inferFileCurrency } from '../../tables/columns/file-currency.ts'
import { type RowOrder } from '../../tables/columns/running-balance.ts'
import { findTotalRow } from '../../tables/columns/total-row.ts'
import { type FileRecord, type TableBounds } from '../../tables/file-record.ts'
import { type ColumnMapping, type MappedColumn, type ReadOptions } from '../../tables/read-options.ts'
import { listUnlikeRows } from '../../tables/records/unlike-rows.ts'
import { findAccountHolders } from './account-holder.ts'
import { normalizeAccountName } from './file-accounts.ts'
import {
  inferOwnAccounts,
  isOtherAccountRow,
  type OwnAccounts,
  readAccountName,
} from './own-account-column.ts'

/** Everything inferred about a table before its rows are read. */
export interface TableLayout {
  header: readonly string[] | undefined
  date: ColumnProfile
  dateParser: DateParser
  money: AmountReader
  texts: TextColumns
  /** The normalized names of the account holder, which are never the merchant. */
  holders: ReadonlySet<string>
  /** The currency that the file names, if any. */
  currency: string | undefined
  /** The column with the currency of each row. */
  currencyColumn: ColumnProfile | undefined
  /** The columns whose cells already have a meaning; they are not searched for status words. */
  readColumns: ReadonlySet<number>
  /** The line of a row that is the total of the others. */
  totalLine: number | undefined
  /** The lines of a first or last row that is unlike all others. */
  unlikeLines: ReadonlySet<number>
  /** The columns that a header names as amounts. */
  amountColumns: ReadonlySet<number>
  /** True if so few rows have no amount that the amount columns are the right ones. */
  mayLackAmounts: boolean
  /** True if the user imports only the rows in this currency. */
  isCurrencyChosen: boolean
  /** The own accounts of the rows; undefined if no column names them. */
  accounts: OwnAccounts | undefined
  mapping: MappedColumn[]
}

/** What the layout is inferred from. */
export interface TableEvidence {
  /** The first records of the file, including the preamble. */
  sample: readonly FileRecord[]
  /** True if the sample is the whole file. */
  isWhole: boolean
  /** Yields the records after the sample. */
  remaining(): Iterable<FileRecord>
  bounds: TableBounds
  options: ReadOptions
  currency: string
  /** The file name. */
  file: string | undefined
}

/**
 * Returns the layout of a table.
 * @throws AmbiguityError with the first open question
 */
export function inferTableLayout(evidence: TableEvidence): TableLayout {
  const { sample, isWhole, bounds, options, currency } = evidence
  const header = bounds.header?.cells
  const preamble = sample.slice(0, bounds.first)
  const { mapping, accounts, profile, unlikeLines } = profileByAccount(evidence, preamble)
  const { date, dateParser, ...inferred } = inferDateAndAmount({ ...evidence, profile, preamble, mapping })
  // Rows of several accounts have balances of several accounts.
  const money = accounts?.isMixed ? { ...inferred.money, balances: undefined } : inferred.money
  const usedColumns = new Set(
    [date, ...Object.values(money.columns), money.debitCreditColumn?.column, accounts?.column].filter(
      (column) => column !== undefined,
    ),
  )
  // The words that mark debits and credits may be part of the description.
  if (money.debitCreditColumn?.isInText) usedColumns.delete(money.debitCreditColumn.column)
  const texts = mapping ? selectMappedTexts(mapping, profile) : inferTextColumns(profile, usedColumns)
  const found = { date, money: money.columns, debitCreditColumn: money.debitCreditColumn, texts }
  const map = formatColumnMap({ ...found, currency: undefined })
  const importedRecords = profile.records.filter(
    ({ cells }) => !accounts || !isOtherAccountRow(accounts, cells),
  )
  const importedProfile = { ...profile, records: importedRecords }
  const fileCurrency = inferFileCurrency({
    options,
    currency,
    mapping,
    profile: importedProfile,
    preamble: preamble.filter((record) => record !== bounds.header),
    money,
    map,
  })
  const holders = findAccountHolders({ preamble, profile, texts, money })
  const mapped = listMappedColumns({
    ...found,
    currency: fileCurrency.currencyColumn,
    account: accounts?.column,
  })
  const isDated = ({ cells }: FileRecord) => dateParser.read(cells[date.index] ?? '') !== undefined
  // The total of a file that continues beyond the sample is unknown.
  const records = isWhole && !accounts?.isMixed ? sample.slice(bounds.first) : []
  const totalLine = findTotalRow({ records, money, isDated })
  const { payee, payer, notes } = texts
  const interpretedColumns = [date, ...Object.values(money.columns), ...payee, ...payer, ...notes]
  const readColumns = new Set(interpretedColumns.map(({ index }) => index))
  const layout = {
    header,
    readColumns,
    totalLine,
    unlikeLines,
    amountColumns: new Set(profile.columns.filter(isNamedAmount).map(({ index }) => index)),
    mayLackAmounts: mayLackAmounts([...profile.records, ...profile.others].filter(isDated), money),
    date,
    dateParser,
    money,
    texts,
    holders,
    accounts,
  }
  return { ...layout, ...fileCurrency, mapping: mapped }
}

const isNamedAmount = (column: ColumnProfile): boolean =>
  (['amount', 'in', 'out'] as const).some((role) => scoreRole(column, role) > 0)

/** The share of rows without an amount from which the amount may be in another column. */
const MAX_SHARE_WITHOUT_AMOUNT = 1 / 5

function mayLackAmounts(rows: readonly FileRecord[], money: AmountReader): boolean {
  const transactions = rows.filter(({ cells }) => !cells.some(isBalanceText))
  const empty = transactions.filter(({ cells }) => money.read(cells).kind === 'empty').length
  return empty <= Math.max(1, transactions.length * MAX_SHARE_WITHOUT_AMOUNT)
}

/**
 * Returns the accounts to import and the profile of the table. Rows of all accounts show how dates and
 * amounts are written.
 */
function profileByAccount(evidence: TableEvidence, preamble: readonly FileRecord[]) {
  const { sample, isWhole, remaining, bounds, options, file } = evidence
  const header = bounds.header?.cells
  const table = sample.slice(bounds.first)
  const unlike = listUnlikeRows(table, isWhole)
  const profile = profileTable(
    unlike.length > 0 ? table.filter((row) => !unlike.includes(row)) : table,
    header,
  )
  const mapping =
    options.map === undefined ? undefined : parseColumnMap(options.map, header, profile.columns.length)
  const haveOneBalance = () => followsOneBalance({ ...evidence, profile, preamble, mapping })
  const accounts = inferOwnAccounts({ profile, preamble, remaining, options, mapping, file, haveOneBalance })
  const records = groupByAccount(profile, accounts)
  const unlikeLines = new Set(unlike.map(({ line }) => line))
  return { mapping, accounts, profile: { ...profile, records }, unlikeLines }
}

/** Groups the rows by account, because only then do balances follow amounts. */
function groupByAccount(
  { records }: TableProfile,
  accounts: OwnAccounts | undefined,
): TableProfile['records'] {
  if (!accounts || !(accounts.isMixed || accounts.wanted)) return records
  const keys = records.map(({ cells }) => normalizeAccountName(readAccountName(accounts, cells)))
  return [...new Set(keys)].flatMap((key) => records.filter((_, at) => keys[at] === key))
}

interface DateAndAmountEvidence {
  profile: TableProfile
  /** The lines above the table. */
  preamble: readonly FileRecord[]
  /** Yields the records after the sample. */
  remaining(): Iterable<FileRecord>
  options: ReadOptions
  currency: string
  /** The columns that the user mapped. */
  mapping: ColumnMapping | undefined
}

/** The share of steps that a balance of several cards or products explains if they are one account. */
const MIN_SHARED_BALANCE = 0.95

/** True if the balances follow the rows as they are, whatever account they name. */
function followsOneBalance(evidence: DateAndAmountEvidence): boolean {
  try {
    return (inferDateAndAmount(evidence).money.balances?.share ?? 0) >= MIN_SHARED_BALANCE
  } catch (error) {
    if (error instanceof AmbiguityError) return false
    throw error
  }
}

interface DateAndAmount {
  date: ColumnProfile
  dateParser: DateParser
  money: AmountReader
}

/**
 * Returns the date column, its parser and the amount reader.
 * @throws AmbiguityError with the first open question
 */
function inferDateAndAmount(evidence: DateAndAmountEvidence): DateAndAmount {
  const { profile, options, mapping } = evidence
  const { columns } = profile
  const date = mapping ? requireDateColumn(mapping, options, profile) : inferDateColumn(profile)
  const mappedAmounts = mapping && {
    money: selectMappedColumns(mapping, columns),
    flag: columns[mapping.flag?.[0] ?? -1],
  }
  const dateParser = inferDateParser(date, { ...evidence, options })
  // The balance can prove the amounts only if the chronological order is known.
  const time = inferRowOrder(profile, date, dateParser)
  return {
    date,
    dateParser,
    money: inferAmountReader({ ...evidence, date, ...time, ...(mappedAmounts && { named: mappedAmounts }) }),
  }
}

function requireDateColumn(
  mapping: ColumnMapping,
  { map = '' }: ReadOptions,
  { columns, records, others }: TableProfile,
): ColumnProfile {
  const at = mapping.date?.[0] ?? -1
  const column = columns[at]
  const cells = [...records, ...others].map((record) => record.cells[at] ?? '')
  if (column && (column.dates > 0 || cells.some(isDateCell))) return column
  const example = cells.find((cell) => cell !== '')
  const reason = example === undefined ? 'it is empty' : `"${example}" is not in a known format`
  const dated = columns.filter((other) => other.dates > 0)
  const formats = guessDateFormats(cells.map((cell) => [cell]))
  throw createAmbiguityError(
    `Column ${at + 1}${column?.name ? ` "${column.name}"` : ''} in the mapping has no dates: ${reason}`,
    'Give their format, e.g. --date-format DD.MM.YYYY',
    [
      ...formats.map((guess) => ({
        label: `${guess.example} is ${guess.date}`,
        options: { date_format: guess.format },
      })),
      ...dated.map((other) => ({
        label: `Column ${other.index + 1}${other.name ? ` "${other.name}"` : ''} is the date`,
        options: { map: map.replace(/(^|,)\s*date=[^,]*/, `$1date=${other.index + 1}`) },
      })),
    ],
  )
}

/** Returns the dates of the rows and their chronological direction. */
function inferRowOrder(
  { records }: TableProfile,
  date: ColumnProfile,
  { read }: DateParser,
): { order: RowOrder; isOrderClear: boolean; isOrderFirm: boolean; days: readonly string[] } {
  const days = records.map(({ cells }) => read(cells[date.index] ?? '') ?? '')
  const dates = days.filter((day) => day !== '')
  const rising = dates.filter((day, at) => at > 0 && day > (dates[at - 1] ?? '')).length
  const falling = dates.filter((day, at) => at > 0 && day < (dates[at - 1] ?? '')).length
  // A file that is sorted by another date jumps back now and then.
  const order = rising === falling ? undefined : rising > falling ? 'rising' : 'falling'
  const changes = rising + falling
  const isOrderClear = Math.min(rising, falling) === 0 && changes > 0
  const isOrderFirm = isOrderClear && (changes > 2 || changes * 2 >= dates.length - 1)
  return { order, isOrderClear, isOrderFirm, days }
}
