/** Tests writes repeated with the same Idempotency-Key. */

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { BudgetApi } from '../../src/contract/api.ts'
import { refusal, type TestServer, toStatusAndBody, withServer } from '../support/running-server.ts'

const DAY = 24 * 60 * 60 * 1000

// docs/import.md#7-exactly-once-without-an-idempotency-key
describe('a write sent again under its Idempotency-Key', () => {
  const named = (name: string): string => JSON.stringify({ name })
  const under = (key: string) => ({ body: named('Everyday'), headers: { 'idempotency-key': key } })

  test('is answered the same and takes effect once', async () => {
    await withServer(async ({ send, root }) => {
      const first = await send('POST', `${root}/category_groups`, under('a'))
      const again = await send('POST', `${root}/category_groups`, under('a'))
      expect(first.status).toBe(201)
      expect(toStatusAndBody(again)).toEqual(toStatusAndBody(first))
      const { body: listed } = await send('GET', `${root}/category_groups`)
      expect(listed).toMatchObject({ data: { category_groups: [{ name: 'Everyday' }] } })
    })
  })

  test('is answered the same to every key of the workspace', async () => {
    await withServer(async ({ send, root, workspaces }) => {
      const first = await send('POST', `${root}/category_groups`, under('a'))
      const { key } = workspaces.createKey({ name: null, can: 'write', workspace_id: null })
      expect(toStatusAndBody(await send('POST', `${root}/category_groups`, { ...under('a'), key }))).toEqual(
        toStatusAndBody(first),
      )
    })
  })

  test('takes effect again under another key', async () => {
    await withServer(async ({ send, root }) => {
      await send('POST', `${root}/category_groups`, under('a'))
      const other = await send('POST', `${root}/category_groups`, under('b'))
      expect(toStatusAndBody(other)).toEqual(
        refusal(409, 'conflict', 'a category group with this name already exists'),
      )
    })
  })

  test('is refused when it asks for something else', async () => {
    await withServer(async ({ send, root }) => {
      await send('POST', `${root}/category_groups`, under('a'))
      const changed = { ...under('a'), body: named('Holidays') }
      expect(toStatusAndBody(await send('POST', `${root}/category_groups`, changed))).toEqual(
        refusal(400, 'bad_request', 'Idempotency-Key was used for another request'),
      )
    })
  })

  test('is remembered for a day', async () => {
    let time = Date.UTC(2026, 10, 20)
    await withServer(
      async ({ send, root }) => {
        await send('POST', `${root}/category_groups`, under('a'))
        time += DAY - 1
        expect((await send('POST', `${root}/category_groups`, under('a'))).status).toBe(201)
        time += 1
        expect((await send('POST', `${root}/category_groups`, under('a'))).status).toBe(409)
      },
      { now: () => time },
    )
  })

  test('can be refused first and succeed later, because a refusal is not kept', async () => {
    await withServer(async ({ send, root }) => {
      const empty = { ...under('a'), body: named('') }
      expect((await send('POST', `${root}/category_groups`, empty)).status).toBe(400)
      expect((await send('POST', `${root}/category_groups`, under('a'))).status).toBe(201)
    })
  })

  test('needs a key of visible ASCII characters', async () => {
    await withServer(async ({ send, root }) => {
      expect(toStatusAndBody(await send('POST', `${root}/category_groups`, under('a b')))).toEqual(
        refusal(400, 'bad_request', 'Idempotency-Key must be 1 to 255 visible ASCII characters'),
      )
    })
  })
})

test('every answer says for how long an Idempotency-Key is honoured', async () => {
  await withServer(async ({ send, root }) => {
    const { headers } = await send('GET', `${root}/accounts`)
    expect(headers.get('idempotency-key-lifetime')).toBe('86400')
  })
})

// docs/spec.md#r6
describe('an entry of a phone, sent again under its own key', () => {
  const key = `entry-${randomUUID()}`

  async function withEntry(
    test: (sent: {
      served: TestServer
      first: { transaction: { id: string } }
      again: (days: number, amount?: string) => Promise<unknown>
      list: () => Promise<unknown[]>
    }) => Promise<void>,
  ) {
    let time = Date.UTC(2026, 10, 20)
    await withServer(
      async (served) => {
        const api: BudgetApi = served.workspaces.open(served.workspaceId)
        const { account } = await api.createAccount({ body: { name: 'Cash', type: 'banking_cash' } })
        const post = (amount: string) =>
          served.send('POST', `${served.root}/transactions`, {
            body: JSON.stringify({ transaction: { account_id: account.id, date: '2026-11-20', amount } }),
            headers: { 'idempotency-key': key },
          })
        const { status, body } = await post('-5.00')
        expect(status).toBe(201)
        await test({
          served,
          first: (body as { data: { transaction: { id: string } } }).data, // a created transaction's reply
          async again(days, amount = '-5.00') {
            time += days * DAY
            return toStatusAndBody(await post(amount))
          },
          list: async () => (await api.listTransactions({})).transactions,
        })
      },
      { now: () => time },
    )
  }

  test('is answered the same after 8 and after 400 days, and other content is a conflict', async () => {
    await withEntry(async ({ first, again, list }) => {
      for (const days of [0, 8, 400]) {
        expect(await again(days)).toEqual({ status: 201, body: { data: first } })
        expect(await again(0, '-6.00')).toEqual(
          refusal(409, 'conflict', 'this entry was added with other content'),
        )
      }
      expect(await list()).toHaveLength(1)
    })
  })

  test('creates nothing when its transaction was deleted, or its creation was undone', async () => {
    await withEntry(async ({ first, again, list, served: { workspaces, workspaceId } }) => {
      await workspaces.open(workspaceId).deleteTransaction({ transaction_id: first.transaction.id })
      expect(await again(8)).toEqual({ status: 201, body: { data: first } })
      const history = workspaces.history(workspaceId)
      const commands = history.list({ limit: 2 })
      for (const { id } of commands) history.undo({ id, with_later: false })
      expect(await again(400)).toEqual({ status: 201, body: { data: first } })
      expect(await list()).toEqual([])
    })
  })
})
