/** Sends entries of a phone over a line that breaks, and looks that each arrives once. @see docs/page.md#without-a-connection */

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeContext, hasBrowser, openBrowser } from '../support/browser.ts'
import { type Fault, type FaultProxy, openFaultProxy } from '../support/fault-proxy.ts'
import { createDraw } from '../support/seeded-draw.ts'
import { type PageServer, withPage } from './page-harness.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const ROUNDS = Number(process.env['BUDGET_ROUNDS'] ?? 150)

/** What breaks before the request arrives, after it, and in the answer. */
const breaks: readonly Fault[] = [
  'reset on accept',
  'reset after the headers',
  'reset after the body',
  'bad gateway',
  'late',
  'lost',
  'cut in the headers',
  'cut in the body',
  'only headers',
  'gateway fails afterwards',
  'service fails afterwards',
  'not HTTP',
]

let browser: Browser

interface Phone {
  server: PageServer
  proxy: FaultProxy
  page: Page
  signIn: (workspace_id?: string) => Promise<void>
  /** Lists what the service has: the notes that the entries were given. */
  listSaved: (workspace_id?: string) => Promise<string[]>
}

/** Runs a test with a phone whose line goes through a proxy. */
async function withPhone(test: (phone: Phone) => Promise<void>): Promise<void> {
  await withPage(async (server) => {
    const { workspaces, workspaceId } = server
    const api = workspaces.open(workspaceId)
    await api.createAccount({ body: { name: 'Cash', type: 'banking_cash', initial_balance: '100' } })
    const port = Number(new URL(server.origin).port)
    const proxy = await openFaultProxy({ port, hideKeys: false, keepHost: true, lateness: 20 })
    const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
    context.setDefaultTimeout(15_000)
    const page = await context.newPage()
    const signIn = async (workspace_id = workspaceId): Promise<void> => {
      const { code } = workspaces.devices.pair({ name: 'phone', can: 'write', workspace_id })
      await page.goto(`${proxy.url}/sign-in#${code}`)
      await expect.poll(() => page.inputValue('input[name=code]')).not.toBe('')
      await page.click('button')
      await page.waitForURL('**/add')
      await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    }
    const listSaved = async (id = workspaceId): Promise<string[]> => {
      const saved: string[] = []
      let cursor: string | undefined
      do {
        const reply = await workspaces
          .open(id)
          .listTransactions({ query: { limit: 500, ...(cursor !== undefined && { cursor }) } })
        saved.push(...reply.transactions.flatMap(({ notes }) => (notes?.startsWith('entry') ? [notes] : [])))
        cursor = reply.next_cursor ?? undefined
      } while (cursor !== undefined)
      return saved
    }
    try {
      await test({ server, proxy, page, signIn, listSaved })
    } finally {
      await closeContext(context)
      await proxy.quiet()
      proxy.close()
    }
  })
}

/** Types entries into the form and saves each, as fast as the phone keeps them. */
const typeEntries = (page: Page, from: number, count: number): Promise<unknown> =>
  page.evaluate(`(async () => {
    const form = document.querySelector('#add')
    const amount = form.elements.namedItem('amount')
    for (let at = ${from}; at < ${from + count}; at++) {
      amount.value = '1.00'
      form.elements.namedItem('notes').value = 'entry ' + at
      form.requestSubmit()
      while (amount.value !== '') await new Promise((done) => setTimeout(done))
    }
  })()`)

/** Runs a script on a page that may go to another one meanwhile. */
async function evaluate<Result>(page: Page, script: string): Promise<Result> {
  for (;;) {
    try {
      return (await page.evaluate(script)) as Result // the caller knows what its script returns
    } catch (error) {
      if (!/context was destroyed|navigation/.test(String(error))) throw error
      await page.waitForLoadState()
    }
  }
}

/** Lists what waits on the phone. */
const listWaiting = (page: Page): Promise<{ state: string; reason?: string }[]> =>
  evaluate(
    page,
    `new Promise((done) => {
      const opened = indexedDB.open('budget')
      opened.onsuccess = () => {
        const listed = opened.result.transaction('entries').objectStore('entries').getAll()
        listed.onsuccess = () => { opened.result.close(); done(listed.result) }
      }
    })`,
  )

