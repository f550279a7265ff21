/** Tests that commands of the page and requests to the same workspace run at once, each an entry of its own. */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, it } from 'vitest'
import { type PageServer, withPage } from './page-harness.ts'

const ROUNDS = 40

/** Creates an account with money and a category. */
async function fill({ workspaces, workspaceId }: PageServer) {
  const api = workspaces.open(workspaceId)
  const { account } = await api.createAccount({
    body: { name: 'Cash', type: 'banking_cash', initial_balance: '1000' },
  })
  const { category_group } = await api.createCategoryGroup({ body: { name: 'Everyday' } })
  const { category } = await api.createCategory({ body: { name: 'Food', group_id: category_group.id } })
  return { account, category }
}

it('commands and requests at once lose nothing, and none is in the entry of another', async () => {
  await withPage(async (server) => {
    const { account, category } = await fill(server)
    const { workspaces, workspaceId, send } = server
    const { key } = workspaces.createKey({ name: 'laptop', can: 'add', workspace_id: workspaceId })
    const transaction = { account_id: account.id, amount: '-1', date: '2026-11-20', category_id: category.id }
    const post = () =>
      send({
        method: 'POST',
        path: `/v1/workspaces/${workspaceId}/transactions`,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ transaction }),
      })
    const assign = () => server.useWorkspace((runner) => runner.run(['month', 'assign', 'Food', '+2']))
    const preview = () =>
      server.useWorkspace((runner) => runner.preview(['month', 'assign', 'Food', '999'], async () => 'seen'))
    const rounds = Array.from({ length: ROUNDS }, () => Promise.all([post(), assign(), preview()]))
    for (const [answer, run, seen] of await Promise.all(rounds)) {
      expect([answer.status, run.error, typeof run.entry, seen.after]).toEqual([
        201,
        undefined,
        'number',
        'seen',
      ])
    }
    const { month } = await workspaces.open(workspaceId).getMonth({ month: '2026-11' })
    const food = month.category_groups
      .flatMap(({ categories }) => categories)
      .find(({ id }) => id === category.id)
    expect([food?.assigned, food?.activity]).toEqual([`${2 * ROUNDS}.00`, `${-ROUNDS}.00`])
    const entries = workspaces.history(workspaceId).list({ limit: 2 * ROUNDS })
    const written = entries.map(({ actor, command, counts }) => JSON.stringify([actor, command, counts]))
    const expected = [
      ['laptop', 'POST /transactions', { transaction: 1 }],
      ['phone', 'month assign Food +2', { assignment: 1 }],
    ].map((entry) => JSON.stringify(entry))
    expect(written.toSorted()).toEqual(
      expected.flatMap((entry) => Array<string>(ROUNDS).fill(entry)).toSorted(),
    )
    expect(server.reports).toEqual([])
  })
})

it('nothing else writes between the check of a command and its change', async () => {
  await withPage(async (server) => {
    await fill(server)
    const file = readdirSync(server.folder).find((name) => name.startsWith(server.workspaceId))
    const other = new DatabaseSync(join(server.folder, file ?? ''), { timeout: 0 })
    const { error, entry } = await server.useWorkspace((runner) =>
      runner.run(['month', 'assign', 'Food', '+2'], async (api) => {
        await api.getMonth({ month: '2026-11' })
        expect(() => other.exec('BEGIN IMMEDIATE')).toThrow('locked')
      }),
    )
    expect([error, typeof entry]).toEqual([undefined, 'number'])
    other.exec('BEGIN IMMEDIATE')
    other.close()
  })
})

it('a command whose check fails changes nothing, and says what the check said', async () => {
  await withPage(async (server) => {
    const { category } = await fill(server)
    const refuse = async () => {
      throw new Error('not as it was shown')
    }
    const { error, entry } = await server.useWorkspace((runner) =>
      runner.run(['month', 'assign', 'Food', '+2'], refuse),
    )
    expect([error, entry]).toEqual([new Error('not as it was shown'), undefined])
    const { month } = await server.workspaces.open(server.workspaceId).getMonth({ month: '2026-11' })
    const categories = month.category_groups.flatMap((group) => group.categories)
    expect(categories.find(({ id }) => id === category.id)?.assigned).toBe('0.00')
  })
})
