/** Tests `db restore`: lost and replaced database files, and where backups may be. */

import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { registryMigration1 } from '../../src/store/workspace-registry.ts'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'

let cli: CliHarness
let file: string
let backupFile: string
beforeEach(async () => {
  cli = createCliHarness()
  await account('Checking')
  file = (await cli.budget(['db', 'path'])).stdout.trim()
  backupFile = join(cli.folder, 'copy.db')
})
afterEach(() => cli.close())

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void // the function behind the flag

/**
 * Outside of tests every command is its own process; here the driver still has the files of earlier commands
 * open.
 */
async function closeDatabases(): Promise<void> {
  // What a finished promise still holds is collected only after it.
  for (let pass = 0; pass < 3; pass++) {
    collectGarbage()
    await setImmediate()
  }
}

const account = (name: string) =>
  cli.budget(['accounts', 'add', name, '--type', 'banking_checking', '--balance', '10'])
const listFiles = async (): Promise<string> =>
  (await cli.budget(['accounts', '--fields', 'name', '-f', 'csv', '--no-header'])).stdout
async function runRestore(...more: string[]) {
  await closeDatabases()
  return cli.budget(['db', 'restore', 'copy.db', '--json', ...more])
}

const listDataFiles = (): string[] =>
  readdirSync(join(cli.folder, 'data'))
    .map((name) => name.replace(/^wks_[0-9a-f]+/, 'wks'))
    .filter((name) => !name.endsWith('-shm') && !name.endsWith('-wal'))
    .toSorted()

