/** Makes the pictures of the page and of `budget month edit` from the sample budget: `npm run build && node docs/images/make.js`. */

import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from 'playwright-core'

const folder = mkdtempSync(join(tmpdir(), 'budget-images-'))
const program = join(import.meta.dirname, '../../bin/budget.js')
const environment = { PATH: process.env.PATH, HOME: folder, LANG: 'en_US.UTF-8' }
const run = (args, env = environment) => execFileSync('node', [program, ...args], { env, encoding: 'utf8' })

/** Creates the sample budget, and returns the environment in which commands use it. */
function createSample() {
  const [, data] = /BUDGET_DATA_DIR=(\S+)/.exec(run(['demo'])) ?? []
  return { ...environment, BUDGET_DATA_DIR: data }
}

/** Starts the server, and returns its address and what ends it. */
async function serve(env) {
  const child = spawn('node', [program, 'serve', '--port', '0'], { env })
  const url = await new Promise((resolve) => {
    child.stdout.on('data', (text) => resolve(/http:\S+/.exec(String(text))?.[0]))
  })
  return { url, close: () => child.kill('SIGTERM') }
}

/** Returns what a terminal shows of the month after these keys: `script` of util-linux gives the program a terminal. */
async function playMonth(env, keys) {
  const child = spawn(
    'script',
    ['-qec', `stty cols 92 rows 22; node ${program} month edit 2026-11`, '/dev/null'],
    {
      env: { ...env, TERM: 'xterm-256color' },
    },
  )
  let written = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (written += text))
  for (const key of ['', ...keys]) {
    await wait(1000)
    child.stdin.write(key)
  }
  await wait(1000)
  child.kill('SIGKILL')
  const rows = []
  // Each row is written whole, after its place.
  for (const [, row, text] of written.matchAll(/\x1b\[(\d+);1H(.*?)\x1b\[K/g)) rows[Number(row) - 1] = text
  return Array.from(rows, (row) => row ?? '')
}

const STYLES = { 1: 'bold', 2: 'dim', 7: 'inverse', 31: 'red' }

/** Returns a row with its colors as HTML. */
function toHtml(row) {
  let open = ''
  const escaped = row.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return escaped.replace(/\x1b\[([\d;]*)[a-zA-Z]/g, (_, code) => {
    const close = open === '' ? '' : '</span>'
    open = STYLES[code] ?? ''
    return open === '' ? close : `${close}<span class="${open}">`
  })
}

const TERMINAL = `<style>
body { margin: 0; background: #0f1419; } pre { display: inline-block; margin: 0; padding: 20px 24px; color: #e6e9ed;
font: 15px/1.4 "DejaVu Sans Mono", monospace; } .bold { font-weight: 700; } .dim { color: #8b949e; }
.red { color: #ff9a90; } .inverse { background: #e6e9ed; color: #0f1419; }</style>`

const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path))
const sample = createSample()
const [{ name }] = JSON.parse(run(['workspaces', 'list', '--json'], sample))
const { key } = JSON.parse(run(['keys', 'create', '--workspace', name, '--json'], sample))
const server = await serve(sample)
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
/** Opens a screen of the page on a phone, and returns it. */
async function openPhone(colorScheme, path) {
  const viewport = { width: 360, height: 720 }
  const page = await browser.newPage({ colorScheme, viewport, deviceScaleFactor: 2 })
  await page.goto(`${server.url}/sign-in`)
  await page.fill('input[name=key]', key)
  await page.click('button')
  await page.waitForURL('**/add')
  await page.goto(server.url + path)
  return page
}

const picture = (name) => ({ path: join(import.meta.dirname, name) })
const add = await openPhone('light', '/add')
await add.fill('input[name=amount]', '12.50')
await add.locator('.likely label').nth(1).click()
await add.evaluate('document.activeElement.blur()')
await add.screenshot(picture('page-add-light.png'))
const month = await openPhone('dark', '/month?month=2026-11')
await month.screenshot(picture('page-month-dark.png'))
const lines = await playMonth(sample, ['/', 'eating\r', '+20'])
const terminal = await browser.newPage({ viewport: { width: 1000, height: 600 }, deviceScaleFactor: 2 })
await terminal.setContent(`${TERMINAL}<pre>${lines.map(toHtml).join('\n')}</pre>`)
await terminal.locator('pre').screenshot(picture('month-edit.png'))
await browser.close()
server.close()
rmSync(folder, { recursive: true, force: true })
