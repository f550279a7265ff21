/** Tests that the page approves, changes and takes back what it showed, and nothing that became something else. */

import { expect, it } from 'vitest'
import type { TransactionDraft } from '../../src/contract/operations/transactions.ts'
import { type Browser, type PageServer, withPage } from './page-harness.ts'

/** Creates an account with money and a category. */
async function fill({ workspaces, workspaceId }: PageServer) {
  const api = workspaces.open(workspaceId)
  const { account } = await api.createAccount({
    body: { name: 'Checking', type: 'banking_checking', initial_balance: '1000' },
  })
  const { category_group } = await api.createCategoryGroup({ body: { name: 'Everyday' } })
  const { category } = await api.createCategory({ body: { name: 'Food', group_id: category_group.id } })
  const read = async (id: string) => (await api.getTransaction({ transaction_id: id })).transaction
  return { api, account, category, read }
}

const decode = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/** Returns the fields of the last form of a screen as a browser sends them: a line of text has no line breaks. */
function readFields(text: string): Record<string, string> {
  const [form = ''] = text.match(/<form method="post" action="\/recent\/change">.*?<\/form>/s) ?? []
  const fields: Record<string, string> = {}
  for (const [tag] of form.matchAll(/<input [^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(tag)?.[1] ?? ''
    const value = decode(/value="([^"]*)"/s.exec(tag)?.[1] ?? '').replaceAll(/[\r\n]/g, '')
    if (!tag.includes('type="radio"') || tag.includes(' checked')) fields[name] = value
  }
  for (const [, name = '', options = ''] of form.matchAll(/<select name="([^"]*)"[^>]*>(.*?)<\/select>/gs)) {
    const [first] = options.matchAll(/<option value="([^"]*)"/g)
    fields[name] = /<option value="([^"]*)" selected/.exec(options)?.[1] ?? first?.[1] ?? ''
  }
  return fields
}

const edit = async (browser: Browser, id: string, changed: Record<string, string>) => {
  const { text } = await browser.get(`/recent/edit?id=${id}`)
  return browser.post('/recent/change', { ...readFields(text), ...changed, do: 'edit' })
}

it.each<[string, Partial<TransactionDraft>]>([
  ['a note of two lines', { notes: 'first line\nsecond line' }],
  ['blanks around a note', { notes: '  in the middle  ' }],
  ['a mark that reverses a line', { merchant_name: 'Kiosk\u202eksoiK', notes: 'a\u202eb' }],
  ['a tab', { notes: 'a\tb' }],
  ['a long note', { notes: 'n'.repeat(500) }],
])('the form of a transaction with %s changes the amount alone', async (_, fields) => {
  await withPage(async (server) => {
    const { api, account, category, read } = await fill(server)
    const draft = { account_id: account.id, amount: '-5', date: '2026-11-20', category_id: category.id }
    const reply = await api.createTransactions({ body: { transaction: { ...draft, ...fields } } })
    const { id } = (reply as { transaction: { id: string } }).transaction
    const before = await read(id)
    const merchants = await api.listMerchants({})
    const browser = await server.signIn('write')
    const { status, text } = await edit(browser, id, { amount: '7' })
    expect([status, text]).toEqual([303, ''])
    expect(await read(id)).toEqual({ ...before, amount: '-7.00', updated_at: expect.anything() })
    const names = (await api.listMerchants({})).merchants.map(({ name }) => name)
    expect(names).toEqual(merchants.merchants.map(({ name }) => name))
  })
})

it('the form of a transaction of 0.00 changes its note, and nothing unchanged is written', async () => {
  await withPage(async (server) => {
    const { api, account, read } = await fill(server)
    const draft = { account_id: account.id, amount: '0', date: '2026-11-20', merchant_name: 'Kiosk' }
    const reply = await api.createTransactions({ body: { transaction: draft } })
    const { id } = (reply as { transaction: { id: string } }).transaction
    const browser = await server.signIn('write')
    expect((await edit(browser, id, { notes: 'free' })).status).toBe(303)
    expect(await read(id)).toMatchObject({ amount: '0.00', notes: 'free' })
    const entries = server.workspaces.history(server.workspaceId).list({}).length
    expect((await edit(browser, id, {})).status).toBe(303)
    expect(server.workspaces.history(server.workspaceId).list({})).toHaveLength(entries)
  })
})

