/** Tests the workspaces of a directory: creation, open files, backups and keys. */

import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StorageError } from '../../src/contract/errors.ts'
import type { Workspaces } from '../../src/contract/ports/local-service.ts'
import { manageKeys } from '../../src/engine/manage-keys.ts'
import { openWorkspaces } from '../../src/engine/workspaces.ts'
import { openRegistry } from '../../src/store/workspace-registry.ts'

const PATH = 'Check the path, or choose another location'

let folder: string
let opened: Workspaces[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
})
afterEach(() => {
  for (const one of opened) one.close()
  opened = []
  rmSync(folder, { recursive: true })
})

function open(mostOpen = 8, now = () => 0): Workspaces {
  const workspaces = openWorkspaces({ folder, now, random: randomBytes, maxOpen: mostOpen })
  opened.push(workspaces)
  return workspaces
}

/** Counts the files of the directory that this process has open. */
const openFiles = (): number => readdirSync('/proc/self/fd').length

test.skipIf(!existsSync('/proc/self/fd'))(
  'eighty workspaces served in turn keep no more files open than eight need',
  async () => {
    const workspaces = open(8)
    const before = openFiles()
    const ids: string[] = []
    for (let at = 0; at < 80; at++) {
      ids.push(workspaces.createWorkspace({ name: `Household ${at}`, currency: 'USD' }).id)
      await setImmediate()
    }
    let most = 0
    for (let round = 0; round < 2; round++) {
      for (const [at, id] of ids.entries()) {
        const api = workspaces.open(id)
        const body = { name: `Account ${at}`, type: 'banking_cash', initial_balance: '1' } as const
        if (round === 0) await api.createAccount({ body })
        const { accounts } = await api.listAccounts({})
        expect(accounts.map(({ name, balance }) => ({ name, balance }))).toEqual([
          { name: `Account ${at}`, balance: '1.00' },
        ])
        await setImmediate() // the event loop turns between two requests
        most = Math.max(most, openFiles() - before)
      }
    }
    // Each workspace has a file, a log and the log's index open; sixteen more may wait for collection.
    expect(most).toBeGreaterThanOrEqual(8)
    expect(most).toBeLessThanOrEqual((8 + 16) * 3)
  },
)

test('a folder that is a file, and a file that is a folder, are troubles that say so', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const inFile = () => openWorkspaces({ folder: file, now: () => 0, random: randomBytes })
  expect(inFile).toThrow(
    new StorageError(
      `${file}/registry.db cannot be created: part of its path is a file, not a directory`,
      undefined,
      PATH,
    ),
  )
  mkdirSync(join(folder, 'registry.db'))
  expect(() => open()).toThrow(
    new StorageError(
      `${folder}/registry.db cannot be opened: it is a directory, not a file`,
      undefined,
      PATH,
    ),
  )
})

test('what one process says of a key or a workspace, another one hears at once', () => {
  const [one, other] = [open(), open()]
  const { id } = one.createWorkspace({ name: 'Home', currency: 'USD' })
  const { key, id: keyId } = one.createKey({ name: 'phone', can: 'read', workspace_id: null })
  const known = { id: keyId, name: 'phone', can: 'read', workspace_id: null, revoked_at: null }
  for (const each of [one, other, one, other]) {
    expect(each.findApiKey(key)).toMatchObject(known)
    expect(each.getWorkspace(id)).toMatchObject({ name: 'Home', archived: false })
  }
  other.setArchived(id, true)
  expect([one, other].map((each) => each.getWorkspace(id)?.archived)).toEqual([true, true])
  one.setArchived(id, false)
  expect([one, other].map((each) => each.getWorkspace(id)?.archived)).toEqual([false, false])
  one.revokeKey(keyId)
  expect([one, other].map((each) => each.findApiKey(key))).toEqual([undefined, undefined])
})

