/** Tests every kind of write over a proxy that breaks connections. */

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { BudgetApi } from '../../../src/contract/api.ts'
import { ApiError, NetworkError } from '../../../src/contract/errors.ts'
import { type Client, openClient } from '../../../src/remote/http/client.ts'
import { type Fault, type FaultProxy, faults, openFaultProxy } from '../../support/fault-proxy.ts'
import { measureLoad } from '../../support/machine-load.ts'
import { withServer } from '../../support/running-server.ts'

/** What a write is about: existing resources, and a text that is unique. */
interface Scene {
  account: string
  other: string
  group: string
  mark: string
}

/** A kind of write, and how often it was applied. */
interface Kind {
  /** Prepares what the write is about and returns its id. */
  before?: (api: BudgetApi, scene: Scene) => Promise<string>
  write: (api: BudgetApi, scene: Scene, id: string) => Promise<unknown>
  effect: (api: BudgetApi, scene: Scene, id: string) => Promise<number>
}

const date = '2026-11-20'
const rowsMarked = async (api: BudgetApi, { mark }: Scene): Promise<number> => {
  const { transactions } = await api.listTransactions({ query: { since_date: date, limit: 500 } })
  return transactions.filter(({ notes }) => notes === mark).length
}
const draft = ({ account, mark }: Scene) => ({ account_id: account, date, amount: '-5', notes: mark })
const newRow = async (api: BudgetApi, scene: Scene): Promise<string> => {
  const { transaction } = await api.createTransactions({
    body: { transaction: { ...draft(scene), notes: null } },
  })
  return transaction?.id ?? ''
}
const newMerchant = async (api: BudgetApi, { mark }: Scene): Promise<string> =>
  (await api.createMerchant({ body: { name: mark } })).merchant.id
const isGone = async (read: Promise<unknown>): Promise<number> =>
  read.then(
    () => 0,
    () => 1,
  )
const times = (isTrue: boolean): number => (isTrue ? 1 : 0)

const kinds: Record<string, Kind> = {
  'a transaction': {
    write: (api, scene) => api.createTransactions({ body: { transaction: draft(scene) } }),
    effect: rowsMarked,
  },
  'a batch with doubles': {
    write: (api, scene) => {
      const row = { ...draft(scene), merchant_name: `To ${scene.mark}` }
      return api.createTransactions({ body: { transactions: [row, row, { ...row, amount: '7.50' }] } })
    },
    effect: async (api, scene) => (await rowsMarked(api, scene)) / 3,
  },
  'a transfer': {
    write: (api, { account, other, mark }) =>
      api.createTransactions({
        body: {
          transaction: {
            type: 'transfer',
            from_account_id: account,
            to_account_id: other,
            amount: '3',
            date,
            notes: mark,
          },
        },
      }),
    effect: async (api, scene) => (await rowsMarked(api, scene)) / 2,
  },
  'a change of a transaction': {
    before: newRow,
    write: (api, { mark }, transaction_id) =>
      api.updateTransaction({ transaction_id, body: { notes: mark, amount: '-6.1' } }),
    effect: rowsMarked,
  },
  'a deletion of a transaction': {
    before: newRow,
    write: (api, _, transaction_id) => api.deleteTransaction({ transaction_id }),
    effect: async (api, _, transaction_id) =>
      times((await api.getTransaction({ transaction_id })).transaction.deleted),
  },
  'a restoration': {
    async before(api, scene) {
      const transaction_id = await newRow(api, scene)
      await api.deleteTransaction({ transaction_id })
      return transaction_id
    },
    write: (api, _, transaction_id) => api.restoreTransaction({ transaction_id }),
    effect: async (api, _, transaction_id) =>
      times(!(await api.getTransaction({ transaction_id })).transaction.deleted),
  },
  'a merchant': {
    write: (api, { mark }) => api.createMerchant({ body: { name: mark } }),
    effect: async (api, { mark }) =>
      (await api.listMerchants({})).merchants.filter(({ name }) => name === mark).length,
  },
  'a new name of a merchant': {
    before: newMerchant,
    write: (api, { mark }, merchant_id) => api.updateMerchant({ merchant_id, body: { name: `New ${mark}` } }),
    effect: async (api, { mark }, merchant_id) =>
      times((await api.getMerchant({ merchant_id })).merchant.name === `New ${mark}`),
  },
  'a deletion of a merchant': {
    before: newMerchant,
    write: (api, _, merchant_id) => api.deleteMerchant({ merchant_id }),
    effect: (api, _, merchant_id) => isGone(api.getMerchant({ merchant_id })),
  },
  'an account': {
    write: (api, { mark }) => api.createAccount({ body: { name: mark, type: 'banking_cash' } }),
    effect: async (api, { mark }) =>
      (await api.listAccounts({})).accounts.filter(({ name }) => name === mark).length,
  },
  'a group': {
    write: (api, { mark }) => api.createCategoryGroup({ body: { name: mark } }),
    effect: async (api, { mark }) =>
      (await api.listCategoryGroups({})).category_groups.filter(({ name }) => name === mark).length,
  },
  'a category': {
    write: (api, { mark, group }) => api.createCategory({ body: { name: mark, group_id: group } }),
    effect: async (api, { mark }) =>
      (await api.listCategories({})).category_groups
        .flatMap(({ categories }) => categories)
        .filter(({ name }) => name === mark).length,
  },
  'an assignment': {
    before: async (api, { mark, group }) =>
      (await api.createCategory({ body: { name: mark, group_id: group } })).category.id,
    write: (api, _, category_id) =>
      api.assignCategory({ month: '2026-11', category_id, body: { assigned: '12.5' } }),
    async effect(api, _, category_id) {
      const { month } = await api.getMonth({ month: '2026-11' })
      const all = month.category_groups.flatMap(({ categories }) => categories)
      return times(all.find(({ id }) => id === category_id)?.assigned === '12.50')
    },
  },
}

