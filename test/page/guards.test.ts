/** Tests that no other site, no other name, no wrong device and no wrong form gets anything done by the page. */

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { keyLevels } from '../../src/contract/access.ts'
import { doOnce } from '../../src/page/done-notes.ts'
import type { PageOptions } from '../../src/page/page-request.ts'
import { createRoutes } from '../../src/page/routes.ts'
import { type Answer, type Browser, withPage } from './page-harness.ts'

/** Which devices may use what needs this, written down once more. */
const levelsByNeed = {
  none: ['read', 'add', 'write'],
  names: ['read', 'add', 'write'],
  rows: ['read', 'write'],
  add: ['add', 'write'],
  write: ['write'],
}

const unused = {} as PageOptions // the list alone is read; nothing is answered
const routes = createRoutes(unused).map(({ method, path, needs }) => ({
  method,
  path: path.replace(/\{\w+\}/g, 'none'),
  needs,
}))
const forms = routes.filter(({ method }) => method === 'POST')

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

function expectGuardedHeaders({ headers }: Answer): void {
  expect(headers).toMatchObject({
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(headers['access-control-allow-origin']).toBeUndefined()
}

describe('every page', () => {
  it.each(routes)('$method $path asks for a device that may do it', async ({ method, path, needs }) => {
    await withPage(async ({ signIn, openBrowser }) => {
      const visitor = openBrowser()
      const unknown = method === 'GET' ? await visitor.get(path) : await visitor.post(path, {})
      if (needs !== 'none')
        expect([unknown.status, unknown.headers['location']]).toEqual(
          method === 'GET' ? [303, '/sign-in'] : [401, undefined],
        )
      expectGuardedHeaders(unknown)
      for (const can of keyLevels) {
        const browser = await signIn(can)
        await browser.get(needs === 'none' ? '/sign-in' : '/devices')
        const answer = method === 'GET' ? await browser.get(path) : await browser.post(path, {})
        expect([can, answer.status === 403 || answer.status === 401]).toEqual([
          can,
          !levelsByNeed[needs].includes(can),
        ])
        expectGuardedHeaders(answer)
      }
    })
  })

  it.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['another port', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['a program without an origin', { origin: undefined, 'sec-fetch-site': undefined }],
    ['another site that a browser lets say ours', { 'sec-fetch-site': 'cross-site' }],
    ['a typed address', { 'sec-fetch-site': 'none' }],
  ])('refuses the forms of %s', async (_, headers) => {
    await withPage(async ({ signIn, workspaces }) => {
      const browser = await signIn('write')
      await browser.get('/devices')
      for (const { path } of forms) {
        const answer = await browser.post(path, {}, headers)
        expect([path, answer.status, answer.text.includes('was not sent by this page')]).toEqual([
          path,
          403,
          true,
        ])
      }
      expect(workspaces.devices.list()).toHaveLength(1)
    })
  })

  it('refuses a form without its token, with the token of another device, and with that of a visitor', async () => {
    await withPage(async ({ signIn, openBrowser, workspaces }) => {
      const [browser, other, visitor] = [await signIn('write'), await signIn('write'), openBrowser()]
      await Promise.all([browser.get('/devices'), other.get('/devices'), visitor.get('/sign-in')])
      for (const { path, needs } of forms.filter((form) => form.needs !== 'none'))
        for (const token of ['', 'x', other.token(), visitor.token()])
          expect([path, needs, (await browser.post(path, { token })).status]).toEqual([path, needs, 403])
      for (const token of ['', browser.token()])
        expect((await visitor.post('/sign-in', { token, code: 'K7QF-2MXD' })).text).toContain(
          'This form was opened',
        )
      expect(workspaces.devices.list()).toHaveLength(2)
    })
  })

  it.each(['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example:80', '0.0.0.0', ''])(
    'is not shown under the name %j, even with a cookie',
    async (host) => {
      await withPage(async ({ signIn, send }) => {
        const browser = await signIn('write')
        const cookie = `budget=${browser.cookies.get('budget')}`
        const answer = await send({ path: '/devices', headers: { host, cookie } })
        expect([400, 403]).toContain(answer.status)
        expect(answer.text).not.toContain('phone')
      })
    },
  )

  it('refuses a long form, another type, a wrong method and an unknown path', async () => {
    await withPage(async ({ signIn, send, origin }) => {
      const browser = await signIn('write')
      expect((await browser.post('/sign-out', { more: 'x'.repeat(70_000) })).status).toBe(413)
      expect((await browser.post('/sign-out', {}, { 'content-type': 'text/plain' })).status).toBe(415)
      const wrong = await send({ method: 'DELETE', path: '/devices', headers: { origin } })
      expect([wrong.status, wrong.headers['allow']]).toEqual([405, 'GET'])
      for (const path of ['/none', '/devices/', '/..%2fregistry.db', '/%'])
        expect((await browser.get(path)).status).toBe(404)
      expect((await browser.get('/none', { accept: 'application/json' })).text).toBe(
        '{"error":{"title":"Not found","text":"There is no such page"}}',
      )
    })
  })
})

describe('the API', () => {
  it('reads no cookie, and refuses every origin, also that of the page', async () => {
    await withPage(async ({ signIn, send, workspaces, workspaceId, origin }) => {
      const browser = await signIn('write')
      const cookie = `budget=${browser.cookies.get('budget')}`
      const path = `/v1/workspaces/${workspaceId}/accounts`
      expect((await send({ path, headers: { cookie } })).status).toBe(401)
      const { key } = workspaces.createKey({ name: null, can: 'write', workspace_id: null })
      const authorization = `Bearer ${key}`
      expect((await send({ path, headers: { authorization } })).status).toBe(200)
      for (const one of [origin, 'null', 'https://evil.example'])
        expect((await send({ path, headers: { authorization, origin: one } })).status).toBe(403)
      expect((await send({ path: '/devices', headers: { authorization, accept: 'text/html' } })).status).toBe(
        303,
      )
    })
  })

  it('is reached under the address of the page too, and under no other', async () => {
    await withPage(
      async ({ send, workspaces, workspaceId }) => {
        const { key } = workspaces.createKey({ name: null, can: 'read', workspace_id: null })
        const path = `/v1/workspaces/${workspaceId}/accounts`
        const read = (headers: Record<string, string>) =>
          send({ path, headers: { authorization: `Bearer ${key}`, ...headers } })
        expect((await read({})).status).toBe(200)
        expect((await read({ host: 'other.example', 'x-forwarded-host': 'budget.example' })).status).toBe(403)
      },
      { public_url: 'https://budget.example' },
    )
  })
})

it('a GET writes nothing', async () => {
  await withPage(async ({ signIn, workspaces, workspaceId }) => {
    const api = workspaces.open(workspaceId)
    await api.createAccount({ body: { name: 'Cash', type: 'banking_cash', initial_balance: '10' } })
    const browser = await signIn('write')
    const readAll = async () => [
      workspaces.history(workspaceId).list({ limit: 100 }),
      workspaces.devices.list(),
      workspaces.listKeys(),
      await api.listTransactions({}),
      await api.listMerchants({}),
    ]
    const before = await readAll()
    for (const { path } of routes.filter(({ method }) => method === 'GET'))
      for (const query of ['', '?category=x&month=2026-11&amount=5&id=x&done=x&workspace_id=x&code=x'])
        await browser.get(path + query)
    expect(await readAll()).toEqual(before)
  })
})

it('a device that adds takes back its own entry for 15 minutes, also when it is sent again, and no other', async () => {
  await withPage(async ({ signIn, workspaces, workspaceId, clock }) => {
    const api = workspaces.open(workspaceId)
    const { account } = await api.createAccount({ body: { name: 'Cash', type: 'banking_cash' } })
    const [phone, other] = [await signIn('add'), await signIn('add')]
    const add = async (browser: Browser, entry: string) => {
      await browser.get('/add')
      const fields = { entry, workspace: workspaceId, account: account.id, amount: '5', direction: 'out' }
      return browser.post('/add', { ...fields, date: '2026-11-20', merchant: 'Bakery' })
    }
    const takeBack = async (browser: Browser, done: string) =>
      (await browser.post('/undo', { done, back: '/add' })).status
    const count = async () => (await api.listTransactions({})).transactions.length
    const [first, second] = [randomUUID(), randomUUID()]
    for (const entry of [first, second]) expect((await add(phone, entry)).status).toBe(303)
    await other.get('/add')
    expect([await takeBack(other, first), await count()]).toEqual([400, 2])
    expect([await takeBack(phone, first), await count()]).toEqual([303, 1])
    clock.now += 15 * 60_000 + 1
    expect([await takeBack(phone, second), await count()]).toEqual([403, 1])
    // As after a restart of the server: what forms did is forgotten.
    const senders = workspaces.devices.list().map((device) => ({ device, workspace: { id: workspaceId } }))
    for (const sender of senders)
      for (let round = 0; round < 100; round++)
        await doOnce(sender, `${round}`, async () => ({ text: '', takeBack: undefined, at: 0 }))
    expect((await add(phone, second)).status).toBe(303)
    expect([await takeBack(phone, second), await count()]).toEqual([403, 1])
  })
})

it('names are shown as text, in the page and in its attributes', async () => {
  await withPage(async ({ signIn, workspaces, workspaceId }) => {
    workspaces.rename(workspaceId, `<script>alert(1)</script>`)
    const browser = await signIn('write', `"'><img src=x onerror=alert(1)>`)
    const { key } = workspaces.createKey({ name: null, can: 'write', workspace_id: null })
    workspaces.createWorkspace({ name: `"><b onclick='x'>`, currency: 'USD' })
    await browser.get('/sign-in')
    await browser.post('/sign-in', { key })
    for (const path of ['/devices', '/workspace', '/sign-in']) {
      const { text } = await browser.get(path)
      expect(text).not.toMatch(/<(?:script>alert|img|b )/)
    }
    expect((await browser.get('/workspace')).text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  })
})
