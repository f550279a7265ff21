/** examples/monthly.sh with the built program, on this machine and on a service elsewhere. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const isBuilt = existsSync(join(root, 'dist/main.cjs'))
const hasJq = spawnSync('jq', ['--version']).status === 0
const script = join(root, 'examples/monthly.sh')
const autumn = join(root, 'examples/checking-us.csv')

const household = `
  budget init --name Home --currency USD
  budget accounts add Checking --type banking_checking --balance 3204.18 --balance-date 2026-08-31
  budget rules add --merchant-contains safeway --category Groceries
  budget rules add --merchant-contains "trader joe" --category Groceries
  budget rules add --merchant-contains landlord --category Rent
  budget rules add --merchant-contains "acme robotics" --ready-to-assign
  budget month assign Rent=1450 Groceries=20 --month 2026-10
`

interface Typed {
  env?: Record<string, string>
  stdin?: string
}

let folder: string
let server: ChildProcess
/** Where the service is, as environment variables. */
let service: Record<string, string>

/** Where the budget is: on this machine, on the one that serves it, or on one that has only a key. */
type Machine = 'here' | 'host' | 'away'

const envOf = (machine: Machine): Record<string, string> => ({
  PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
  BUDGET_CONFIG_DIR: join(folder, machine, 'config'),
  BUDGET_DATA_DIR: join(folder, machine, 'data'),
  BUDGET_STATE_DIR: join(folder, machine, 'state'),
})

/** Lets a shell of a machine run these lines. */
function sh(machine: Machine, lines: string, { env, stdin = '' }: Typed = {}) {
  const { stdout, stderr, status } = spawnSync('sh', ['-euc', lines], {
    cwd: folder,
    env: { ...envOf(machine), ...env },
    input: stdin,
    encoding: 'utf8',
  })
  return { stdout, stderr, code: status }
}

/** Runs the script for October on a machine. */
const monthly = (machine: Machine, file: string, purse = 'rta', typed?: Typed) =>
  sh(machine, `"${script}" "${file}" Checking "${purse}" 2026-10`, typed)

/** Runs it on both; what it does must not differ. */
function monthlyOnBoth(file: string, purse?: string) {
  const here = monthly('here', file, purse)
  expect(monthly('away', file, purse)).toEqual(here)
  return here
}

beforeAll(async () => {
  if (!isBuilt || !hasJq) return
  folder = mkdtempSync(join(tmpdir(), 'budget-scripts-'))
  mkdirSync(join(folder, 'bin'))
  symlinkSync(join(root, 'bin/budget.js'), join(folder, 'bin/budget'))
  expect([sh('here', household).code, sh('host', household).code]).toEqual([0, 0])
  server = spawn(join(folder, 'bin/budget'), ['serve', '--port', '0'], { env: envOf('host') })
  const [line] = await once(server.stdout ?? server, 'data')
  service = {
    BUDGET_BASE_URL: String(line).trim().replace('listening on ', ''),
    BUDGET_WORKSPACE: sh('host', 'budget workspaces --format ids').stdout.trim(),
  }
  const { stdout: key } = sh('host', 'budget keys create --json | jq -r .key')
  const login = `budget auth login --base-url ${service['BUDGET_BASE_URL']} --workspace ${service['BUDGET_WORKSPACE']} --with-key`
  expect(sh('away', login, { stdin: key })).toMatchObject({ stderr: '', code: 0 })
})

afterAll(async () => {
  if (!isBuilt || !hasJq) return
  server.kill('SIGTERM')
  await once(server, 'exit')
  rmSync(folder, { recursive: true })
})

describe.skipIf(!isBuilt || !hasJq)('where there is jq, the monthly script', () => {
  test('does the same on this machine and on a service elsewhere', () => {
    const { stdout, stderr, code } = monthlyOnBoth(autumn)
    expect({ report: JSON.parse(stdout), stderr, code }).toEqual({
      report: {
        month: '2026-10',
        ready_to_assign: '8401.11',
        imported: {
          create: 45,
          duplicate: 0,
          held: 0,
          pending: 0,
          excluded: 0,
          other_currency: 0,
          rejected: 0,
        },
        approved: 18,
        covered: [{ name: 'Groceries', before: '-305.55', available: '0.00' }],
        problems: [{ problem: 'uncategorized', category_name: null, amount: '-469.56', count: 12 }],
        spent: [
          { name: 'Groceries', activity: '-325.55', available: '0.00' },
          { name: 'Rent', activity: '-1450.00', available: '0.00' },
        ],
      },
      stderr: '',
      code: 20,
    })
  })

  test('changes nothing when it is run again', () => {
    const { stdout, stderr, code } = monthlyOnBoth(autumn)
    expect({ ...JSON.parse(stdout), problems: 1, spent: 2, stderr, code }).toEqual({
      month: '2026-10',
      ready_to_assign: '8401.11',
      imported: {
        create: 0,
        duplicate: 45,
        held: 0,
        pending: 0,
        excluded: 0,
        other_currency: 0,
        rejected: 0,
      },
      approved: 0,
      covered: [],
      problems: 1,
      spent: 2,
      stderr: '',
      code: 20,
    })
  })

  test('books the rows that can be read, reports, and ends with 8', () => {
    writeFileSync(
      join(folder, 'bad.csv'),
      'Date,Description,Amount\n10/21/2026,SAFEWAY,-10.00\n10/22/2026,SAFEWAY,-1x.00\n10/30/2026,SAFEWAY,-3.00\n',
    )
    const { stdout, code } = monthlyOnBoth('bad.csv')
    const { imported, covered } = JSON.parse(stdout)
    expect({ imported, covered, code }).toEqual({
      imported: { create: 2, duplicate: 0, held: 0, pending: 0, excluded: 0, other_currency: 0, rejected: 1 },
      covered: [{ name: 'Groceries', before: '-13.00', available: '0.00' }],
      code: 8,
    })
  })

  test.each([
    ['a category nobody has', autumn, 'Fun', { id: '404', exit_code: 6 }],
    ['a file that is not there', 'nowhere.csv', 'rta', { id: '404', exit_code: 6 }],
  ])('stops at %s, without a report', (_, file, purse, error) => {
    const { stdout, stderr, code } = monthlyOnBoth(file, purse)
    expect({ stdout, error: JSON.parse(stderr).error, code }).toMatchObject({
      stdout: '',
      error,
      code: error.exit_code,
    })
  })

  test('stops at a wrong key, without a report', () => {
    const typed = { env: { ...service, BUDGET_API_KEY: 'bgt_wrong' } }
    const { stdout, stderr, code } = monthly('away', autumn, 'rta', typed)
    expect({ stdout, error: JSON.parse(stderr).error, code }).toMatchObject({
      stdout: '',
      error: { id: '401', exit_code: 4 },
      code: 4,
    })
  })

  test('a step that wants a yes ends a script that stops at errors', () => {
    const lines = 'budget imports undo bad.csv; echo not reached'
    expect(sh('here', lines)).toMatchObject({ stdout: '', code: 10 })
    // Only there it costs something.
    const { stderr, ...away } = sh('away', lines)
    expect(stderr).toContain('net, in 2 requests?')
    expect({ ...away, stderr: stderr.replace(', in 2 requests', '') }).toEqual(sh('here', lines))
  })
})
