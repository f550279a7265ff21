/** Tests the code caches of a version of V8 for which the build made none. */

import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
let folder: string
let state: string

/** Copies the program without its code caches, as another version of V8 sees it. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'budget-caches-'))
  state = join(folder, 'state')
  mkdirSync(state, { mode: 0o700 })
  cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true })
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  cpSync(join(root, 'dist'), join(folder, 'dist'), {
    recursive: true,
    filter: (path) => path !== join(root, 'dist/cache'),
  })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  run('workspaces', 'create', 'Home', '--currency', 'USD')
  rmSync(join(state, 'code-cache'), { recursive: true, force: true })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function run(...args: string[]) {
  const env = {
    PATH: process.env['PATH'],
    BUDGET_CONFIG_DIR: folder,
    BUDGET_DATA_DIR: folder,
    BUDGET_STATE_DIR: state,
  }
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'bin/budget.js'), ...args], {
    env,
    encoding: 'utf8',
  })
  return { status, stderr }
}

/** Lists what is in the folder of the caches, with permissions and times of change. */
const listCaches = () =>
  readdirSync(join(state, 'code-cache'), { recursive: true, encoding: 'utf8' }).map((name) => {
    const { mode, mtimeMs } = statSync(join(state, 'code-cache', name))
    return { name, mode: mode & 0o777, mtimeMs }
  })

const succeeded = { status: 0, stderr: '' }

describe.skipIf(!existsSync(join(root, 'dist/main.cjs')))('the code caches of another version of V8', () => {
  it('are kept in the state directory, for this user only, and used unchanged at the next start', () => {
    expect(run('accounts')).toEqual(succeeded)
    const kept = listCaches()
    expect(kept.filter(({ name }) => name.endsWith('.cache')).map(({ mode }) => mode)).toEqual([0o600, 0o600])
    expect(kept.filter(({ name }) => !name.endsWith('.cache')).map(({ mode }) => mode)).toEqual([
      0o700, 0o700, 0o700,
    ])
    expect(run('accounts')).toEqual(succeeded)
    expect(listCaches()).toEqual(kept)
  })

  it('are neither kept nor read where others can write', () => {
    chmodSync(state, 0o777)
    expect(run('accounts')).toEqual(succeeded)
    expect(existsSync(join(state, 'code-cache'))).toBe(false)
  })

  it('are written again when one is damaged', () => {
    run('accounts')
    const name = listCaches().find((file) => file.name.endsWith('main.cache'))?.name ?? 'none'
    writeFileSync(join(state, 'code-cache', name), 'damaged')
    expect(run('accounts')).toEqual(succeeded)
    expect(statSync(join(state, 'code-cache', name)).size).toBeGreaterThan(100_000)
  })

  it('of another build are removed', () => {
    mkdirSync(join(state, 'code-cache', '0123456789abcdef', 'old'), { recursive: true })
    expect(run('accounts')).toEqual(succeeded)
    expect(readdirSync(join(state, 'code-cache'))).toHaveLength(1)
  })

  it('are kept by a user of local workspaces, who has no state directory yet', () => {
    rmSync(state, { recursive: true })
    expect(run('accounts')).toEqual(succeeded)
    expect(statSync(state).mode & 0o777).toBe(0o700)
    expect(listCaches().filter(({ name }) => name.endsWith('.cache'))).toHaveLength(2)
  })

  it('do no harm where no directory can be made', () => {
    rmSync(state, { recursive: true })
    writeFileSync(state, 'a file')
    expect(run('accounts')).toEqual(succeeded)
    expect(readdirSync(folder)).toContain('state')
  })
})
