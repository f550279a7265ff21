/** Writes small budget files as Actual does, and ones that it would never write. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { createZip } from '../zip-files.ts'

/** The tables of a budget of Actual, as far as they are read. */
export const schema = {
  accounts:
    'id TEXT PRIMARY KEY, name TEXT, offbudget INTEGER DEFAULT 0, closed INTEGER DEFAULT 0, sort_order REAL, tombstone INTEGER DEFAULT 0, last_reconciled TEXT',
  category_groups:
    'id TEXT PRIMARY KEY, name TEXT, is_income INTEGER DEFAULT 0, sort_order REAL, tombstone INTEGER DEFAULT 0, hidden INTEGER DEFAULT 0',
  categories:
    'id TEXT PRIMARY KEY, name TEXT, is_income INTEGER DEFAULT 0, cat_group TEXT, sort_order REAL, tombstone INTEGER DEFAULT 0, hidden INTEGER DEFAULT 0',
  category_mapping: 'id TEXT PRIMARY KEY, transferId TEXT',
  payees: 'id TEXT PRIMARY KEY, name TEXT, tombstone INTEGER DEFAULT 0, transfer_acct TEXT',
  payee_mapping: 'id TEXT PRIMARY KEY, targetId TEXT',
  transactions:
    'id TEXT PRIMARY KEY, isParent INTEGER DEFAULT 0, isChild INTEGER DEFAULT 0, acct TEXT, category TEXT, amount INTEGER, description TEXT, notes TEXT, date INTEGER, starting_balance_flag INTEGER DEFAULT 0, transferred_id TEXT, sort_order REAL, tombstone INTEGER DEFAULT 0, cleared INTEGER DEFAULT 1, reconciled INTEGER DEFAULT 0, parent_id TEXT, schedule TEXT',
  zero_budgets:
    'id TEXT PRIMARY KEY, month INTEGER, category TEXT, amount INTEGER DEFAULT 0, carryover INTEGER DEFAULT 0',
  reflect_budgets:
    'id TEXT PRIMARY KEY, month INTEGER, category TEXT, amount INTEGER DEFAULT 0, carryover INTEGER DEFAULT 0',
  zero_budget_months: 'id TEXT PRIMARY KEY, buffered INTEGER DEFAULT 0',
  preferences: 'id TEXT PRIMARY KEY, value TEXT',
  notes: 'id TEXT PRIMARY KEY, note TEXT',
  schedules:
    'id TEXT PRIMARY KEY, rule TEXT, name TEXT, active INTEGER DEFAULT 0, completed INTEGER DEFAULT 0, posts_transaction INTEGER DEFAULT 0, tombstone INTEGER DEFAULT 0',
  schedules_next_date:
    'id TEXT PRIMARY KEY, schedule_id TEXT, local_next_date INTEGER, local_next_date_ts INTEGER, base_next_date INTEGER, base_next_date_ts INTEGER, tombstone INTEGER DEFAULT 0',
  rules: 'id TEXT PRIMARY KEY, conditions TEXT, actions TEXT, tombstone INTEGER DEFAULT 0',
} as const

/** The names of the tables. */
export type TableName = keyof typeof schema

type Cell = string | number | bigint | null | Uint8Array
type Rows = Partial<Record<TableName, readonly Readonly<Record<string, Cell>>[]>>

/** How a file differs from what Actual writes. */
export interface FileOptions {
  /** Tables that are not made. */
  without?: readonly TableName[]
  /** Other columns of tables. */
  columns?: Partial<Record<TableName, string>>
  /** Statements that run at the end. */
  sql?: string
}

/** Returns the bytes of a database with these rows. */
export function createDatabase(rows: Rows, { without = [], columns = {}, sql }: FileOptions = {}): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'actual-file-'))
  const path = join(folder, 'db.sqlite')
  const driver = new DatabaseSync(path)
  // The names of the object above.
  for (const name of Object.keys(schema) as TableName[]) {
    if (without.includes(name)) continue
    driver.exec(`CREATE TABLE ${name} (${columns[name] ?? schema[name]})`)
    for (const row of rows[name] ?? []) {
      const names = Object.keys(row)
      const places = names.map(() => '?').join(', ')
      driver
        .prepare(`INSERT INTO ${name} (${names.join(', ')}) VALUES (${places})`)
        .run(...Object.values(row))
    }
  }
  if (sql !== undefined) driver.exec(sql)
  driver.close()
  const bytes = readFileSync(path)
  rmSync(folder, { recursive: true })
  return bytes
}

