/** Tests moving a budget into a service: what it costs, and that it goes on wherever it was stopped. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CliHarness, createCliHarness, type HarnessRunOptions } from '../../support/cli-harness.ts'
import { splitShellWords } from '../../transcripts/transcript.ts'
import { planCsv, registerCsv } from './ynab-export.ts'

let harness: CliHarness
beforeEach(start)
afterEach(() => harness.close())

const budget = (line: string, options: HarnessRunOptions = {}) =>
  harness.budget(splitShellWords(line).words, options)

const MIGRATE = 'migrate Home --currency EUR --into-remote --yes --json'

/** What the service says about the budget, without ids and times. */
async function readService(): Promise<unknown> {
  const lists = []
  for (const line of ['accounts list --all', 'tx list --all', 'month show 2026-10', 'categories list']) {
    const { stdout } = await budget(`${line} --json --profile local`)
    lists.push(JSON.parse(stdout, (name, value) => (/(^|_)(id|at)$/.test(name) ? undefined : value)))
  }
  return lists
}

test('a budget moves into an empty workspace of a service with the requests that were said', async () => {
  const { stdout: dry } = await budget(`${MIGRATE} --dry-run`)
  const requests: string[] = []
  const { stdout, code, stderr } = await budget(MIGRATE, { requests })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout)).toMatchObject({
    differences: [],
    proof: { accounts: { equal: 2, of: 2 }, category_months: { equal: 6, of: 6 } },
  })
  // The currency is read as well, and the categories once more after the card was created.
  expect(requests.length).toBe(JSON.parse(dry).requests)
})

test('a workspace of a service is compared by moving in again', async () => {
  const { stderr, code } = await budget('migrate verify Home Home')
  expect(code).toBe(2)
  expect(stderr).toMatch(
    /Run budget migrate "Home" --into-remote --profile \w+: it creates only what is missing/,
  )
})

test('a workspace of a service is not updated from a file', async () => {
  const { stderr, code } = await budget('migrate update Home Home')
  expect(code).toBe(2)
  expect(stderr).toContain('uses a remote service, which cannot be updated from a file')
})

test('it is asked first, with the price', async () => {
  const line = MIGRATE.replace(' --yes --json', '')
  const { code, stderr } = await budget(line, { terminal: 80, answers: ['none', 'no'] })
  expect(code).toBe(10)
  expect(stderr).toMatch(/It takes about \d+ requests/)
})

test('stopped after any request, it goes on, and the service has everything once', async () => {
  const { stdout: dry } = await budget(`${MIGRATE} --dry-run`)
  const { requests } = JSON.parse(dry)
  await budget(MIGRATE)
  const expected = await readService()
  for (let most = 3; most < requests; most++) {
    harness.close()
    await start()
    // The service takes no more requests; nothing waits for the next hour.
    const stopped = await budget(`${MIGRATE} --no-wait --max-requests ${most}`)
    expect({ most, code: stopped.code }).not.toEqual({ most, code: 0 })
    const { code, stdout } = await budget(MIGRATE)
    expect({ most, code, differences: JSON.parse(stdout).differences }).toEqual({
      most,
      code: 0,
      differences: [],
    })
    expect(await readService()).toEqual(expected)
  }
})

/** Starts with an empty workspace of a service. */
async function start(): Promise<void> {
  harness = createCliHarness()
  mkdirSync(join(harness.folder, 'Home'))
  writeFileSync(join(harness.folder, 'Home/Register.csv'), registerCsv)
  writeFileSync(join(harness.folder, 'Home/Plan.csv'), planCsv)
  await budget('workspaces create Service --currency EUR')
  const { stdout: workspace } = await budget('workspaces --format ids')
  const { stdout: made } = await budget('keys create --json')
  writeFileSync(join(harness.folder, 'key.txt'), JSON.parse(made).key)
  await budget(`auth login --base-url http://127.0.0.1:8787 --workspace ${workspace.trim()} --with-key`, {
    stdin: 'key.txt',
  })
}

test('a workspace with anything else is refused before the first write', async () => {
  await budget('accounts add Other --type banking_cash --profile local')
  const requests: string[] = []
  const { code, stderr } = await budget(MIGRATE, { requests })
  expect(code).toBe(7)
  expect(stderr).toContain('The remote workspace is not empty: it has the account Other')
  expect(requests.filter((request) => !request.startsWith('GET'))).toEqual([])
})

test('a foreign transaction in an account of the same name is refused before the first write as well', async () => {
  await budget('accounts add Checking --type banking_checking --profile local')
  await budget('tx add -77 Nobody --account Checking --date 2026-10-01 --profile local')
  const requests: string[] = []
  const { code, stderr } = await budget(MIGRATE, { requests })
  expect(code).toBe(7)
  expect(stderr).toContain('a transaction on 2026-10-01 for -77.00 that is not in the file')
  expect(requests.filter((request) => !request.startsWith('GET'))).toEqual([])
})