describe('db restore', () => {
  beforeEach(async () => {
    await cli.budget(['db', 'backup', 'copy.db'])
    await account('Savings')
  })

  test('puts the copy in place and keeps the file that was there', async () => {
    const { stdout, stderr, code } = await runRestore('--yes')
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    expect(JSON.parse(stdout)).toEqual({
      path: file,
      from: backupFile,
      present: { currency: 'USD', accounts: 2, transactions: 2, last_change: '2026-11-20T12:00:00.000Z' },
      present_trouble: null,
      copy: { currency: 'USD', accounts: 1, transactions: 1, last_change: '2026-11-20T12:00:00.000Z' },
      same_workspace: true,
      kept_as: `${file}.before-restore`,
      written: true,
    })
    expect(await listFiles()).toBe('Checking\n')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(listDataFiles()).toEqual(['registry.db', 'wks.db', 'wks.db.before-restore'])
    // The backup can be used again, and the replaced file is a complete workspace.
    copyFileSync(`${file}.before-restore`, backupFile)
    expect((await runRestore('--yes')).code).toBe(0)
    expect(await listFiles()).toBe('Checking\nSavings\n')
    expect(listDataFiles()).toEqual([
      'registry.db',
      'wks.db',
      'wks.db.before-restore',
      'wks.db.before-restore-2',
    ])
    expect((await cli.budget(['db', 'check'])).code).toBe(0)
  })

  test('needs a yes, and without one nothing is changed', async () => {
    const { stderr, code } = await cli.budget(['db', 'restore', 'copy.db'])
    expect({ stderr, code }).toEqual({
      stderr: `This requires confirmation: Restore Home from ${backupFile}?\n  Add --yes to confirm\n`,
      code: 10,
    })
    const asked = await cli.budget(['db', 'restore', 'copy.db'], { terminal: 300, answers: ['no'] })
    expect(asked.stderr).toContain(
      `Current: ${file}: 2 accounts, 2 transactions, last changed 2026-11-20T12:00:00`,
    )
    expect(asked.stderr).toContain(
      `Backup:  ${backupFile}: 1 account, 1 transaction, last changed 2026-11-20T12:00:00`,
    )
    expect(asked.code).toBe(10)
    const planned = await runRestore('--dry-run')
    expect(JSON.parse(planned.stdout)).toMatchObject({ written: false, kept_as: null })
    expect(await listFiles()).toBe('Checking\nSavings\n')
    expect(listDataFiles()).toEqual(['registry.db', 'wks.db'])
  })

  test.each([
    ['damaged', () => writeFileSync(file, readFileSync(file).fill(0xee, 4096)), 'is damaged'],
    ['no database', () => writeFileSync(file, 'x'.repeat(9999)), 'is not a budget file'],
    ['cut', () => truncateSync(file, 10_000), 'is damaged'],
    ['empty', () => writeFileSync(file, ''), 'is empty'],
    ['missing', () => rmSync(file), 'is missing'],
  ])('works when the file is %s', async (how, damage, trouble) => {
    damage()
    const left = existsSync(file) ? readFileSync(file) : undefined
    const { stdout, code } = await runRestore('--yes')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ present: null, same_workspace: null })
    expect(JSON.parse(stdout).present_trouble).toContain(trouble)
    expect(await listFiles()).toBe('Checking\n')
    expect(existsSync(`${file}.before-restore`)).toBe(how !== 'missing')
    if (left) expect(readFileSync(`${file}.before-restore`).equals(left)).toBe(true)
  })

  test('removes the log beside the old file, which SQLite would apply to the backup', async () => {
    const log = join(cli.folder, 'log')
    const other = new DatabaseSync(file)
    other.exec("UPDATE accounts SET name = 'Late'")
    copyFileSync(`${file}-wal`, log)
    other.close()
    await closeDatabases() // the last connection that closes removes the log
    copyFileSync(log, `${file}-wal`)
    expect((await runRestore('--yes')).code).toBe(0)
    expect(existsSync(`${file}-wal`)).toBe(false)
    expect(await listFiles()).toBe('Checking\n')
  })

  test('takes the file of another workspace, which this process closes first', async () => {
    await cli.budget(['workspaces', 'create', 'Other', '--currency', 'USD'])
    const [other = ''] = readdirSync(join(cli.folder, 'data')).filter(
      (name) => /^wks_[0-9a-f]+\.db$/.test(name) && name !== basename(file),
    )
    await closeDatabases()
    const { code } = await cli.budget(['db', 'restore', join('data', other), '--yes'])
    expect(code).toBe(0)
    expect(await listFiles()).toBe('')
  })

  test('is refused while another process has the workspace open, and leaves it alone', async () => {
    const other = new DatabaseSync(file)
    other.exec('BEGIN')
    other.prepare('SELECT count(*) FROM accounts').get()
    const { stderr, code } = await cli.budget(['db', 'restore', 'copy.db', '--yes'])
    expect({ stderr, code }).toEqual({
      stderr:
        'Another budget process has the workspace open\n  Stop budget serve or wait for the other command, then try again\n',
      code: 7,
    })
    other.exec('COMMIT')
    other.close()
    expect(await listFiles()).toBe('Checking\nSavings\n')
    expect(listDataFiles()).toEqual(['registry.db', 'wks.db'])
  })

  test.each([
    ['nothing', () => rmSync(backupFile), 6, 'File not found:'],
    ['a folder', () => (rmSync(backupFile), mkdirSync(backupFile)), 2, 'is not a file'],
    ['empty', () => writeFileSync(backupFile, ''), 3, 'is empty'],
    ['no database', () => writeFileSync(backupFile, 'date,amount\n'.repeat(99)), 12, 'is not a budget file'],
    [
      'the registry',
      () => copyFileSync(join(cli.folder, 'data/registry.db'), backupFile),
      12,
      'not a budget file',
    ],
    ['damaged', () => writeFileSync(backupFile, readFileSync(backupFile).fill(0xee, 8192)), 12, 'is damaged'],
    ['cut', () => truncateSync(backupFile, 20_000), 12, 'is damaged'],
    [
      'the file itself',
      () => (rmSync(backupFile), symlinkSync(file, backupFile)),
      2,
      "is the workspace's own file",
    ],
  ])('refuses a copy that is %s, and changes nothing', async (_, spoil, code, words) => {
    spoil()
    const refused = await cli.budget(['db', 'restore', 'copy.db', '--yes'])
    expect([refused.code, refused.stderr]).toEqual([code, expect.stringContaining(words)])
    expect(refused.stderr).toContain('copy.db')
    expect(refused.stderr).not.toContain('.tmp')
    expect(await listFiles()).toBe('Checking\nSavings\n')
    expect(listDataFiles()).toEqual(['registry.db', 'wks.db'])
  })

  test('takes a copy of another workspace, its currency too, and says whose it is', async () => {
    const elsewhere = { BUDGET_DATA_DIR: join(cli.folder, 'elsewhere') }
    await cli.budget(['workspaces', 'create', 'New', '--currency', 'JPY'], { env: elsewhere })
    await closeDatabases()
    expect((await cli.budget(['db', 'restore', 'copy.db'], { env: elsewhere })).code).toBe(10)
    const { stdout, stderr, code } = await cli.budget(['db', 'restore', 'copy.db', '--yes', '--json'], {
      env: elsewhere,
    })
    expect([code, stderr]).toEqual([0, 'The backup is of another workspace, in USD instead of JPY\n'])
    expect(JSON.parse(stdout)).toMatchObject({ same_workspace: false, written: true })
    const { stdout: money } = await cli.budget(['accounts', '--fields', 'name,balance', '-f', 'csv'], {
      env: elsewhere,
    })
    expect(money).toBe('name,balance\nChecking,10.00\n')
    expect((await cli.budget(['workspaces', '-f', 'csv'], { env: elsewhere })).stdout).toContain('USD')
  })
})

