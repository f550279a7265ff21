/**
 * Tests the commit where it is easy to do wrong, each beside a control that does it wrong and is seen to fail.
 * @see docs/scaling.md#how-a-write-is-committed
 */

import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openCopies, type WorkspaceCopy } from '../../src/cluster/copies.ts'
import { encodeEntry } from '../../src/cluster/entry-codec.ts'
import { append, readEntries, readHead } from '../../src/cluster/log.ts'
import { getHandler } from '../../src/cluster/machine.ts'
import { ConnectionLostError, type ConnectionPool, openPool } from '../../src/cluster/postgres.ts'
import {
  appendEntry,
  countRequests,
  deleteOldEntries,
  listEntries,
  type Statement,
} from '../../src/cluster/statements.ts'
import { createWriteQueues } from '../../src/cluster/write-queues.ts'
import { replicaFormat } from '../../src/store/workspace-replica.ts'
import { makeWorkspace } from '../service/describe-both-ways.ts'
import { type PostgresServer, postgresBin, query, startPrimary, startStandby } from './postgres-server.ts'
import { moveIn, startMachine } from './three-machines.ts'

const now = Date.now
/** Returns the id in the reply of a creation. */
const readId = (reply: unknown): string => /"id":"(\w+)"/.exec(JSON.stringify(reply))?.[1] ?? ''

const account = {
  name: 'createAccount' as const,
  request: { body: { name: 'Checking', type: 'banking_checking', initial_balance: '1' } },
}

