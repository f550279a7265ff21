/** Tests that a dry run makes its changes in one transaction, tells them and rolls them back. */

import { describe, expect, it } from 'vitest'
import { createCommandTransaction, createDryRunTransaction } from '../../src/cli/local-transaction.ts'
import { type BudgetApi, operationNames } from '../../src/contract/api.ts'
import type { Change } from '../../src/contract/ports/history.ts'

const change: Change = { type: 'merchant', id: 'mer_1', before: null, after: { name: 'Rewe' } }

/** Returns a connection that notes what happens to its transaction. */
function createConnection() {
  const events: string[] = []
  const api = Object.fromEntries(
    operationNames.map((name) => [name, async () => events.push(name)]),
  ) as unknown as BudgetApi // one method for every operation name
  const connection = {
    changeCounter: () => 0,
    beginTransaction() {
      events.push('begin')
      return { commit: () => void events.push('commit'), rollback: () => void events.push('rollback') }
    },
    pendingChanges() {
      events.push('pendingChanges')
      return [change]
    },
  }
  return { api, connection, events }
}

describe('a dry run', () => {
  it('begins with the first write, reads what changed, and rolls back', async () => {
    const { api, connection, events } = createConnection()
    const changes: Change[] = []
    const transaction = createDryRunTransaction((made) => void changes.push(...made))
    transaction.attach(connection)
    const wrapped = transaction.wrapApi(api)
    await wrapped.listAccounts({})
    await transaction.run(async () => {
      await wrapped.listMerchants({})
      await wrapped.createMerchant({ body: { name: 'Rewe' } })
      await wrapped.createMerchant({ body: { name: 'Lidl' } })
    })
    expect(events).toEqual([
      'listAccounts',
      'listMerchants',
      'begin',
      'createMerchant',
      'createMerchant',
      'pendingChanges',
      'rollback',
    ])
    expect(changes).toEqual([change])
  })

  it('rolls back and tells nothing when the command fails', async () => {
    const { api, connection, events } = createConnection()
    const transaction = createDryRunTransaction(() => void events.push('told'))
    transaction.attach(connection)
    const failing = transaction.run(async () => {
      await transaction.wrapApi(api).createMerchant({ body: { name: 'Rewe' } })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(events).toEqual(['begin', 'createMerchant', 'rollback'])
  })

  it('begins nothing when nothing is written, or on a remote profile', async () => {
    const { api, connection, events } = createConnection()
    const changes: Change[] = []
    const reading = createDryRunTransaction((made) => void changes.push(...made))
    reading.attach(connection)
    await reading.run(() => reading.wrapApi(api).listAccounts({}))
    const remote = createDryRunTransaction((made) => void changes.push(...made))
    remote.attach({})
    await remote.run(() => remote.wrapApi(api).createMerchant({ body: { name: 'Rewe' } }))
    expect({ events, changes }).toEqual({ events: ['listAccounts', 'createMerchant'], changes: [] })
  })

  it('commits no batch of an import on its own', async () => {
    const { connection, events } = createConnection()
    const transaction = createDryRunTransaction(() => undefined)
    transaction.attach(connection)
    const groupCommit = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      events.push('commit')
      return work()
    }
    // Only this member of the store is used.
    const store = transaction.wrapImportStore({ groupCommit } as Parameters<
      typeof transaction.wrapImportStore
    >[0])
    expect(await store.groupCommit(async () => 5)).toBe(5)
    expect(events).toEqual([])
  })
})

it('a command that is no dry run is committed', async () => {
  const { api, connection, events } = createConnection()
  const transaction = createCommandTransaction()
  transaction.attach(connection)
  await transaction.run(() => transaction.wrapApi(api).createMerchant({ body: { name: 'Rewe' } }))
  expect(events).toEqual(['begin', 'createMerchant', 'commit'])
})
