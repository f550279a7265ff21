/** A workspace's file lost, replaced and restored, and where copies of it may lie. */

import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  linkSync,
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
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { registryMigration1 } from '../../src/store/migrations/registry.ts'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'

let stage: CliHarness
let file: string
let copy: string
beforeEach(async () => {
  stage = createCliHarness()
  await account('Checking')
  file = (await stage.budget(['db', 'path'])).stdout.trim()
  copy = join(stage.folder, 'copy.db')
})
afterEach(() => stage.close())

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void // what the flag makes `gc` be

/** Every command is a process of its own outside; here the driver still has the files of those before open. */
async function lettingGo(): Promise<void> {
  collect()
  await setImmediate()
}

const account = (name: string) =>
  stage.budget(['accounts', 'add', name, '--type', 'banking_checking', '--balance', '10'])
const names = async (): Promise<string> =>
  (await stage.budget(['accounts', '--fields', 'name', '-f', 'csv', '--no-header'])).stdout
async function restore(...more: string[]) {
  await lettingGo()
  return stage.budget(['db', 'restore', 'copy.db', '--json', ...more])
}

const inData = (): string[] =>
  readdirSync(join(stage.folder, 'data'))
    .map((name) => name.replace(/^wks_[0-9a-f]+/, 'wks'))
    .filter((name) => !name.endsWith('-shm') && !name.endsWith('-wal'))
    .toSorted()

