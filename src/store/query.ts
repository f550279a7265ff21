/** Answers a question in SQL about a workspace: read-only, over views that stay the same when the tables change. */

import { UserError } from '../contract/errors.ts'
import type { QueryResult } from '../contract/ports/workspace-admin.ts'
import { formatAmount } from '../money/minor-units.ts'
import { openReadOnlyDriver, sqliteConstants } from './database.ts'

/** The views. Amounts are whole minor units, such as cents, so that sums are exact; money() formats them. */
const views = {
  accounts: `
    SELECT a.name, a.type, coalesce(b.cleared_balance + b.pending_balance, 0) AS balance,
      coalesce(b.cleared_balance, 0) AS cleared_balance, coalesce(b.pending_balance, 0) AS pending_balance, a.closed
    FROM main.accounts a LEFT JOIN main.account_balances b ON b.account = a.seq WHERE a.deleted = 0`,
  categories: `
    SELECT g.name AS category_group, c.name, c.archived
    FROM main.categories c JOIN main.category_groups g ON g.seq = c.category_group WHERE c.deleted = 0`,
  transactions: `
    SELECT t.seq, t.date, t.amount, a.name AS account, m.name AS merchant,
      iif(t.ready_to_assign, 'Ready to Assign', c.name) AS category, t.split, o.name AS transfer_account, t.notes, t.status,
      t.review_status
    FROM main.transactions t JOIN main.accounts a ON a.seq = t.account
      LEFT JOIN main.merchants m ON m.seq = t.merchant
      LEFT JOIN main.categories c ON c.seq = t.category
      LEFT JOIN main.accounts o ON o.seq = t.transfer_account
    WHERE t.deleted = 0`,
  lines: `
    SELECT t.seq AS transaction_seq, t.date, coalesce(s.amount, t.amount) AS amount, a.name AS account,
      m.name AS merchant, iif(coalesce(s.ready_to_assign, t.ready_to_assign), 'Ready to Assign', c.name) AS category,
      o.name AS transfer_account, coalesce(s.notes, t.notes) AS notes
    FROM main.transactions t JOIN main.accounts a ON a.seq = t.account
      LEFT JOIN main.split_lines s ON s."transaction" = t.seq AND t.split = 1
      LEFT JOIN main.merchants m ON m.seq = t.merchant
      LEFT JOIN main.categories c ON c.seq = iif(t.split, s.category, t.category)
      LEFT JOIN main.accounts o ON o.seq = t.transfer_account
    WHERE t.deleted = 0`,
  assignments: `
    SELECT x.month, c.name AS category, x.assigned AS amount
    FROM main.assignments x JOIN main.categories c ON c.seq = x.category WHERE x.assigned <> 0`,
} as const

/**
 * Runs one SELECT over the views on a connection of its own.
 * @throws UserError for anything else, and for SQL that is not valid.
 */
export function runQuery(file: string, sql: string, decimals: number): QueryResult {
  if (/;\s*\S/.test(sql.replaceAll(/'[^']*'|"[^"]*"|--.*/g, '')))
    throw new UserError('invalid', 'Use a single SELECT')
  const driver = openReadOnlyDriver(file)
  try {
    driver.exec('PRAGMA temp_store=2')
    for (const [name, select] of Object.entries(views)) driver.exec(`CREATE TEMP VIEW ${name} AS ${select}`)
    driver.function('money', { useBigIntArguments: true }, (amount: unknown) =>
      typeof amount === 'bigint' ? formatAmount(amount, decimals) : null,
    )
    allowOnlyViews(driver)
    const statement = driver.prepare(sql)
    statement.setReadBigInts(true)
    statement.setReturnArrays(true)
    const columns = statement.columns().map(({ name }, at) => name || `column_${at + 1}`)
    const rows = statement.all() as unknown as QueryResult['rows'] // arrays of what SQLite stores
    return { columns, rows }
  } catch (error) {
    const isFromDriver = error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'
    if (!isFromDriver) throw error
    throw new UserError('invalid', `SQLite does not accept the query: ${error.message}`, {
      hint: 'budget help query lists the views and their columns',
    })
  } finally {
    driver.close()
  }
}

/** Lets statements read the views, call functions and nothing else. */
function allowOnlyViews(driver: ReturnType<typeof openReadOnlyDriver>): void {
  Object.assign(driver.limits, { attach: 0 })
  const { SQLITE_OK, SQLITE_DENY, SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE } =
    sqliteConstants
  driver.setAuthorizer((action, name, column, database, insideView) => {
    if (action === SQLITE_SELECT || action === SQLITE_FUNCTION || action === SQLITE_RECURSIVE)
      return SQLITE_OK
    const isInView = database === 'temp' ? Object.hasOwn(views, String(name)) : insideView !== null
    // Without a column it only counts rows.
    return action === SQLITE_READ && (isInView || column === '') ? SQLITE_OK : SQLITE_DENY
  })
}
