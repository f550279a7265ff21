/** Tests that damaged and hostile budget files of Actual are refused with one sentence, and nothing is left behind. */

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CliHarness, createCliHarness } from '../../support/cli-harness.ts'
import { createZip } from '../zip-files.ts'
import { createDatabase, createExport, type FileOptions, schema, smallBudget } from './actual-file.ts'

let harness: CliHarness
beforeEach(() => {
  harness = createCliHarness()
})
afterEach(() => harness.close())

const listCopies = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('budget-copy-'))

async function migrate(bytes: Uint8Array, name = 'budget.zip') {
  writeFileSync(join(harness.folder, name), bytes)
  const before = listCopies()
  const { stdout, stderr, code } = await harness.budget(['migrate', name, '--currency', 'USD'])
  // Other tests may run at the same time.
  expect(listCopies().filter((copy) => !before.includes(copy))).toEqual([])
  return { stdout, code, lines: stderr.trim().split('\n') }
}

async function refuse(bytes: Uint8Array, message: string, name?: string): Promise<void> {
  const { stdout, code, lines } = await migrate(bytes, name)
  expect({ code, stdout, line: lines[0] }).toEqual({ code: 3, stdout: '', line: message })
  expect(lines.length).toBeLessThanOrEqual(2)
  const { stdout: workspaces } = await harness.budget(['workspaces', '--json'])
  expect(JSON.parse(workspaces)).toEqual([])
}

const withRow = (table: keyof typeof smallBudget, row: object, file?: FileOptions): Buffer =>
  createDatabase({ ...smallBudget, [table]: [...smallBudget[table], row] }, file)

/** A budget whose table has another definition. */
const replaceTable = (table: keyof typeof schema, sql: string): Buffer =>
  createDatabase({ ...smallBudget, [table]: [] }, { without: [table], sql })

test('an export, a folder and the database alone move in alike', async () => {
  const database = createDatabase(smallBudget)
  mkdirSync(join(harness.folder, 'folder'))
  writeFileSync(join(harness.folder, 'folder/db.sqlite'), database)
  writeFileSync(join(harness.folder, 'folder/metadata.json'), '{"budgetName":"Mine"}')
  writeFileSync(join(harness.folder, 'a.zip'), createExport(database))
  writeFileSync(join(harness.folder, 'db.sqlite'), database)
  for (const [path, name] of [
    ['folder', 'Mine'],
    ['a.zip', 'My Finances'],
    ['db.sqlite', 'Home'],
  ] as const) {
    const { stdout, code } = await harness.budget(['migrate', path, '--currency', 'USD', '--json'])
    const { source, workspace_name, counts, proof, differences } = JSON.parse(stdout)
    expect({ code, source, workspace_name, counts, proof }).toEqual({
      code: 0,
      source: 'actual',
      workspace_name: name,
      counts: {
        accounts: 3,
        transactions: 7,
        splits: 0,
        transfers: 2,
        categories: 2,
        months: 2,
        schedules: 0,
      },
      proof: {
        accounts: { equal: 3, of: 3 },
        category_months: { equal: 3, of: 4 },
        ready_to_assign: { equal: 0, of: 2 },
        age_of_money: { equal: 0, of: 0 },
      },
    })
    expect(
      differences.map(({ month, category, theirs, ours, rules }: Record<string, unknown>) => [
        month,
        category,
        theirs,
        ours,
        rules,
      ]),
    ).toEqual([
      ['2026-10', null, '900.00', '790.00', ['later', 'held']],
      ['2026-11', 'Food', '-20.00', '0.00', ['carried']],
      ['2026-11', null, '790.00', '770.00', ['carried']],
    ])
  }
})

test('a file that had a write-ahead log is read without it', async () => {
  const { code, lines } = await migrate(
    createDatabase(smallBudget, { sql: 'PRAGMA journal_mode = WAL' }),
    'db.sqlite',
  )
  expect({ code, lines }).toEqual({ code: 0, lines: [''] })
})

test('a damaged file is refused', async () => {
  const database = createDatabase(smallBudget)
  const cut = '"db.sqlite" cannot be read as an SQLite file:'
  await refuse(createExport(database.subarray(0, 60)), `${cut} it is cut off`)
  await refuse(createExport(database.subarray(0, 4096)), `${cut} database disk image is malformed`)
  await refuse(
    createExport(database.subarray(0, database.length - 8192)),
    `${cut} database disk image is malformed`,
  )
  const noise = Buffer.from(database)
  noise.fill(0xa5, 100)
  await refuse(createExport(noise), `${cut} database disk image is malformed`)
})