describe.skipIf(postgresBin === undefined)('a commit', () => {
  let primary: PostgresServer
  let folder: string
  let pool: ConnectionPool
  let id: string

  beforeAll(async () => {
    primary = await startPrimary()
    await (await startMachine({ url: primary.url })).close()
    folder = mkdtempSync(join(tmpdir(), 'budget-commit-'))
    pool = connect(primary)
  })
  afterAll(async () => {
    await pool.close()
    await primary.remove()
    rmSync(folder, { recursive: true })
  })

  const connect = ({ url }: PostgresServer, timeout = 5000): ConnectionPool =>
    openPool({ url, size: 3, timeout, onConnect: () => undefined })

  /** Moves a new workspace in and returns two copies of it, as two machines have them. */
  async function openTwoCopies(): Promise<[WorkspaceCopy, WorkspaceCopy]> {
    const { workspaces, workspaceId, remove } = makeWorkspace({ random: randomBytes })
    id = workspaceId
    const backUp = (file: string): void => workspaces.admin(id).backup(file, { force: true })
    await moveIn(primary, { id, name: 'Bank', currency: 'USD', backUp }, now())
    workspaces.close()
    remove()
    return [await openCopy(), await openCopy()]
  }

  async function openCopy(): Promise<WorkspaceCopy> {
    const head = await readHead(pool, id)
    if (!head) throw new Error('the log is empty')
    return openCopiesOf(pool).use(id, head, async (copy) => copy)
  }

  const openCopiesOf = (of: ConnectionPool) => {
    const ignore = () => undefined
    const limits = { maxBytes: 1e9, maxOpen: 9 }
    return openCopies({
      ...limits,
      pool: of,
      folder: join(folder, randomUUID()),
      migrate: async () => undefined,
      onRebuild: ignore,
      onCatchUp: ignore,
    })
  }

  const openQueues = (of: ConnectionPool) =>
    createWriteQueues({
      pool: of,
      node: 'test',
      now,
      copies: openCopiesOf(of),
      getHandler: (copy) => getHandler(copy, { now }),
      onCommit: () => undefined,
      onLostRace: () => undefined,
    })

  const countAccounts = async (): Promise<number> => {
    const { accounts } = (await getHandler(await openCopy(), { now })('listAccounts', {})) as {
      accounts: unknown[]
    }
    return accounts.length
  }

  /** A pool whose connection is lost after the first entry was sent, before its answer. */
  const loseFirstAnswer = (change: (values: unknown[], sent: number) => unknown[]): ConnectionPool => {
    let sent = 0
    return {
      ...pool,
      async run<Row>(
        statement: Statement<Row>,
        values: Parameters<ConnectionPool['run']>[1],
      ): Promise<Row[]> {
        if (statement.text !== appendEntry.text) return pool.run(statement, values)
        sent++
        const rows = await pool.run(statement, change([...values], sent) as typeof values)
        if (sent === 1) throw new ConnectionLostError('cut')
        // The control's entry has another id than the one that was asked for.
        return rows.map((row) => ({ ...row, entry_id: values[3] }))
      },
    }
  }

  test('sends the same entry again when its answer was lost', async () => {
    const [copy] = await openTwoCopies()
    await openQueues(loseFirstAnswer((values) => values)).write(copy, account)
    expect(await countAccounts()).toBe(1)
  })

  test('control: with a new id for each try it is made twice', async () => {
    const [copy] = await openTwoCopies()
    const broken = loseFirstAnswer(([workspace, seq, after, , ...rest]) => [
      ...[workspace, seq, after, randomUUID()],
      ...rest,
    ])
    await openQueues(broken).write(copy, account)
    expect(await countAccounts()).toBe(2)
  })

  test('is made once although the copy cannot apply it, and the copy is given up', async () => {
    const [copy] = await openTwoCopies()
    const spoil: ConnectionPool = {
      ...pool,
      async run(statement, values) {
        const rows = await pool.run(statement, values)
        // The account has the id that the entry gives to another one.
        if (statement.text === appendEntry.text) getHandler(copy, { now })(account.name, account.request)
        return rows
      },
    }
    await openQueues(spoil).write(copy, account)
    expect(copy.isForgotten).toBe(true)
    expect(await countAccounts()).toBe(1)
  })

  test('is refused where the log was trimmed, and made after what the log has', async () => {
    const [copy, behind] = await openTwoCopies()
    const queues = openQueues(pool)
    for (let number = 0; number < 3; number++) await queues.write(copy, account)
    const stale = { workspace_id: id, after: behind.replica.position(), format: replicaFormat }
    await pool.run(deleteOldEntries, [id, 2, now() + 1])
    expect(await append({ pool, node: 'test', now }, { ...stale, changes: encodeEntry([]) })).toBeUndefined()
    expect((await readEntries(pool, id, 0)).map(({ seq }) => seq)).toEqual([2, 3])
  })

  test('control: without its predecessor an entry forks the trimmed log', async () => {
    const [copy] = await openTwoCopies()
    const queues = openQueues(pool)
    for (let number = 0; number < 3; number++) await queues.write(copy, account)
    await pool.run(deleteOldEntries, [id, 2, now() + 1])
    const text = `INSERT INTO budget_log (workspace_id, seq, entry_id, node, at, format, changes)
      VALUES ($1, 1, 'fork', 'test', 0, 7, $2) RETURNING entry_id`
    expect(await pool.run({ text }, [id, encodeEntry([])])).toHaveLength(1)
    expect((await readEntries(pool, id, 0)).map(({ seq }) => seq)).toEqual([1, 2, 3])
  })

  test('is one of all writes that wait, each with its reply and its entry of the history', async () => {
    const [copy, other] = await openTwoCopies()
    const { write } = openQueues(pool)
    const unknown = { ...account, request: { body: { ...account.request.body, type: 'sock' } } }
    const settled = await Promise.allSettled([account, unknown, account].map((one) => write(copy, one)))
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    const ids = settled.flatMap((one) => (one.status === 'fulfilled' ? [readId(one.value)] : []))
    expect(new Set(ids).size).toBe(2)
    expect((await readEntries(pool, id, 0)).map(({ seq }) => seq)).toEqual([0, 1])
    await openCopiesOf(pool).catchUp(other)
    for (const one of [copy, other]) {
      const rows = [...one.replica.readContent()]
      expect(rows.filter((row) => row.startsWith('history_entries:'))).toHaveLength(2)
      expect(rows.filter((row) => row.startsWith('accounts:'))).toHaveLength(2)
    }
    expect([...other.replica.readContent()]).toEqual([...copy.replica.readContent()])
  })

  test('is one of each write where all together could not be applied', async () => {
    const [copy, other] = await openTwoCopies()
    const { write } = openQueues(pool)
    const create = (name: string) => write(copy, { name: 'createMerchant', request: { body: { name } } })
    const [a, b] = [readId(await create('A')), readId(await create('B'))]
    const rename = (merchant_id: string, name: string) =>
      write(copy, { name: 'updateMerchant', request: { merchant_id, body: { name } } })
    await Promise.all([rename(a, 'C'), rename(b, 'A'), rename(a, 'B')])
    expect((await readEntries(pool, id, 0)).map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4, 5])
    await openCopiesOf(pool).catchUp(other)
    for (const one of [copy, other])
      expect(getHandler(one, { now })('listMerchants', {})).toMatchObject({
        merchants: [
          { id: b, name: 'A' },
          { id: a, name: 'B' },
        ],
      })
  })

  test('shows a read nothing before it is in the log', async () => {
    const [copy] = await openTwoCopies()
    const slow: ConnectionPool = {
      ...pool,
      async run(statement, values) {
        if (statement.text === appendEntry.text) await wait(100)
        return pool.run(statement, values)
      },
    }
    const written = openQueues(slow).write(copy, account)
    await wait(50)
    expect(getHandler(copy, { now })('listAccounts', {})).toEqual({ accounts: [] })
    await written
    expect(getHandler(copy, { now })('listAccounts', {})).toMatchObject({ accounts: [{ name: 'Checking' }] })
  })

  test('control: a transaction that is open meanwhile shows what is not committed', async () => {
    const [copy] = await openTwoCopies()
    const transaction = copy.replica.store.beginTransaction()
    getHandler(copy, { now })(account.name, account.request)
    await wait(10)
    expect(getHandler(copy, { now })('listAccounts', {})).toMatchObject({ accounts: [{ name: 'Checking' }] })
    transaction.rollback()
  })
})

