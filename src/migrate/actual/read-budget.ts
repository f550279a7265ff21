/** Reads the budget file of Actual: a database, and its metadata where they are given. */

import { UserError } from '../../contract/errors.ts'
import type { ForeignTables, UseForeignTables } from '../../contract/ports/foreign-tables.ts'
import { isCurrencyCode } from '../../money/currency.ts'
import { createCurrencyQuestion } from '../../tables/cells/likely-currencies.ts'
import { decodeSourceFile } from '../../tables/records/csv-records.ts'
import {
  getFileName,
  type ReadSourceOptions,
  type SourceFile,
  SQLITE_START,
  startsWith,
} from '../../tables/source-file.ts'
import { describeCashCards } from '../envelope-figures.ts'
import { sumBalances } from '../figures.ts'
import type { NotTaken, SourceBudget } from '../source-budget.ts'
import { type BalanceHistory, collectHistories, toHistoryRow } from '../suggest-account-type.ts'
import { readOptionalText, readRows, readText } from '../table-rows.ts'
import { type AccountRow, looksLikeCard, readAccounts, toSourceAccount } from './accounts.ts'
import { type ActualCategories, readCategories, readPayees } from './categories-and-payees.ts'
import { listLeftOut, readNotes } from './left-out.ts'
import { readEnvelopeMonths, readTrackingMonths } from './months.ts'
import { createAmountReader } from './read-amount.ts'
import { readSchedules } from './schedules.ts'
import { readTransactionRows, type TransactionRows } from './transaction-rows.ts'
import { buildTransactions } from './transactions.ts'

/** How an Actual file is read. */
export interface ActualOptions extends ReadSourceOptions {
  useForeignTables: UseForeignTables
}

/**
 * Returns the budget of an export, of a folder, or of the database alone.
 * @throws UserError if the file is no budget of Actual, has a wrong value, or leaves the currency open
 */
export async function readActualBudget(
  files: readonly SourceFile[],
  { useForeignTables, ...options }: ActualOptions,
): Promise<SourceBudget> {
  const { database, metadata } = findActualFiles(files)
  return useForeignTables(database, (tables) => {
    assertActual(tables, database.path)
    return readBudget(tables, metadata, options)
  })
}

const REQUIRED_TABLES = [
  'accounts',
  'transactions',
  'categories',
  'category_groups',
  'category_mapping',
  'payees',
  'payee_mapping',
]

function assertActual(tables: ForeignTables, path: string): void {
  const has = (table: string): boolean => tables.listColumns(table).length > 0
  const missing = REQUIRED_TABLES.find((table) => !has(table))
  // Every file of Actual has a table of messages, the oldest ones no payees.
  const isOld = !has('zero_budgets') && has('messages_crdt')
  if (missing !== undefined && !isOld)
    throw new UserError('invalid', `"${path}" is not an Actual budget: it has no table ${missing}`, {
      hint: 'Export the budget in the settings of Actual, and use the zip file',
    })
  if (isOld || !has('zero_budgets'))
    throw new UserError('invalid', `"${path}" was written by a very old version of Actual`, {
      hint: 'Open the budget in a current version of Actual, and export it again',
    })
}

function readBudget(
  tables: ForeignTables,
  metadata: ActualMetadata,
  options: ReadSourceOptions,
): SourceBudget {
  const preferences = readPreferences(tables)
  const { currency, readAmount } = chooseCurrency(preferences, options)
  const categories = readCategories(tables)
  const payees = readPayees(tables)
  const rows = readTransactionRows(tables, readAmount)
  const accounts = keepUsedAccounts(readAccounts(tables), rows)
  const accountById = new Map(accounts.map((account) => [account.id, account]))
  const { transactions, notTaken } = buildTransactions(rows, { accounts: accountById, categories, payees })
  const isOnBudget = (account: string): boolean => accountById.get(account)?.onBudget ?? false
  const isTracking = ['tracking', 'report'].includes(
    preferences.get('budgetType') ?? metadata.budgetType ?? '',
  )
  const context = {
    tables,
    readAmount,
    rows,
    categories,
    transactions,
    isOnBudget,
    payees,
    today: options.today,
  }
  const months = isTracking ? readTrackingMonths(context) : readEnvelopeMonths(context)
  const balances = sumBalances(transactions)
  const notes = readNotes(tables)
  return {
    kind: 'actual',
    title: isTracking ? 'An Actual tracking budget' : 'An Actual budget',
    name: metadata.budgetName,
    currency,
    accounts: accounts.map((account) => toSourceAccount(account, { balances, notes })),
    groups: categories.groups,
    categories: categories.categories,
    transactions,
    assignments: months.assignments,
    targets: [],
    schedules: readSchedules(context),
    payees: payees.names,
    figures: {
      ...months.figures,
      balances: accounts.map(({ id }) => ({ account: id, balance: balances.get(id) ?? 0n })),
    },
    statesBalances: false,
    rules: months.rules,
    notTaken: [
      ...describeIncome(categories),
      ...describeCards(accounts, collectHistories(transactions.map(toHistoryRow))),
      ...notTaken,
      ...months.notTaken,
      ...listLeftOut(tables, notes, nameThings(categories)),
    ],
  }
}

