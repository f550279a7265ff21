/** Tests that a form does what it showed, once, in the workspace of its device, or says why not. */

import { expect, it } from 'vitest'
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