describe.skipIf(postgresBin === undefined)('a connection that a proxy lends for one transaction', () => {
  test.each([
    ['does not know the statements of this client', 'DEALLOCATE ALL'],
    ['knows the statement of another client', `PREPARE ${listEntries.name} AS SELECT 1`],
  ])('%s', async (_, text) => {
    const primary = await startPrimary()
    await (await startMachine({ url: primary.url })).close()
    const pool = openPool({ url: primary.url, size: 1, timeout: 5000, onConnect: () => undefined })
    try {
      if (text.startsWith('DEALLOCATE')) await pool.run(listEntries, ['wks_1', 0, 9])
      await pool.run({ text }, [])
      for (let times = 0; times < 3; times++) expect(await pool.run(listEntries, ['wks_1', 0, 9])).toEqual([])
      // Nothing of a session stays behind for the next client: its commits must wait for the disk.
      await pool.run(countRequests, ['key', 0, 1, 1, 2])
      expect(await pool.run({ text: 'SHOW synchronous_commit' }, [])).toEqual([{ synchronous_commit: 'on' }])
    } finally {
      await pool.close()
      await primary.remove()
    }
  })
})

describe.skipIf(postgresBin === undefined)('a commit that waits for a standby', () => {
  test('is never reported before the standby has it; control: a cancelled one is', async () => {
    const primary = await startPrimary()
    const machine = await startMachine({ url: primary.url })
    const { workspaces, workspaceId: id, remove } = makeWorkspace({ random: randomBytes })
    const backUp = (file: string): void => workspaces.admin(id).backup(file, { force: true })
    await moveIn(primary, { id, name: 'Bank', currency: 'USD', backUp }, now())
    const standby = await startStandby(primary)
    const pool = openPool({ url: primary.url, size: 2, timeout: 1000, onConnect: () => undefined })
    try {
      await standby.kill()
      const head = await readHead(pool, id)
      if (!head) throw new Error('the log is empty')
      const entry = { workspace_id: id, after: head, format: replicaFormat, changes: encodeEntry([]) }
      const settled: Promise<unknown> = append({ pool, node: 'test', now }, entry)
      // To count a request waits for nothing.
      expect(await pool.run(countRequests, ['key', 0, 1, 1, 2])).toMatchObject([{ requests: 1 }])
      expect(await Promise.race([settled, wait(2500, 'none yet')])).toBe('none yet')
      // What an operator must not do: the server answers as if the standby had it.
      let outcome: unknown = 'none yet'
      for (let tries = 0; tries < 100 && outcome === 'none yet'; tries++) {
        query(primary, "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
        outcome = await Promise.race([settled, wait(50, 'none yet')])
      }
      expect(outcome).toMatchObject({ seq: 1 })
    } finally {
      await pool.close()
      await machine.close()
      workspaces.close()
      remove()
      await primary.remove()
      await standby.remove()
    }
  })
})
