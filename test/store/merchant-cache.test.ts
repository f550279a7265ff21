/** Tests that cached merchants are never stale. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openWorkspaceStore, type WorkspaceStore } from '../../src/store/workspace-store.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const bakery = {
  seq: 1,
  name: 'Bakery',
  key: 'bakery',
  deleted: false,
  hasHistory: false,
  learned: null,
  learnedIn: null,
  created_at: noon,
  updated_at: noon,
}

let folder: string
let store: WorkspaceStore
/** A second connection, as another process has. */
let other: WorkspaceStore
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
  const seed = () => ({ currency: 'USD', id_salt: 'ABCDEFGHJKMNPQRS' })
  store = openWorkspaceStore(join(folder, 'workspace.db'), seed)
  other = openWorkspaceStore(join(folder, 'workspace.db'))
})
afterEach(() => {
  other.close()
  store.close()
  rmSync(folder, { recursive: true })
})

const addBakery = (to: WorkspaceStore) => to.merchants.insert({ name: 'Bakery', key: 'bakery', at: noon })
const known = (to: WorkspaceStore) => to.read(() => [to.merchants.findByKey('bakery'), to.merchants.get(1)])

test('a merchant is met as it was made', () => {
  expect(store.write(() => addBakery(store))).toEqual(bakery)
  expect(known(store)).toEqual([bakery, bakery])
  expect(known(other)).toEqual([bakery, bakery])
})

test('what another process changed is met as it is now', () => {
  store.write(() => addBakery(store))
  expect(known(store)).toEqual([bakery, bakery])
  other.write(() => other.merchants.rename(1, 'Bread', 'bread', noon + 1))
  const bread = { ...bakery, name: 'Bread', key: 'bread', updated_at: noon + 1 }
  expect(known(store)).toEqual([undefined, bread])
  expect(store.read(() => store.merchants.getName(1))).toBe('Bread')
})

test('a name that was read alone is met as it is now', () => {
  store.write(() => addBakery(store))
  const readName = () => other.read(() => other.merchants.getName(1))
  const names = [readName()]
  store.write(() => store.merchants.rename(1, 'Bread', 'bread', noon + 1))
  names.push(readName())
  other.write(() => other.merchants.rename(1, 'Toast', 'toast', noon + 2))
  expect([...names, readName()]).toEqual(['Bakery', 'Bread', 'Toast'])
})

test('a merchant of a write that failed was never there', () => {
  const failing = () =>
    store.write(() => {
      addBakery(store)
      throw new Error('No')
    })
  expect(failing).toThrow('No')
  expect(known(store)).toEqual([undefined, undefined])
})

test('among writes that share a commit, only the merchants of those that failed are gone', async () => {
  await store.groupCommit(async () => {
    store.write(() => addBakery(store))
    const failing = () =>
      store.write(() => {
        store.merchants.setLearnedCategory(bakery, 'ready_to_assign')
        store.merchants.insert({ name: 'Kiosk', key: 'kiosk', at: noon })
        throw new Error('No')
      })
    expect(failing).toThrow('No')
    expect([known(store), store.merchants.findByKey('kiosk')]).toEqual([[bakery, bakery], undefined])
  })
})

describe('after a change a merchant is met as the file holds it:', () => {
  const changes: [string, (of: WorkspaceStore) => void][] = [
    ['renamed', ({ merchants }) => merchants.rename(1, 'Bread', 'bread', noon + 1)],
    ['removed', ({ merchants }) => merchants.remove(1, noon + 1)],
    ['taught', ({ merchants }) => merchants.addHistory(1, ['bakery'])],
    ['learned', ({ merchants }) => merchants.setLearnedCategory(bakery, 'ready_to_assign')],
    ['forgotten', ({ merchants }) => merchants.moveLearnedCategory(1, null)],
  ]
  const before = { ...bakery, learned: 1, learnedIn: 1 }
  test.each(changes)('%s', (_, change) => {
    store.write(() => {
      addBakery(store)
      const group = store.groups.insert({ name: 'Everyday', key: 'everyday', system: false })
      store.categories.insert({ name: 'Food', key: 'food', group, card: null })
      store.merchants.setLearnedCategory(bakery, 1)
    })
    expect(known(store)).toEqual([before, before])
    store.write(() => change(store))
    const changed = known(store)
    expect(changed).not.toEqual([before, before])
    expect(changed).toEqual(known(other))
  })
})

test('whether anybody has been taught is asked anew after somebody was, and after the last was forgotten', () => {
  const anyTaught = () => store.read(store.merchants.hasAnyHistory)
  store.write(() => addBakery(store))
  const answers = [anyTaught()]
  store.write(() => store.merchants.addHistory(1, ['bakery']))
  answers.push(anyTaught())
  store.write(() => store.merchants.removeTokens(1, ['bakery']))
  answers.push(anyTaught())
  expect(answers).toEqual([false, true, false])
})