/** Returns the zip that Actual exports. */
export const createExport = (
  database: Uint8Array,
  metadata: object = { budgetName: 'My Finances' },
): Buffer =>
  createZip([
    { path: 'db.sqlite', text: database },
    { path: 'metadata.json', text: JSON.stringify(metadata) },
  ])

/** Rows of a small budget: two accounts on budget, one off budget, and two months. */
export const smallBudget = {
  accounts: [
    { id: 'bank', name: 'Checking', sort_order: 2, last_reconciled: '1790000000000' },
    { id: 'card', name: 'Visa', sort_order: 1 },
    { id: 'house', name: 'House', offbudget: 1, sort_order: 3 },
    { id: 'gone', name: 'Old', tombstone: 1 },
  ],
  category_groups: [
    { id: 'usual', name: 'Usual', sort_order: 1 },
    { id: 'income', name: 'Income', is_income: 1, sort_order: 2 },
    { id: 'dead', name: 'Dead', tombstone: 1 },
  ],
  categories: [
    { id: 'food', name: 'Food', cat_group: 'usual', sort_order: 2 },
    { id: 'rent', name: 'Rent', cat_group: 'usual', sort_order: 1, hidden: 1 },
    { id: 'pay', name: 'Salary', cat_group: 'income', is_income: 1, sort_order: 1 },
    { id: 'lost', name: 'Lost', cat_group: 'usual', tombstone: 1 },
    { id: 'merged', name: 'Merged', cat_group: 'usual', tombstone: 1 },
  ],
  category_mapping: [
    { id: 'food', transferId: 'food' },
    { id: 'rent', transferId: 'rent' },
    { id: 'pay', transferId: 'pay' },
    { id: 'lost', transferId: 'lost' },
    { id: 'merged', transferId: 'food' },
  ],
  payees: [
    { id: 'shop', name: 'Shop' },
    { id: 'shoppe', name: 'Shoppe', tombstone: 1 },
    { id: 'unused', name: 'Unused' },
    { id: 'to-bank', name: '', transfer_acct: 'bank' },
    { id: 'to-card', name: '', transfer_acct: 'card' },
    { id: 'to-house', name: '', transfer_acct: 'house' },
  ],
  payee_mapping: [
    { id: 'shop', targetId: 'shop' },
    { id: 'shoppe', targetId: 'shop' },
    { id: 'to-bank', targetId: 'to-bank' },
    { id: 'to-card', targetId: 'to-card' },
    { id: 'to-house', targetId: 'to-house' },
  ],
  transactions: [
    { id: 'start', acct: 'bank', amount: 1000_00, date: 20261001, category: 'pay', starting_balance_flag: 1 },
    {
      id: 'eat',
      acct: 'card',
      amount: -30_00,
      date: 20261005,
      category: 'merged',
      description: 'shoppe',
      notes: '#fun',
      cleared: 0,
    },
    {
      id: 'split',
      acct: 'bank',
      amount: -75_00,
      date: 20261006,
      isParent: 1,
      description: 'shop',
      reconciled: 1,
    },
    {
      id: 'line1',
      acct: 'bank',
      amount: -50_00,
      date: 20261006,
      isChild: 1,
      parent_id: 'split',
      category: 'food',
      description: 'shop',
      sort_order: 0,
    },
    {
      id: 'line2',
      acct: 'bank',
      amount: -25_00,
      date: 20261006,
      isChild: 1,
      parent_id: 'split',
      description: 'to-card',
      transferred_id: 'paid',
      sort_order: -1,
    },
    {
      id: 'paid',
      acct: 'card',
      amount: 25_00,
      date: 20261006,
      description: 'to-bank',
      transferred_id: 'line2',
    },
    {
      id: 'save',
      sort_order: 1,
      acct: 'bank',
      amount: -200_00,
      date: 20261110,
      category: 'rent',
      description: 'to-house',
      transferred_id: 'saved',
    },
    {
      id: 'saved',
      sort_order: 2,
      acct: 'house',
      amount: 200_00,
      date: 20261110,
      description: 'to-bank',
      transferred_id: 'save',
    },
    { id: 'odd', acct: 'bank', amount: -5_00, date: 20261111, category: 'lost', description: 'shop' },
    { id: 'deleted', acct: 'bank', amount: -9_99, date: 20260915, tombstone: 1 },
  ],
  zero_budgets: [
    { id: '1', month: 202610, category: 'food', amount: 60_00, carryover: 1 },
    { id: '2', month: 202611, category: 'rent', amount: 150_00, carryover: 0 },
    { id: '3', month: 202601, category: 'rent', amount: 1_00, carryover: 0 },
  ],
  zero_budget_months: [{ id: '2026-10', buffered: 40_00 }],
} satisfies Rows
