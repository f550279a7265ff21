/** Reads the content of a workspace from its tables, and dumps the tables of a file. */

import { DatabaseSync } from '@photostructure/sqlite'
import type { ContentTransaction, WorkspaceContent } from '../../src/contract/ports/workspace-content.ts'
import type { ArchivedRow, ArchivedTable } from '../../src/store/exported-rows.ts'
import { COLUMNS, type StoredTransaction } from '../../src/store/transaction-row-mapping.ts'
import type { WorkspaceStore } from '../../src/store/workspace-store.ts'

const flags = ['closed', 'linked', 'deleted', 'archived', 'system', 'ready_to_assign']
const amounts = ['assigned', 'amount', 'balance']

/** Turns the columns of a row into fields of the content. */
function toFields({ category_group: group, split: _, auto, ...row }: ArchivedRow): Record<string, unknown> {
  const fields = Object.entries(row).map(([name, value]): [string, unknown] => {
    if (flags.includes(name)) return [name, value === 1]
    return [name, amounts.includes(name) ? BigInt(value ?? 0) : value]
  })
  return {
    ...Object.fromEntries(fields),
    ...(group !== undefined && { group }),
    ...(auto !== undefined && { auto: auto === 1 }),
  }
}

const toTransactionRow = ([seq, ...values]: StoredTransaction): ArchivedRow => {
  const { card: _, ...row } = Object.fromEntries(COLUMNS.map((name, index) => [name, values[index] ?? null]))
  return { seq, ...row }
}

/** Returns what a workspace holds. */
export function readContent({ exportedRows, settings, schedules }: WorkspaceStore): WorkspaceContent {
  const list = (table: ArchivedTable) => exportedRows.listTable(table).map(toFields)
  const transactions = [...exportedRows.iterateAll()].map(toTransactionRow).map((row) => ({
    ...toFields(row),
    splits:
      row['split'] === 1
        ? exportedRows.listLines(Number(row['seq'])).map((line) => ({
            ...line,
            amount: BigInt(line.amount),
            ready_to_assign: line.ready_to_assign === 1,
          }))
        : null,
  })) as ContentTransaction[] // the columns have the names of the fields
  return {
    ...settings,
    ...Object.fromEntries(
      (
        [
          ...['accounts', 'groups', 'categories', 'merchants', 'assignments', 'targets', 'snoozes', 'rules'],
          ...['categorizations', 'reconciliations'],
        ] as ArchivedTable[]
      ).map((table) => [table, list(table)]),
    ),
    transactions,
    schedules: schedules.list(),
    scheduleDates: schedules.listStoredDates(),
  } as unknown as WorkspaceContent // the tables have the names of the lists
}

/** What is stored in each table, in the order of its keys; rows of zeros stand for nothing and are left out. */
const queries = {
  workspace: 'SELECT * FROM workspace',
  accounts: 'SELECT * FROM accounts ORDER BY seq',
  account_balances:
    'SELECT * FROM account_balances WHERE live_transactions > 0 OR cleared_balance OR pending_balance ORDER BY account',
  category_groups: 'SELECT * FROM category_groups ORDER BY seq',
  categories: 'SELECT * FROM categories ORDER BY seq',
  merchants: 'SELECT * FROM merchants ORDER BY seq',
  transactions: 'SELECT * FROM transactions ORDER BY seq',
  split_lines: 'SELECT * FROM split_lines ORDER BY "transaction", line',
  assignments: 'SELECT * FROM assignments WHERE assigned <> 0 ORDER BY month, category',
  cells: 'SELECT * FROM cells WHERE assigned OR activity OR credit ORDER BY month, category',
  card_cells: 'SELECT * FROM card_cells ORDER BY card, month, category',
  credit_parts: 'SELECT * FROM credit_parts ORDER BY month, category, date, amount, "transaction", line',
  targets: 'SELECT * FROM targets ORDER BY category',
  snoozes: 'SELECT * FROM snoozes ORDER BY category, month',
  rules: 'SELECT * FROM rules ORDER BY seq',
  reconciliations: 'SELECT * FROM reconciliations ORDER BY account, date',
  schedules: 'SELECT * FROM schedules ORDER BY seq',
  schedule_dates: 'SELECT * FROM schedule_dates ORDER BY schedule, date',
  // The last one of each merchant.
  explicit_categorizations: `SELECT merchant, category, ready_to_assign FROM explicit_categorizations AS latest
    WHERE entry = (SELECT max(entry) FROM explicit_categorizations WHERE merchant = latest.merchant) ORDER BY merchant`,
}

/** Returns the rows of the tables of a workspace's file. */
export function dumpTables(file: string): Record<string, unknown[]> {
  const database = new DatabaseSync(file)
  try {
    return Object.fromEntries(
      Object.entries(queries).map(([table, sql]) => [
        table,
        database
          .prepare(sql)
          .all()
          .map((row) => ({ ...row })),
      ]),
    )
  } finally {
    database.close()
  }
}