const nameThings = ({ groups, categories }: ActualCategories): Map<string, string> =>
  new Map([...groups, ...categories].map(({ key, name }) => [key, name]))

function chooseCurrency(preferences: ReadonlyMap<string, string>, options: ReadSourceOptions) {
  const named = preferences.get('defaultCurrencyCode')
  const fileCurrency = named !== undefined && isCurrencyCode(named) ? named : undefined
  const currency = options.currency ?? fileCurrency
  if (currency === undefined) throw createCurrencyQuestion()
  return { currency, readAmount: createAmountReader(currency, fileCurrency) }
}

const readPreferences = (tables: ForeignTables): Map<string, string> =>
  new Map(
    Array.from(readRows(tables, 'preferences', { optional: ['id', 'value'] }), (row) => [
      readText(row, 'id'),
      readOptionalText(row, 'value') ?? '',
    ]),
  )

/** A deleted account is kept where transactions are left: Actual counts them. */
function keepUsedAccounts(accounts: readonly AccountRow[], { transactions }: TransactionRows): AccountRow[] {
  const used = new Set(transactions.map(({ account }) => account))
  return accounts.filter(({ id, deleted }) => !deleted || used.has(id))
}

const listNames = (names: readonly string[]): string => names.join(', ')

function describeIncome({ income }: ActualCategories): NotTaken[] {
  if (income.size === 0) return []
  const why = `their money goes to Ready to Assign here: ${listNames([...income.values()])}`
  return [{ what: 'income categories', count: income.size, why }]
}

function describeCards(
  accounts: readonly AccountRow[],
  histories: ReadonlyMap<string, BalanceHistory>,
): NotTaken[] {
  const cards = accounts.filter((account) => looksLikeCard(account, histories.get(account.id)))
  return describeCashCards(
    'Actual',
    cards.map(({ id, name }) => ({ key: id, name })),
  )
}

/** The files of a budget. */
export interface ActualFiles {
  database: SourceFile
  metadata: ActualMetadata
}

/** What is used of `metadata.json`. */
export interface ActualMetadata {
  budgetName?: string
  budgetType?: string
}

const DATABASE_NAME = 'db.sqlite'
const METADATA_NAME = 'metadata.json'

const getFolder = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

/** Returns the database and its metadata. @throws UserError if there are none or several, or if Actual is open */
export function findActualFiles(files: readonly SourceFile[]): ActualFiles {
  const database = findDatabase(files)
  if (files.some(({ path, bytes }) => path === `${database.path}-wal` && bytes.length > 0))
    throw new UserError('invalid', `"${database.path}" is being written to`, {
      hint: 'Close Actual, or export the budget in its settings and use the zip file',
    })
  const besides = `${getFolder(database.path)}${METADATA_NAME}`
  const metadata = files.find(({ path }) => path === besides)
  return { database, metadata: metadata ? parseMetadata(metadata) : {} }
}

function findDatabase(files: readonly SourceFile[]): SourceFile {
  const found = files.filter((file) => startsWith(file, SQLITE_START))
  // Backups lie in the folder of a budget as well.
  const named = found.filter((file) => getFileName(file) === DATABASE_NAME)
  const [first, second] = named.length > 0 ? named : found
  if (!first)
    throw new UserError('invalid', `The files are not an Actual budget: there is no ${DATABASE_NAME}`, {
      hint: 'Export the budget in the settings of Actual, and use the zip file',
    })
  if (!second) return first
  throw new UserError('invalid', `There are several budgets: ${first.path}, ${second.path}`, {
    hint: 'Use the files of one budget',
  })
}

/** Returns the metadata; what is not as Actual writes it is left out, because the budget does not need it. */
function parseMetadata(file: SourceFile): ActualMetadata {
  const texts = parseObject(decodeSourceFile(file))
  const { budgetName, budgetType } = texts
  return {
    ...(typeof budgetName === 'string' && { budgetName }),
    ...(typeof budgetType === 'string' && { budgetType }),
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}
