/** Tests that a form does what it showed, once, in the workspace of its device, or says why not. */

import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { type DoneNote, doOnce, findNote } from '../../src/page/done-notes.ts'
import { type Browser, type PageServer, withPage } from './page-harness.ts'

/** Creates an account with money and a category; `readAssigned` tells what the category was assigned. */
async function fill({ workspaces, workspaceId }: PageServer, workspace_id = workspaceId) {
  const api = workspaces.open(workspace_id)
  const { account } = await api.createAccount({
    body: { name: 'Cash', type: 'banking_cash', initial_balance: '1000' },
  })
  const { category_group } = await api.createCategoryGroup({ body: { name: 'Everyday' } })
  const { category } = await api.createCategory({ body: { name: 'Food', group_id: category_group.id } })
  const readAssigned = async () => {
    const { month } = await workspaces.open(workspace_id).getMonth({ month: '2026-11' })
    return month.category_groups.flatMap(({ categories }) => categories).find(({ id }) => id === category.id)
      ?.assigned
  }
  return { account, category, readAssigned }
}

/** Asks for a change and returns the fields of the form that does it. */
async function readForm(browser: Browser, path: string): Promise<Record<string, string>> {
  const { text } = await browser.get(path)
  return Object.fromEntries(
    Array.from(text.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g), ([, name, value]) => [
      name,
      value,
    ]),
  )
}

const assignPath = (category_id: string): string =>
  `/month/change?do=assign&amount=%2B5&month=2026-11&category=${category_id}`

it('shows what was done in one workspace in no other, and takes nothing back there', async () => {
  await withPage(async (server) => {
    const { workspaces, openBrowser } = server
    const { category } = await fill(server)
    const work = workspaces.createWorkspace({ name: 'Work', currency: 'USD' })
    const other = await fill(server, work.id)
    const { key } = workspaces.createKey({ name: null, can: 'write', workspace_id: null })
    const browser = openBrowser()
    await browser.get('/sign-in')
    await browser.post('/sign-in', { key })
    const select = async (workspace_id: string) => {
      await browser.get('/workspace')
      await browser.post('/workspace', { workspace_id })
    }
    await select(work.id)
    await browser.post('/month/change', await readForm(browser, assignPath(other.category.id)))
    await select(server.workspaceId)
    const form = await readForm(browser, assignPath(category.id))
    const { headers } = await browser.post('/month/change', form)
    const done = String(headers['location'])
    expect((await browser.get(done)).text).toContain('Undo')
    await select(work.id)
    expect((await browser.get(done)).text).not.toContain('Undo')
    await browser.get('/more')
    expect((await browser.post('/undo', { done: form['form'] ?? '' })).status).toBe(400)
    expect(await other.readAssigned()).toBe('5.00')
  })
})

/** Sends forms at once while the workspace is busy, each as a form of its own; returns their statuses. */
async function sendAtOnce(
  { runAlone, workspaceId }: PageServer,
  { browser, path, forms }: { browser: Browser; path: string; forms: Record<string, string>[] },
): Promise<number[]> {
  const sent = runAlone(workspaceId, async () => {
    const answers = forms.map((fields) => browser.post(path, { ...fields, form: randomUUID() }))
    await wait(200)
    return answers
  })
  const answers = await Promise.all(await sent)
  return answers.map(({ status }) => status).toSorted((a, b) => a - b)
}

it('of forms that showed the same figures of a month does one', async () => {
  await withPage(async (server) => {
    const { category, readAssigned } = await fill(server)
    const browser = await server.signIn('write')
    const form = await readForm(browser, assignPath(category.id))
    const sent = { browser, path: '/month/change', forms: [form, form, form] }
    expect(await sendAtOnce(server, sent)).toEqual([303, 409, 409])
    expect(await readAssigned()).toBe('5.00')
  })
})

it('of forms that showed the same transaction saves one', async () => {
  await withPage(async (server) => {
    const { workspaces, workspaceId } = server
    const { account } = await fill(server)
    const api = workspaces.open(workspaceId)
    const draft = { account_id: account.id, amount: '-5', date: '2026-11-20' }
    await api.createTransactions({ body: { transaction: draft } })
    const { transactions } = await api.listTransactions({ query: { limit: 1 } })
    const browser = await server.signIn('write')
    const form = await readForm(browser, `/recent/edit?id=${transactions[0]?.id}`)
    const shown = {
      ...form,
      do: 'edit',
      amount: '5',
      direction: 'out',
      account: account.id,
      date: draft.date,
    }
    const forms = ['one', 'two', 'three'].map((notes) => ({ ...shown, notes }))
    const before = workspaces.history(workspaceId).list({ limit: 100 }).length
    expect(await sendAtOnce(server, { browser, path: '/recent/change', forms })).toEqual([303, 409, 409])
    expect(workspaces.history(workspaceId).list({ limit: 100 })).toHaveLength(before + 1)
  })
})