describe('db restore', () => {
  beforeEach(async () => {
    await stage.budget(['db', 'backup', 'copy.db'])
    await account('Savings')
  })

  test('puts the copy in place and keeps the file that was there', async () => {
    const { stdout, stderr, code } = await restore('--yes')
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    expect(JSON.parse(stdout)).toEqual({
      path: file,
      from: copy,
      present: { accounts: 2, transactions: 2, last_change: '2026-11-20T12:00:00.000Z' },
      present_trouble: null,
      copy: { accounts: 1, transactions: 1, last_change: '2026-11-20T12:00:00.000Z' },
      same_workspace: true,
      kept_as: `${file}.before-restore`,
      written: true,
    })
    expect(await names()).toBe('Checking\r\n')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(inData()).toEqual(['registry.db', 'wks.db', 'wks.db.before-restore'])
    // The copy may be used again, and what was replaced is a whole workspace.
    copyFileSync(`${file}.before-restore`, copy)
    expect((await restore('--yes')).code).toBe(0)
    expect(await names()).toBe('Checking\r\nSavings\r\n')
    expect(inData()).toEqual(['registry.db', 'wks.db', 'wks.db.before-restore', 'wks.db.before-restore-2'])
    expect((await stage.budget(['db', 'check'])).code).toBe(0)
  })

  test('needs a yes, and without one nothing is changed', async () => {
    const { stderr, code } = await stage.budget(['db', 'restore', 'copy.db'])
    expect({ stderr, code }).toEqual({
      stderr: `This needs a yes: Restore Home from ${copy}?\n  Add --yes to do it without being asked\n`,
      code: 10,
    })
    const asked = await stage.budget(['db', 'restore', 'copy.db'], { terminal: 300, answers: ['no'] })
    expect(asked.stderr).toContain(
      `Now:  ${file}: 2 accounts, 2 transactions, last changed 2026-11-20T12:00:00`,
    )
    expect(asked.stderr).toContain(
      `Copy: ${copy}: 1 account, 1 transaction, last changed 2026-11-20T12:00:00`,
    )
    expect(asked.code).toBe(10)
    const planned = await restore('--dry-run')
    expect(JSON.parse(planned.stdout)).toMatchObject({ written: false, kept_as: null })
    expect(await names()).toBe('Checking\r\nSavings\r\n')
    expect(inData()).toEqual(['registry.db', 'wks.db'])
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
    const { stdout, code } = await restore('--yes')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ present: null, same_workspace: null })
    expect(JSON.parse(stdout).present_trouble).toContain(trouble)
    expect(await names()).toBe('Checking\r\n')
    expect(existsSync(`${file}.before-restore`)).toBe(how !== 'missing')
    if (left) expect(readFileSync(`${file}.before-restore`).equals(left)).toBe(true)
  })

  test('keeps a log that belongs to nothing beside the old file, and takes nothing from it', async () => {
    const log = join(stage.folder, 'log')
    const other = new DatabaseSync(file)
    other.exec("UPDATE accounts SET name = 'Late'")
    copyFileSync(`${file}-wal`, log)
    other.close()
    await lettingGo() // the last one that closes a file removes its log
    copyFileSync(copy, file)
    copyFileSync(log, `${file}-wal`)
    const refused = await stage.budget(['accounts'])
    expect([refused.code, refused.stderr]).toEqual([
      12,
      `${file}-wal does not belong to ${file}: it is the log of another copy\n  Restore a backup with budget db restore FILE, or move ${file}-wal away to use the file without it\n`,
    ])
    expect((await restore('--yes')).code).toBe(0)
    expect(await names()).toBe('Checking\r\n')
    expect(readFileSync(`${file}.before-restore-wal`).equals(readFileSync(log))).toBe(true)
  })

  test('is refused while another process has the workspace open, and leaves it alone', {
    timeout: 30_000,
  }, async () => {
    const other = new DatabaseSync(file)
    other.exec('BEGIN')
    other.prepare('SELECT count(*) FROM accounts').get()
    const { stderr, code } = await stage.budget(['db', 'restore', 'copy.db', '--yes'])
    expect({ stderr, code }).toEqual({
      stderr:
        'Another budget process has the workspace open\n  Stop budget serve or wait for the other command, then try again\n',
      code: 7,
    })
    other.exec('COMMIT')
    other.close()
    expect(await names()).toBe('Checking\r\nSavings\r\n')
    expect(inData()).toEqual(['registry.db', 'wks.db'])
  })

  test.each([
    ['nothing', () => rmSync(copy), 6, 'File not found'],
    ['a folder', () => (rmSync(copy), mkdirSync(copy)), 2, 'is not a file'],
    ['empty', () => writeFileSync(copy, ''), 3, 'is empty'],
    ['no database', () => writeFileSync(copy, 'date,amount\n'.repeat(99)), 12, 'is not a budget file'],
    [
      'the registry',
      () => copyFileSync(join(stage.folder, 'data/registry.db'), copy),
      12,
      'not a budget file',
    ],
    ['damaged', () => writeFileSync(copy, readFileSync(copy).fill(0xee, 8192)), 12, 'is damaged'],
    ['cut', () => truncateSync(copy, 20_000), 12, 'is damaged'],
    ['the file itself', () => (rmSync(copy), symlinkSync(file, copy)), 2, "is the workspace's own file"],
  ])('refuses a copy that is %s, and changes nothing', async (_, spoil, code, words) => {
    spoil()
    const refused = await stage.budget(['db', 'restore', 'copy.db', '--yes'])
    expect([refused.code, refused.stderr]).toEqual([code, expect.stringContaining(words)])
    expect(refused.stderr).toContain('copy.db')
    expect(refused.stderr).not.toContain('.tmp')
    expect(await names()).toBe('Checking\r\nSavings\r\n')
    expect(inData()).toEqual(['registry.db', 'wks.db'])
  })

  test('takes a copy of another workspace, its currency too, and says whose it is', async () => {
    const elsewhere = { BUDGET_DATA_DIR: join(stage.folder, 'elsewhere') }
    await stage.budget(['workspaces', 'create', 'New', '--currency', 'JPY'], { env: elsewhere })
    await lettingGo()
    const { stdout, code } = await stage.budget(['db', 'restore', 'copy.db', '--yes', '--json'], {
      env: elsewhere,
    })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ same_workspace: false, written: true })
    const { stdout: money } = await stage.budget(['accounts', '--fields', 'name,balance', '-f', 'csv'], {
      env: elsewhere,
    })
    expect(money).toBe('name,balance\r\nChecking,10.00\r\n')
    expect((await stage.budget(['workspaces', '-f', 'csv'], { env: elsewhere })).stdout).toContain('USD')
  })
})

