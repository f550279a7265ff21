/** Reads what a YNAB 4 budget assigns by month, and what it carries and keeps for the next month. */

import { groupBy } from '../../../contract/group-by.ts'
import { addMonths, isMonth, toMonth } from '../../../money/calendar.ts'
import type { MinorUnits } from '../../../money/minor-units.ts'
import { createPlaceError, EXPORT_AGAIN } from '../../../tables/source-file.ts'
import { addAmount, type ProgramRules } from '../../figures.ts'
import type { JsonRecord } from '../../json-record.ts'
import { type ReadAmount, readLiveList, readOptionalText, readText } from '../json/json-fields.ts'
import { INCOME_FOR_NEXT_MONTH, isDebtCategory } from './categories.ts'
import { isDeleted, type Ynab4Entities } from './ynab4-entities.ts'

/** What a budget says about a category in a month. */
export interface CategoryMonth {
  month: string
  category: string
  assigned: MinorUnits
  /** What becomes of overspending from this month on; undefined where it stays as it was. */
  keepsOverspending: boolean | undefined
  note: string | undefined
}

/** Returns what the file says about the categories, by month. @throws UserError for a month that is none */
export function readCategoryMonths(entities: Ynab4Entities, readAmount: ReadAmount): CategoryMonth[] {
  const months = new Map(
    entities.list('monthlyBudget').map((record) => [readText(record, 'entityId'), readMonth(record)]),
  )
  return entities
    .list('monthlyCategoryBudget')
    .flatMap((record): CategoryMonth[] => {
      const month = months.get(readText(record, 'parentMonthlyBudgetId'))
      if (month === undefined || isDeleted(record)) return []
      const handling = readOptionalText(record, 'overspendingHandling')
      return [
        {
          month,
          category: readText(record, 'categoryId'),
          assigned: readAmount(record, 'budgeted'),
          keepsOverspending: handling === undefined ? undefined : handling.toLowerCase() === 'confined',
          note: readOptionalText(record, 'note'),
        },
      ]
    })
    .toSorted((a, b) => (a.month < b.month ? -1 : a.month > b.month ? 1 : 0))
}

function readMonth(record: JsonRecord): string {
  const month = readText(record, 'month').slice(0, 7)
  if (isMonth(month)) return month
  throw createPlaceError(record.place, `month "${month}" is not a month`, EXPORT_AGAIN)
}

/** Returns the months in which a category keeps overspending: from one that says so until one that does not. */
export function listCarriedOverspending(
  months: readonly CategoryMonth[],
  { categories, first, last }: { categories: readonly string[]; first: string; last: string },
): ProgramRules<string>['carriesOverspending'] {
  const changes = groupBy(
    months.filter(({ keepsOverspending }) => keepsOverspending !== undefined),
    ({ category }) => category,
  )
  return categories.flatMap((category) => {
    const own = changes.get(category) ?? []
    let keeps = isDebtCategory(category)
    if (!keeps && own.length === 0) return []
    const kept: { month: string; category: string }[] = []
    let next = 0
    for (let month = first; month <= last; month = addMonths(month, 1)) {
      for (let change = own[next]; change && change.month <= month; change = own[++next])
        keeps = change.keepsOverspending ?? keeps
      if (keeps) kept.push({ month, category })
    }
    return kept
  })
}

/** Returns the income of accounts on budget that is offered in the month after it, by month. */
export function listIncomeForNextMonth(
  transactions: JsonRecord,
  { readAmount, isOnBudget }: { readAmount: ReadAmount; isOnBudget(account: string): boolean },
): ProgramRules<string>['held'] {
  const held = new Map<string, MinorUnits>()
  for (const transaction of readLiveList(transactions, 'transactions')) {
    if (!isOnBudget(readText(transaction, 'account_id'))) continue
    const lines = readLiveList(transaction, 'subtransactions')
    for (const line of lines.length > 0 ? lines : [transaction])
      if (readOptionalText(line, 'category_id') === INCOME_FOR_NEXT_MONTH)
        addAmount(held, toMonth(readText(transaction, 'date')), readAmount(line, 'amount'))
  }
  return [...held].flatMap(([month, amount]) => (amount === 0n ? [] : [{ month, amount }]))
}