/** Lets the phone look for a connection, and waits until it has tried to send. */
async function trySending(page: Page): Promise<void> {
  await evaluate(page, "void dispatchEvent(new Event('online'))")
  await evaluate(page, "navigator.locks.request('budget-send', () => undefined)")
}

/** Lets the phone send until nothing waits that may be sent. */
async function sendAll(page: Page, server: PageServer): Promise<void> {
  const until = performance.now() + 60_000 + 1000 * ROUNDS
  while ((await listWaiting(page)).some(({ state }) => state !== 'refused')) {
    if (performance.now() > until) throw new Error('Entries still wait')
    // The limit of requests is that of the service.
    server.clock.elapsed += HOUR
    // A line that breaks may have left the page of a gateway.
    if ((await evaluate(page, "document.querySelector('#add') === null")) === true)
      await page.goto(new URL('/add', page.url()).href).catch(() => undefined)
    await trySending(page)
  }
}

const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `entry ${at}`).toSorted()

/** Cuts the line: nothing arrives any more. */
const cutLine = (proxy: FaultProxy): unknown =>
  proxy.plan.splice(0, Infinity, ...Array(20_000).fill(breaks[0]))

const mendLine = (proxy: FaultProxy): unknown => proxy.plan.splice(0)

/** Lets an entry arrive, whose answer is lost. */
async function loseAnswer({ page, proxy, listSaved }: Phone): Promise<void> {
  for (let tries = 0; tries < 10 && (await listSaved()).length === 0; tries++) {
    // Another request of the browser may take one of these.
    proxy.plan.splice(0, Infinity, undefined, 'lost', ...Array(1000).fill(breaks[0]))
    await trySending(page)
  }
  expect(await listSaved()).toHaveLength(1)
  expect((await listWaiting(page)).map(({ state }) => state)).toEqual(['sent'])
}

