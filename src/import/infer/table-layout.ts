/**
 * Everything settled about a file before its rows are read: the answers to all questions, with their proofs.
 * @see docs/import.md#3-dates-numbers-signs
 */

import type { FileRecord } from '../model/file-record.ts'
import type { ReadOptions } from '../model/read-options.ts'
import { type MappedColumn } from '../model/read-options.ts'
import type { TableBounds } from '../model/table-bounds.ts'
import { findAccountHolders } from './account-holder.ts'
import type { AmountReader } from './amount-evidence.ts'
import { type ColumnProfile, profileTable, type TableProfile } from './column-profile.ts'
import { inferDateAndAmount } from './date-and-amount.ts'
import type { DateParser } from './date-column.ts'
import { inferTextColumns, selectMappedTexts, type TextColumns } from './description-columns.ts'
import { normalizeAccountName } from './file-accounts.ts'
import { inferFileCurrency } from './file-currency.ts'
import { formatColumnMap, listMappedColumns } from './mapped-columns.ts'
import {
  inferOwnAccounts,
  isOtherAccountRow,
  type OwnAccounts,
  readAccountName,
} from './own-account-column.ts'
import { parseColumnMap } from './parse-column-map.ts'
import { findTotalRow } from './total-row.ts'

export interface TableLayout {
  header: readonly string[] | undefined
  date: ColumnProfile
  dateReading: DateParser
  money: AmountReader
  texts: TextColumns
  /** Who holds the account, as the file names them, by their keys: never the merchant. */
  holders: ReadonlySet<string>
  /** The currency the file names, if it names one. */
  currency: string | undefined
  /** The column that names it in every row. */
  currencyColumn: ColumnProfile | undefined
  /** The columns whose cells have a meaning already: no word in them is a state of the row. */
  readColumns: ReadonlySet<number>
  /** The line of a row that comes to the sum of the others. */
  sumLine: number | undefined
  /** A person takes the rows in this currency only. */
  isCurrencyChosen: boolean
  /** Whose rows they are; undefined where no column says it. */
  accounts: OwnAccounts | undefined
  mapping: MappedColumn[]
}

export interface TableEvidence {
  /** The first records of the file, the lines above the table among them. */
  sample: readonly FileRecord[]
  /** The sample is the whole file. */
  isWhole: boolean
  /** The records after those of the sample. */
  beyond(): Iterable<FileRecord>
  region: TableBounds
  choices: ReadOptions
  currency: string
  /** The file's name. */
  file: string | undefined
}

/** Settles how a file is to be read. Throws the first open question. */
export function inferTableLayout(evidence: TableEvidence): TableLayout {
  const { sample, isWhole, region, choices, currency } = evidence
  const header = region.header?.cells
  const above = sample.slice(0, region.first)
  const { mapping, accounts, profile } = profileByAccount(evidence, above)
  const { date, dateReading, ...settled } = inferDateAndAmount({ ...evidence, profile, above, mapping })
  // Beside rows of several accounts stand balances of several.
  const money = accounts?.isMixed ? { ...settled.money, balances: undefined } : settled.money
  const taken = new Set(
    [date, ...Object.values(money.columns), money.flag?.column, accounts?.column].filter(
      (column) => column !== undefined,
    ),
  )
  // Words that say which way money went may stand in the very text that describes the row.
  if (money.flag?.isInText) taken.delete(money.flag.column)
  const texts = mapping ? selectMappedTexts(mapping, profile) : inferTextColumns(profile, taken)
  const found = { date, money: money.columns, flag: money.flag, texts }
  const map = formatColumnMap({ ...found, currency: undefined })
  const read = profile.records.filter(({ cells }) => !accounts || !isOtherAccountRow(accounts, cells))
  const ofOne = { ...profile, records: read }
  const stated = inferFileCurrency({ choices, currency, mapping, profile: ofOne, money, map })
  const holders = findAccountHolders({ above, profile, texts, money })
  const mapped = listMappedColumns({ ...found, currency: stated.currencyColumn, account: accounts?.column })
  const isDated = ({ cells }: FileRecord) => dateReading.read(cells[date.at] ?? '') !== undefined
  // Of a file that goes on behind its sample nobody knows the sum.
  const records = isWhole && !accounts?.isMixed ? sample.slice(region.first) : []
  const sumLine = findTotalRow({ records, money, isDated })
  const { payee, payer, notes } = texts
  const known = [date, ...Object.values(money.columns), ...payee, ...payer, ...notes]
  const readColumns = new Set(known.map(({ at }) => at))
  const facts = { header, readColumns, sumLine, date, dateReading, money, texts, holders, accounts }
  return { ...facts, ...stated, mapping: mapped }
}

/** Whose rows are read, and the evidence: rows of all accounts tell how dates and amounts are written. */
function profileByAccount(
  { sample, beyond, region, choices, file }: TableEvidence,
  above: readonly FileRecord[],
) {
  const header = region.header?.cells
  const profile = profileTable(sample.slice(region.first), header)
  const mapping =
    choices.map === undefined ? undefined : parseColumnMap(choices.map, header, profile.columns.length)
  const accounts = inferOwnAccounts({ profile, above, beyond, choices, mapping, file })
  const records = groupByAccount(profile, accounts)
  return { mapping, accounts, profile: { ...profile, records } }
}

/** The rows of each account one after the other: only so do the balances beside them follow their amounts. */
function groupByAccount(
  { records }: TableProfile,
  accounts: OwnAccounts | undefined,
): TableProfile['records'] {
  if (!accounts || !(accounts.isMixed || accounts.wanted)) return records
  const keys = records.map(({ cells }) => normalizeAccountName(readAccountName(accounts, cells)))
  return [...new Set(keys)].flatMap((key) => records.filter((_, at) => keys[at] === key))
}