test('what was not there is found once it is', () => {
  const [one, other] = [open(), open()]
  expect(one.getWorkspace('wks_nowhere')).toBeUndefined()
  expect(one.findApiKey('bgt_nobody')).toBeUndefined()
  const { id } = other.createWorkspace({ name: 'Home', currency: 'USD' })
  const { key } = other.createKey({ name: null, can: 'write', workspace_id: null })
  expect(one.getWorkspace(id)?.name).toBe('Home')
  expect(one.findApiKey(key)?.can).toBe('write')
})

test('a workspace takes another name and currency only while nothing is in it', async () => {
  const workspaces = open()
  const { id } = workspaces.createWorkspace({ name: 'Home', currency: 'USD' })
  workspaces.createWorkspace({ name: 'Club', currency: 'USD' })
  expect(workspaces.updateUnused(id, { name: 'Haus', currency: 'JPY' })).toMatchObject({
    id,
    name: 'Haus',
    currency: 'JPY',
  })
  expect(await workspaces.open(id).getMonth({ month: '2026-11' })).toMatchObject({ currency: 'JPY' })
  expect(() => workspaces.updateUnused(id, { name: 'club', currency: 'JPY' })).toThrow('already exists')
  await workspaces.open(id).createAccount({ body: { name: 'Cash', type: 'banking_cash' } })
  expect(workspaces.isUnused(id)).toBe(false)
  expect(() => workspaces.updateUnused(id, { name: 'Haus', currency: 'USD' })).toThrow('in use')
})

test('a workspace whose file was replaced is opened anew, and one whose file is gone takes nothing', async () => {
  const workspaces = open()
  const { id } = workspaces.createWorkspace({ name: 'Home', currency: 'USD' })
  const account = (name: string) =>
    workspaces.open(id).createAccount({ body: { name, type: 'banking_cash', initial_balance: '1' } })
  const names = async () => (await workspaces.open(id).listAccounts({})).accounts.map(({ name }) => name)
  const outside = mkdtempSync(join(tmpdir(), 'budget-test-'))
  const copy = join(outside, 'copy.db')
  await account('Checking')
  workspaces.admin(id).backup(copy, { force: false })
  await account('Savings')

  const file = join(folder, `${id}.db`)
  for (const part of ['-wal', '-shm']) rmSync(file + part, { force: true })
  renameSync(copy, file)
  expect(await names()).toEqual(['Checking'])
  await account('Cash')
  expect(await names()).toEqual(['Checking', 'Cash'])

  rmSync(file)
  expect(() => workspaces.open(id)).toThrow(`${file} is missing`)
  rmSync(outside, { recursive: true })
})

test('the use of a key is noted once an hour, for other processes too', () => {
  const HOUR = 3_600_000
  let time = 0
  const [server, cli] = [open(8, () => time), open()]
  const { key } = server.createKey({ name: 'phone', can: 'read', workspace_id: null })
  const used = () => cli.listKeys().map(({ used_at }) => used_at)
  expect(used()).toEqual([null])
  const noted = [5, HOUR, HOUR + 5, HOUR + 6].map((at) => {
    time = at
    expect(server.findApiKey(key)).toMatchObject({ name: 'phone' })
    return used()[0]
  })
  const [first, second] = ['1970-01-01T00:00:00.005Z', '1970-01-01T01:00:00.005Z']
  expect(noted).toEqual([first, first, second, second])
  // Another server knows what this one has noted.
  expect(open(8, () => 2 * HOUR).findApiKey(key)).toMatchObject({ name: 'phone' })
  expect(used()).toEqual([second])
})

test('a key is good on a disk that takes no writes, which is tried once an hour', () => {
  const registry = openRegistry(join(folder, 'registry.db'))
  let tries = 0
  const setKeyUsed = (): void => {
    tries += 1
    throw new StorageError('registry.db cannot be written')
  }
  const { createKey, findApiKey } = manageKeys({
    registry: { ...registry, setKeyUsed },
    now: () => 0,
    random: randomBytes,
    readVersion: registry.readVersion,
    noteChange: () => undefined,
  })
  const { key } = createKey({ name: 'phone', can: 'read', workspace_id: null })
  for (let time = 0; time < 3; time++) expect(findApiKey(key)?.name).toBe('phone')
  expect(tries).toBe(1)
  registry.close()
})
