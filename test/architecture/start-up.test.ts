/** Tests that each command loads only the modules it needs. */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'budget-start-'))
const env = {
  PATH: process.env['PATH'] ?? '',
  BUDGET_CONFIG_DIR: folder,
  BUDGET_DATA_DIR: folder,
  BUDGET_STATE_DIR: folder,
}
const program = join(root, 'bin/budget.js')

beforeAll(() => {
  spawnSync(process.execPath, [program, 'workspaces', 'create', 'Home', '--currency', 'USD'], { env })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the built program and returns its output and the modules it loaded. */
function runBuilt(...args: string[]) {
  const hook = join(import.meta.dirname, 'loaded-modules.cjs')
  const { stdout, stderr, status } = spawnSync(process.execPath, ['-r', hook, program, ...args], {
    env,
    encoding: 'utf8',
    // A device instead of a pipe, because checking whether it is a terminal takes time.
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said = '', loaded = '[]'] = stderr.split('LOADED ')
  const names: string[] = JSON.parse(loaded.split('\n')[0] ?? '[]')
  return {
    stdout,
    stderr: said,
    status,
    loaded: names.filter((name) => /vendor|main\.cjs|rest\.cjs|^node:(?!fs$|module$|path$|vm$)/.test(name)),
  }
}

describe.skipIf(!existsSync(join(root, 'dist/main.cjs')))('the built program', () => {
  it('answers --version without loading anything of itself', () => {
    const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const { stdout, loaded, status } = runBuilt('--version')
    expect({ stdout, loaded, status }).toEqual({ stdout: `${version}\n`, loaded: [], status: 0 })
  })

  it.each([['--help'], ['accounts', '--help'], ['tx', 'add', '-h'], ['help', 'account', 'add']])(
    'answers %s %s without loading anything of itself',
    (...args) => {
      const { stdout, loaded, status } = runBuilt(...args.filter((arg) => arg !== undefined))
      expect({ loaded, status }).toEqual({ loaded: [], status: 0 })
      expect(stdout).toContain('Usage: budget')
    },
  )

  it('tells a topic from the command of that name, and loads nothing of itself for either', () => {
    const [topic, command] = [runBuilt('help', 'import'), runBuilt('import', '--help')]
    expect([topic.stdout.split('\n')[0], topic.loaded]).toEqual(['Importing bank files', []])
    expect([command.stdout.split('\n')[0], command.loaded]).toEqual(['Import bank files into an account', []])
  })

  it.each([['accounts'], ['tx', 'list'], ['month'], ['__complete', 'account']])(
    'reads no package but SQLite for %s %s in a pipe',
    (...args) => {
      const { loaded, stderr, status } = runBuilt(...args.filter((arg) => arg !== undefined))
      expect({ vendors: loaded.filter((name) => name.includes('vendor')), stderr, status }).toEqual({
        vendors: [],
        stderr: '',
        status: 0,
      })
    },
  )

  it('does not look at the keyboard to complete a name', () => {
    expect(runBuilt('__complete', 'account').loaded).not.toContain('node:tty')
  })

  it('takes /dev/null for no terminal without asking Node, which would load its sockets', () => {
    const hook = join(import.meta.dirname, 'loaded-modules.cjs')
    const line = `"${process.execPath}" -r "${hook}" "${program}" accounts 2>&1 >/dev/null </dev/null`
    const { stdout } = spawnSync('sh', ['-c', line], { env, encoding: 'utf8' })
    expect(stdout).toContain('LOADED')
    expect(stdout).not.toContain('node:tty')
  })

  it('reads no uncommon code to look for the date that a transaction fulfils', () => {
    for (const line of [
      'accounts add Checking --type banking_checking --balance 100',
      'schedules add -4 Bakery --every month --on 1',
    ])
      runBuilt(...line.split(' '))
    const { loaded, status } = runBuilt('spend', '4', 'Bakery')
    expect({ rest: loaded.filter((name) => name.includes('rest')), status }).toEqual({ rest: [], status: 0 })
  })

  it('has no colours where there is no terminal, and loads none', () => {
    const { stdout, loaded } = runBuilt('accounts', '--format', 'table')
    expect(stdout).not.toContain('\u001b')
    expect(loaded.filter((name) => name.includes('chalk'))).toEqual([])
  })

  it('ends quietly when nobody reads on', () => {
    const line = `"${process.execPath}" "${program}" accounts types --format json | head -n 1; exit \${PIPESTATUS[0]}`
    const { stdout, stderr, status } = spawnSync('bash', ['--norc', '-c', line], { env, encoding: 'utf8' })
    expect({ stdout, stderr, status }).toEqual({ stdout: '[\n', stderr: '', status: 0 })
  })
})