test('a file that is not an Actual budget is refused', async () => {
  const noTable = (table: string) => `"db.sqlite" is not an Actual budget: it has no table ${table}`
  await refuse(createDatabase({}, { without: ['payees'] }), noTable('payees'), 'db.sqlite')
  await refuse(
    createDatabase({}, { without: ['zero_budgets'] }),
    '"db.sqlite" was written by a very old version of Actual',
    'db.sqlite',
  )
  await refuse(
    createDatabase(
      {},
      { without: ['payees', 'zero_budgets'], sql: 'CREATE TABLE messages_crdt (id INTEGER PRIMARY KEY)' },
    ),
    '"db.sqlite" was written by a very old version of Actual',
    'db.sqlite',
  )
  await refuse(
    createDatabase({}, { columns: { transactions: 'id TEXT' } }),
    'transactions: the column acct is missing',
    'db.sqlite',
  )
})

test('views, virtual tables, computed columns and triggers of the file are never run', async () => {
  const noTable = (table: string) => `"db.sqlite" is not an Actual budget: it has no table ${table}`
  const endless =
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id, i AS name FROM n'
  await refuse(replaceTable('payees', `CREATE VIEW payees AS ${endless}`), noTable('payees'), 'db.sqlite')
  await refuse(
    replaceTable('accounts', 'CREATE VIRTUAL TABLE accounts USING fts5(id, name)'),
    noTable('accounts'),
    'db.sqlite',
  )
  await refuse(
    replaceTable('payees', 'CREATE TABLE payees (id TEXT, name TEXT AS (hex(zeroblob(100000000))))'),
    'payees: the column name is missing',
    'db.sqlite',
  )
  const trigger = 'CREATE TRIGGER t AFTER INSERT ON accounts BEGIN DELETE FROM transactions; END'
  const { code } = await migrate(createDatabase(smallBudget, { sql: trigger }), 'db.sqlite')
  expect(code).toBe(0)
})

test('a wrong value is refused with its table and row', async () => {
  const transaction = { id: 'x', acct: 'bank', amount: 1, date: 20261101 }
  const hint = 'transactions, row 11:'
  for (const [row, problem] of [
    [{ amount: 'much' }, 'amount is not a whole number'],
    [{ amount: 1.5 }, 'amount is not a whole number'],
    [{ amount: 10n ** 15n }, 'amount 1000000000000000 has more than 15 digits'],
    [{ amount: -(2n ** 63n) }, 'amount -9223372036854775808 has more than 15 digits'],
    [{ date: 20261301 }, 'date 20261301 is not a date'],
    [{ date: 'today' }, 'date is not a whole number'],
    [{ notes: Buffer.from([1, 2]) }, 'notes is not text'],
    [{ id: null }, 'id is missing'],
  ] as const)
    await refuse(withRow('transactions', { ...transaction, ...row }), `${hint} ${problem}`, 'db.sqlite')
  const budget = { id: '4', month: 202613, category: 'food', amount: 1 }
  await refuse(
    withRow('zero_budgets', budget),
    'zero_budgets, row 4: month 202613 is not a month',
    'db.sqlite',
  )
})

test('a value that is too large is refused before it is read', async () => {
  const huge = { id: 'x', acct: 'bank', amount: 1, date: 20261101, notes: Buffer.alloc(8 * 1024 * 1024) }
  await refuse(
    withRow('transactions', huge),
    '"db.sqlite" cannot be read as an SQLite file: transactions, row 11: string or blob too big',
    'db.sqlite',
  )
})

test('a file that Actual is writing is refused', async () => {
  const entries = [
    { path: 'db.sqlite', text: createDatabase(smallBudget) },
    { path: 'db.sqlite-wal', text: 'changes' },
  ]
  await refuse(createZip(entries), '"db.sqlite" is being written to')
})

test('a zip that unpacks to more than its headers say is refused', async () => {
  const entries = [{ path: 'db.sqlite', text: Buffer.alloc(600 * 1024 * 1024), claimedSize: 1000 }]
  const { code, lines } = await migrate(createZip(entries))
  expect(code).toBe(3)
  expect(lines[0]).toContain('db.sqlite')
})

