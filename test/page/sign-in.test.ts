/** Tests that a device signs in with a code or a key, what its cookie is, and when it ends. */

import { describe, expect, it } from 'vitest'
import { type Browser, type PageServer, withPage } from './page-harness.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const PUBLIC = { public_url: 'https://budget.example' }

const drawCode = ({ workspaces, workspaceId }: PageServer): string =>
  workspaces.devices.pair({ name: 'phone', can: 'add', workspace_id: workspaceId }).code

async function signInWith(server: PageServer, fields: Record<string, string>): Promise<[number, Browser]> {
  const browser = server.openBrowser()
  await browser.get('/sign-in')
  return [(await browser.post('/sign-in', fields)).status, browser]
}

const isSignedIn = async (browser: Browser): Promise<boolean> =>
  (await browser.get('/devices')).status === 200

describe('a code', () => {
  it('signs a device in once, however it is typed', async () => {
    await withPage(async (server) => {
      const code = drawCode(server)
      expect(code).toMatch(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/)
      const [status, browser] = await signInWith(server, { code: code.toLowerCase().replace('-', ' ') })
      expect(status).toBe(303)
      expect((await browser.get('/devices')).text).toMatch(/phone<.*may add, used 2026-11-20, this device/)
      expect((await signInWith(server, { code }))[0]).toBe(403)
      expect(server.workspaces.devices.list()).toHaveLength(1)
      expect(server.reports).toEqual([])
    })
  })

  it('ends after ten minutes, also when the clock is set back', async () => {
    await withPage(async (server) => {
      const [late, early] = [drawCode(server), drawCode(server)]
      server.clock.now += 10 * MINUTE
      expect((await signInWith(server, { code: late }))[0]).toBe(403)
      server.clock.now -= 15 * MINUTE
      expect((await signInWith(server, { code: early }))[0]).toBe(403)
    })
  })

  it('is not found by guessing: of 10,000 codes few are looked at, while keys and devices never wait', async () => {
    await withPage(async (server) => {
      const code = drawCode(server)
      const { key } = server.workspaces.createKey({ name: 'laptop', can: 'read', workspace_id: null })
      const guest = await server.signIn('read')
      const browser = server.openBrowser()
      await browser.get('/sign-in')
      const counts: Record<number, number> = {}
      for (let round = 0; round < 10_000; round++) {
        const { status, headers } = await browser.post('/sign-in', { code: `AAAA-${round}` })
        counts[status] = (counts[status] ?? 0) + 1
        if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
        server.clock.elapsed += 60
      }
      expect(counts).toEqual({ 403: 100, 429: 9900 })
      for (let round = 0; round < 11; round++) await browser.post('/sign-in', { code: 'AAAA-AAAA' })
      expect((await browser.post('/sign-in', { key: 'bgt_wrong' })).status).toBe(429)
      expect((await signInWith(server, { code }))[0]).toBe(429)
      expect((await signInWith(server, { key }))[0]).toBe(303)
      expect(await isSignedIn(guest)).toBe(true)
      server.clock.elapsed += MINUTE
      expect((await signInWith(server, { code }))[0]).toBe(303)
    })
  })
})

describe('a key', () => {
  it('signs in as what it may do, and its devices end with it', async () => {
    await withPage(async (server) => {
      const { workspaces, workspaceId } = server
      const draft = { name: 'kitchen', can: 'read' as const, workspace_id: workspaceId }
      const { id, key } = workspaces.createKey(draft)
      const [status, browser] = await signInWith(server, { key })
      expect(status).toBe(303)
      expect(workspaces.devices.list()).toMatchObject([{ ...draft, key_id: id }])
      expect(await isSignedIn(browser)).toBe(true)
      workspaces.revokeKey(id)
      expect(await isSignedIn(browser)).toBe(false)
      expect((await signInWith(server, { key }))[0]).toBe(403)
    })
  })

  it('for all workspaces lets the device choose; forms of the other workspace are then refused', async () => {
    await withPage(async (server) => {
      const { workspaces, workspaceId } = server
      server.clock.now += SECOND
      const club = workspaces.createWorkspace({ name: 'Club', currency: 'EUR' })
      const { key } = workspaces.createKey({ name: null, can: 'write', workspace_id: null })
      const browser = server.openBrowser()
      await browser.get('/sign-in')
      expect((await browser.post('/sign-in', { key })).headers['location']).toBe('/workspace')
      expect(workspaces.devices.list()).toMatchObject([{ workspace_id: workspaceId }])
      await browser.get('/workspace')
      const ofHome = browser.token()
      expect((await browser.post('/workspace', { workspace_id: 'wks_none' })).status).toBe(404)
      expect((await browser.post('/workspace', { workspace_id: club.id })).status).toBe(303)
      expect((await browser.post('/workspace', { token: ofHome, workspace_id: workspaceId })).status).toBe(
        403,
      )
      expect(workspaces.devices.list()).toMatchObject([{ workspace_id: club.id }])
    })
  })

  it('for one workspace, and a code, let it choose none', async () => {
    await withPage(async ({ workspaces, workspaceId, signIn }) => {
      const { id } = workspaces.createWorkspace({ name: 'Club', currency: 'EUR' })
      const browser = await signIn('write')
      expect((await browser.get('/workspace')).text).toContain('signed in to Home alone')
      await browser.get('/devices')
      expect((await browser.post('/workspace', { workspace_id: id })).status).toBe(404)
      expect(workspaces.devices.list()).toMatchObject([{ workspace_id: workspaceId }])
    })
  })
})

