/** Collects the things of a YNAB 4 budget by their kinds and ids, each apart from the one that it is listed in. */

import type { JsonRecord } from '../../json-record.ts'
import { readList, readOptionalBoolean, readOptionalInteger, readOptionalText } from '../json/json-fields.ts'

/** The kinds of things that are read, as YNAB 4 calls them. */
export type Ynab4Kind =
  | 'account'
  | 'payee'
  | 'payeeStringCondition'
  | 'masterCategory'
  | 'category'
  | 'monthlyBudget'
  | 'monthlyCategoryBudget'
  | 'transaction'
  | 'subTransaction'
  | 'scheduledTransaction'

/** The things of a budget. */
export interface Ynab4Entities {
  /** Returns those of a kind, also deleted ones, in their order. */
  list(kind: Ynab4Kind): JsonRecord[]
  /** Takes a thing as it is now, with all that it lists. */
  replace(record: JsonRecord): void
}

const TOP_LISTS = [
  'accounts',
  'payees',
  'masterCategories',
  'monthlyBudgets',
  'transactions',
  'scheduledTransactions',
] as const
const INNER_LISTS = ['subTransactions', 'subCategories', 'monthlySubCategoryBudgets', 'renameConditions']

/** Returns the things of a whole budget. */
export function collectEntities(budget: JsonRecord): Ynab4Entities {
  const byKind = new Map<string, Map<string, JsonRecord>>()
  const replace = (record: JsonRecord): void => {
    const [kind, id] = [readOptionalText(record, 'entityType'), readOptionalText(record, 'entityId')]
    if (kind === undefined || id === undefined) return
    const known = byKind.get(kind)
    if (known) known.set(id, record)
    else byKind.set(kind, new Map([[id, record]]))
    for (const list of INNER_LISTS) for (const inner of readList(record, list)) replace(inner)
  }
  for (const list of TOP_LISTS) for (const record of readList(budget, list)) replace(record)
  return { replace, list: (kind) => [...(byKind.get(kind)?.values() ?? [])] }
}

/** True for a thing that was deleted. */
export const isDeleted = (record: JsonRecord): boolean => readOptionalBoolean(record, 'isTombstone') === true

/** Compares things by their order on the screen. */
export const compareOrder = (a: JsonRecord, b: JsonRecord): number =>
  (readOptionalInteger(a, 'sortableIndex') ?? 0) - (readOptionalInteger(b, 'sortableIndex') ?? 0)
