/** Reads tables of transactions that other programs export, e.g. Mint, Monarch, Simplifi, Copilot or Firefly III. */

import { UserError } from '../../contract/errors.ts'
import { groupBy } from '../../contract/group-by.ts'
import { collectAmountCells } from '../../tables/cells/amount-format.ts'
import { collectDateCells, type DateCells } from '../../tables/cells/date-format.ts'
import { decodeFileStart, decodeSourceFile } from '../../tables/records/csv-records.ts'
import { getFileName, type ReadSourceOptions, type SourceFile } from '../../tables/source-file.ts'
import { sumAmounts, sumBalances, ynabRules } from '../figures.ts'
import { pairTransfers, type TransferSide } from '../pair-transfers.ts'
import {
  describeNotTaken,
  type NotTaken,
  type SourceBudget,
  type SourceCategoryRef,
  type SourceTransaction,
} from '../source-budget.ts'
import { addMissingSides, addStartingBalances, connectTransfers, fillDates } from './complete-rows.ts'
import { type CsvAccounts, collectAccounts, describeFill, listAccounts } from './csv-accounts.ts'
import { describeIncome, listCategories } from './csv-categories.ts'
import { type CsvCells, type CsvFile, collectCells, countLeftRows, listCells } from './csv-cells.ts'
import { findCsvTable } from './csv-columns.ts'
import { decideFees } from './csv-fees.ts'
import { readPostings } from './csv-postings.ts'
import { type CsvReading, type CsvRow, compareDates } from './csv-row.ts'
import { areOutflowsNegative, readAmount, readSides } from './csv-rows.ts'
import { decideSign } from './csv-sign.ts'
import {
  assertSomeTaken,
  decideCurrency,
  isCommodityRow,
  isRowIn,
  isSameCurrency,
  listCommodities,
} from './table-currency.ts'

/**
 * Returns the budget of the tables. Accounts and categories are those that their rows name.
 * @throws UserError if a table cannot be read, or leaves something open
 */
export function readCsvBudget(files: readonly SourceFile[], options: ReadSourceOptions): SourceBudget {
  const tables = openTables(files)
  const contents = readRows(tables, options)
  const { rows, currency, accounts } = contents
  const pairs = pairTransfers(listTransferSides(rows))
  const categories = listCategories(rows, options)
  const built = rows.map((row, index) =>
    buildTransaction({ row, key: toKey(index), pairs, category: categories.find(row) }),
  )
  const transactions = joinLines(rows, built)
  return {
    kind: 'csv',
    title: 'A table of transactions',
    name: undefined,
    currency,
    accounts: listAccounts(rows, accounts),
    groups: categories.groups,
    categories: categories.categories,
    transactions: transactions.toSorted(compareDates),
    assignments: [],
    targets: [],
    payees: [],
    figures: {
      balances: [...sumBalances(rows)].map(([account, balance]) => ({ account, balance })),
      categoryMonths: [],
      months: [],
    },
    statesBalances: false,
    rules: ynabRules,
    notTaken: [...describeIncome(categories.choices), ...listNotTaken(tables, contents)],
    incomeChoices: categories.choices,
  }
}

const toKey = (index: number): string => String(index + 1)

function openTables(files: readonly SourceFile[]): CsvFile[] {
  const tables = files.flatMap((source): CsvFile[] => {
    const file = getFileName(source)
    if (!findCsvTable(decodeFileStart(source).replace(/[^\n]*$/, ''), file)) return []
    const text = decodeSourceFile(source)
    const table = findCsvTable(text, file)
    return table ? [{ file, text, table }] : []
  })
  assertDifferent(tables)
  if (tables.length > 0) return tables
  throw new UserError('invalid', 'No file has a header with a date and an amount', {
    hint: 'Name the columns in the first line, e.g. Date,Account,Payee,Category,Amount',
  })
}

/** Rows of a file that was saved twice would be booked twice. */
function assertDifferent(tables: readonly CsvFile[]): void {
  const fileByText = new Map<string, string>()
  for (const { file, text } of tables) {
    const same = fileByText.get(text)
    if (same !== undefined)
      throw new UserError('invalid', `${same} and ${file} are the same`, { hint: 'Use only one of them' })
    fileByText.set(text, file)
  }
}

/** The rows of all tables, the earliest of a day first, and how many rows are in other currencies. */
interface CsvContents {
  rows: CsvRow[]
  currency: string
  left: number
  /** How many transfers had two dates. */
  moved: number
  /** Rows that filled envelopes, described. */
  fills: string[]
  accounts: CsvAccounts
}