describe('the cookie', () => {
  it('is bound to the host and to https where a proxy offers the page', async () => {
    await withPage(async (server) => {
      const browser = server.openBrowser()
      const form = await browser.get('/sign-in')
      expect(form.headers['set-cookie']).toEqual([
        expect.stringMatching(/^__Host-budget-visitor=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
      ])
      const answer = await browser.post('/sign-in', { code: drawCode(server) })
      expect(answer.headers['set-cookie']?.[0]).toMatch(
        /^__Host-budget=[\w-]{43}; Path=\/; Max-Age=15552000; HttpOnly; Secure; SameSite=Lax$/,
      )
      const secret = browser.cookies.get('__Host-budget') ?? ''
      // Plain http, and any site below the same domain, could set the name without the prefix.
      expect((await server.openBrowser().get('/devices', { cookie: `budget=${secret}` })).status).toBe(303)
      expect(await isSignedIn(browser)).toBe(true)
    }, PUBLIC)
  })

  it('has no prefix and 12 hours on this computer', async () => {
    await withPage(async (server) => {
      const browser = server.openBrowser()
      await browser.get('/sign-in')
      const answer = await browser.post('/sign-in', { code: drawCode(server) })
      expect(answer.headers['set-cookie']?.[0]).toMatch(
        /^budget=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/,
      )
      server.clock.now += 12 * HOUR - SECOND
      expect(await isSignedIn(browser)).toBe(true)
      server.clock.now += SECOND
      expect(await isSignedIn(browser)).toBe(false)
    })
  })

  it('is new at sign in, whatever was there before, and the device before it ends', async () => {
    await withPage(async (server) => {
      const browser = server.openBrowser()
      const planted = 'A'.repeat(43)
      browser.cookies.set('budget', planted)
      await browser.get('/sign-in')
      await browser.post('/sign-in', { code: drawCode(server) })
      const first = browser.cookies.get('budget') ?? ''
      expect(first).not.toBe(planted)
      await browser.get('/sign-in')
      await browser.post('/sign-in', { code: drawCode(server) })
      expect(browser.cookies.get('budget')).not.toBe(first)
      expect((await server.openBrowser().get('/devices', { cookie: `budget=${first}` })).status).toBe(303)
      expect(server.workspaces.devices.list()).toHaveLength(1)
    })
  })

  it('ends after 30 days without use and after 180 in all', async () => {
    await withPage(async (server) => {
      const [used, unused] = [await server.signIn('read'), await server.signIn('read')]
      for (let days = 0; days < 168; days += 28) {
        expect(await isSignedIn(used)).toBe(true)
        server.clock.now += 28 * DAY
      }
      expect(await isSignedIn(unused)).toBe(false)
      expect(await isSignedIn(used)).toBe(true)
      server.clock.now += 12 * DAY - SECOND
      expect(await isSignedIn(used)).toBe(true)
      server.clock.now += SECOND
      expect(await isSignedIn(used)).toBe(false)
      expect(server.workspaces.devices.list()).toEqual([])
    }, PUBLIC)
  })

  it('ends at sign-out, when another device ends it, and when its workspace is archived', async () => {
    await withPage(async (server) => {
      const { workspaces, workspaceId } = server
      const [one, two, three] = [
        await server.signIn('add', 'one'),
        await server.signIn('write', 'two'),
        await server.signIn('read', 'three'),
      ]
      await one.get('/devices')
      const cookie = `budget=${one.cookies.get('budget')}`
      await one.post('/sign-out', {})
      expect((await server.openBrowser().get('/devices', { cookie })).status).toBe(303)
      await two.get('/devices')
      const { id } = workspaces.devices.list().find(({ name }) => name === 'three') ?? { id: '' }
      expect((await two.post(`/devices/${id}/end`, {})).status).toBe(303)
      expect(await isSignedIn(three)).toBe(false)
      workspaces.setArchived(workspaceId, true)
      expect((await two.get('/devices')).status).toBe(404)
    })
  })

  it('is stored as a hash, and a device may send 1,200 requests an hour', async () => {
    await withPage(async (server) => {
      const browser = await server.signIn('read')
      const statuses: number[] = []
      for (let round = 0; round < 1201; round++) statuses.push((await browser.get('/devices')).status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1200)
      expect(statuses.at(-1)).toBe(429)
      server.clock.elapsed += HOUR
      expect(await isSignedIn(browser)).toBe(true)
    })
  })
})