// A busy machine answers later; what is cut off by these limits would count as unknown.
const load = Math.ceil(2 * measureLoad() - 1)
const limits = {
  write: 100 * load,
  read: 100 * load,
  body: 100 * load,
  whole: 250 * load,
  lateEffect: 120 * load,
}
const LATENESS = 60 * load

/** Opens a client over the proxy, with short waits and the real clock. */
const clientOf = (proxy: FaultProxy, { key, workspaceId }: { key: string; workspaceId: string }): Client =>
  openClient({
    base_url: proxy.url,
    workspace_id: workspaceId,
    key,
    now: Date.now,
    random: Math.random,
    newId: randomUUID,
    wait: (milliseconds) =>
      new Promise((resolve) => {
        setTimeout(resolve, Math.min(milliseconds, 10))
      }),
    timeouts: limits,
  })

/** Returns how often the client says that a write was applied, or `unknown`. */
async function reported(write: Promise<unknown>): Promise<0 | 1 | 'unknown'> {
  try {
    await write
    return 1
  } catch (error) {
    if (error instanceof NetworkError) return error.mayHaveApplied ? 'unknown' : 0
    if (error instanceof ApiError) return 0
    throw error
  }
}

/** Returns pseudo-random numbers, the same in every run. */
const dice = (seed: number) => (sides: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * sides)
}

/** Makes every kind of write under one fault, and under a fault followed by another. */
async function play(hideKeys: boolean): Promise<{ wrong: string[]; unknown: string[]; cases: number }> {
  const wrong: string[] = []
  const unknown: string[] = []
  let cases = 0
  await withServer(
    async (served) => {
      const proxy = await openFaultProxy({ port: served.server.port, hideKeys, lateness: LATENESS })
      const api = served.workspaces.open(served.workspaceId)
      const account = (await api.createAccount({ body: { name: 'A', type: 'banking_checking' } })).account.id
      const other = (await api.createAccount({ body: { name: 'B', type: 'banking_savings' } })).account.id
      const group = (await api.createCategoryGroup({ body: { name: 'G' } })).category_group.id
      const roll = dice(20)
      const one = async (name: string, kind: Kind, plan: Fault[]): Promise<void> => {
        const scene = { account, other, group, mark: `mark ${++cases}` }
        const client = clientOf(proxy, served)
        const id = (await kind.before?.(api, scene)) ?? ''
        // A first read tells the client the service's features and resources, as in a command.
        await client.listCategories({})
        await client.listAccounts({})
        proxy.plan.push(...plan)
        const said = await reported(kind.write(client, scene, id))
        proxy.plan.length = 0
        await new Promise((resolve) => {
          setTimeout(resolve, said === 1 ? 0 : LATENESS)
        })
        await proxy.quiet()
        const did = await kind.effect(api, scene, id)
        const label = `${name}; ${plan.join(', ')}: said ${said}, did ${did}`
        if (said === 'unknown') unknown.push(label)
        if (said === 'unknown' ? did > 1 : did !== said) wrong.push(label)
        await client.close()
      }
      const all = faults.flatMap((fault) =>
        Object.entries(kinds).flatMap(([name, kind]) => {
          const second = faults[roll(faults.length)] ?? fault
          return [
            { name, kind, plan: [fault] },
            { name, kind, plan: [fault, second] },
          ]
        }),
      )
      for (const { name, kind, plan } of all) await one(name, kind, plan)
      proxy.close()
    },
    { rate_limit: 1_000_000, now: Date.now },
  )
  return { wrong, unknown, cases }
}

describe.concurrent('a write whose line breaks', () => {
  test.each([
    ['knows keys', false],
    ['knows no keys', true],
  ])('takes effect exactly as reported, when the service %s', { timeout: 3_600_000 }, async (_, hideKeys) => {
    const { wrong, unknown, cases } = await play(hideKeys)
    expect(wrong).toEqual([])
    expect(cases).toBe(faults.length * Object.keys(kinds).length * 2)
    expect({ unknown, few: unknown.length <= cases / 20 }).toEqual({ unknown, few: true })
  })

  test('is doubled by one who blindly tries again', async () => {
    await withServer(
      async ({ server, workspaces, workspaceId, root, key }) => {
        const proxy = await openFaultProxy({ port: server.port, hideKeys: true, lateness: LATENESS })
        const api = workspaces.open(workspaceId)
        const account = (await api.createAccount({ body: { name: 'A', type: 'banking_checking' } })).account
          .id
        const scene = { account, other: '', group: '', mark: 'blind' }
        proxy.plan.push('lost')
        const body = JSON.stringify({ transaction: draft(scene) })
        const send = () =>
          fetch(`${proxy.url}${root}/transactions`, {
            method: 'POST',
            headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
            body,
          })
        await send().catch(send)
        expect(await rowsMarked(api, scene)).toBe(2)
        proxy.close()
      },
      { now: Date.now },
    )
  })
})
