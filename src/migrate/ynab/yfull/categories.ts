/** Reads the groups and categories of a YNAB 4 budget, and what the ids of its own categories mean. */

import type { JsonRecord } from '../../json-record.ts'
import type { SourceCategory, SourceCategoryRef, SourceGroup } from '../../source-budget.ts'
import { readOptionalText, readText } from '../json/json-fields.ts'
import { compareOrder, isDeleted, type Ynab4Entities } from './ynab4-entities.ts'

const HIDDEN_GROUP = 'MasterCategory/__Hidden__'
/** Income that can be assigned in the month after it. */
export const INCOME_FOR_NEXT_MONTH = 'Category/__DeferredIncome__'
const INCOME = ['Category/__ImmediateIncome__', INCOME_FOR_NEXT_MONTH]
const OWN_CATEGORY = /^Category\/__/
const DEBT_CATEGORY = /^Category\/PreYNABDebt/

/** The categories of a budget. */
export interface Ynab4Categories {
  groups: SourceGroup[]
  categories: SourceCategory[]
  /** Returns what the id of a category means; undefined for an unknown id. */
  find(id: string): SourceCategoryRef | undefined
  /** The notes of groups and categories, behind their names. */
  notes: string[]
}

/** True for a category that holds what an account owed at the start. */
export const isDebtCategory = (key: string): boolean => DEBT_CATEGORY.test(key)

/** Returns the groups and categories in their order; of deleted ones those that are still used, as hidden. */
export function readCategories(
  entities: Ynab4Entities,
  isUsed: (category: string) => boolean,
): Ynab4Categories {
  const groupRecords = entities.list('masterCategory').toSorted(compareOrder)
  const groupKeys = new Set(groupRecords.map((record) => readText(record, 'entityId')))
  const records = entities
    .list('category')
    .filter((record) => !isDeleted(record) || isUsed(readText(record, 'entityId')))
    .toSorted(compareOrder)
  const categories = records.map((record) => readCategory(record, groupKeys))
  const refs = new Map(categories.map(({ key }) => [key, { category: key }]))
  const used = new Set(categories.map(({ group }) => group))
  const isListed = (record: JsonRecord): boolean =>
    used.has(readText(record, 'entityId')) ||
    (!isDeleted(record) && readText(record, 'entityId') !== HIDDEN_GROUP)
  return {
    groups: groupRecords.filter(isListed).map((record) => ({
      key: readText(record, 'entityId'),
      name: readOptionalText(record, 'name') ?? 'Other',
    })),
    categories,
    find: (id) => (INCOME.includes(id) ? 'ready_to_assign' : OWN_CATEGORY.test(id) ? null : refs.get(id)),
    notes: [...groupRecords, ...records].flatMap((record) => {
      const note = isDeleted(record) ? undefined : readOptionalText(record, 'note')
      return note === undefined ? [] : [`${readOptionalText(record, 'name') ?? ''}: ${note}`]
    }),
  }
}

/** Returns a category; of a hidden one, whose name is ``GROUP ` NAME ` ID OF THE GROUP``, in its old group. */
function readCategory(record: JsonRecord, groups: ReadonlySet<string>): SourceCategory {
  const [key, group] = [readText(record, 'entityId'), readText(record, 'masterCategoryId')]
  const name = readOptionalText(record, 'name') ?? ''
  const hidden = group === HIDDEN_GROUP || isDeleted(record)
  const parts = name.split(' ` ')
  const oldGroup = parts.at(-1)
  if (group !== HIDDEN_GROUP || parts.length < 3 || oldGroup === undefined || !groups.has(oldGroup))
    return { key, name, group, hidden, card: undefined }
  return { key, name: parts.slice(1, -1).join(' ` '), group: oldGroup, hidden, card: undefined }
}
