/** Reads the groups, categories and payees of an Actual file, and what became of merged ones. */

import type { ForeignTables } from '../../contract/ports/foreign-tables.ts'
import type { SourceCategory, SourceCategoryRef, SourceGroup } from '../source-budget.ts'
import { readFlag, readOptionalText, readRows, readSortOrder, readText } from '../table-rows.ts'

/** The categories of a budget. */
export interface ActualCategories {
  /** In the order of Actual, without those of income. */
  groups: readonly SourceGroup[]
  categories: readonly SourceCategory[]
  /** The names of the income categories by their ids. Their money is ready to assign. */
  income: ReadonlyMap<string, string>
  /** Returns the category that took the place of this one, or itself; undefined if both are unknown. */
  findTarget(id: string): string | undefined
  /** Returns what the category of a transaction means; undefined for one that was deleted. */
  find(id: string): SourceCategoryRef | undefined
}

/** A group or a category. */
interface NamedRow {
  id: string
  name: string
  /** The group of a category. */
  group: string | null
  isIncome: boolean
  hidden: boolean
  order: number
}

/** Returns the groups and categories that are not deleted. */
export function readCategories(tables: ForeignTables): ActualCategories {
  const groups = readNamedRows(tables, 'category_groups', ['id', 'name'])
  const groupById = new Map(groups.map((group) => [group.id, group]))
  const rows = readNamedRows(tables, 'categories', ['id', 'name', 'cat_group']).flatMap((row) => {
    const group = groupById.get(row.group ?? '')
    return group ? [{ ...row, group }] : []
  })
  const income = new Map(rows.flatMap(({ id, name, group }) => (group.isIncome ? [[id, name]] : [])))
  const spending = rows.filter(({ group }) => !group.isIncome)
  const references = new Map(spending.map(({ id }) => [id, { category: id }]))
  const targets = readMapping(tables)
  return {
    groups: groups.flatMap(({ id, name, isIncome }) => (isIncome ? [] : [{ key: id, name }])),
    categories: groups.flatMap((group) =>
      spending
        .filter((row) => row.group === group)
        .map(({ id, name, hidden }) => ({
          key: id,
          name,
          group: group.id,
          hidden: hidden || group.hidden,
          card: undefined,
        })),
    ),
    income,
    findTarget: (id) => targets.get(id),
    find(id) {
      const target = targets.get(id)
      if (target === undefined) return undefined
      if (income.has(target)) return 'ready_to_assign'
      return references.get(target)
    },
  }
}

/** Returns the rows of a table that are not deleted, in the order of Actual. */
function readNamedRows(tables: ForeignTables, table: string, required: readonly string[]): NamedRow[] {
  const columns = { required, optional: ['is_income', 'hidden', 'sort_order', 'tombstone'] }
  const rows = Array.from(readRows(tables, table, columns), (row) => ({
    id: readText(row, 'id'),
    name: readOptionalText(row, 'name') ?? '',
    group: readOptionalText(row, 'cat_group'),
    isIncome: readFlag(row, 'is_income'),
    hidden: readFlag(row, 'hidden'),
    order: readSortOrder(row),
    deleted: readFlag(row, 'tombstone'),
  }))
  return rows
    .filter(({ deleted }) => !deleted)
    .toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))
}

/** Returns what each category of a transaction stands for: itself, or the one that took its place. */
function readMapping(tables: ForeignTables): Map<string, string> {
  const columns = { required: ['id', 'transferId'] }
  return new Map(
    Array.from(readRows(tables, 'category_mapping', columns)).flatMap((row): [string, string][] => {
      const target = readOptionalText(row, 'transferId')
      return target === null ? [] : [[readText(row, 'id'), target]]
    }),
  )
}

/** A payee. */
export interface Payee {
  name: string | null
  /** The account that it stands for in transfers. */
  transferAccount: string | null
}

/** The payees of a budget. */
export interface ActualPayees {
  /** Returns the payee that took the place of this one, or itself. */
  find(id: string): Payee | undefined
  /** The names of the payees that are not deleted and stand for no account. */
  names: readonly string[]
}

/** Reads the payees. */
export function readPayees(tables: ForeignTables): ActualPayees {
  const columns = { required: ['id', 'name'], optional: ['tombstone', 'transfer_acct'] }
  const payees = new Map<string, Payee>()
  const names: string[] = []
  for (const row of readRows(tables, 'payees', columns)) {
    const payee = {
      name: readOptionalText(row, 'name'),
      transferAccount: readOptionalText(row, 'transfer_acct'),
    }
    payees.set(readText(row, 'id'), payee)
    if (payee.name !== null && payee.transferAccount === null && !readFlag(row, 'tombstone'))
      names.push(payee.name)
  }
  const targets = new Map(
    Array.from(readRows(tables, 'payee_mapping', { required: ['id', 'targetId'] }), (row) => [
      readText(row, 'id'),
      readOptionalText(row, 'targetId'),
    ]),
  )
  return { names, find: (id) => payees.get(targets.get(id) ?? id) }
}
