/** Reads a YNAB export: the register, the plan, or both. */

import { UserError } from '../../contract/errors.ts'
import type { MinorUnits } from '../../money/minor-units.ts'
import { collectAmountCells } from '../../tables/cells/amount-format.ts'
import { collectDateCells } from '../../tables/cells/date-format.ts'
import type { ReadSourceOptions, SourceFile } from '../../tables/source-file.ts'

import { type Contradictions, type StatedFigures, ynabRules } from '../figures.ts'
import { describeNotTaken, type NotTaken, type SourceBudget } from '../source-budget.ts'
import { listAccounts } from './accounts.ts'
import {
  type CategoryFinder,
  createCategoryFinder,
  isIncomeForNextMonth,
  listCategories,
  toCategoryKey,
} from './categories.ts'
import { openYnabTable, type YnabTable } from './columns.ts'
import type { PlanColumn, RegisterColumn } from './table-header.ts'
import {
  collectPlanCells,
  collectRegisterCells,
  type Plan,
  type PlanRow,
  readPlanRows,
  readRegisterRows,
  sumByCategoryMonth,
  toCategoryMonthKey,
} from './table-rows.ts'
import {
  buildTransactions,
  type JoinedRows,
  joinSplitRows,
  type RegisterTransactions,
} from './transactions.ts'
import { translateTables } from './translate-tables.ts'

/**
 * Returns the budget of a YNAB export. Files that are neither register nor plan are left out.
 * @throws UserError if a file cannot be read, or leaves something open
 */
export function readYnabExport(files: readonly SourceFile[], options: ReadSourceOptions): SourceBudget {
  const tables = translateTables(openTables(files))
  const { register, plan } = tables
  const finder = createCategoryFinder()
  const { currency, planned, joined, contradictions } = readTables(tables, finder, options)
  const found = buildTransactions(joined.entries)
  const categories = listCategories({
    plan: plan && planned.rows,
    register: finder.list(),
  })
  const isYnab4 = (register ?? plan)?.isYnab4 === true
  // YNAB 4 has no payment categories, which name the cards.
  const namesCards = plan !== undefined && !isYnab4
  const listed = listAccounts(found.transactions, { ...categories, hasPlan: namesCards })
  const title = isYnab4 ? 'A YNAB 4 export' : 'A YNAB export'
  return {
    kind: 'ynab',
    title: register ? title : `${title} without a register`,
    name: findBudgetName(files),
    currency,
    accounts: listed.accounts,
    ...categories,
    transactions: found.transactions,
    assignments: planned.rows.flatMap(toAssignment),
    targets: [],
    payees: [],
    figures: {
      balances: listed.balances,
      categoryMonths: planned.rows.map(toCategoryMonth),
      months: [],
      contradictions: { balances: [], activity: contradictions, income: [] },
    },
    statesBalances: false,
    rules: ynabRules,
    notTaken: listNotTaken(found, joined, {
      ...planned,
      forNextMonth: countIncomeForNextMonth(finder),
    }).concat(tables.notTaken),
  }
}

/** The tables of an export, at least one of them. */
interface YnabTables {
  register: YnabTable<RegisterColumn> | undefined
  plan: YnabTable<PlanColumn> | undefined
}

function openTables(files: readonly SourceFile[]): YnabTables {
  const tables = files.flatMap((file) => openYnabTable(file) ?? [])
  const registers = tables.flatMap((one) => (one.kind === 'register' ? [one.table] : []))
  const plans = tables.flatMap((one) => (one.kind === 'plan' ? [one.table] : []))
  assertSingle('registers', registers)
  assertSingle('plans', plans)
  if (tables.length === 0)
    throw new UserError('invalid', 'The files are not a YNAB export: there is no register and no plan', {
      hint: 'Export the budget in YNAB, and use the zip file or its two CSV files',
    })
  return { register: registers[0], plan: plans[0] }
}

function assertSingle(what: string, tables: readonly { path: string }[]): void {
  if (tables.length < 2) return
  const names = tables.map(({ path }) => path).join(', ')
  throw new UserError('invalid', `There are ${tables.length} ${what}: ${names}`, {
    hint: 'Use the folder, the zip or the two files of one export',
  })
}