describe.skipIf(!hasBrowser)('the entries of a phone', () => {
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  it('arrive once each over a line that breaks before, in and after the answer', async () => {
    await withPhone(async ({ server, proxy, page, signIn, listSaved }) => {
      await signIn()
      cutLine(proxy)
      await typeEntries(page, 0, ROUNDS)
      expect(await listWaiting(page)).toHaveLength(ROUNDS)
      mendLine(proxy)
      const draw = createDraw(7)
      const drawBreak = () => (draw() < 1 / 3 ? breaks[Math.floor(draw() * breaks.length)] : undefined)
      proxy.plan.push(...Array.from({ length: 8 * ROUNDS }, drawBreak))
      await sendAll(page, server)
      await proxy.quiet()
      expect(proxy.requests()).toBeGreaterThan(1.3 * ROUNDS)
      expect((await listSaved()).toSorted()).toEqual(numbered(ROUNDS))
      expect(await listWaiting(page)).toEqual([])
      expect(server.reports).toEqual([])
    })
  })

  it.each([
    ['is there', 8 * DAY],
    ['was deleted', 8 * DAY],
    ['was undone', 400 * DAY],
    ['is there, by a clock that went back', -30 * DAY],
  ])('are not added again when what arrived %s, %i milliseconds later', async (fate, later) => {
    await withPhone(async (phone) => {
      const { server, proxy, page, signIn, listSaved } = phone
      await signIn()
      cutLine(proxy)
      await typeEntries(page, 0, 1)
      await loseAnswer(phone)
      const api = server.workspaces.open(server.workspaceId)
      const history = server.workspaces.history(server.workspaceId)
      const [row] = (await api.listTransactions({})).transactions
      if (fate === 'was deleted') await api.deleteTransaction({ transaction_id: row?.id ?? '' })
      if (fate === 'was undone')
        history.undo({ id: history.list({ limit: 1 })[0]?.id ?? 0, with_later: false })
      const before = await listSaved()
      server.clock.now += later
      mendLine(proxy)
      if (later > 0) await signIn()
      await typeEntries(page, 1, 1)
      await sendAll(page, server)
      expect((await listSaved()).toSorted()).toEqual([...before, 'entry 1'].toSorted())
    })
  })

  it('wait when the device was ended, of which no name is left, and are sent after the next sign in', async () => {
    await withPhone(async ({ server, proxy, page, signIn, listSaved }) => {
      await signIn()
      cutLine(proxy)
      await typeEntries(page, 0, 5)
      for (const { id } of server.workspaces.devices.list()) server.workspaces.devices.end(id)
      mendLine(proxy)
      await trySending(page)
      await page.waitForSelector('text=Signed out')
      expect(await page.evaluate("caches.match('/add').then((copy) => copy === undefined)")).toBe(true)
      expect(await listWaiting(page)).toHaveLength(5)
      await signIn()
      await sendAll(page, server)
      expect((await listSaved()).toSorted()).toEqual(numbered(5))
    })
  })

  it.each(['month', 'recent', 'more', 'add', ''])(
    'of a device that was ended leave no name on the phone once it asks for /%s',
    async (screen) => {
      await withPhone(async ({ server, proxy, page, signIn }) => {
        await signIn()
        const hasCopy = () => evaluate(page, "caches.match('/add').then((copy) => copy !== undefined)")
        await expect.poll(hasCopy).toBe(true)
        for (const { id } of server.workspaces.devices.list()) server.workspaces.devices.end(id)
        await page.goto(`${proxy.url}/${screen}`)
        await page.waitForURL('**/sign-in')
        await expect.poll(hasCopy).toBe(false)
        cutLine(proxy)
        await page.goto(`${proxy.url}/add`).catch(() => undefined)
        expect(await page.locator('#add').count()).toBe(0)
      })
    },
  )

  it('arrive once each from two tabs', async () => {
    await withPhone(async ({ server, proxy, page, signIn, listSaved }) => {
      await signIn()
      const other = await page.context().newPage()
      await other.goto(page.url())
      cutLine(proxy)
      await Promise.all([typeEntries(page, 0, 30), typeEntries(other, 30, 30)])
      mendLine(proxy)
      proxy.plan.push(
        ...Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? undefined : breaks[at % breaks.length])),
      )
      await Promise.all([sendAll(page, server), sendAll(other, server)])
      expect((await listSaved()).toSorted()).toEqual(numbered(60))
    })
  })

  it('arrive while a tab that the phone has stopped is sending', async () => {
    await withPhone(async ({ page, signIn, listSaved }) => {
      await signIn()
      const stopped = await page.context().newPage()
      await stopped.goto(page.url())
      await stopped.evaluate(
        "void navigator.locks.request('budget-send', () => new Promise(() => undefined))",
      )
      await typeEntries(page, 0, 1)
      await page.waitForURL('**/add?done=*', { timeout: 60_000 })
      expect(await listSaved()).toEqual(['entry 0'])
    })
  })

  it('are shown as saved when the worker takes over from the tab that is sending', async () => {
    await withPhone(async ({ page, signIn, listSaved }) => {
      await signIn()
      let takeovers = 0
      await page.exposeFunction('countTakeover', () => takeovers++)
      await page.evaluate(`{
        SyncManager.prototype.register = async () => undefined
        const send = fetch
        window.fetch = async (path, options) => {
          if (options.method === 'POST')
            await navigator.locks.request('budget-send', { steal: true }, () => countTakeover())
          return send(path, options)
        }
      }`)
      await typeEntries(page, 0, 1)
      await page.waitForURL('**/add?done=*')
      expect(takeovers).toBe(1)
      expect(await listSaved()).toEqual(['entry 0'])
    })
  })

  it('reach their own workspace alone', async () => {
    await withPhone(async ({ server, proxy, page, signIn, listSaved }) => {
      const { workspaces } = server
      const { id } = workspaces.createWorkspace({ name: 'Club', currency: 'EUR' })
      await workspaces.open(id).createAccount({ body: { name: 'Cash', type: 'banking_cash' } })
      await signIn()
      cutLine(proxy)
      await typeEntries(page, 0, 3)
      for (const { id: device } of workspaces.devices.list()) workspaces.devices.end(device)
      mendLine(proxy)
      await signIn(id)
      await page.waitForSelector('text=belongs to another workspace')
      expect([await listSaved(id), await listSaved()]).toEqual([[], []])
      await signIn()
      await sendAll(page, server)
      expect([await listSaved(id), (await listSaved()).toSorted()]).toEqual([[], numbered(3)])
    })
  })

  it('stay with the reason when they are refused, and can be corrected', async () => {
    await withPhone(async ({ server, page, signIn, listSaved }) => {
      await signIn()
      await page.fill('input[name=amount]', 'abc')
      await page.fill('input[name=notes]', 'entry 0')
      await page.locator('.save button').click()
      await page.waitForSelector('text=Not saved: "abc" is not an amount')
      expect(await page.inputValue('input[name=amount]')).toBe('abc')
      await page.goto(new URL('/more', page.url()).href)
      await page.locator('button', { hasText: 'Edit' }).click()
      await page.waitForURL('**/add#*')
      await expect.poll(() => page.inputValue('input[name=notes]')).toBe('entry 0')
      await page.fill('input[name=amount]', '2,50')
      await page.locator('.save button').click()
      await page.waitForURL('**/add?done=*')
      await sendAll(page, server)
      expect(await listSaved()).toEqual(['entry 0'])
    })
  })

  it('are typed and kept without a connection, also when the page is opened without one', async () => {
    await withPhone(async ({ server, proxy, page, signIn, listSaved }) => {
      await signIn()
      await expect
        .poll(() => page.evaluate("caches.match('/add').then((copy) => copy !== undefined)"))
        .toBe(true)
      expect(await page.locator('#offline').isVisible()).toBe(false)
      cutLine(proxy)
      for (const screen of ['month', 'recent', 'more']) {
        await page.goto(`${proxy.url}/${screen}`)
        expect(await page.textContent('main')).toContain('This screen needs a connection')
        expect(await page.locator('#add').count()).toBe(0)
      }
      await page.click('text=Add')
      expect(await page.textContent('#offline')).toMatch(/^The service does not answer. Figures are of /)
      expect(await page.evaluate('navigator.onLine')).toBe(true)
      await typeEntries(page, 0, 1)
      await page.waitForSelector('text=Saved on this phone')
      await page.goto(`${proxy.url}/add`)
      await typeEntries(page, 1, 1)
      mendLine(proxy)
      await sendAll(page, server)
      expect((await listSaved()).toSorted()).toEqual(numbered(2))
    })
  })

  it('are asked about before sign out, which needs a connection and leaves nothing on the phone', async () => {
    await withPhone(async ({ server, proxy, page, signIn }) => {
      await signIn()
      await page.fill('input[name=amount]', 'abc')
      await page.locator('.save button').click()
      await page.waitForSelector('text=not saved')
      await page.goto(`${proxy.url}/more`)
      const questions: string[] = []
      page.on('dialog', async (dialog) => {
        questions.push(dialog.message())
        await (questions.length === 1 ? dialog.dismiss() : dialog.accept())
      })
      await page.locator('button', { hasText: 'Sign out' }).click()
      await page.waitForTimeout(200)
      expect(await listWaiting(page)).toHaveLength(1)
      cutLine(proxy)
      await page.locator('button', { hasText: 'Sign out' }).click()
      await page.waitForSelector('text=Signing out needs a connection')
      expect(await listWaiting(page)).toHaveLength(1)
      expect(await page.evaluate("caches.match('/add').then((copy) => copy !== undefined)")).toBe(true)
      expect(server.workspaces.devices.list()).toHaveLength(1)
      mendLine(proxy)
      await page.goto(`${proxy.url}/more`)
      await page.locator('button', { hasText: 'Sign out' }).click()
      await page.waitForURL('**/sign-in')
      expect(server.workspaces.devices.list()).toEqual([])
      expect(questions).toEqual(Array(3).fill('1 waits to be sent and would be lost. Sign out?'))
      expect(await listWaiting(page)).toEqual([])
    })
  })
})
