/** Looks at the page of the installed program in a browser: light, dark, narrow and printed. */

import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findViolations, hasBrowser, measureOverflow, openBrowser, recordEvents } from '../support/browser.ts'
import { installProgram, isBuilt } from './install.ts'
import { runProgram } from './installed-harness.ts'

const CATEGORIES = ['Rent', 'Groceries', '<script>document.title = 1</script>', 'Eating "Out" & Fun']
const MERCHANTS = [
  'Landlord',
  '</title><script>alert(1)</script>',
  "' onload='alert(1)",
  'Café \u{1f600} 你好 שלום',
]
const KIBIBYTES = 1024

interface Measured {
  /** The regions that must be scrolled sideways. */
  hidden: string[]
  /** How many cells and texts of charts are cut off at the right. */
  cells: number
  /** How many rows of figures end before the right edge. */
  holes: number
}
const MEASURE = `(() => {
  const edge = document.documentElement.clientWidth
  const right = (element) => element.getBoundingClientRect().right
  const hidden = [...document.querySelectorAll('.scroll')].filter((it) => it.scrollWidth > it.clientWidth)
  const cells = [...document.querySelectorAll('td, th, figure text, figure rect')].filter((it) => right(it) > edge)
  const list = document.querySelector('.glance')
  const rows = new Map()
  for (const card of list.children)
    rows.set(card.offsetTop, Math.max(rows.get(card.offsetTop) ?? 0, right(card)))
  const holes = [...rows.values()].filter((end) => end < right(list) - 1)
  return { hidden: hidden.map((it) => it.ariaLabel), cells: cells.length, holes: holes.length }
})()`

let folder: string
let browser: Browser
const run = async (args: readonly string[], stdin?: string): Promise<string> => {
  const { code, stdout, stderr } = await runProgram({ args, folder, ...(stdin !== undefined && { stdin }) })
  if (code !== 0) throw new Error(`budget ${args.join(' ')}: ${stderr}`)
  return stdout
}

/** Adds the rows of two years: a salary and twelve purchases a month, on an account and a card. */
async function addHousehold(): Promise<void> {
  await run(['init', '--name', 'Home', '--currency', 'USD'])
  await run(['accounts', 'add', 'Checking', '--type', 'banking_checking', '--balance', '1000'])
  await run(['accounts', 'add', '<b>Visa</b>', '--type', 'credit_credit_card'])
  await run(['groups', 'add', 'Every <i>day</i>'])
  for (const name of CATEGORIES) await run(['categories', 'add', name, '--group', 'Every <i>day</i>'])
  const ids = new Map<string, string>()
  // A card has a payment category of its name, which the account replaces.
  for (const noun of ['categories', 'accounts'])
    collectIds(JSON.parse(await run([noun, 'list', '--json'])), ids)
  const rows = Array.from(
    { length: 24 },
    (_, at) => `${2025 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`,
  )
    .filter((month) => month <= '2026-11')
    .flatMap((month) => [
      {
        account_id: ids.get('Checking'),
        date: `${month}-01`,
        amount: '3000',
        merchant_name: 'Employer',
        ready_to_assign: true,
      },
      ...Array.from({ length: 12 }, (_, at) => ({
        account_id: ids.get(at % 3 === 0 ? '<b>Visa</b>' : 'Checking'),
        date: `${month}-${String(at + 2).padStart(2, '0')}`,
        amount: `-${100 + at * 17}.${at + 10}`,
        merchant_name: MERCHANTS[at % MERCHANTS.length],
        category_id: ids.get(CATEGORIES[at % CATEGORIES.length] ?? ''),
      })),
    ])
  await run(['tx', 'add', '--stdin'], JSON.stringify(rows))
}

/** Collects the ids of everything in a reply that has a name. */
function collectIds(value: unknown, ids: Map<string, string>): void {
  if (typeof value !== 'object' || value === null) return
  if ('id' in value && 'name' in value) ids.set(String(value.name), String(value.id))
  for (const inner of Object.values(value)) collectIds(inner, ids)
}

/** Opens the page and records what it asks for and complains about. */
async function openPage(
  options: Parameters<Browser['newPage']>[0],
): Promise<{ page: Page; events: string[] }> {
  const page = await browser.newPage({ ...options, bypassCSP: true })
  const events = recordEvents(page)
  page.on('dialog', (dialog) => events.push(dialog.message()))
  page.on('request', (request) => {
    if (!request.url().endsWith('/page.html')) events.push(request.url())
  })
  await page.goto(`file://${join(folder, 'page.html')}`)
  return { page, events }
}

describe.skipIf(!isBuilt || !hasBrowser)('the page in a browser', () => {
  beforeAll(async () => {
    installProgram()
    folder = mkdtempSync(join(tmpdir(), 'budget-page-'))
    await addHousehold()
    await run(['report', 'html', '--period', '2026', '--output', join(folder, 'page.html')])
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('is readable by its owner only, and has at most 300 KiB for a year', () => {
    const { mode, size } = statSync(join(folder, 'page.html'))
    expect(mode & 0o777).toBe(0o600)
    expect(size).toBeLessThan(300 * KIBIBYTES)
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [390, 1000]) {
      it(`has no accessibility violation, error or request, ${colorScheme}, ${width} pixels wide`, async () => {
        const { page, events } = await openPage({ colorScheme, viewport: { width, height: 900 } })
        const sidewards = await measureOverflow(page)
        expect(await findViolations(page)).toEqual([])
        expect({ events, sidewards }).toEqual({ events: [], sidewards: 0 })
        await page.close()
      })
    }
  }

  it('shows all of every chart and table on a phone, and leaves no hole between the figures', async () => {
    for (const width of [400, 1000]) {
      const { page } = await openPage({ viewport: { width, height: 900 } })
      const { hidden, cells, holes } = (await page.evaluate(MEASURE)) as Measured
      expect({ width, holes }).toEqual({ width, holes: 0 })
      if (width === 400) expect({ hidden, cells }).toEqual({ hidden: [], cells: 0 })
      await page.close()
    }
  })

  it('shows names as text', async () => {
    const { page, events } = await openPage({})
    const text = await page.innerText('main')
    for (const name of [...CATEGORIES, ...MERCHANTS]) expect(text).toContain(name)
    expect(await page.title()).toContain('2026')
    expect(await page.locator('script, iframe, object, embed, link, img, form').count()).toBe(0)
    expect(events).toEqual([])
  })

  it('has a table beside every chart, whose caption and headings name it', async () => {
    const { page } = await openPage({})
    expect(await page.locator('section:has(figure)').count()).toBeGreaterThan(4)
    expect(await page.locator('section:has(figure):not(:has(table caption))').count()).toBe(0)
    expect(await page.locator('table:not(:has(thead th[scope=col]))').count()).toBe(0)
  })

  it('prints on A4', async () => {
    const { page } = await openPage({})
    const file = join(folder, 'page.pdf')
    await page.pdf({ path: file, preferCSSPageSize: true })
    // A4 in points.
    expect(readFileSync(file, 'latin1')).toMatch(/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/)
  })
})
