/** Uses the page of `budget serve` in a browser, with and without a script. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  closeContext,
  findViolations,
  hasBrowser,
  measureOverflow,
  openBrowser,
  recordEvents,
} from '../support/browser.ts'
import { measureLoad } from '../support/machine-load.ts'
import { installProgram, isBuilt } from './install.ts'
import { runProgram, serveProgram } from './installed-harness.ts'

const WORKSPACE = '<b>Home</b>'
const MERCHANT = '"><script>alert(1)</script>'
const HOSTILE = `' onfocus='alert(1)`
const SCREENS = ['/add', '/month', '/recent', '/more', '/upcoming', '/reports', '/devices', '/workspace']
const KIBIBYTES = 1024

let folder: string
let browser: Browser
let server: Awaited<ReturnType<typeof serveProgram>>
let key: string

async function run(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runProgram({ args, folder })
  if (code !== 0) throw new Error(`budget ${args.join(' ')}: ${stderr}`)
  return stdout
}

const listRows = async (): Promise<{ id: string; amount: string; notes: string | null }[]> =>
  JSON.parse(await run('tx', 'list', '--all', '--json'))

const countRows = async (notes: string): Promise<number> =>
  (await listRows()).filter((row) => row.notes === notes).length

async function addHousehold(): Promise<void> {
  await run('init', '--name', WORKSPACE, '--currency', 'USD')
  await run('accounts', 'add', 'Checking', '--type', 'banking_checking', '--balance', '1000')
  await run('accounts', 'add', `<i>Cash</i>`, '--type', 'banking_cash', '--balance', '100')
  await run('groups', 'add', 'Every <i>day</i>')
  for (const name of [HOSTILE, 'Coffee']) await run('categories', 'add', name, '--group', 'Every <i>day</i>')
  await run('month', 'assign', 'Groceries=300', 'Coffee=5')
  for (const amount of ['-20', '-30', '-40'])
    await run('tx', 'add', amount, MERCHANT, 'Groceries', '--account', 'Checking', '--date', 'today')
  await run(
    'tx',
    'add',
    '-8.25',
    'Blue Heron',
    'Coffee',
    '--account',
    'Checking',
    '--review-status',
    'needs_review',
  )
  await run('schedules', 'add', '-900', 'Landlord', '--account', 'Checking', '--every', 'month')
}

interface Visit {
  page: Page
  context: BrowserContext
  events: string[]
}

/** Opens a browser that is signed in. */
async function signIn(options: Parameters<Browser['newContext']>[0] = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, ...options })
  const page = await context.newPage()
  const events = recordEvents(page)
  page.on('dialog', (dialog) => events.push(dialog.message()))
  await page.goto(`http://127.0.0.1:${server.port}/sign-in`)
  await page.fill('input[name=key]', key)
  await page.click('button')
  await page.waitForURL('**/add')
  return { page, context, events }
}

const open = (page: Page, path: string) => page.goto(`http://127.0.0.1:${server.port}${path}`)