describe('db backup', () => {
  const refusal = async (target: string) => {
    const { code, stderr } = await cli.budget(['db', 'backup', target, '--force'])
    return [code, stderr]
  }
  const among = (target: string) => [
    2,
    `"${target}" is in a directory of workspaces\n  Choose a file in another directory\n`,
  ]
  const own = (target: string) => [
    2,
    `"${target}" is the file of a workspace\n  Choose a file in another directory\n`,
  ]

  test('replaces what a link leads to, not the link', async () => {
    writeFileSync(join(cli.folder, 'real.db'), 'old')
    symlinkSync('real.db', join(cli.folder, 'link.db'))
    expect((await cli.budget(['db', 'backup', 'link.db', '--force'])).code).toBe(0)
    expect(lstatSync(join(cli.folder, 'link.db')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(cli.folder, 'real.db')).subarray(0, 15).toString()).toBe('SQLite format 3')
    symlinkSync('later.db', join(cli.folder, 'early.db'))
    expect((await cli.budget(['db', 'backup', 'early.db', '--force'])).code).toBe(0)
    expect(lstatSync(join(cli.folder, 'early.db')).isSymbolicLink()).toBe(true)
    expect(lstatSync(join(cli.folder, 'later.db')).isFile()).toBe(true)
    const registry = join(cli.folder, 'data', 'registry.db')
    symlinkSync(registry, join(cli.folder, 'trap.db'))
    expect((await refusal('trap.db'))[0]).toBe(2)
  })

  test('never writes onto a workspace or among them, forced or not', async () => {
    await cli.budget(['workspaces', 'create', 'Club', '--currency', 'EUR'])
    const before = new Map(listDataFiles().map((name) => [name, name]))
    const other = readdirSync(join(cli.folder, 'data'))
      .map((name) => join(cli.folder, 'data', name))
      .find((path) => /wks_\w+\.db$/.test(path) && path !== file)
    const registry = join(cli.folder, 'data', 'registry.db')
    expect(await refusal(file)).toEqual(own(file))
    expect(await refusal(other ?? '')).toEqual(own(other ?? ''))
    expect(await refusal(registry)).toEqual(own(registry))
    for (const name of ['copy.db', 'deeper/copy.db']) {
      mkdirSync(join(cli.folder, 'data/deeper'), { recursive: true })
      expect(await refusal(join(cli.folder, 'data', name))).toEqual(among(join(cli.folder, 'data', name)))
    }
    rmSync(join(cli.folder, 'data/deeper'), { recursive: true })
    linkSync(file, join(cli.folder, 'hard.db'))
    expect(await refusal('hard.db')).toEqual(own(join(cli.folder, 'hard.db')))
    symlinkSync(file, join(cli.folder, 'soft.db'))
    expect(await refusal('soft.db')).toEqual(own(join(cli.folder, 'soft.db')))
    symlinkSync(join(cli.folder, 'data'), join(cli.folder, 'way'))
    expect(await refusal('way/copy.db')).toEqual(among(join(cli.folder, 'way/copy.db')))
    expect(new Map(listDataFiles().map((name) => [name, name]))).toEqual(before)
    expect(await listFiles()).toBe('Checking\n')
  })

  test('replaces no device and no pipe', async () => {
    execFileSync('mkfifo', [backupFile])
    expect(await refusal('copy.db')).toEqual([2, `"${backupFile}" is not a file\n  Choose another name\n`])
    expect(statSync(backupFile).isFIFO()).toBe(true)
  })

  // docs/reliability.md#r16
  test('sweeps what a killed one left beside the copy more than an hour ago', async () => {
    const old = new Date(Date.now() - 2 * 3_600_000)
    const id = '01234567-89ab-cdef-0123-456789abcdef'
    const left = [`copy.db.${id}.tmp`, `copy.db.${id}.tmp-journal`]
    const kept = [`other.db.${id}.tmp`, 'copy.db.mine.tmp', `copy.db.${id}.tmp.txt`]
    for (const name of [...left, ...kept]) {
      writeFileSync(join(cli.folder, name), '')
      utimesSync(join(cli.folder, name), old, old)
    }
    writeFileSync(join(cli.folder, `copy.db.${id.replace('0', '1')}.tmp`), 'another one is at work')
    await cli.budget(['db', 'backup', 'copy.db'])
    expect(readdirSync(cli.folder).toSorted()).toEqual(
      ['copy.db', 'data', ...kept, `copy.db.${id.replace('0', '1')}.tmp`].toSorted(),
    )
  })

  test('never writes among the workspaces of another data folder', async () => {
    const elsewhere = { BUDGET_DATA_DIR: join(cli.folder, 'elsewhere') }
    await cli.budget(['workspaces', 'create', 'New', '--currency', 'JPY'], { env: elsewhere })
    const target = (await cli.budget(['db', 'path'], { env: elsewhere })).stdout.trim()
    expect(await refusal(target)).toEqual(among(target))
  })
})

