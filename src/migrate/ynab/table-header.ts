/** Recognizes the tables of a YNAB export by their headers: by the words of English, or by what the columns hold. */

import { UserError } from '../../contract/errors.ts'
import { type CsvRecord, readCsvRecords } from '../../tables/records/csv-records.ts'

/** The columns of the register, by their headings in lower case. */
const registerColumns = {
  account: 'account',
  flag: 'flag',
  date: 'date',
  payee: 'payee',
  group: 'category group',
  category: 'category',
  memo: 'memo',
  outflow: 'outflow',
  inflow: 'inflow',
  cleared: 'cleared',
} as const

/** A column of registers of YNAB 4. */
const CHECK_NUMBER = 'check number'

/** The columns of the plan. `assigned` was called `budgeted` until 2023. */
const planColumns = {
  month: 'month',
  group: 'category group',
  category: 'category',
  assigned: 'assigned',
  activity: 'activity',
  available: 'available',
} as const

/** A column of the register. */
export type RegisterColumn = keyof typeof registerColumns
/** A column of the plan. */
export type PlanColumn = keyof typeof planColumns

// YNAB separates by tabs where the comma is the decimal separator.
const DELIMITERS = [',', '\t', ';'] as const
const MAX_HEADER_LENGTH = 1000

/** The index of each column in the records of a file. */
type ColumnIndexes<Column extends string> = Readonly<Record<Column, number>>

/** What the header of a table says. */
export interface TableHeader<Column extends string> {
  isYnab4: boolean
  checkNumberIndex: number
  indexes: ColumnIndexes<Column>
  delimiter: string
  width: number
}

/** Returns the header of a register; undefined for any other text. */
export const findRegisterHeader = (text: string): TableHeader<RegisterColumn> | undefined =>
  findNamedHeader(text, registerColumns) ?? findOrderedHeader(text, registerOrder)

/** Returns the header of a plan; undefined for any other text. */
export const findPlanHeader = (text: string): TableHeader<PlanColumn> | undefined =>
  findNamedHeader(text, planColumns) ?? findOrderedHeader(text, planOrder)

function findNamedHeader<Column extends string>(
  text: string,
  headings: Readonly<Record<Column, string>>,
): TableHeader<Column> | undefined {
  const [line = ''] = text.slice(0, MAX_HEADER_LENGTH).split(/[\r\n]/, 1)
  for (const delimiter of DELIMITERS) {
    const cells = line.split(delimiter).map(normalizeHeading)
    const isYnab4 = ynab4Headings.some((heading) => cells.includes(heading))
    const names = isYnab4 ? renameYnab4Headings(cells) : cells
    const entries = Object.entries<string>(headings)
    const indexes = entries.map(([column, heading]) => [column, names.indexOf(heading)] as const)
    if (indexes.every(([, index]) => index >= 0))
      // The keys are those of `headings`.
      return {
        isYnab4,
        checkNumberIndex: names.indexOf(CHECK_NUMBER),
        indexes: Object.fromEntries(indexes) as ColumnIndexes<Column>,
        delimiter,
        width: names.length,
      }
  }
  return undefined
}

function normalizeHeading(cell: string): string {
  const name = cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()
    .toLowerCase()
  return name === 'budgeted' ? planColumns.assigned : name
}

const ynab4Headings = ['sub category', 'category balance']

/** Gives the columns of YNAB 4 the names that they have today. Its column `Category` has the names of both. */
function renameYnab4Headings(names: readonly string[]): string[] {
  const hasOwnColumns = names.includes('sub category')
  const renamed = new Map([
    ...(hasOwnColumns
      ? [
          ['category', 'category group/category'],
          ['master category', registerColumns.group],
          ['sub category', registerColumns.category],
        ]
      : []),
    ['outflows', planColumns.activity],
    ['category balance', planColumns.available],
  ] as [string, string][])
  return names.map((name) => renamed.get(name) ?? name)
}

/** Where the columns of a table are, if its header is in another language. */
interface ColumnOrder<Column extends string> {
  columns: readonly (Column | 'joined')[]
  amounts: readonly Column[]
}

const registerOrder: ColumnOrder<RegisterColumn> = {
  columns: [
    ...(['account', 'flag', 'date', 'payee', 'joined', 'group', 'category'] as const),
    ...(['memo', 'outflow', 'inflow', 'cleared'] as const),
  ],
  amounts: ['outflow', 'inflow'],
}

const planOrder: ColumnOrder<PlanColumn> = {
  columns: ['month', 'joined', 'group', 'category', 'assigned', 'activity', 'available'],
  amounts: ['assigned', 'activity', 'available'],
}

const AMOUNT = /\d/

/** Recognizes a table by its rows: one cell is `GROUP: CATEGORY`, as the two behind it say, and others are amounts. */
function findOrderedHeader<Column extends string>(
  text: string,
  { columns, amounts }: ColumnOrder<Column>,
): TableHeader<Column> | undefined {
  const at = (column: Column | 'joined'): number => columns.indexOf(column)
  const [joined, width] = [at('joined'), columns.length]
  const isRow = (record: CsvRecord): boolean => {
    const [group, category] = [record.cell(joined + 1), record.cell(joined + 2)]
    return (
      record.width === width &&
      record.cell(joined) === (group === '' && category === '' ? '' : `${group}: ${category}`) &&
      amounts.every((column) => AMOUNT.test(record.cell(at(column))))
    )
  }
  const delimiter = DELIMITERS.find((one) => hasOnlyRows(text, { delimiter: one, joined, isRow }))
  if (delimiter === undefined) return undefined
  const indexes = columns.flatMap((column, index) => (column === 'joined' ? [] : [[column, index] as const]))
  return {
    isYnab4: false,
    checkNumberIndex: -1,
    // The columns of an order are all columns of the table.
    indexes: Object.fromEntries(indexes) as ColumnIndexes<Column>,
    delimiter,
    width,
  }
}

/** True if all records behind the header are rows, apart from one that the end of the text cuts, and one has a category. */
function hasOnlyRows(
  text: string,
  { delimiter, joined, isRow }: { delimiter: string; joined: number; isRow(record: CsvRecord): boolean },
): boolean {
  let hasCategory = false
  let hasOtherRow = false
  try {
    for (const record of readCsvRecords(text, { file: '', delimiter })) {
      if (hasOtherRow) return false
      if (record.row === 1) continue
      hasOtherRow = !isRow(record)
      hasCategory ||= !hasOtherRow && record.cell(joined) !== ''
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
  }
  return hasCategory
}