describe.skipIf(!isBuilt || !hasBrowser)('the page of budget serve in a browser', () => {
  beforeAll(async () => {
    installProgram()
    folder = mkdtempSync(join(tmpdir(), 'budget-page-'))
    await addHousehold()
    key = JSON.parse(await run('keys', 'create', '--can', 'write', '--json')).key
    server = await serveProgram(folder)
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [320, 360, 1280]) {
      it(`is accessible and breaks no rule of its policy, ${colorScheme}, ${width} pixels wide`, async () => {
        const { page, context, events } = await signIn({ colorScheme, viewport: { width, height: 800 } })
        const paths = [...SCREENS]
        await open(page, '/month')
        for (const link of await page.locator('a[href*="/month/"]').all())
          paths.push((await link.getAttribute('href')) ?? '')
        await open(page, '/recent')
        paths.push((await page.locator('a[href*="/recent/edit"]').first().getAttribute('href')) ?? '')
        expect(paths.length).toBeGreaterThan(SCREENS.length + 3)
        for (const path of paths) {
          await open(page, path)
          const found = {
            path,
            violations: await findViolations(page),
            overflow: await measureOverflow(page),
          }
          expect(found).toEqual({ path, violations: [], overflow: 0 })
        }
        expect(events).toEqual([])
        await closeContext(context)
      })
    }
  }

  it('shows names as text', async () => {
    const { page, context, events } = await signIn()
    await open(page, '/add')
    expect(await page.innerText('header')).toContain(WORKSPACE)
    expect(await page.innerText('.likely')).toContain(MERCHANT)
    expect(await page.locator('#merchants option').first().getAttribute('value')).toBe(MERCHANT)
    await open(page, '/recent')
    expect(await page.innerText('main')).toContain(MERCHANT)
    await open(page, '/month')
    expect(await page.innerText('main')).toContain(HOSTILE)
    for (const path of SCREENS) {
      await open(page, path)
      expect(await page.locator('script, iframe, object, embed, img').count()).toBe(1)
    }
    expect(events).toEqual([])
    await closeContext(context)
  })

  for (const javaScriptEnabled of [true, false]) {
    const how = javaScriptEnabled ? 'with' : 'without'

    it(`takes four taps to an entry, which is saved once, ${how} a script`, async () => {
      const { page, context } = await signIn({ javaScriptEnabled })
      const begun = performance.now()
      // The first tap is the icon.
      await open(page, '/add')
      await page.fill('input[name=amount]', '12,50')
      await page.fill('input[name=notes]', `once ${how}`)
      await page.locator('.likely label').first().click()
      await page.locator('.save button').click({ clickCount: 2, noWaitAfter: true })
      await page.waitForSelector('.note button')
      expect(await page.innerText('.note p')).toMatch(/^Groceries [\d.]+ → [\d.]+ left$/)
      expect(performance.now() - begun).toBeLessThan(10_000 * measureLoad())
      await page.reload()
      await page.goBack()
      const isForm = (await page.locator('#add').count()) === 1
      if (isForm && (await page.inputValue('input[name=amount]')) !== '') {
        await page.locator('.save button').click()
        await page.waitForSelector('.note')
      }
      expect(await countRows(`once ${how}`)).toBe(1)
      await closeContext(context)
    })

    it(`takes an entry back, ${how} a script`, async () => {
      const { page, context } = await signIn({ javaScriptEnabled })
      await page.fill('input[name=amount]', '3')
      await page.fill('input[name=notes]', `back ${how}`)
      await page.locator('.save button').click()
      await page.locator('.note button').click()
      await page.waitForSelector('text=Taken back')
      expect(await countRows(`back ${how}`)).toBe(0)
      await closeContext(context)
    })

    it(`covers and moves with three taps, showing what changes, and takes both back, ${how} a script`, async () => {
      const { page, context } = await signIn({ javaScriptEnabled })
      await open(page, '/month')
      await page.locator('a', { hasText: 'Cover' }).click()
      await page.locator('button', { hasText: 'Groceries' }).click()
      expect(await page.innerText('table.change')).toMatch(/Coffee\s+-3\.25 →\s+0\.00/)
      await page.locator('button.main').dblclick({ noWaitAfter: true })
      await page.waitForSelector('.note button')
      expect(await page.locator('a', { hasText: 'Cover' }).count()).toBe(0)
      await page.locator('.note button').click()
      await page.waitForSelector('text=Taken back')
      expect(await page.locator('a', { hasText: 'Cover' }).count()).toBe(1)

      await page.locator('a', { hasText: 'Groceries' }).click()
      await page.locator('input[name=amount]').nth(1).fill('1,25')
      await page.locator('button', { hasText: 'Coffee' }).click()
      expect(await page.innerText('table.change')).toMatch(/Coffee\s+-3\.25 →\s+-2\.00/)
      await page.locator('button.main').click()
      await page.locator('.note button').click()
      await page.waitForSelector('text=Taken back')
      expect(await page.innerText('main')).toContain('overspent 3.25')
      await closeContext(context)
    })

    it(`approves with one tap, changes and deletes, ${how} a script`, async () => {
      const { page, context } = await signIn({ javaScriptEnabled })
      await open(page, '/recent')
      await page.locator('[aria-label="Approve Blue Heron"]').click()
      await page.waitForSelector('text=Approved: Blue Heron')
      await page.locator('a', { hasText: 'Blue Heron' }).click()
      await page.fill('input[name=amount]', '9.75')
      await page.locator('.save button').click()
      await page.waitForSelector('text=Changed: Blue Heron')
      expect((await listRows()).map(({ amount }) => amount)).toContain('-9.75')
      await page.locator('.note button').click()
      await page.waitForSelector('text=Taken back')
      await page.locator('a', { hasText: 'Blue Heron' }).click()
      await page.locator('.danger').click()
      await page.locator('button', { hasText: 'Yes' }).click()
      await page.waitForSelector('text=Deleted: Blue Heron')
      await page.locator('.note button').click()
      await page.waitForSelector('a:has-text("Blue Heron")')
      await run('tx', 'edit', '--merchant', 'Blue Heron', '--yes', '--review-status', 'needs_review')
      await closeContext(context)
    })
  }

  it('refuses a change whose figures are others than those that were shown', async () => {
    const { page, context } = await signIn()
    await open(page, '/month')
    await page.locator('a', { hasText: 'Groceries' }).click()
    await page.fill('input[name=amount]', '+10')
    await page.locator('button', { hasText: /^Assign$/ }).click()
    await run('month', 'assign', 'Groceries', '+1')
    await page.locator('button.main').click()
    expect(await page.innerText('.note')).toContain('This changed since it was shown')
    await page.locator('button.main').click()
    await page.waitForSelector('.note button')
    await run('undo', '--yes')
    await closeContext(context)
  })

  it('loads at most 60 KiB at first, and answers within 50 milliseconds', async () => {
    const { page, context } = await signIn()
    const sizes: number[] = []
    page.on('response', (response) => {
      sizes.push(Number(response.headers()['content-length']))
    })
    await page.goto(`http://127.0.0.1:${server.port}/add`, { waitUntil: 'networkidle' })
    expect(sizes.length).toBeGreaterThan(2)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60 * KIBIBYTES)
    const [cookie] = await context.cookies()
    for (const path of ['/add', '/month', '/recent']) {
      const times: number[] = []
      for (let round = 0; round < 15; round++) {
        const begun = performance.now()
        const headers = { cookie: `${cookie?.name}=${cookie?.value}` }
        const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers })
        await response.text()
        times.push(performance.now() - begun)
      }
      expect(times.toSorted((a, b) => a - b)[7]).toBeLessThan(50 * measureLoad())
    }
    await closeContext(context)
  })
})
