/** Tests state.db: the shared rate-limit window, cached reads, and damaged files. */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStateDatabase } from '../../src/store/state-db.ts'
import { createCliHarness } from '../support/cli-harness.ts'

const HOUR = 3_600_000
const NOON = Date.UTC(2026, 10, 20, 12)
const place = { base_url: 'https://budget.example.com', workspace_id: 'ws_1', key: 'key-0123456789' }
const first = { repeated: false }
const again = { repeated: true }
const go = { isProbe: false }

let folder: string
let state: ReturnType<typeof openStateDatabase>
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
  state = openStateDatabase(folder)
})
afterEach(() => {
  state.close()
  rmSync(folder, { recursive: true })
})

describe('the hour of a key', () => {
  test('is shared by all who use the key, and by nobody else', () => {
    const other = openStateDatabase(folder)
    expect(state.rateLimitStore(place).admit(NOON, first)).toEqual(go)
    expect(other.rateLimitStore({ ...place, workspace_id: 'ws_2' }).admit(NOON, first)).toEqual(go)
    expect(other.rateLimitStore(place).readQuota(NOON).used).toBe(2)
    expect(other.rateLimitStore({ ...place, key: 'another-key-01' }).readQuota(NOON).used).toBe(0)
    expect(
      other.rateLimitStore({ ...place, base_url: 'https://elsewhere.example.com' }).readQuota(NOON).used,
    ).toBe(0)
    other.close()
  })

  test('forgets requests after an hour, and those of a clock that was set back', () => {
    const ledger = state.rateLimitStore(place)
    ledger.admit(NOON, first)
    ledger.admit(NOON + HOUR, first)
    expect(ledger.readQuota(NOON).used).toBe(1)
    expect(ledger.readQuota(NOON + HOUR).used).toBe(2)
    expect(ledger.readQuota(NOON + HOUR + 1).used).toBe(1)
  })

  test('when used up by our count lets one through to ask, and the others wait for its answer', () => {
    const ledger = state.rateLimitStore(place)
    for (let spent = 0; spent < 200; spent++) expect(ledger.admit(NOON, first)).toEqual(go)
    const later = NOON + 60_000
    expect(ledger.admit(later, first)).toEqual({ isProbe: true })
    expect(ledger.admit(later, first)).toEqual({ wait_until: later + 100, blocked: false })
    ledger.confirmProbe(later + 50)
    expect(ledger.admit(later + 100, first)).toEqual(go)
    expect(ledger.readQuota(later + 100)).toMatchObject({ used: 1, left: 199 })
  })

  test('is asked about only when nobody is on the way any more', () => {
    const ledger = state.rateLimitStore(place)
    for (let spent = 0; spent < 200; spent++) ledger.admit(NOON, first)
    expect(ledger.admit(NOON + 1999, first)).toEqual({ wait_until: NOON + 2099, blocked: false })
    expect(ledger.admit(NOON + 2000, first)).toEqual({ isProbe: true })
  })

  test('counts those who took their turn first, though the one who waited for it looked at the clock before', () => {
    const ledger = state.rateLimitStore(place)
    for (let spent = 0; spent < 200; spent++) ledger.admit(NOON, first)
    expect(ledger.admit(NOON - 20, first)).toEqual({ wait_until: NOON + 80, blocked: false })
  })

  test('lets the next one ask when the first never said what came of it', () => {
    const ledger = state.rateLimitStore(place)
    for (let spent = 0; spent < 201; spent++) ledger.admit(NOON, first)
    expect(ledger.admit(NOON + 10_000, first)).toEqual({ isProbe: true })
  })

  test('is over for all when the service says so, until the moment it named', () => {
    const ledger = state.rateLimitStore(place)
    ledger.admit(NOON, first)
    ledger.blockUntil(NOON + 60_000)
    expect(ledger.admit(NOON + 59_999, first)).toEqual({ wait_until: NOON + 60_000, blocked: true })
    expect(ledger.readQuota(NOON)).toEqual({
      limit: 200,
      used: 200,
      left: 0,
      resets_at: NOON + 60_000,
      blocked_until: NOON + 60_000,
    })
    expect(ledger.admit(NOON + 60_000, first)).toEqual(go)
    expect(ledger.readQuota(NOON + 60_000)).toEqual({
      limit: 200,
      used: 1,
      left: 199,
      resets_at: NOON + 60_000 + HOUR,
      blocked_until: null,
    })
  })

  test('ends an hour after its first request, until the service says when', () => {
    const ledger = state.rateLimitStore(place)
    expect(ledger.readQuota(NOON).resets_at).toBe(null)
    ledger.admit(NOON, first)
    ledger.admit(NOON + 600_000, first)
    expect(ledger.readQuota(NOON + 600_000).resets_at).toBe(NOON + HOUR)
    ledger.blockUntil(NOON + 700_000)
    expect(ledger.readQuota(NOON + 600_000).resets_at).toBe(NOON + 700_000)
  })

  test('forgets a request that never left, also the one on trial', () => {
    const ledger = state.rateLimitStore(place)
    for (let spent = 0; spent < 200; spent++) ledger.admit(NOON, first)
    const later = NOON + 10_000
    expect(ledger.admit(later, first)).toEqual({ isProbe: true })
    ledger.refund(later)
    expect(ledger.readQuota(later).used).toBe(200)
    expect(ledger.admit(later + 1, first)).toEqual({ isProbe: true })
  })

  test('allows twenty repetitions', () => {
    const ledger = state.rateLimitStore(place)
    for (let repetition = 0; repetition < 20; repetition++) expect(ledger.admit(NOON, again)).toEqual(go)
    expect(ledger.admit(NOON, again)).toEqual({ retriesExhausted: true })
    expect(ledger.admit(NOON, first)).toEqual(go)
  })
})

