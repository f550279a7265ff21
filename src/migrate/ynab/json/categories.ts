/** Reads the groups and categories of a budget of the YNAB API. */

import { type JsonRecord } from '../../json-record.ts'
import type { SourceCategory, SourceCategoryRef, SourceGroup } from '../../source-budget.ts'
import { isCardGroup, isHiddenGroup, isReadyToAssign, isUncategorized } from '../categories.ts'
import { isDeleted, readList, readOptionalBoolean, readOptionalText, readText } from './json-fields.ts'

/** The categories of a budget. */
export interface JsonCategories {
  groups: SourceGroup[]
  categories: SourceCategory[]
  /** What the id of a category means; undefined for an unknown id. */
  find(id: string): SourceCategoryRef | undefined
  /** The group and category notes, behind their names. */
  notes: string[]
}

/** What the categories refer to. */
export interface CategoryContext {
  /** The keys of credit accounts by their names, in the order of the file. */
  cards: ReadonlyMap<string, readonly string[]>
  /** True for a category that transactions or assigned amounts name. */
  isUsed(category: string): boolean
}

/** Returns the groups and categories; of deleted ones those that are still used, as hidden. */
export function readCategories(
  groupRecords: readonly JsonRecord[],
  categoryRecords: readonly JsonRecord[],
  { cards, isUsed }: CategoryContext,
): JsonCategories {
  const internal = findInternalGroups(groupRecords, categoryRecords)
  const groups = indexGroups(groupRecords, categoryRecords)
  const refs = new Map<string, SourceCategoryRef>()
  const categories: SourceCategory[] = []
  const unpaid = new Map([...cards].map(([name, keys]) => [name, [...keys]]))
  for (const record of categoryRecords) {
    const [key, name] = [readText(record, 'id'), readText(record, 'name')]
    const group = readText(record, 'category_group_id')
    const groupRecord = groups.get(group)
    const groupName = (groupRecord && readOptionalText(groupRecord, 'name')) ?? ''
    const names = { group: groupName, category: name }
    const own = readSpecialCategory(names)
    const special = own === undefined && internal.has(group) ? null : own
    if (special !== undefined) refs.set(key, special)
    if (special !== undefined || (isDeleted(record) && !isUsed(key))) continue
    refs.set(key, { category: key })
    const card = isCardGroup(groupName) ? unpaid.get(name)?.shift() : undefined
    const isLostCard = isCardGroup(groupName) && card === undefined
    const isInHiddenGroup = isHiddenGroup(groupName) || (groupRecord !== undefined && isHidden(groupRecord))
    categories.push({ key, name, group, hidden: isHidden(record) || isInHiddenGroup || isLostCard, card })
  }
  return {
    groups: listGroups(groups, categories),
    categories,
    find: (id) => refs.get(id),
    notes: [...groupRecords, ...categoryRecords].flatMap((record) => {
      const note = isDeleted(record) ? undefined : readOptionalText(record, 'note')
      return note === undefined ? [] : [`${readOptionalText(record, 'name') ?? ''}: ${note}`]
    }),
  }
}

/** Returns the groups that are not listed and hold Ready to Assign: what else is in them is no category either. */
function findInternalGroups(
  groupRecords: readonly JsonRecord[],
  categoryRecords: readonly JsonRecord[],
): Set<string> {
  const listed = new Set(groupRecords.map((record) => readText(record, 'id')))
  return new Set(
    categoryRecords
      .filter((record) => isReadyToAssign({ group: '', category: readText(record, 'name') }))
      .map((record) => readText(record, 'category_group_id'))
      .filter((group) => !listed.has(group)),
  )
}

/** Returns the groups by their ids; those that are missing have the names that their categories give them. */
function indexGroups(
  groupRecords: readonly JsonRecord[],
  categoryRecords: readonly JsonRecord[],
): Map<string, JsonRecord> {
  const groups = new Map(groupRecords.map((record) => [readText(record, 'id'), record]))
  for (const category of categoryRecords) {
    const id = readText(category, 'category_group_id')
    const name = readOptionalText(category, 'category_group_name')
    if (!groups.has(id)) groups.set(id, { ...category, fields: { id, name } })
  }
  return groups
}

const isHidden = (record: JsonRecord): boolean =>
  readOptionalBoolean(record, 'hidden') === true || isDeleted(record)

/** Returns what a category of the program itself means; undefined for a category of the user. */
function readSpecialCategory(names: { group: string; category: string }): SourceCategoryRef | undefined {
  if (isReadyToAssign(names)) return 'ready_to_assign'
  return isUncategorized(names) ? null : undefined
}

/** Returns the groups that are not deleted or have categories; without those of the program itself. */
function listGroups(
  groups: ReadonlyMap<string, JsonRecord>,
  categories: readonly SourceCategory[],
): SourceGroup[] {
  const used = new Set(categories.flatMap(({ group, card }) => (card === undefined ? [group] : [])))
  return [...groups].flatMap(([key, record]) => {
    const name = readOptionalText(record, 'name') ?? 'Other'
    const isOwn = isCardGroup(name) || isHiddenGroup(name) || INTERNAL_GROUP.test(name)
    return used.has(key) || (!isOwn && !isHidden(record)) ? [{ key, name }] : []
  })
}

const INTERNAL_GROUP = /^internal master category$/i

/** Returns the categories, which may also be listed in their groups, or only in the months. */
export function listCategoryRecords(budget: JsonRecord): JsonRecord[] {
  const found = new Map<string, JsonRecord>()
  const lists = [
    readList(budget, 'categories'),
    ...readList(budget, 'category_groups').map((group) => readList(group, 'categories')),
    ...readList(budget, 'months').map((month) => readList(month, 'categories')),
  ]
  for (const record of lists.flat()) {
    const key = readText(record, 'id')
    if (!found.has(key) && readOptionalText(record, 'name') !== undefined) found.set(key, record)
  }
  return [...found.values()]
}