describe('db backup', () => {
  const refusal = async (target: string) => {
    const { code, stderr } = await stage.budget(['db', 'backup', target, '--force'])
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

  test('never writes onto a workspace or among them, forced or not', async () => {
    await stage.budget(['workspaces', 'create', 'Club', '--currency', 'EUR'])
    const before = new Map(inData().map((name) => [name, name]))
    const other = readdirSync(join(stage.folder, 'data'))
      .map((name) => join(stage.folder, 'data', name))
      .find((path) => /wks_\w+\.db$/.test(path) && path !== file)
    const registry = join(stage.folder, 'data', 'registry.db')
    expect(await refusal(file)).toEqual(own(file))
    expect(await refusal(other ?? '')).toEqual(own(other ?? ''))
    expect(await refusal(registry)).toEqual(own(registry))
    for (const name of ['copy.db', 'deeper/copy.db']) {
      mkdirSync(join(stage.folder, 'data/deeper'), { recursive: true })
      expect(await refusal(join(stage.folder, 'data', name))).toEqual(among(join(stage.folder, 'data', name)))
    }
    rmSync(join(stage.folder, 'data/deeper'), { recursive: true })
    linkSync(file, join(stage.folder, 'hard.db'))
    expect(await refusal('hard.db')).toEqual(own(join(stage.folder, 'hard.db')))
    symlinkSync(file, join(stage.folder, 'soft.db'))
    expect(await refusal('soft.db')).toEqual(own(join(stage.folder, 'soft.db')))
    symlinkSync(join(stage.folder, 'data'), join(stage.folder, 'way'))
    expect(await refusal('way/copy.db')).toEqual(among(join(stage.folder, 'way/copy.db')))
    expect(new Map(inData().map((name) => [name, name]))).toEqual(before)
    expect(await names()).toBe('Checking\r\n')
  })

  test('replaces no device and no pipe', async () => {
    execFileSync('mkfifo', [copy])
    expect(await refusal('copy.db')).toEqual([2, `"${copy}" is not a file\n  Choose another name\n`])
    expect(statSync(copy).isFIFO()).toBe(true)
  })

  // docs/reliability.md#r16
  test('sweeps what a killed one left beside the copy more than an hour ago', async () => {
    const old = new Date(Date.now() - 2 * 3_600_000)
    const id = '01234567-89ab-cdef-0123-456789abcdef'
    const left = [`copy.db.${id}.tmp`, `copy.db.${id}.tmp-journal`]
    const kept = [`other.db.${id}.tmp`, 'copy.db.mine.tmp', `copy.db.${id}.tmp.txt`]
    for (const name of [...left, ...kept]) {
      writeFileSync(join(stage.folder, name), '')
      utimesSync(join(stage.folder, name), old, old)
    }
    writeFileSync(join(stage.folder, `copy.db.${id.replace('0', '1')}.tmp`), 'another one is at work')
    await stage.budget(['db', 'backup', 'copy.db'])
    expect(readdirSync(stage.folder).toSorted()).toEqual(
      ['copy.db', 'data', ...kept, `copy.db.${id.replace('0', '1')}.tmp`].toSorted(),
    )
  })

  test('never writes among the workspaces of another data folder', async () => {
    const elsewhere = { BUDGET_DATA_DIR: join(stage.folder, 'elsewhere') }
    await stage.budget(['workspaces', 'create', 'New', '--currency', 'JPY'], { env: elsewhere })
    const target = (await stage.budget(['db', 'path'], { env: elsewhere })).stdout.trim()
    expect(await refusal(target)).toEqual(among(target))
  })
})

describe('a workspace whose file is lost', () => {
  const lost = async () => {
    const { stdout, stderr, code } = await stage.budget(['accounts', 'list'])
    expect({ stdout, code }).toEqual({ stdout: '', code: 12 })
    return stderr
  }

  test('is named with its last backup, and never made anew', async () => {
    await stage.budget(['db', 'backup', 'copy.db'])
    await stage.budget(['db', 'backup', 'never.db', '--dry-run'])
    rmSync(file)
    const hint = `  The last backup is ${copy} from 2026-11-20T12:00:00.000Z; restore it with budget db restore "${copy}"\n`
    expect(await lost()).toBe(`${file} is missing, but it had data; it was not created again\n${hint}`)
    expect(existsSync(file)).toBe(false)
    writeFileSync(file, '')
    expect(await lost()).toBe(`${file} is empty, but it had data; it was not created again\n${hint}`)
    expect(statSync(file).size).toBe(0)
    expect((await stage.budget(['accounts', 'add', 'Cash', '--type', 'banking_cash'])).code).toBe(12)
    expect(statSync(file).size).toBe(0)
  })

  test('is still in the list, and can be archived for another one', async () => {
    rmSync(file)
    expect(await lost()).toContain('No backup is known')
    const { stdout, code } = await stage.budget([
      'workspaces',
      '--fields',
      'name',
      '-f',
      'csv',
      '--no-header',
    ])
    expect({ stdout, code }).toEqual({ stdout: 'Home\r\n', code: 0 })
    expect((await stage.budget(['workspaces', 'archive', 'Home'])).code).toBe(0)
    await stage.budget(['workspaces', 'create', 'Again', '--currency', 'USD'])
    expect((await account('Cash')).code).toBe(0)
    expect(await names()).toBe('Cash\r\n')
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
  const data = join(stage.folder, 'older')
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
  expect((await stage.budget(['accounts', '--fields', 'name', '-f', 'csv'], { env })).stdout).toBe(
    'name\r\nChecking\r\n',
  )
  expect((await stage.budget(['keys', '--fields', 'name', '-f', 'csv'], { env })).stdout).toBe(
    'name\r\nphone\r\n',
  )
  await stage.budget(['db', 'backup', 'copy.db'], { env })
  renameSync(join(data, 'wks_1.db'), join(data, 'gone'))
  expect((await stage.budget(['accounts'], { env })).stderr).toContain(`The last backup is ${copy}`)
})

describe('a registry that is lost', () => {
  test.each(['missing', 'empty'])('and %s is made anew, and knows the workspace beside it', async (how) => {
    await lettingGo()
    const registry = join(stage.folder, 'data', 'registry.db')
    for (const part of ['', '-wal', '-shm']) rmSync(registry + part, { force: true })
    if (how === 'empty') writeFileSync(registry, '')
    const before = inData()
    expect(await names()).toBe('Checking\r\n')
    expect((await stage.budget(['workspaces', '--fields', 'name,currency'])).stdout).toContain('"Home"')
    expect(inData()).toEqual(how === 'empty' ? before : ['registry.db', ...before])
  })

  test('and is no registry is kept, and told how to go on', async () => {
    await lettingGo()
    const registry = join(stage.folder, 'data', 'registry.db')
    for (const part of ['-wal', '-shm']) rmSync(registry + part, { force: true })
    writeFileSync(registry, 'x'.repeat(20_000))
    const { code, stderr } = await stage.budget(['accounts'])
    expect({ code, stderr }).toEqual({
      code: 12,
      stderr: `${registry} is not a budget file\n  Move ${registry} away: budget finds the workspaces next to it again, but the API keys must be created again\n`,
    })
    renameSync(registry, `${registry}.away`)
    expect(await names()).toBe('Checking\r\n')
  })
})
