/**
 * Tests the built program on a full disk: no data is lost, the error names the disk, the next run works.
 * @see docs/reliability.md#t7
 */

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const program = join(root, 'bin/budget.js')
const isBuilt = existsSync(join(root, 'dist/main.cjs'))
/** How many times the disk is filled, each time with 4 KiB more left free. */
const steps = Number(process.env['FULL_STEPS'] ?? 5)
const sizes = Array.from({ length: steps }, (_, step) => step)

/** True if this process may mount a file system: only root may, and not in every container. */
function canMount(): boolean {
  if (process.getuid?.() !== 0) return false
  const place = mkdtempSync(join(tmpdir(), 'budget-mount-'))
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', place]).status === 0
  if (isMounted) execFileSync('umount', [place])
  rmSync(place, { recursive: true })
  return isMounted
}
const isPossible = isBuilt && canMount()

let folder: string
let disk: string
let env: Record<string, string>
let server: ChildProcess | undefined

function runBudget(args: readonly string[], more: Record<string, string> = {}) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...args], {
    env: { ...env, ...more },
    encoding: 'utf8',
  })
  return { stdout, stderr, code: status }
}

function runOk(args: readonly string[], more: Record<string, string> = {}): string {
  const { stdout, stderr, code } = runBudget(args, more)
  expect({ args, stderr, code }).toEqual({ args, stderr: '', code: 0 })
  return stdout
}

/** Fills the disk except for some pages. */
function fillDisk(pages: number): void {
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(join(disk, 'filling'), Buffer.alloc(Math.max(0, bavail * bsize - pages * 4096), 1))
}
const makeRoom = (): void => rmSync(join(disk, 'filling'))

/** Runs a command with some pages left: it succeeds, or reports that the disk is full. */
function runOnFullDisk(pages: number, args: readonly string[], more: Record<string, string> = {}): boolean {
  fillDisk(pages)
  const { stderr, code } = runBudget(args, more)
  makeRoom()
  if (code === 0) return true
  expect({ pages, code, stderr }).toEqual({ pages, code: 12, stderr: expect.stringMatching(/disk is full/i) })
  expect(stderr).not.toContain('bug of budget')
  return false
}

beforeAll(() => {
  if (!isPossible) return
  folder = mkdtempSync(join(tmpdir(), 'budget-full-'))
  disk = join(folder, 'disk')
  mkdirSync(disk)
})
afterAll(() => {
  if (isPossible) rmSync(folder, { recursive: true })
})
beforeEach(() => {
  if (!isPossible) return
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk])
  const place = mkdtempSync(join(folder, 'place-'))
  env = {
    PATH: process.env['PATH'] ?? '',
    BUDGET_CONFIG_DIR: join(place, 'config'),
    BUDGET_DATA_DIR: join(place, 'data'),
    BUDGET_STATE_DIR: join(place, 'state'),
  }
})
afterEach(async () => {
  if (!isPossible) return
  if (server) {
    server.kill('SIGTERM')
    await once(server, 'exit')
    server = undefined
  }
  execFileSync('umount', [disk])
})

// Mounting a small disk needs root and a built program.
describe.skipIf(!isPossible)('a full disk', { timeout: 300_000 + steps * 20_000 }, () => {
  const balance = (): string =>
    runOk(['accounts', 'show', 'Cash', '--fields', 'balance', '-f', 'tsv', '--no-header'])
  const makeCash = () =>
    runOk(['accounts', 'add', 'Cash', '--type', 'banking_cash', '--balance', '100', '--quiet'])

  test('with the workspace on it applies each write completely or not at all', () => {
    env['BUDGET_DATA_DIR'] = join(disk, 'data')
    makeCash()
    let wanted = 100
    for (const pages of sizes) {
      if (runOnFullDisk(pages, ['tx', 'add', '-1', 'Shop', '--account', 'Cash'])) wanted -= 1
      expect(balance()).toBe(`${wanted}.00\n`)
    }
    expect(wanted).toBeGreaterThan(100 - steps) // the disk was really full
    runOk(['tx', 'add', '-1', 'Shop', '--account', 'Cash'])
    expect(balance()).toBe(`${wanted - 1}.00\n`)
    expect(runBudget(['db', 'check']).code).toBe(0)
  })

  test('with the settings on it keeps the old ones', () => {
    env['BUDGET_CONFIG_DIR'] = join(disk, 'config')
    runOk(['config', 'set', 'default_account', 'A0'])
    let wanted = 'A0'
    let full = 0
    for (const pages of sizes) {
      if (runOnFullDisk(pages, ['config', 'set', 'default_account', `A${pages + 1}`]))
        wanted = `A${pages + 1}`
      else full++
      expect(runOk(['config', 'get', 'default_account'])).toContain(wanted)
    }
    expect(full).toBeGreaterThan(0)
    runOk(['config', 'set', 'default_account', 'Last'])
    expect(runOk(['config', 'get', 'default_account'])).toContain('Last')
  })

  test('with an export or a copy on it keeps the old file, and leaves no part of a new one', () => {
    makeCash()
    for (const [name, write] of [
      ['out.csv', ['tx', 'list', '-f', 'csv', '-o', join(disk, 'out.csv'), '--force']],
      ['copy.db', ['db', 'backup', join(disk, 'copy.db'), '--force']],
    ] as const) {
      runOk(write)
      let full = 0
      for (const pages of sizes) {
        const before = readFileSync(join(disk, name))
        if (runOnFullDisk(pages, write)) continue
        full++
        expect(readFileSync(join(disk, name)).equals(before)).toBe(true)
      }
      expect(full).toBeGreaterThan(0)
      runOk(write)
    }
    const left = execFileSync('ls', ['-A', disk], { encoding: 'utf8' })
    expect(left).toBe('copy.db\nout.csv\n')
  })

  test('with state.db on it is named in the error, and the next command with room succeeds', async () => {
    makeCash()
    const { key } = JSON.parse(runOk(['keys', 'create', '--json']))
    const [{ id }] = JSON.parse(runOk(['workspaces', '--json']))
    server = spawn(process.execPath, [program, 'serve', '--port', '0'], { env })
    const [line] = await once(server.stdout ?? server, 'data')
    const remote = {
      BUDGET_STATE_DIR: join(disk, 'state'),
      BUDGET_BASE_URL: String(line).trim().replace('listening on ', ''),
      BUDGET_WORKSPACE: id,
      BUDGET_API_KEY: key,
    }
    const list = ['accounts', '--fields', 'name', '-f', 'csv', '--no-header']
    expect(runOk(list, remote)).toBe('Cash\n')
    for (const pages of sizes) runOnFullDisk(pages, list, remote)
    expect(runOk(list, remote)).toBe('Cash\n')
  })
})
