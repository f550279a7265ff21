/** Reads the months of a budget of the YNAB API: what is assigned, and the figures that they state. */

import { isMonth } from '../../../money/calendar.ts'
import { createPlaceError, EXPORT_AGAIN } from '../../../tables/source-file.ts'
import type { SourceBudget } from '../../source-budget.ts'
import type { JsonCategories } from './categories.ts'
import {
  isDeleted,
  type JsonRecord,
  type ReadAmount,
  readList,
  readOptionalInteger,
  readText,
} from './json-fields.ts'

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