it('the tick of a screen approves no transaction that became another one since', async () => {
  await withPage(async (server) => {
    const { api, account, read } = await fill(server)
    const draft = { account_id: account.id, amount: '-1', date: '2026-11-20', merchant_name: 'Kiosk' }
    const reply = await api.createTransactions({ body: { transaction: draft } })
    const { id } = (reply as { transaction: { id: string } }).transaction
    const browser = await server.signIn('write')
    const old = readFields((await browser.get('/recent')).text)
    expect(old).toMatchObject({ do: 'approve', id })
    await api.updateTransaction({ transaction_id: id, body: { amount: '-999' } })
    const { seen: _, ...without } = old
    for (const form of [old, { ...without, form: crypto.randomUUID() }]) {
      const refused = await browser.post('/recent/change', form)
      expect(refused.status).toBe(409)
      expect(refused.text).toContain('This changed since it was shown; look again')
    }
    expect((await read(id)).review_status).toBe('needs_review')
    const now = readFields((await browser.get('/recent')).text)
    expect((await browser.post('/recent/change', now)).status).toBe(303)
    expect((await read(id)).review_status).toBe('reviewed')
  })
})

/** Adds an entry on the page; returns its transaction, and what its Undo button sends. */
async function add(
  server: PageServer,
  browser: Browser,
  { account, category }: Awaited<ReturnType<typeof fill>>,
) {
  await browser.get('/add')
  const entry = crypto.randomUUID()
  const { headers } = await browser.post('/add', {
    ...{ entry, workspace: server.workspaceId, amount: '12', direction: 'out', merchant: 'Kiosk' },
    ...{ category: category.id, account: account.id, date: '2026-11-20', notes: '' },
  })
  await browser.get(String(headers['location']))
  const { transactions } = await server.workspaces
    .open(server.workspaceId)
    .listTransactions({ query: { limit: 1 } })
  const [transaction] = transactions
  if (!transaction) throw new Error('The entry was not saved')
  return { transaction, undo: { done: entry, back: '/add' } }
}

it.each<['write' | 'add']>([['write'], ['add']])(
  'a phone that may %s takes back its own untouched entry, with what the entry made, under its own name',
  async (can) => {
    await withPage(async (server) => {
      const household = await fill(server)
      const browser = await server.signIn(can, 'my phone')
      const { undo } = await add(server, browser, household)
      expect((await browser.post('/undo', undo)).status).toBe(303)
      const { api } = household
      expect((await api.listTransactions({ query: {} })).transactions.map(({ amount }) => amount)).toEqual([
        '1000.00',
      ])
      expect((await api.listMerchants({})).merchants).toEqual([])
      const [undone, added] = server.workspaces.history(server.workspaceId).list({ limit: 2 })
      expect(undone).toMatchObject({ undoes: added?.id, actor: 'my phone' })
      expect((await browser.post('/undo', undo)).status).toBe(303)
      expect(server.workspaces.history(server.workspaceId).list({ limit: 1 })).toEqual([undone])
    })
  },
)

it.each<[string, (household: Awaited<ReturnType<typeof fill>>, id: string) => Promise<unknown>]>([
  [
    'cleared by an import',
    ({ api }, transaction_id) => api.updateTransaction({ transaction_id, body: { status: 'cleared' } }),
  ],
  [
    'edited by its owner',
    ({ api }, transaction_id) => api.updateTransaction({ transaction_id, body: { notes: 'lunch' } }),
  ],
  [
    'reconciled',
    ({ api }, transaction_id) => api.updateTransaction({ transaction_id, body: { status: 'reconciled' } }),
  ],
])('a phone does not take back its entry once it was %s, and says why', async (_, change) => {
  await withPage(async (server) => {
    const household = await fill(server)
    for (const can of ['write', 'add'] as const) {
      const browser = await server.signIn(can)
      const { transaction, undo } = await add(server, browser, household)
      await change(household, transaction.id)
      const before = await household.read(transaction.id)
      const refused = await browser.post('/undo', undo)
      expect(refused.status).toBe(409)
      expect(refused.text).toContain('has been changed since')
      expect(await household.read(transaction.id)).toEqual(before)
    }
  })
})
