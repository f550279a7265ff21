/** Writes the file of a new workspace in one pass, without a history of changes. */

import type {
  ContentAccount,
  ContentCategorization,
  ContentCategory,
  ContentGroup,
  ContentMerchant,
  ContentRule,
  ContentTarget,
} from '../contract/ports/workspace-content.ts'
import type { MinorUnits } from '../money/minor-units.ts'
import { accountsTable } from './accounts.ts'
import type { Database } from './database.ts'
import { removeFile, syncToDisk } from './database-file.ts'
import { prepareInsert } from './insert-rows.ts'
import { monthTotalsTable } from './month-totals.ts'
import { fillNewDatabase } from './open-database.ts'
import type { ReconciliationRow } from './reconciliations.ts'
import { transactionsTable } from './transactions.ts'
import { type WorkspaceSettings, workspaceSchema } from './workspace-store.ts'

/** The tables of a workspace that is being filled. */
export type NewWorkspaceTables = ReturnType<typeof newWorkspaceTables>

/**
 * Writes a workspace's file and waits until it is on the disk; on failure it is removed.
 * @param fill inserts the rows; it checks their references
 * @throws StorageError when the file cannot be written
 */
export function fillWorkspaceFile(
  file: string,
  { currency, id_salt }: WorkspaceSettings,
  fill: (tables: NewWorkspaceTables) => void,
): void {
  try {
    fillNewDatabase(file, workspaceSchema, (database) => {
      database.prepare('INSERT INTO workspace VALUES (?, ?)').run(currency, id_salt)
      fill(newWorkspaceTables(database))
    })
    syncToDisk(file, 'r+')
  } catch (error) {
    removeFile(file)
    throw error
  }
}

/** A name with the key by which names are compared. */
interface Keyed {
  key: string
}

/** Returns the statements that fill a workspace. */
function newWorkspaceTables(database: Database) {
  const { changeBalances } = accountsTable(database)
  const { nextSeq, insert, iterateByCard, getCardBalanceBefore } = transactionsTable(database)
  return {
    ...insertNames(database),
    ...insertPlans(database),
    accounts: { changeBalances },
    transactions: { nextSeq, insert, iterateByCard, getCardBalanceBefore },
    monthTotals: monthTotalsTable(database),
  }
}

function insertNames(database: Database) {
  const accounts = prepareInsert(database, 'accounts', [
    ...['seq', 'name', 'type', 'notes', 'closed', 'linked', 'deleted', 'last_reconciled_at'],
    ...['created_at', 'updated_at'],
  ])
  const groups = prepareInsert(database, 'category_groups', ['seq', 'name', 'name_key', 'system', 'position'])
  const categories = prepareInsert(database, 'categories', [
    ...['seq', 'name', 'name_key', 'category_group', 'card', 'archived', 'deleted', 'position'],
  ])
  const merchants = prepareInsert(database, 'merchants', [
    ...['seq', 'name', 'name_key', 'deleted', 'created_at', 'updated_at'],
  ])
  return {
    insertAccounts: (rows: readonly ContentAccount[]): void =>
      accounts(
        rows.map((row) => [
          ...[row.seq, row.name, row.type, row.notes, Number(row.closed), Number(row.linked)],
          ...[Number(row.deleted), row.last_reconciled_at, row.created_at, row.updated_at],
        ]),
      ),
    insertGroups: (rows: readonly (ContentGroup & Keyed)[]): void =>
      groups(rows.map((row) => [row.seq, row.name, row.key, Number(row.system), row.position])),
    insertCategories: (rows: readonly (ContentCategory & Keyed)[]): void =>
      categories(
        rows.map((row) => [
          ...[row.seq, row.name, row.key, row.group, row.card],
          ...[Number(row.archived), Number(row.deleted), row.position],
        ]),
      ),
    insertMerchants: (rows: readonly (ContentMerchant & Keyed)[]): void =>
      merchants(
        rows.map((row) => [
          ...[row.seq, row.name, row.key, Number(row.deleted), row.created_at, row.updated_at],
        ]),
      ),
  }
}

function insertPlans(database: Database) {
  const rules = prepareInsert(database, 'rules', [
    ...['seq', 'position', 'merchant', 'merchant_contains', 'account', 'direction', 'category'],
    'ready_to_assign',
  ])
  const targets = prepareInsert(database, 'targets', [
    ...['category', 'kind', 'amount', 'weekday', 'by_date', 'repeat_months', 'start_month'],
  ])
  const snoozes = prepareInsert(database, 'snoozes', ['category', 'month'])
  const notes = prepareInsert(database, 'reconciliations', ['account', 'date', 'balance', 'at'])
  const learned = prepareInsert(database, 'explicit_categorizations', [
    ...['merchant', 'entry', 'category', 'ready_to_assign'],
  ])
  const assignments = prepareInsert(database, 'assignments', ['month', 'category', 'assigned'])
  const assignedTotals = prepareInsert(database, 'cells', ['month', 'category', 'assigned'])
  const taught = prepareInsert(database, 'categorized_merchants', ['merchant'])
  const words = prepareInsert(database, 'merchant_words', ['word', 'merchant'])
  return {
    insertRules: (rows: readonly ContentRule[]): void =>
      rules(
        rows.map((row) => [
          ...[row.seq, row.position, row.merchant, row.merchant_contains, row.account, row.direction],
          ...[row.category, Number(row.ready_to_assign)],
        ]),
      ),
    insertTargets: (rows: readonly ContentTarget[]): void =>
      targets(
        rows.map((row) => [
          ...[row.category, row.kind, row.amount, row.weekday],
          ...[row.by_date, row.repeat_months, row.start_month],
        ]),
      ),
    insertSnoozes: (rows: readonly { category: number; month: string }[]): void =>
      snoozes(rows.map(({ category, month }) => [category, month])),
    insertReconciliations: (rows: readonly ReconciliationRow[]): void =>
      notes(rows.map(({ account, date, balance, at }) => [account, date, balance, at])),
    /** Inserts what was assigned, and the totals that repeat it; there are no other totals yet. */
    insertAssignments(rows: readonly { month: string; category: number; assigned: MinorUnits }[]): void {
      const values = rows.map(({ month, category, assigned }) => [month, category, assigned])
      assignments(values)
      assignedTotals(values)
    },
    /** Inserts what merchants were last categorized as, from before there was a history. */
    insertCategorizations: (rows: readonly ContentCategorization[]): void =>
      learned(
        rows.map(({ merchant, category, ready_to_assign }) => [
          ...[merchant, 0, category, Number(ready_to_assign)],
        ]),
      ),
    /** Marks merchants as having a history, with the words of their names. */
    insertHistories(rows: readonly { merchant: number; words: Iterable<string> }[]): void {
      taught(rows.map(({ merchant }) => [merchant]))
      words(rows.flatMap((row) => [...row.words].map((word) => [word, row.merchant])))
    },
  }
}