function readRows(tables: readonly CsvFile[], options: ReadSourceOptions): CsvContents {
  const currency = options.currency ?? decideCurrency(tables)
  const cells = collectAmountCells({ isTable: true })
  const datesByTable = new Map(tables.map((table) => [table, collectDateCells({ isTable: true })]))
  for (const [table, dates] of datesByTable)
    collectCells(table, {
      money: cells,
      dates,
      isOwnCurrency: (named) => currency === undefined || isSameCurrency(named, currency),
      isRowTaken: (row) => isRowIn(row, currency),
    })
  assertSomeTaken(tables, currency)
  const money = cells.decideFormat({ ...options, currency })
  const isOwnCurrency = (named: string) => isSameCurrency(named, money.currency)
  const accounts = collectAccounts(tables)
  const isRowTaken = (row: CsvCells) => isRowIn(row, money.currency) && !accounts.isFill(row)
  const fills: string[] = []
  let left = 0
  const rows = tables.flatMap((table) => {
    const fileName = table.file.replace(/\.\w+$/, '')
    const parseDate = decideDates(table, datesByTable, options)
    const amounts = {
      money,
      sign: decideSign(table, money, { ...options, isTaken: isRowTaken }),
      areOutflowsNegative: areOutflowsNegative(table, money, isRowTaken),
    }
    const reading: CsvReading = {
      ...amounts,
      feeFactor: decideFees(table, {
        money,
        isTaken: isRowTaken,
        readAmount: (row) => readAmount(row, { ...amounts, feeFactor: 0n }),
      }),
      parseDate,
      findAccount: (row) => accounts.findName(row) || accounts.replaceEmpty(row, options.account) || fileName,
      isOwnCurrency,
      isRowTaken,
    }
    const found: CsvRow[] = []
    if (table.table.known?.hasPostings) {
      const postings = readPostings(table, reading)
      left += postings.left
      return postings.rows
    }
    for (const row of listCells(table)) {
      if (accounts.isFill(row)) {
        fills.push(describeFill(row, parseDate(row.cell('date'))))
        continue
      }
      const known = found.length
      for (const side of readSides(row, reading)) found.push(side)
      if (found.length === known && !isRowTaken(row) && !isCommodityRow(row)) left += 1
    }
    const dated = fillDates(found)
    const sorted = addMissingSides(isNewestFirst(dated) ? dated.toReversed() : dated)
    return table.table.columns.has('statedBalance') ? addStartingBalances(sorted, table, reading) : sorted
  })
  return { ...connectTransfers(rows), currency: money.currency, left, fills, accounts }
}

/** Decides the format of a table's dates; what they leave open, another table of the same program may show. */
function decideDates(
  table: CsvFile,
  datesByTable: ReadonlyMap<CsvFile, DateCells>,
  options: ReadSourceOptions,
): CsvReading['parseDate'] {
  const getHeader = (one: CsvFile): string => one.table.headings.join('\n')
  const others = [...datesByTable].filter(([one]) => getHeader(one) === getHeader(table))
  const orders = new Set(others.flatMap(([, dates]) => dates.findOrder() ?? []))
  const [order] = orders
  const dateOrder =
    options.dateOrder ?? (orders.size === 1 ? order : undefined) ?? table.table.known?.dateOrder
  const dates = datesByTable.get(table) ?? collectDateCells({ isTable: true })
  return dates.decideParser({ options: { ...options, dateOrder }, countAgreements: () => 0 })
}

const isNewestFirst = (rows: readonly CsvRow[]): boolean => (rows[0]?.date ?? '') > (rows.at(-1)?.date ?? '')

function* listTransferSides(rows: readonly CsvRow[]): Generator<TransferSide<string>> {
  for (const [index, { account, otherAccount, date, amount }] of rows.entries())
    if (otherAccount !== undefined) yield { key: toKey(index), account, otherAccount, date, amount }
}

/** What a transaction is built from. */
interface CsvContext {
  row: CsvRow
  key: string
  pairs: ReadonlyMap<string, string>
  category: SourceCategoryRef
}

function buildTransaction({ row, key, pairs, category }: CsvContext): SourceTransaction {
  const { account, otherAccount, date, amount, payee, notes, status, isStartingBalance } = row
  const otherSide = pairs.get(key)
  const transfer =
    otherAccount === undefined || otherSide === undefined ? null : { account: otherAccount, otherSide }
  return {
    key,
    account,
    date,
    amount,
    payee: transfer || payee === '' ? null : payee,
    notes: notes === '' ? null : notes,
    status,
    isReviewed: true,
    category,
    lines: null,
    transfer,
    isStartingBalance,
  }
}

/** Makes one transaction of the rows that are lines of one. */
function joinLines(rows: readonly CsvRow[], built: readonly SourceTransaction[]): SourceTransaction[] {
  const groups = groupBy(built.entries(), ([at, { transfer }]) => {
    const key = transfer ? undefined : rows[at]?.split?.key
    return key === undefined ? String(at) : `split ${key}`
  })
  return [...groups.values()].flatMap((group): SourceTransaction[] => {
    const [[at, first] = []] = group
    const lines = group.map(([, one]) => one)
    if (!first || lines.length < 2) return lines
    const notes = rows[at ?? 0]?.split?.notes ?? ''
    return [
      {
        ...first,
        amount: sumAmounts(lines),
        notes: notes === '' ? null : notes,
        category: null,
        lines: lines.map((line) => ({
          amount: line.amount,
          category: line.category,
          notes: line.notes,
          payee: null,
          transfer: null,
        })),
        isStartingBalance: lines.some(({ isStartingBalance }) => isStartingBalance),
      },
    ]
  })
}

function listNotTaken(tables: readonly CsvFile[], { left, moved, fills }: CsvContents): NotTaken[] {
  const counts = tables.map(countLeftRows)
  const sum = (kind: 'notBooked' | 'totals') => counts.reduce((total, one) => total + one[kind], 0)
  return describeNotTaken([
    [
      'envelope fills',
      fills.length,
      'they move no money: assign the amounts with budget month assign',
      fills,
    ],
    ['rows in other currencies', left, 'a workspace has one currency'],
    ...listCommodities(tables),
    ['reverted, declined or failed rows', sum('notBooked'), 'no money moved'],
    ['rows without a date', sum('totals'), 'they are totals or headings'],
    ['second transfer dates', moved, 'both sides have the date the money left'],
  ])
}
