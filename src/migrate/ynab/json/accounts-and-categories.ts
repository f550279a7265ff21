/** Reads the accounts, groups and categories of a budget of the YNAB API. */

import { accountTypes, isOnBudgetAccountType } from '../../../contract/operations/accounts.ts'
import { createPlaceError, EXPORT_AGAIN } from '../../../tables/source-file.ts'
import type { StatedFigures } from '../../figures.ts'
import type { JsonRecord } from '../../json-record.ts'
import type { SourceAccount, SourceCategory, SourceCategoryRef, SourceGroup } from '../../source-budget.ts'
import { suggestAccountType } from '../../suggest-account-type.ts'
import { isCardGroup, isHiddenGroup, isReadyToAssign, isUncategorized } from '../categories.ts'
import {
  isDeleted,
  type ReadAmount,
  readList,
  readOptionalBoolean,
  readOptionalText,
  readText,
} from './json-fields.ts'

const typeByYnabType: ReadonlyMap<string, (typeof accountTypes)[number]> = new Map([
  ['checking', 'banking_checking'],
  ['savings', 'banking_savings'],
  ['cash', 'banking_cash'],
  ['creditCard', 'credit_credit_card'],
  ['lineOfCredit', 'credit_line_of_credit'],
  ['payPal', 'banking_other'],
  ['merchantAccount', 'banking_other'],
  ['otherAsset', 'investment_other'],
  ['investmentAccount', 'investment_other'],
  ['mortgage', 'loan_mortgage'],
  ['autoLoan', 'loan_auto'],
  ['studentLoan', 'loan_student'],
  ['personalLoan', 'loan_other'],
  ['medicalDebt', 'loan_other'],
  ['otherDebt', 'loan_other'],
  ['otherLiability', 'loan_other'],
])

/** Early versions of the API wrote `CreditCard`. */
const toTypeKey = (type: string): string => type.slice(0, 1).toLowerCase() + type.slice(1)

/** Returns what a type of YNAB is here; `type` is undefined for one that does not tell, or fits no account like this. */
export function translateType(
  ynabType: string,
  onBudget: boolean | undefined,
): Record<'known' | 'type', (typeof accountTypes)[number] | undefined> {
  const known = typeByYnabType.get(toTypeKey(ynabType))
  // A tracking account of a bank has a type of ours that would be on budget.
  const isConsistent =
    known !== undefined && (onBudget ?? isOnBudgetAccountType(known)) === isOnBudgetAccountType(known)
  return { known, type: isConsistent ? known : undefined }
}

/** The accounts of a budget. */
export interface JsonAccounts {
  accounts: SourceAccount[]
  balances: StatedFigures<string>['balances']
}

/** Returns the accounts; of deleted ones those that still have transactions, as closed. */
export function readAccounts(
  records: readonly JsonRecord[],
  { readAmount, isUsed }: { readAmount: ReadAmount; isUsed(account: string): boolean },
): JsonAccounts {
  const kept = records.filter((record) => !isDeleted(record) || isUsed(readText(record, 'id')))
  return {
    accounts: kept.map((record) => readAccount(record, readAmount)),
    balances: kept.map((record) => ({
      account: readText(record, 'id'),
      balance: readAmount(record, 'balance'),
    })),
  }
}

function readAccount(record: JsonRecord, readAmount: ReadAmount): SourceAccount {
  const [key, name] = [readText(record, 'id'), readText(record, 'name')]
  const onBudget = readOptionalBoolean(record, 'on_budget')
  const { known, type } = translateType(readOptionalText(record, 'type') ?? '', onBudget)
  const isCard = known === undefined ? undefined : known === 'credit_credit_card' && onBudget !== false
  const owesMoney = readAmount(record, 'balance') < 0n
  return {
    key,
    name,
    type,
    suggestedType: type ?? suggestAccountType({ name, onBudget, isCard, owesMoney }),
    onBudget,
    closed: readOptionalBoolean(record, 'closed') === true || isDeleted(record),
    notes: readOptionalText(record, 'note') ?? null,
    lastReconciledAt: readInstant(record, 'last_reconciled_at'),
  }
}

/** Returns milliseconds since 1970. */
export function readInstant(record: JsonRecord, name: string): number | null {
  const text = readOptionalText(record, name)
  if (text === undefined) return null
  const milliseconds = Date.parse(text)
  if (!Number.isNaN(milliseconds)) return milliseconds
  throw createPlaceError(record.place, `${name} "${text}" is not a time`, EXPORT_AGAIN)
}

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
