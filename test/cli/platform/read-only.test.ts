/** Tests the built program on a read-only disk, and with settings that cannot be read. */

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const program = join(import.meta.dirname, '../../../bin/budget.js')
const isBuilt = existsSync(join(import.meta.dirname, '../../../dist/main.cjs'))
// Only root may mount, and only on Linux; elsewhere no directory can be made read-only for every user.
const MOUNT_NAMESPACE = 'unshare'
const canMount =
  process.platform === 'linux' &&
  spawnSync(MOUNT_NAMESPACE, ['-m', 'mount', '--bind', '/tmp', '/tmp'], { stdio: 'ignore' }).status === 0

let home: string
let data: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'budget-test-'))
  data = join(home, 'data')
})
afterEach(() => rmSync(home, { recursive: true }))

const run = (words: readonly string[], options: { isReadOnly?: boolean } = {}) => {
  const mount = `mount --bind '${data}' '${data}' && mount -o remount,ro,bind '${data}' && exec "$@"`
  const wrapper = options.isReadOnly ? [MOUNT_NAMESPACE, '-m', 'sh', '-c', mount, 'sh'] : []
  const [file = '', ...rest] = [...wrapper, process.execPath, program, ...words]
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    BUDGET_DATA_DIR: data,
    BUDGET_CONFIG_DIR: join(home, 'config'),
  }
  const { status, stdout, stderr } = spawnSync(file, rest, { env, encoding: 'utf8', timeout: 20_000 })
  return { status, stdout, stderr }
}

describe.skipIf(!isBuilt || !canMount)('a read-only disk', () => {
  beforeEach(() => void run(['accounts', 'add', 'Checking', '--type', 'cash', '--balance', '100']))

  test('is read, and a write says that it is read-only', () => {
    expect(run(['accounts'], { isReadOnly: true })).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('100.00'),
    })
    expect(run(['db', 'check'], { isReadOnly: true }).status).toBe(0)
    const refused = run(['tx', 'add', '-5', 'Shop'], { isReadOnly: true })
    expect(refused.status).not.toBe(0)
    expect(refused.stderr).toContain('cannot be written: the file or its directory is read-only')
  })

  test('with changes in a log is read with its index, and refused without', () => {
    const workspace = join(data, readdirSync(data).find((name) => /^wks_.*\.db$/.test(name)) ?? '')
    const writer = new DatabaseSync(workspace)
    writer.exec("UPDATE accounts SET name = 'Purse'")
    const kept = join(home, 'kept')
    execFileSync('cp', ['-r', data, kept])
    writer.close()
    rmSync(data, { recursive: true })
    execFileSync('cp', ['-r', kept, data])
    expect(run(['accounts'], { isReadOnly: true }).stdout).toContain('Purse')
    rmSync(`${workspace}-shm`)
    const refused = run(['accounts'], { isReadOnly: true })
    expect(refused).toMatchObject({ stdout: '' })
    expect(refused.stderr).toContain('-wal, which cannot be read on a read-only disk')
  })
})

describe.skipIf(!isBuilt)('settings that cannot be read', () => {
  test('leave an error as short as it is', () => {
    mkdirSync(join(home, 'config/credentials.json'), { recursive: true })
    const { stderr } = run(['accounts', 'show', 'Nowhere'])
    expect(stderr).toContain('Nowhere')
    expect(stderr).not.toContain('    at ')
    expect(stderr.length).toBeLessThan(500)
  })

  test.skipIf(process.platform === 'win32').each(['credentials.json', 'config.json'])(
    'are refused when %s is a pipe',
    (name) => {
      mkdirSync(join(home, 'config'))
      execFileSync('mkfifo', [join(home, 'config', name)])
      const { status, stderr } = run(['accounts', '--profile', 'none'])
      expect(status).toBeGreaterThan(0)
      expect(stderr).not.toContain('    at ')
      if (name === 'config.json') expect(stderr).toContain('config.json is not a regular file')
    },
  )
})
