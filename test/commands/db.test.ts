/** Tests `budget db`: path, check, backup. */

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'

let cli: CliHarness
let file: string
beforeEach(async () => {
  cli = createCliHarness()
  await cli.budget(['accounts', 'add', 'Checking', '--type', 'banking_checking', '--balance', '10'])
  file = (await cli.budget(['db', 'path'])).stdout.trim()
})
afterEach(() => cli.close())

/** Changes the database file without the program. */
function changeDatabase(sql: string): void {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  database.exec(sql)
  database.close()
}

test('db check tells a kept figure that differs from the transactions', async () => {
  changeDatabase('UPDATE account_balances SET cleared_balance = 999')
  expect(await cli.budget(['db', 'check', '--json'])).toEqual({
    stdout: `${JSON.stringify({ path: file, problems: ['The cleared balance of account 1 is 9.99; the transactions add up to 10.00'] }, null, 2)}\n`,
    stderr: '',
    code: 20,
  })
})

test('db check tells a row that points at nothing', async () => {
  changeDatabase('UPDATE transactions SET merchant = 7')
  const { stdout, code } = await cli.budget(['db', 'check', '--format', 'csv'])
  expect({ stdout, code }).toEqual({
    stdout: 'problem\nRow 1 of transactions refers to a missing row of merchants\n',
    code: 20,
  })
})

test('db repair takes money out of deleted categories, where an undo of an older version left it', async () => {
  const read = async (line: string): Promise<unknown> =>
    JSON.parse((await cli.budget([...line.split(' '), '--json'])).stdout)
  const readyToAssign = async () =>
    ((await read('month show 2026-11')) as Record<'month', Record<string, unknown>>).month['ready_to_assign']
  await cli.budget(['groups', 'add', 'Fun'])
  await cli.budget(['categories', 'add', 'Holidays', '--group', 'Fun'])
  await cli.budget(['categories', 'delete', 'Holidays', '--yes'])
  const before = await readyToAssign()
  changeDatabase(`INSERT INTO assignments SELECT '2026-11', seq, 3000 FROM categories WHERE name = 'Holidays';
    INSERT INTO cells (month, category, assigned) SELECT month, category, assigned FROM assignments;
    INSERT INTO snoozes SELECT seq, '2026-11' FROM categories WHERE name = 'Holidays'`)
  const problems = [
    'Holidays is snoozed in 2026-11, but that category is deleted; to fix it: budget db repair',
    '30.00 is assigned to Holidays in 2026-11, but that category is deleted; to fix it: budget db repair',
  ]
  expect(await read('db check')).toEqual({ path: file, problems })
  expect(await readyToAssign()).not.toBe(before)
  await cli.budget(['db', 'repair', '--dry-run'])
  expect(await read('db check')).toEqual({ path: file, problems })
  expect(await read('db repair')).toEqual({
    path: file,
    repaired: [
      'Holidays, a deleted category, is no longer snoozed in 2026-11',
      '30.00 of 2026-11 is back in Ready to Assign from Holidays, a deleted category',
    ],
  })
  expect(await read('db check')).toEqual({ path: file, problems: [] })
  expect(await readyToAssign()).toBe(before)
  const [entry] = (await read('history --limit 1')) as { command: string; counts: unknown }[]
  expect(entry).toMatchObject({ command: 'db repair', counts: { assignment: 1, snooze: 1 } })
  // Taken back, it would put the money into the deleted category again.
  expect(await cli.budget(['undo', '--yes'])).toEqual({
    stdout: '',
    stderr: `Category Holidays was deleted by 4 (categories delete Holidays); nothing was changed
  To undo that first: budget undo 4\n`,
    code: 7,
  })
  expect((await cli.budget(['undo', '4', '--yes'])).code).toBe(0)
  expect((await cli.budget(['undo', '--yes'])).code).toBe(0)
  expect(await read('db check')).toEqual({ path: file, problems: [] })
})

test('db check tells a page that was overwritten', async () => {
  const bytes = readFileSync(file)
  // The index over dates, because only the check reads it.
  const database = new DatabaseSync(file)
  const sql = "SELECT rootpage FROM sqlite_schema WHERE name = 'transactions_by_date'"
  const { rootpage } = database.prepare(sql).get() as { rootpage: number } // as the SQL says
  database.close()
  bytes.fill(0xee, (rootpage - 1) * 4096, rootpage * 4096)
  writeFileSync(file, bytes)
  const { stdout, code } = await cli.budget(['db', 'check', '--format', 'csv'])
  expect(stdout).toBe(`problem\n${file} is damaged; restore it from a backup\n`)
  expect(code).toBe(20)
  const { stderr, code: listed } = await cli.budget(['tx', 'list'])
  const hint = 'If it is a workspace, restore a backup with budget db restore FILE'
  expect([stderr, listed]).toEqual([`${file} is damaged; restore it from a backup\n  ${hint}\n`, 12])
})

test('db backup leaves an old copy alone until it is told not to, and no file half written', async () => {
  mkdirSync(join(cli.folder, 'copies'))
  const copy = join(cli.folder, 'copies', 'home.db')
  writeFileSync(copy, 'precious')
  const refused = await cli.budget(['db', 'backup', 'copies/home.db'])
  expect([refused.code, readFileSync(copy, 'utf8')]).toEqual([2, 'precious'])
  expect((await cli.budget(['db', 'backup', 'copies/home.db', '--force'])).code).toBe(0)
  expect(readFileSync(copy).subarray(0, 15).toString()).toBe('SQLite format 3')
  expect(statSync(copy).mode & 0o777).toBe(0o600)
  const trouble = await cli.budget(['db', 'backup', 'copies', '--force'])
  expect([trouble.code, trouble.stderr]).toEqual([
    12,
    `${join(cli.folder, 'copies')} cannot be opened: it is a directory, not a file\n  Check the path, or choose another location\n`,
  ])
  expect(readdirSync(join(cli.folder, 'copies'))).toEqual(['home.db'])
  expect(readdirSync(cli.folder).toSorted()).toEqual(['copies', 'data'])
})

test('a copy has no log beside it that would be needed to read it', async () => {
  await cli.budget(['db', 'backup', 'copy.db'])
  expect(existsSync(join(cli.folder, 'copy.db-wal'))).toBe(false)
  const copy = new DatabaseSync(join(cli.folder, 'copy.db'), { readOnly: true })
  expect(
    copy.prepare('SELECT name, cleared_balance FROM accounts JOIN account_balances ON account = seq').all(),
  ).toEqual([{ name: 'Checking', cleared_balance: 1000 }])
  copy.close()
})
