/** Reads the months of a budget of the YNAB API, and finds figures that its rows do not add up to. */

import { addMonths, isMonth } from '../../../money/calendar.ts'
import type { MinorUnits } from '../../../money/minor-units.ts'
import { createPlaceError, EXPORT_AGAIN } from '../../../tables/source-file.ts'
import { addAmount, type Contradictions } from '../../figures.ts'
import { type JsonRecord } from '../../json-record.ts'
import type { SourceBudget, SourceCategoryRef } from '../../source-budget.ts'
import type { JsonCategories } from './accounts-and-categories.ts'
import {
  isDeleted,
  type ReadAmount,
  readList,
  readLiveList,
  readOptionalInteger,
  readOptionalText,
  readText,
} from './json-fields.ts'
import type { RecordEntry } from './transactions.ts'

/** What the months say, and how many of them lack their categories. */
export type JsonMonths = Pick<SourceBudget['figures'], 'categoryMonths' | 'months'> &
  Pick<SourceBudget, 'assignments'> & { unlisted: number }

/** Returns the figures and assigned amounts of months. @throws UserError if a field is wrong */
export function readMonths(
  records: readonly JsonRecord[],
  { find }: JsonCategories,
  readAmount: ReadAmount,
): JsonMonths {
  const categoryMonths = records.flatMap((record) =>
    readList(record, 'categories').flatMap((category) => {
      const key = readText(category, 'id')
      const ref = find(key)
      if (ref === null || ref === undefined || ref === 'ready_to_assign' || isDeleted(category)) return []
      const [assigned, activity] = [readAmount(category, 'budgeted'), readAmount(category, 'activity')]
      return [
        {
          month: readMonth(record),
          category: key,
          assigned,
          activity,
          available: readAmount(category, 'balance'),
        },
      ]
    }),
  )
  // Without the categories, nothing says what is assigned.
  const unlisted = records.filter(
    (record) =>
      readList(record, 'categories').length === 0 && (readOptionalInteger(record, 'budgeted') ?? 0) !== 0,
  ).length
  return {
    categoryMonths,
    unlisted,
    assignments: categoryMonths
      .filter(({ assigned }) => assigned !== 0n)
      .map(({ month, category, assigned }) => ({ month, category, assigned })),
    months: records.map((record) => ({
      month: readMonth(record),
      readyToAssign:
        unlisted > 0 || readOptionalInteger(record, 'to_be_budgeted') === undefined
          ? undefined
          : readAmount(record, 'to_be_budgeted'),
      ageOfMoney: readOptionalInteger(record, 'age_of_money'),
    })),
  }
}

function readMonth(record: JsonRecord): string {
  const text = readText(record, 'month')
  const month = text.slice(0, 7)
  if (isMonth(month)) return month
  throw createPlaceError(record.place, `month "${text}" is not a month`, EXPORT_AGAIN)
}

/** What the records are compared with. */
interface ComparedFigures {
  entries: readonly RecordEntry[]
  readAmount: ReadAmount
  findCategory(id: string): SourceCategoryRef | undefined
  /** True for an account that is on budget. */
  isOnBudget(account: string): boolean
  figures: Pick<SourceBudget['figures'], 'balances' | 'categoryMonths'>
}

type Sums = Map<string, MinorUnits>

const toKey = (month: string, category: string): string => `${month} ${category}`

/** Returns the contradictions between the figures and the transactions that are not deleted. */
export function findContradictions(budget: JsonRecord, stated: ComparedFigures): Contradictions<string> {
  const { balances, activity, income, lost } = addUp(stated)
  return {
    balances: stated.figures.balances.flatMap(({ account, balance }) => {
      const sum = balances.get(account) ?? 0n
      return sum === balance ? [] : [{ account, sum }]
    }),
    activity: stated.figures.categoryMonths.flatMap(({ month, category, activity: amount }) => {
      const sum = activity.get(toKey(month, category)) ?? 0n
      return sum === amount ? [] : [{ month, category, sum }]
    }),
    income: [...listLost(lost), ...listIncome(budget, { income, ...stated })],
  }
}

/** The next month pays for rows whose category is not in the file, and the program did not. */
const listLost = (lost: Sums): Contradictions<string>['income'] =>
  [...lost].flatMap(([month, sum]) => (sum < 0n ? [{ month: addMonths(month, 1), excess: -sum }] : []))

const listIncome = (
  budget: JsonRecord,
  { income, ...stated }: ComparedFigures & { income: Sums },
): Contradictions<string>['income'] =>
  readLiveList(budget, 'months').flatMap((record) => {
    if (readOptionalInteger(record, 'income') === undefined) return []
    const month = readMonth(record)
    const excess = stated.readAmount(record, 'income') - (income.get(month) ?? 0n)
    return excess === 0n ? [] : [{ month, excess }]
  })

/** Adds up the records by account, by category and month, and what is ready to assign by month. */
function addUp({ entries, readAmount, findCategory, isOnBudget }: ComparedFigures) {
  const [balances, activity]: [Sums, Sums] = [new Map(), new Map()]
  const [income, lost]: [Sums, Sums] = [new Map(), new Map()]
  for (const { record, lines } of entries) {
    const account = readText(record, 'account_id')
    addAmount(balances, account, readAmount(record, 'amount'))
    if (!isOnBudget(account)) continue
    const month = readText(record, 'date').slice(0, 7)
    for (const line of lines.length > 0 ? lines : [record]) {
      const id = readOptionalText(line, 'category_id')
      const category = id === undefined ? null : findCategory(id)
      if (category === 'ready_to_assign') addAmount(income, month, readAmount(line, 'amount'))
      else if (category === undefined) addAmount(lost, month, readAmount(line, 'amount'))
      else if (category) addAmount(activity, toKey(month, category.category), readAmount(line, 'amount'))
    }
  }
  return { balances, activity, income, lost }
}