test('what is kept of a workspace is for its key alone, until it is forgotten', () => {
  const kept = state.workspaceCache(place)
  kept.write('accounts', '[]')
  kept.write('accounts', '[1]')
  expect(kept.read('accounts')).toBe('[1]')
  expect(state.workspaceCache({ ...place, key: 'another-key-01' }).read('accounts')).toBeUndefined()
  kept.forget('accounts')
  expect(kept.read('accounts')).toBeUndefined()
})

// docs/reliability.md#r13
describe('a clock that is set back', () => {
  test('blocks nobody longer than an hour', () => {
    const ledger = state.rateLimitStore(place)
    ledger.blockUntil(NOON + HOUR)
    expect(ledger.admit(NOON - HOUR / 2, first)).toEqual(go)
    expect(ledger.readQuota(NOON - HOUR / 2)).toMatchObject({
      blocked_until: null,
      resets_at: NOON + HOUR / 2, // an hour after the last accepted request
    })
  })

  test('keeps nobody waiting for the trial of a time that is not now', () => {
    const ledger = state.rateLimitStore(place)
    for (let spent = 0; spent < 200; spent++) ledger.admit(NOON, first)
    expect(ledger.admit(NOON + 5000, first)).toEqual({ isProbe: true })
    const earlier = NOON - HOUR / 2
    for (let spent = 0; spent < 200; spent++) ledger.admit(earlier, first)
    expect(ledger.admit(earlier + 5000, first)).toEqual({ isProbe: true })
  })
})

// docs/reliability.md#r12
describe('a state.db that is damaged', () => {
  let warned: string[] = []
  const file = () => join(folder, 'state.db')
  const closed = () => {
    state.close()
    warned = []
    return () => {
      state = openStateDatabase(folder, (text) => warned.push(text))
    }
  }
  const said = () => [
    `${file()} was damaged: it was moved to ${file()}.damaged and replaced by an empty one; your budget is not affected`,
  ]
  const isNew = () => {
    expect(state.rateLimitStore(place).admit(NOON, first)).toEqual(go)
    expect(state.workspaceCache(place).read('accounts')).toBeUndefined()
    expect(warned).toEqual(said())
  }

  test.each([
    ['is no database', () => Buffer.from('x'.repeat(9999))],
    ['has a damaged beginning', () => readFileSync(file()).fill(0xee, 0, 200)],
    ['is cut', () => readFileSync(file()).subarray(0, 10_000)],
  ])('when it %s is set aside and made anew when it is opened', (_, damaged) => {
    state.workspaceCache(place).write('accounts', '[]')
    const reopen = closed()
    const content = damaged()
    writeFileSync(file(), content)
    writeFileSync(`${file()}.damaged`, 'an older one')
    reopen()
    isNew()
    expect(readFileSync(`${file()}.damaged`).equals(content)).toBe(true)
  })

  test('in its pages is set aside when a statement finds that, and the work is done on a new one', () => {
    state.workspaceCache(place).write('accounts', '[]')
    const reopen = closed()
    writeFileSync(file(), readFileSync(file()).fill(0xee, 4096))
    reopen()
    isNew()
    expect(existsSync(`${file()}.damaged`)).toBe(true)
  })
})

// docs/reliability.md#r12
test('commands on a service elsewhere go on when state.db is damaged, and say so once', async () => {
  const stage = createCliHarness()
  const { key } = JSON.parse((await stage.budget(['keys', 'create', '--json'])).stdout)
  await stage.budget(['accounts', 'add', 'Cash', '--type', 'banking_cash'])
  const [{ id }] = JSON.parse((await stage.budget(['workspaces', '--json'])).stdout)
  const env = { BUDGET_BASE_URL: 'http://127.0.0.1:8787', BUDGET_WORKSPACE: id, BUDGET_API_KEY: key }
  const accounts = () => stage.budget(['accounts', '--fields', 'name', '-f', 'csv'], { env })
  expect(await accounts()).toEqual({ stdout: 'name\nCash\n', stderr: '', code: 0 })
  const path = join(stage.folder, 'state', 'state.db')
  writeFileSync(path, readFileSync(path).fill(0xee, 4096))
  expect(await accounts()).toEqual({
    stdout: 'name\nCash\n',
    stderr: `${path} was damaged: it was moved to ${path}.damaged and replaced by an empty one; your budget is not affected\n`,
    code: 0,
  })
  expect(await accounts()).toEqual({ stdout: 'name\nCash\n', stderr: '', code: 0 })
  stage.close()
})