describe('a workspace whose file is lost', () => {
  const lost = async () => {
    const { stdout, stderr, code } = await cli.budget(['accounts', 'list'])
    expect({ stdout, code }).toEqual({ stdout: '', code: 12 })
    return stderr
  }

  test('is named with its last backup, and never made anew', async () => {
    await cli.budget(['db', 'backup', 'copy.db'])
    await cli.budget(['db', 'backup', 'never.db', '--dry-run'])
    rmSync(file)
    const hint = `  The last backup is ${backupFile} from 2026-11-20T12:00:00.000Z; restore it with budget db restore "${backupFile}"\n`
    expect(await lost()).toBe(`${file} is missing, but it had data; it was not created again\n${hint}`)
    expect(existsSync(file)).toBe(false)
    writeFileSync(file, '')
    expect(await lost()).toBe(`${file} is empty, but it had data; it was not created again\n${hint}`)
    expect(statSync(file).size).toBe(0)
    expect((await cli.budget(['accounts', 'add', 'Cash', '--type', 'banking_cash'])).code).toBe(12)
    expect(statSync(file).size).toBe(0)
  })

  test('is still in the list, and can be archived for another one', async () => {
    rmSync(file)
    expect(await lost()).toContain('No backup is known')
    const { stdout, code } = await cli.budget(['workspaces', '--fields', 'name', '-f', 'csv', '--no-header'])
    expect({ stdout, code }).toEqual({ stdout: 'Home\n', code: 0 })
    expect((await cli.budget(['workspaces', 'archive', 'Home'])).code).toBe(0)
    await cli.budget(['workspaces', 'create', 'Again', '--currency', 'USD'])
    expect((await account('Cash')).code).toBe(0)
    expect(await listFiles()).toBe('Cash\n')
  })

  test('is refused as well when only the beginning of a file is left of it', async () => {
    rmSync(file)
    const begun = new DatabaseSync(file)
    begun.exec('PRAGMA journal_mode=WAL')
    begun.close()
    expect(await lost()).toContain(`${file} is empty`)
  })
})

test('a registry of an older version keeps its workspaces and learns where copies are', async () => {
  const data = join(cli.folder, 'older')
  mkdirSync(data)
  const older = new DatabaseSync(join(data, 'registry.db'))
  older.exec(
    `${registryMigration1} PRAGMA application_id=0x42756452; PRAGMA user_version=1; PRAGMA journal_mode=WAL`,
  )
  older.exec("INSERT INTO workspaces VALUES ('wks_1', 'Old home', 'old home', 'USD', 0, 0)")
  older.exec("INSERT INTO keys VALUES ('key_1', 'phone', x'00', 0, 0, NULL)")
  older.close()
  copyFileSync(file, join(data, 'wks_1.db'))
  const env = { BUDGET_DATA_DIR: data }
  expect((await cli.budget(['accounts', '--fields', 'name', '-f', 'csv'], { env })).stdout).toBe(
    'name\nChecking\n',
  )
  expect((await cli.budget(['keys', '--fields', 'name', '-f', 'csv'], { env })).stdout).toBe('name\nphone\n')
  await cli.budget(['db', 'backup', 'copy.db'], { env })
  renameSync(join(data, 'wks_1.db'), join(data, 'gone'))
  expect((await cli.budget(['accounts'], { env })).stderr).toContain(`The last backup is ${backupFile}`)
})

describe('a registry that is lost', () => {
  test.each(['missing', 'empty'])('and %s is made anew, and knows the workspace beside it', async (how) => {
    await closeDatabases()
    const registry = join(cli.folder, 'data', 'registry.db')
    for (const part of ['', '-wal', '-shm']) rmSync(registry + part, { force: true })
    if (how === 'empty') writeFileSync(registry, '')
    const before = listDataFiles()
    expect(await listFiles()).toBe('Checking\n')
    expect((await cli.budget(['workspaces', '--fields', 'name,currency'])).stdout).toContain('"Home"')
    expect(listDataFiles()).toEqual(how === 'empty' ? before : ['registry.db', ...before])
  })

  test('and is no registry is kept, and told how to go on', async () => {
    await closeDatabases()
    const registry = join(cli.folder, 'data', 'registry.db')
    for (const part of ['-wal', '-shm']) rmSync(registry + part, { force: true })
    writeFileSync(registry, 'x'.repeat(20_000))
    const { code, stderr } = await cli.budget(['accounts'])
    expect({ code, stderr }).toEqual({
      code: 12,
      stderr: `${registry} is not a budget file\n  Move ${registry} elsewhere: budget then finds the workspaces beside it, but the API keys must be created again\n`,
    })
    renameSync(registry, `${registry}.away`)
    expect(await listFiles()).toBe('Checking\n')
  })
})
