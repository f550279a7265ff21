/** Starts a real browser for tests, and looks for what its pages complain about. */

import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const executablePath = BROWSERS.find((path) => existsSync(path))
// Without them the browser looks for updates at every start.
const QUIET = ['no-sandbox', 'disable-gpu', 'no-first-run', 'disable-background-networking', 'disable-sync']

/** True if there is a browser. */
export const hasBrowser = executablePath !== undefined

/** Starts the browser. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: executablePath ?? '', args: QUIET.map((flag) => `--${flag}`) })

const CLOSE_MILLISECONDS = 10_000

/** Closes a context. Of many with a service worker, Chromium never says of one that it is closed. */
export async function closeContext(context: BrowserContext): Promise<void> {
  const abort = new AbortController()
  const { signal } = abort
  await Promise.race([context.close(), wait(CLOSE_MILLISECONDS, undefined, { signal, ref: false })])
  abort.abort()
}

/** Records what a page says: messages, errors, dialogs, and what its policy refuses. */
export function recordEvents(page: Page): string[] {
  const events: string[] = []
  page.on('console', (message) => events.push(message.text()))
  page.on('pageerror', (error) => events.push(error.message))
  return events
}

/** Returns what is not accessible on a page: each rule with the first element that breaks it. */
export async function findViolations(page: Page): Promise<unknown[]> {
  await page.evaluate(axe.source)
  const { violations } = (await page.evaluate('axe.run()')) as {
    violations: { id: string; nodes: { html: string }[] }[]
  }
  return violations.map(({ id, nodes }) => [id, nodes[0]?.html])
}

/** Returns by how many pixels a page is wider than its window. */
export const measureOverflow = (page: Page): Promise<unknown> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
