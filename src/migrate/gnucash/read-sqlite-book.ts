/** Reads the tables of a book that GnuCash keeps in SQLite. */

import type { ForeignTables } from '../../contract/ports/foreign-tables.ts'
import { isDate } from '../../money/calendar.ts'
import {
  createRowError,
  readFlag,
  readOptionalInteger,
  readOptionalText,
  readRows,
  readText,
  type TableRow,
} from '../table-rows.ts'
import {
  type Commodity,
  createPathFinder,
  type Fraction,
  type GnuCashAccount,
  type GnuCashBook,
  type GnuCashSplit,
  type GnuCashTransaction,
  isCurrencySpace,
  toLocalDate,
} from './gnucash-book.ts'

const TABLES = ['accounts', 'transactions', 'splits', 'commodities']

/** True for the tables of a book of GnuCash. */
export const isGnuCashDatabase = (tables: ForeignTables): boolean =>
  TABLES.every((table) => tables.listColumns(table).includes('guid'))

/** Returns the book. @throws UserError for a missing table, or a wrong value */
export function readSqliteBook(tables: ForeignTables): GnuCashBook {
  const commodities = new Map(
    Array.from(readRows(tables, 'commodities', { required: ['guid', 'namespace', 'mnemonic'] }), (row) => [
      readText(row, 'guid'),
      { id: readText(row, 'mnemonic'), isCurrency: isCurrencySpace(readText(row, 'namespace')) },
    ]),
  )
  const slots = readSlots(tables)
  const templates = new Set(
    Array.from(readRows(tables, 'books', { optional: ['root_template_guid'] }), (row) =>
      readOptionalText(row, 'root_template_guid'),
    ),
  )
  // The templates of scheduled transactions are accounts and transactions below a root of their own.
  const all = Array.from(readRows(tables, 'accounts', ACCOUNT_COLUMNS), (row) =>
    readAccount(row, commodities, slots),
  )
  const findPath = createPathFinder(all)
  const template = new Set(
    all.flatMap((one) => (templates.has(findPath(one)[0]?.id ?? null) ? [one.id] : [])),
  )
  const splits = readSplits(tables, template)
  return {
    accounts: all.filter(({ id }) => !template.has(id)),
    transactions: readTransactions(tables, { commodities, slots, splits }),
    scheduled: readNames(tables, 'schedxactions'),
    budgets: readNames(tables, 'budgets'),
  }
}

const readNames = (tables: ForeignTables, table: string): string[] =>
  Array.from(readRows(tables, table, { optional: ['name'] }), (row) => readOptionalText(row, 'name') ?? '')

/** What is noted about accounts and transactions, by `GUID NAME`. */
type Slots = ReadonlyMap<string, string>

const TEXT_SLOTS = new Set(['notes', 'equity-type'])
const DATE_SLOT = 'date-posted'

function readSlots(tables: ForeignTables): Slots {
  const slots = new Map<string, string>()
  const columns = { optional: ['obj_guid', 'name', 'string_val', 'gdate_val'] }
  for (const row of readRows(tables, 'slots', columns)) {
    const name = readOptionalText(row, 'name') ?? ''
    const column = name === DATE_SLOT ? 'gdate_val' : TEXT_SLOTS.has(name) ? 'string_val' : undefined
    const text = column && readOptionalText(row, column)
    if (text) slots.set(`${readText(row, 'obj_guid')} ${name}`, text)
  }
  return slots
}

const ACCOUNT_COLUMNS = {
  required: ['guid', 'name', 'account_type', 'commodity_guid', 'parent_guid'],
  optional: ['description', 'hidden', 'placeholder'],
}

function readAccount(
  row: TableRow,
  commodities: ReadonlyMap<string, Commodity>,
  slots: Slots,
): GnuCashAccount {
  const id = readText(row, 'guid')
  return {
    id,
    name: readOptionalText(row, 'name') ?? '',
    type: readText(row, 'account_type'),
    parent: readOptionalText(row, 'parent_guid') ?? undefined,
    commodity: commodities.get(readOptionalText(row, 'commodity_guid') ?? ''),
    notes: readOptionalText(row, 'description'),
    isHidden: readFlag(row, 'hidden'),
    isPlaceholder: readFlag(row, 'placeholder'),
    isOpening: slots.get(`${id} equity-type`) === 'opening-balance',
  }
}

const SPLIT_COLUMNS = {
  required: [
    'tx_guid',
    'account_guid',
    'reconcile_state',
    'value_num',
    'value_denom',
    'quantity_num',
    'quantity_denom',
  ],
  optional: ['memo'],
}

/** Returns the splits by their transactions, without those of templates. */
function readSplits(tables: ForeignTables, templates: ReadonlySet<string>): Map<string, GnuCashSplit[]> {
  const splits = new Map<string, GnuCashSplit[]>()
  for (const row of readRows(tables, 'splits', SPLIT_COLUMNS)) {
    const account = readText(row, 'account_guid')
    if (templates.has(account)) continue
    const transaction = readText(row, 'tx_guid')
    const split = {
      account,
      memo: readOptionalText(row, 'memo'),
      state: readText(row, 'reconcile_state'),
      value: readFraction(row, 'value'),
      quantity: readFraction(row, 'quantity'),
    }
    const others = splits.get(transaction)
    if (others) others.push(split)
    else splits.set(transaction, [split])
  }
  return splits
}

const readFraction = (row: TableRow, name: string): Fraction => ({
  numerator: readOptionalInteger(row, `${name}_num`) ?? 0n,
  denominator: readOptionalInteger(row, `${name}_denom`) ?? 1n,
})

const TRANSACTION_COLUMNS = {
  required: ['guid', 'currency_guid', 'post_date'],
  optional: ['num', 'description'],
}

interface TransactionContext {
  commodities: ReadonlyMap<string, Commodity>
  slots: Slots
  splits: ReadonlyMap<string, GnuCashSplit[]>
}

/** Returns the transactions that have splits. */
function readTransactions(
  tables: ForeignTables,
  { commodities, slots, splits }: TransactionContext,
): GnuCashTransaction[] {
  return Array.from(readRows(tables, 'transactions', TRANSACTION_COLUMNS)).flatMap((row) => {
    const id = readText(row, 'guid')
    const own = splits.get(id)
    if (!own) return []
    const date = toLocalDate(slots.get(`${id} ${DATE_SLOT}`) ?? readText(row, 'post_date'))
    if (date === undefined || !isDate(date)) throw createRowError(row, 'post_date is not a date')
    return [
      {
        id,
        date,
        number: readOptionalText(row, 'num'),
        description: readOptionalText(row, 'description'),
        notes: slots.get(`${id} notes`) ?? null,
        currency: commodities.get(readText(row, 'currency_guid'))?.id ?? '',
        splits: own,
      },
    ]
  })
}
