/** Inserts whole rows into the tables of a workspace. */

import type {
  ContentCategorization,
  ContentCategory,
  ContentGroup,
  ContentMerchant,
} from '../contract/ports/workspace-content.ts'
import { accountsTable } from './accounts.ts'
import type { Database } from './database.ts'
import { prepareInsert } from './insert-rows.ts'
import { type MonthTotal, monthTotalsTable } from './month-totals.ts'
import { movesTable } from './moves.ts'
import { schedulesTable } from './schedules.ts'
import { transactionsTable } from './transactions.ts'

/** The tables of a workspace that is being filled. */
export type NewWorkspaceTables = ReturnType<typeof newWorkspaceTables>

/** A name with the key by which names are compared. */
interface Keyed {
  key: string
}

/** Returns the statements that fill a workspace. */
export function newWorkspaceTables(database: Database) {
  const { changeBalances } = accountsTable(database)
  const { nextSeq, insert, iterateByCard, getCardBalanceBefore } = transactionsTable(database)
  return {
    ...insertNames(database),
    ...insertPlans(database),
    accounts: { changeBalances },
    transactions: { nextSeq, insert, iterateByCard, getCardBalanceBefore },
    monthTotals: monthTotalsTable(database),
    insertMove: movesTable(database).insert,
    insertSchedules: schedulesTable(database).insertAll,
  }
}

function insertNames(database: Database) {
  const groups = prepareInsert(database, 'category_groups', ['seq', 'name', 'name_key', 'system', 'position'])
  const categories = prepareInsert(database, 'categories', [
    'seq',
    'name',
    'name_key',
    'category_group',
    'card',
    'archived',
    'deleted',
    'position',
  ])
  const merchants = prepareInsert(database, 'merchants', [
    'seq',
    'name',
    'name_key',
    'deleted',
    'created_at',
    'updated_at',
  ])
  return {
    insertAccounts: prepareInsert(database, 'accounts', [
      'seq',
      'name',
      'type',
      'notes',
      'closed',
      'linked',
      'deleted',
      'last_reconciled_at',
      'created_at',
      'updated_at',
    ]),
    insertGroups: (rows: readonly (ContentGroup & Keyed)[]): void =>
      groups(rows.map((row) => ({ ...row, name_key: row.key }))),
    insertCategories: (rows: readonly (ContentCategory & Keyed)[]): void =>
      categories(rows.map((row) => ({ ...row, name_key: row.key, category_group: row.group }))),
    insertMerchants: (rows: readonly (ContentMerchant & Keyed)[]): void =>
      merchants(rows.map((row) => ({ ...row, name_key: row.key }))),
  }
}

function insertPlans(database: Database) {
  const rule = ['seq', 'position', 'merchant', 'merchant_contains', 'account', 'direction'] as const
  const target = ['category', 'kind', 'amount', 'weekday', 'by_date', 'repeat_months', 'start_month'] as const
  const assigned = ['month', 'category', 'assigned'] as const
  const learned = ['merchant', 'entry', 'category', 'ready_to_assign'] as const
  const assignments = prepareInsert(database, 'assignments', assigned)
  const assignedTotals = prepareInsert(database, 'cells', assigned)
  const categorizations = prepareInsert(database, 'explicit_categorizations', learned)
  const taught = prepareInsert(database, 'categorized_merchants', ['merchant'])
  const words = prepareInsert(database, 'merchant_words', ['word', 'merchant'])
  return {
    insertRules: prepareInsert(database, 'rules', [...rule, 'category', 'ready_to_assign']),
    insertTargets: prepareInsert(database, 'targets', target),
    insertSnoozes: prepareInsert(database, 'snoozes', ['category', 'month']),
    insertReconciliations: prepareInsert(database, 'reconciliations', ['account', 'date', 'balance', 'at']),
    /** Inserts what was assigned, and the totals that repeat it; there are no other totals yet. */
    insertAssignments(rows: readonly Pick<MonthTotal, (typeof assigned)[number]>[]): void {
      assignments(rows)
      assignedTotals(rows)
    },
    /** Inserts what merchants were last categorized as, from before there was a history. */
    insertCategorizations: (rows: readonly ContentCategorization[]): void =>
      categorizations(rows.map((row) => ({ ...row, entry: 0 }))),
    /** Marks merchants as having a history, with the words of their names. */
    insertHistories(rows: readonly { merchant: number; words: Iterable<string> }[]): void {
      taught(rows)
      words(rows.flatMap((row) => [...row.words].map((word) => ({ word, merchant: row.merchant }))))
    },
  }
}