test('references to nothing are left out', async () => {
  const { code, stdout } = await migrate(
    withRow('transactions', {
      id: 'x',
      acct: 'nowhere',
      amount: 1,
      date: 20261101,
      category: 'nothing',
      description: 'none',
    }),
    'db.sqlite',
  )
  expect(code).toBe(0)
  expect(stdout).toContain('transactions without an account')
})

const line = { id: 'x', acct: 'bank', amount: -1_00, date: 20261006, isChild: 1, category: 'food' }

test('a line that Actual counts in another way than its split is refused', async () => {
  for (const [row, problem] of [
    [{ parent_id: 'eat', acct: 'card' }, 'it is a line of row 2, which is not a split'],
    [{ parent_id: 'line1' }, 'it is a line of row 4, which is not a split'],
    [{ parent_id: 'x' }, 'it is a line of row 11, which is not a split'],
    [{ parent_id: 'x', isParent: 1 }, 'it is both a split and a line of one'],
    [{ parent_id: 'split', isParent: 1 }, 'it is both a split and a line of one'],
    [{ parent_id: 'split', acct: 'card' }, 'it is a line of row 3, but in another account'],
    [{ parent_id: 'split', date: 20261106 }, 'it is a line of row 3, but in another month'],
  ] as const)
    await refuse(
      withRow('transactions', { ...line, ...row }),
      `transactions, row 11: ${problem}`,
      'db.sqlite',
    )
})

test('two splits that are lines of each other are refused', async () => {
  const rows = [
    { ...line, isParent: 1, parent_id: 'y' },
    { ...line, id: 'y', isParent: 1, parent_id: 'x' },
  ]
  const transactions = [...smallBudget.transactions, ...rows]
  await refuse(
    createDatabase({ ...smallBudget, transactions }),
    'transactions, row 11: it is both a split and a line of one',
    'db.sqlite',
  )
})

test('rows that Actual hides and lines on another day are told with their counts', async () => {
  const rows = [
    { ...line, id: 'a', parent_id: 'nothing' },
    { ...line, id: 'b', parent_id: 'deleted' },
    { ...line, id: 'c', parent_id: null },
    { ...line, id: 'd', parent_id: 'nothing', tombstone: 1 },
    { ...line, id: 'e', parent_id: 'split', date: 20261008 },
    { id: 'f', acct: 'bank', amount: 1, date: null },
    { id: 'g', acct: null, amount: 1, date: 20261101 },
    { id: 'h', acct: 'nowhere', amount: 1, date: 20261101 },
  ]
  const transactions = [...smallBudget.transactions, ...rows]
  writeFileSync(join(harness.folder, 'db.sqlite'), createDatabase({ ...smallBudget, transactions }))
  const { stdout, code } = await harness.budget(['migrate', 'db.sqlite', '--currency', 'USD', '--json'])
  const { counts, not_taken } = JSON.parse(stdout)
  expect({ code, transactions: counts.transactions }).toEqual({ code: 0, transactions: 7 })
  const told = not_taken.map(({ what, count }: Record<string, unknown>) => [what, count])
  for (const entry of [
    ['transactions without an account', 2],
    ['transactions without a date', 1],
    ['lines of deleted or missing splits', 3],
    ['split lines dated differently from their split', 1],
  ])
    expect(told).toContainEqual(entry)
})

test('two rows with one id, or about one category and month, are refused', async () => {
  const { transactions } = schema
  const columns = { transactions: transactions.replace(' PRIMARY KEY', '') }
  await refuse(
    withRow('transactions', { ...line, id: 'eat', isChild: 0 }, { columns }),
    'transactions, row 11: row 2 has the same id "eat"',
    'db.sqlite',
  )
  await refuse(
    withRow('zero_budgets', { id: '4', month: 202610, category: 'food', amount: 70_00 }),
    'zero_budgets, row 4: there is another row for category "food" in 2026-10',
    'db.sqlite',
  )
})

test('a transaction without an amount is refused', async () => {
  await refuse(
    withRow('transactions', { ...line, isChild: 0, amount: null }),
    'transactions, row 11: amount is missing',
    'db.sqlite',
  )
})
