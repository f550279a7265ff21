/** Tests how many requests reports cost on a remote profile, and that what they keep is never out of date. */

import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCliHarness } from '../support/cli-harness.ts'
import { createRemoteHarness, type RemoteHarness } from '../support/remote-harness.ts'

const ROWS = 1200
/** Two years of rows, the newest in November 2026. */
const rows = Array.from({ length: ROWS }, (_, n) => {
  const month = n % 24
  const date = `${month < 12 ? 2025 : 2026}-${String((month % 12) + 1).padStart(2, '0')}-10`
  return { account_id: 'Checking', date: date > '2026-11-20' ? '2024-12-10' : date, amount: '-1' }
})

let remote: RemoteHarness

beforeEach(async () => {
  remote = await createRemoteHarness()
  const account = (await remote.runOk('accounts list --format ids')).split('\n')[0] ?? ''
  const lines = rows.map((row) => JSON.stringify({ ...row, account_id: account }))
  remote.writeFile('rows.ndjson', lines.join('\n'))
  await remote.run('tx add --stdin --format ids', { stdin: 'rows.ndjson' })
})
afterEach(() => remote.close())

const SPENDING = 'report spending --by month --since 2024-01-01 --until 2026-11-30 --json'

/** Runs a report; returns what it costs and shows. */
async function report(
  line = SPENDING,
): Promise<{ pages: number; others: string[]; stdout: string; stderr: string }> {
  const { requests, stdout, stderr, code } = await remote.run(line)
  expect([line, code]).toEqual([line, 0])
  const isPage = (request: string) => request.includes('/transactions')
  const others = requests
    .filter((request) => !isPage(request))
    .map((request) => request.replace(/wks_\w+/, 'W'))
  return { pages: requests.filter(isPage).length, others, stdout: withoutAge(stdout), stderr }
}

const AGE = '2024-01 to 2026-10 as read just now; --refresh reads them again'

/** Returns a report as JSON without the note that says how old its figures are. */
const withoutAge = (text: string): string =>
  text.replace(/,?\n *"[^"\n]*--refresh reads them again"/, '').replace(/\[\n *\]/g, '[]')

test.each([
  ['JSON', '--json', `    "${AGE}"\n`],
  ['CSV', '--format csv', ''],
  ['TSV', '--format tsv', ''],
])('in a pipe %s tells how old cached figures are', async (_, format, note) => {
  const line = `report spending --by month --since 2024-01-01 --until 2026-11-30 ${format}`
  const cold = await remote.run(line)
  const warm = await remote.run(line)
  expect(cold.stderr).toBe('')
  expect(warm.stderr).toBe(`${AGE}\n`)
  expect(warm.stdout.includes(AGE)).toBe(note !== '')
  expect(warm.stdout).toContain(note)
})

test('a report of the budget tells what the service does not', async () => {
  const { stdout } = await remote.run('report budget --period 2026-11 --json')
  expect(JSON.parse(stdout).notes).toContain(
    'The service does not say what uncategorized transactions carried over',
  )
})

test('on a terminal a report tells its age once, and so do the glance and the page', async () => {
  const line = 'report spending --by month --since 2024-01-01 --until 2026-11-30'
  const count = async (words: string): Promise<number> => {
    const { stdout, stderr } = await remote.run(words, { terminal: 120 })
    return `${stdout}${stderr}`.split('--refresh reads them again').length - 1
  }
  expect(await count(line)).toBe(0)
  expect(await count(line)).toBe(1)
  await count('report')
  expect(await count('report')).toBe(1)
  const page = 'report html --period 2025'
  await remote.run(page)
  expect((await remote.run(page)).stdout).toMatch(
    /Made on 2026-11-20\. 202\d-\d\d to [-\d]+ as read just now; /,
  )
})

test('a report reads every row once, and the next one this month only the rows of the month', async () => {
  const cold = await report()
  expect(cold.pages).toBe(Math.ceil((ROWS + 1) / 500))
  const warm = await report()
  expect([warm.pages, warm.others]).toEqual([1, ['GET /v1/workspaces/W/accounts']])
  expect(warm.stdout).toBe(cold.stdout)
  expect((await report(`${SPENDING} --refresh`)).pages).toBe(cold.pages)
})

test('what another report needs of the same months comes from the cache', async () => {
  expect((await report('report networth --period 2026 --json')).pages).toBe(3)
  expect((await report('report networth --period 2025 --json')).pages).toBe(0)
  expect((await report('report spending --period 2025 --json')).pages).toBe(0)
  expect((await report('report spending --period 2026-11 --json')).pages).toBe(1)
})

const total = (text: string): unknown => JSON.parse(text).totals

test.each([
  ['a new transaction', 'tx add --account Checking --amount -7 --date 2025-03-04'],
  ['a deleted transaction', 'tx delete LAST --yes'],
  ['an edited amount', 'tx edit LAST --amount -9'],
  ['a moved date', 'tx edit LAST --date 2025-01-02'],
  [
    'an account with a balance',
    'accounts add Savings --type banking_savings --balance -4 --balance-date 2025-02-02',
  ],
])('after %s the next report is as if everything was read anew', async (_, line) => {
  const id = (await remote.run('tx list --period 2025-06 --limit 1 --format ids')).stdout.split('\n')[0] ?? ''
  await report()
  await remote.run(line.replace('LAST', id))
  const next = await report()
  expect(next.pages).toBeGreaterThan(0)
  const anew = await report(`${SPENDING} --refresh`)
  expect(next.stdout).toBe(anew.stdout)
  expect(total(next.stdout)).toEqual(total(anew.stdout))
})

test('an undo forgets what it takes back', async () => {
  const before = await report()
  await remote.run('tx add --account Checking --amount -7 --date 2025-03-04')
  expect((await report()).stdout).not.toBe(before.stdout)
  await remote.run('undo --yes')
  expect((await report()).stdout).toBe(before.stdout)
})

test('a refused write and an assignment leave the cache as it is', async () => {
  await report()
  await remote.run('tx edit txn_00000000000000000000000000 --amount -9')
  await remote.run('month assign Groceries 5')
  expect((await report()).pages).toBe(1)
})

test('a report of a local workspace computes no month to know the currency', async () => {
  const cli = createCliHarness()
  try {
    await cli.budget(['init', '--name', 'Home', '--currency', 'JPY'])
    await cli.budget(['accounts', 'add', 'Checking', '--type', 'banking_checking', '--balance', '100'])
    const { stdout, stderr } = await cli.budget(['report', 'networth', '--json', '--verbose'])
    expect(JSON.parse(stdout)).toMatchObject({ currency: 'JPY', rows: [{ net_worth: '100' }] })
    expect(stderr.trim().split('\n')).toEqual(['GET /accounts', 'GET /categories'])
  } finally {
    cli.close()
  }
})
