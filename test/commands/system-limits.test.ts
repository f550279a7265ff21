/** Tests the built program where the system refuses it something: it says so in one error, and never breaks itself. */

import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const program = join(root, 'bin/budget.js')
const isBuilt = existsSync(join(root, 'dist/main.cjs'))
const isRoot = process.getuid?.() === 0
const NOBODY = 65_534

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
  chmodSync(folder, 0o755)
})
afterEach(() => rmSync(folder, { recursive: true }))

const getEnvironment = () => ({
  PATH: process.env['PATH'] ?? '',
  BUDGET_CONFIG_DIR: join(folder, 'config'),
  BUDGET_DATA_DIR: join(folder, 'data'),
  BUDGET_STATE_DIR: join(folder, 'state'),
})

function runBudget(line: string, options: { uid?: number; descriptors?: number } = {}) {
  const { uid, descriptors } = options
  const words = [process.execPath, program, ...line.split(' ')]
  const [command = '', ...args] = descriptors
    ? ['sh', '-c', `ulimit -n ${descriptors}; exec "$@"`, 'sh', ...words]
    : words
  const { stdout, stderr, status } = spawnSync(command, args, {
    env: getEnvironment(),
    encoding: 'utf8',
    ...(uid !== undefined && { uid, gid: uid }),
  })
  return { stdout, stderr, code: status }
}

describe.skipIf(!isBuilt || process.platform === 'win32')('with few file descriptors', () => {
  test('a command works, or says in two lines that too many files are open', { timeout: 120_000 }, () => {
    runBudget('accounts add Cash --type banking_cash')
    writeFileSync(join(folder, 'bank.csv'), 'Date,Payee,Amount\n2026-10-01,A,-1.00\n')
    const out = (name: string) => `${join(folder, name)} --force`
    let refused = 0
    // With fewer, Node.js itself does not start.
    for (const descriptors of [20, 21, 23, 25, 27])
      for (const line of [
        'accounts',
        `import ${join(folder, 'bank.csv')} --account Cash --dry-run`,
        `export all -o ${out('home.tar')}`,
        `db backup ${out('copy.db')}`,
        'nonsense',
      ]) {
        const { stderr, code } = runBudget(line, { descriptors })
        if (stderr.includes('too many files open')) refused++
        expect({ descriptors, line, stderr }).toMatchObject({
          stderr: expect.not.stringMatching(/bug in budget|\n {4}at |(?:.*\n){4}/),
        })
        expect({ descriptors, line, code }).not.toMatchObject({ code: 1 })
      }
    expect(refused).toBeGreaterThan(0)
  })
})

describe.skipIf(!isBuilt || !isRoot)('as another user than the owner of the directories', () => {
  const asNobody = (line: string) => runBudget(line, { uid: NOBODY })
  const path = (name: string) => join(folder, name)
  const protect = (name: string, directory: number, file: number) => {
    for (const child of readdirSync(path(name))) chmodSync(join(path(name), child), file)
    chmodSync(path(name), directory)
  }

  beforeEach(() => {
    runBudget('accounts add Cash --type banking_cash')
    runBudget('config set alias.money accounts')
  })

  test('what may be read is read, and a write says what is not permitted', () => {
    protect('data', 0o755, 0o644)
    protect('config', 0o755, 0o644)
    for (const line of ['accounts', 'money', 'tx list', 'status', 'db check', 'history', 'report spending'])
      expect({ line, ...asNobody(line) }).toMatchObject({ line, stderr: '', code: 0 })
    const write = asNobody('spend 5 Kiosk --account Cash')
    expect(write.stderr).toMatch(
      /\/data\/wks_\w+\.db cannot be written: the file or its directory is read-only\n/,
    )
    expect(asNobody('config set alias.more accounts').stderr).toContain(
      `Cannot write to ${path('config')}: permission denied\n`,
    )
  })

  test.each([
    ['data', 0o700, 0o600, 'data/registry.db'],
    ['data', 0o755, 0o600, 'data/registry.db'],
    ['config', 0o700, 0o600, 'config/config.json'],
    ['config', 0o755, 0o000, 'config/config.json'],
  ])('%s of mode %o with files of %o is named by reading and by writing', (name, directory, file, named) => {
    protect('data', 0o755, 0o644)
    protect('config', 0o755, 0o644)
    protect(name, directory, file)
    for (const line of ['accounts', 'spend 5 Kiosk --account Cash']) {
      const { stderr, code } = asNobody(line)
      expect({ line, stderr, code }).toEqual({
        line,
        stderr: `${path(named)} cannot be opened: permission denied\n  Get access to it, or choose another location\n`,
        code: 12,
      })
    }
    expect(asNobody('doctor').stdout).toContain(`${name} directory\tfalse\tpermission denied`)
  })
})