it('changes no month that another process changed after the page compared it', async () => {
  await withPage(async (server) => {
    const { category, readAssigned } = await fill(server)
    const browser = await server.signIn('write')
    const form = await readForm(browser, assignPath(category.id))
    const body = { assigned: '7' }
    server.beforeRun = async () => {
      server.beforeRun = async () => undefined
      await server.workspaces
        .open(server.workspaceId)
        .assignCategory({ month: '2026-11', category_id: category.id, body })
    }
    const refused = await browser.post('/month/change', form)
    expect([refused.status, await readAssigned()]).toEqual([409, '7.00'])
    expect(refused.text).toContain('This changed since it was shown; look again')
    expect(refused.text).toMatch(/7\.00.*12\.00/s)
  })
})

it('changes no transaction that another process changed after the page read it', async () => {
  await withPage(async (server) => {
    const { workspaces, workspaceId } = server
    const { account } = await fill(server)
    const api = workspaces.open(workspaceId)
    const transaction = { account_id: account.id, amount: '-5', date: '2026-11-20' }
    await api.createTransactions({ body: { transaction } })
    const { id = '' } = (await api.listTransactions({ query: { limit: 1 } })).transactions[0] ?? {}
    const browser = await server.signIn('write')
    const form = await readForm(browser, `/recent/edit?id=${id}`)
    server.beforeRun = async () => {
      await api.updateTransaction({ transaction_id: id, body: { amount: '-6' } })
    }
    const refused = await browser.post('/recent/change', { ...form, do: 'delete', yes: '1' })
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('This changed since it was shown; look again')
    expect((await api.getTransaction({ transaction_id: id })).transaction.amount).toBe('-6.00')
  })
})

it('says what cannot be covered without the words of a terminal', async () => {
  await withPage(async (server) => {
    const { account, category } = await fill(server)
    const api = server.workspaces.open(server.workspaceId)
    const { category_groups } = (await api.getMonth({ month: '2026-11' })).month
    const group_id = category_groups.find(({ name }) => name === 'Everyday')?.id ?? ''
    const { category: fun } = await api.createCategory({ body: { name: 'Fun', group_id } })
    await api.assignCategory({ month: '2026-11', category_id: fun.id, body: { assigned: '1' } })
    const row = { account_id: account.id, date: '2026-11-20' }
    const transactions = [
      { ...row, amount: '-5', category_id: category.id },
      { ...row, amount: '-2' },
    ]
    await api.createTransactions({ body: { transactions } })
    const browser = await server.signIn('write')
    const { text, status } = await browser.get(
      `/month/change?do=cover&month=2026-11&category=${category.id}&other=${fun.id}`,
    )
    expect(status).toBe(400)
    expect(text).toContain('only 1.00 is available')
    expect(text).not.toContain('--from')
    expect((await browser.get('/month')).text).toContain('1 without a category')
    expect((await (await server.signIn('add')).get('/month')).text).not.toContain('without a category')
  })
})

it('refuses a form whose id is no UUID, and does not take it for one of another device', async () => {
  await withPage(async (server) => {
    const { workspaces, workspaceId } = server
    const { account, category, readAssigned } = await fill(server)
    const transaction = { account_id: account.id, amount: '-5', date: '2026-11-20' }
    await workspaces.open(workspaceId).createTransactions({ body: { transaction } })
    const before = workspaces.history(workspaceId).list({ limit: 100 })
    for (const browser of [await server.signIn('write'), await server.signIn('write')]) {
      const shown = await readForm(browser, assignPath(category.id))
      const { transactions } = await workspaces.open(workspaceId).listTransactions({ query: { limit: 1 } })
      for (const form of ['', 'x']) {
        expect((await browser.post('/month/change', { ...shown, form })).status).toBe(400)
        const fields = { do: 'delete', id: transactions[0]?.id ?? '', form }
        expect((await browser.post('/recent/change', fields)).status).toBe(400)
      }
    }
    expect(await readAssigned()).toBe('0.00')
    expect(workspaces.history(workspaceId).list({ limit: 100 })).toEqual(before)
  })
})

it('remembers what the forms of a device did, however many another one sends', async () => {
  const [phone, other] = ['phone', 'other'].map((id) => ({ device: { id }, workspace: { id: 'home' } }))
  if (!phone || !other) throw new Error('There are two devices')
  const note = async (text: string): Promise<DoneNote> => ({ text, takeBack: undefined, at: 0 })
  await doOnce(phone, 'first', () => note('kept'))
  for (let round = 0; round < 2000; round++) await doOnce(other, `${round}`, () => note('new'))
  expect((await findNote(phone, 'first'))?.text).toBe('kept')
  expect(await findNote(other, '0')).toBeUndefined()
})
