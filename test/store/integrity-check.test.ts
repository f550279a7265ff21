/**
 * Tests that damage in files and logs is reported, and that no damaged file passes as sound.
 * @see docs/reliability.md#t8
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StorageError } from '../../src/contract/errors.ts'
import { verifyTotals } from '../../src/engine/budget/verify-totals.ts'
import { openEngine } from '../../src/engine/engine.ts'
import { openWorkspaceStore, type WorkspaceStore } from '../../src/store/workspace-store.ts'

const flips = Number(process.env['FLIPS'] ?? 120)
const seed = () => ({ currency: 'USD', id_salt: '0123456789ABCDEF' })
const PAGE = 4096

let folder: string
let whole: Buffer
let main: Buffer
let log: Buffer
/** The figures of the undamaged file, and those after each request in its log. */
let sound: string
const states: string[] = []

/** Returns every figure of a workspace as text. */
const figuresOf = (store: WorkspaceStore): string =>
  JSON.stringify(
    [
      store.accounts
        .listAll()
        .map(({ cleared_balance, pending_balance }) => [cleared_balance, pending_balance]),
      store.transactions.list({}, {}, 1000).map(({ seq, date, amount }) => [seq, date, amount]),
    ],
    (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  )

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
  const file = join(folder, 'made.db')
  const store = openWorkspaceStore(file, seed)
  const api = openEngine({ store, now: () => Date.UTC(2026, 10, 20, 12) })
  const { account } = await api.createAccount({
    body: { name: 'Cash', type: 'banking_cash', initial_balance: '500' },
  })
  const add = async (from: number, to: number): Promise<void> => {
    const transactions = Array.from({ length: to - from }, (_, at) => ({
      account_id: account.id,
      date: '2026-11-20',
      amount: `-${from + at}.01`,
      merchant_name: `Shop ${(from + at) % 9}`,
    }))
    await api.createTransactions({ body: { transactions } })
  }
  for (let at = 0; at < 4; at++) await add(at * 50 + 1, at * 50 + 51)
  store.close()
  whole = readFileSync(file)
  const again = openWorkspaceStore(file)
  sound = figuresOf(again)
  states.push(sound)
  const more = openEngine({ store: again, now: () => Date.UTC(2026, 10, 20, 12) })
  for (let at = 0; at < 5; at++) {
    await more.createTransactions({
      body: { transactions: [{ account_id: account.id, date: '2026-11-20', amount: '-1' }] },
    })
    states.push(figuresOf(again))
  }
  main = readFileSync(file)
  log = readFileSync(`${file}-wal`)
  again.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

type Found = { figures: string; problems: string[] } | { refused: string }

let opened = 0
/** Returns what a user sees of a file: its figures and the result of the check, or why it is refused. */
async function look(bytes: Buffer, logged?: Buffer): Promise<Found> {
  const file = join(folder, `damaged${opened++}.db`)
  writeFileSync(file, bytes)
  if (logged) writeFileSync(`${file}-wal`, logged)
  let store: WorkspaceStore | undefined
  try {
    store = openWorkspaceStore(file)
    const damage = store.findIntegrityErrors()
    return {
      figures: damage.length > 0 ? '' : figuresOf(store),
      problems: damage.length > 0 ? damage : verifyTotals(store),
    }
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    return { refused: error.message }
  } finally {
    store?.close()
    for (const part of ['', '-wal', '-shm']) rmSync(file + part, { force: true })
    await setImmediate() // the driver releases files between two turns of the event loop
  }
}

const isTold = (found: Found): boolean => 'refused' in found || found.problems.length > 0

test('the sound file is found to be sound, and so is its log', async () => {
  expect(await look(whole)).toEqual({ figures: sound, problems: [] })
  expect(await look(main, log)).toEqual({ figures: states.at(-1), problems: [] })
})

describe('a file that', () => {
  const filled =
    (from: number, to: number, byte = 0xee) =>
    () =>
      Buffer.from(whole).fill(byte, from, to)
  const shapes: [string, () => Buffer][] = [
    ['is empty', () => Buffer.alloc(0)],
    ['has one byte', () => Buffer.alloc(1)],
    ['is cut in its header', () => whole.subarray(0, 60)],
    ['is cut within a page', () => whole.subarray(0, PAGE * 7 + 100)],
    ['has lost its last page', () => whole.subarray(0, whole.length - PAGE)],
    ['is all zeros', () => Buffer.alloc(whole.length)],
    ['has another first line', filled(0, 16)],
    ['has an overwritten header', filled(16, 100)],
    ['has an overwritten first page', filled(100, PAGE)],
    ['has a page of zeros', filled(PAGE * 5, PAGE * 6, 0)],
    ['has an overwritten page', filled(PAGE * 5, PAGE * 6)],
    ['has an overwritten middle', filled(PAGE * 6 + 1000, PAGE * 12 + 50)],
    ['is a text', () => Buffer.from('date,amount\n'.repeat(1000))],
    [
      'has pages that changed places',
      () =>
        Buffer.concat([
          whole.subarray(0, PAGE * 4),
          whole.subarray(PAGE * 5, PAGE * 6),
          whole.subarray(PAGE * 4, PAGE * 5),
          whole.subarray(PAGE * 6),
        ]),
    ],
  ]

  test.each(shapes)('%s is told', async (_, shape) => {
    expect(isTold(await look(shape()))).toBe(true)
  })
})

/** Returns pseudo-random numbers from 0 to `most`, the same in every run. */
const place = (at: number, most: number): number => Math.floor(((at * 0.6180339887 + 0.137) % 1) * most)

test(`a flipped bit changes no figure in silence (${flips} flips)`, {
  timeout: 300_000 + flips * 200,
}, async () => {
  const silent: number[] = []
  for (let flip = 0; flip < flips; flip++) {
    const at = place(flip, whole.length)
    const bytes = Buffer.from(whole)
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << (flip % 8)), at)
    const found = await look(bytes)
    if (!isTold(found) && 'figures' in found && found.figures !== sound) silent.push(at)
  }
  expect(silent).toEqual([])
})

test(`a flipped bit in a log loses whole requests at its end, or is told (${flips} flips)`, {
  timeout: 300_000 + flips * 200,
}, async () => {
  const wrong: number[] = []
  for (let flip = 0; flip < flips; flip++) {
    const at = place(flip, log.length)
    const bytes = Buffer.from(log)
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << (flip % 8)), at)
    const found = await look(main, bytes)
    if (!isTold(found) && 'figures' in found && !states.includes(found.figures)) wrong.push(at)
  }
  expect(wrong).toEqual([])
})

test('a log that is cut anywhere leaves whole requests', async () => {
  for (let cut = 0; cut < 40; cut++) {
    const found = await look(main, log.subarray(0, place(cut, log.length)))
    expect('figures' in found && states.includes(found.figures)).toBe(true)
  }
})