const NO_PLAN: Plan = { rows: [], repeated: 0 }
const NO_ROWS: JoinedRows = { entries: [], incomplete: 0 }

/** What the tables of an export say. */
interface TableContents {
  currency: string
  planned: Plan
  joined: JoinedRows
  contradictions: Contradictions<string>['activity']
}

/** Reads both tables; dates and amounts of both decide how they are written. */
function readTables(
  { register, plan }: YnabTables,
  categories: CategoryFinder,
  options: ReadSourceOptions,
): TableContents {
  const [cells, dates] = [collectAmountCells(), collectDateCells()]
  if (register) collectRegisterCells(register, { money: cells, dates })
  if (plan) collectPlanCells(plan, cells)
  const money = cells.decideFormat(options)
  const planned = plan ? readPlanRows(plan, money) : NO_PLAN
  if (!register)
    return {
      currency: money.currency,
      planned,
      joined: NO_ROWS,
      contradictions: listContradictions(planned.rows, new Map()),
    }
  const parseDate = dates.decideParser({
    options,
    hyphensMeanDayFirst: true,
    countAgreements(parse) {
      const sums = sumByCategoryMonth(register, { money, parseDate: parse })
      return planned.rows.filter(
        (row) => row.activity !== 0n && sums.get(toCategoryMonthKey(row.month, row)) === row.activity,
      ).length
    },
  })
  return {
    currency: money.currency,
    planned,
    joined: joinSplitRows(readRegisterRows(register, { money, parseDate, categories })),
    // The rows are read again, apart from what becomes of them.
    contradictions: plan
      ? listContradictions(planned.rows, sumByCategoryMonth(register, { money, parseDate }))
      : [],
  }
}

/** Returns the rows of a plan whose activity is not the sum of the rows of the register. */
const listContradictions = (
  plan: readonly PlanRow[],
  sums: ReadonlyMap<string, MinorUnits>,
): Contradictions<string>['activity'] =>
  plan.flatMap((row) => {
    const sum = sums.get(toCategoryMonthKey(row.month, row)) ?? 0n
    return sum === row.activity ? [] : [{ month: row.month, category: toCategoryKey(row), sum }]
  })

const toAssignment = ({ month, assigned, ...name }: PlanRow): SourceBudget['assignments'][number][] =>
  assigned === 0n ? [] : [{ month, category: toCategoryKey(name), assigned }]

const toCategoryMonth = (row: PlanRow): StatedFigures<string>['categoryMonths'][number] => ({
  month: row.month,
  category: toCategoryKey(row),
  assigned: row.assigned,
  activity: row.activity,
  available: row.available,
})

// YNAB names the files `NAME as of DATE - Register.csv`.
const FILE_NAME = /([^/]+?) as of \d[^/]*$/

const findBudgetName = (files: readonly SourceFile[]): string | undefined =>
  files.map(({ path }) => FILE_NAME.exec(path)?.[1]).find((name) => name !== undefined)

/** Returns how many rows have income that is offered in the month after it. */
const countIncomeForNextMonth = (categories: CategoryFinder): number =>
  categories.list().reduce((sum, name) => sum + (isIncomeForNextMonth(name) ? name.rows : 0), 0)

function listNotTaken(
  { flagged, checks, oneSided }: RegisterTransactions,
  { incomplete }: JoinedRows,
  { repeated, forNextMonth }: Pick<Plan, 'repeated'> & { forNextMonth: number },
): NotTaken[] {
  const found = describeNotTaken([
    ['flags', flagged, 'added to the notes, e.g. as #red'],
    ['check numbers', checks, 'added to the notes, e.g. as check 101'],
    ['income for the next month', forNextMonth, 'it is Ready to Assign on the day it came in'],
    [
      'other sides of transfers',
      oneSided,
      'not in the file, so these rows became payments to “Transfer : …”',
    ],
    ['incomplete splits', incomplete, 'some of their rows are missing, so each row became a transaction'],
    [
      'duplicate category names in a group',
      repeated,
      'the register does not tell them apart, so they became one category',
    ],
  ])
  return [
    ...found,
    { what: 'scheduled transactions', count: 0, why: 'not in the file' },
    { what: 'targets', count: 0, why: 'not in the file' },
  ]
}
