import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStage, type Stage } from './stage.ts'

let stage: Stage

/** Runs a line and answers with its ids. */
const made = async (line: string): Promise<string> => {
  const { stdout, stderr } = await stage.budget([...line.split(' '), '--format', 'ids'])
  expect(stderr).toBe('')
  return stdout.trim()
}

/** The requests a line makes. */
async function requestsOf(line: string): Promise<string[]> {
  const requests: string[] = []
  const { code, stderr } = await stage.budget(line.split(' '), { requests })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return requests
}

beforeAll(async () => {
  stage = openStage()
  await stage.budget(['init', '--name', 'Home', '--currency', 'EUR'])
  const workspace = await made('workspaces')
  const { stdout } = await stage.budget(['keys', 'create', '--json'])
  const { key }: { key: string } = JSON.parse(stdout)
  writeFileSync(join(stage.folder, 'key.txt'), key)
  const login = `auth login --base-url http://127.0.0.1:8787 --workspace ${workspace} --with-key`
  expect((await stage.budget(login.split(' '), { stdin: 'key.txt' })).code).toBe(0)
  await made('accounts add Checking --type banking_checking --balance 100')
  await made('merchants add Kiosk')
  await made('categories list')
  await made('merchants list')
  await made('accounts list --all')
})
afterAll(() => stage.close())

describe('with the names of an earlier command', () => {
  // cli.md §2: R, the requests a profile elsewhere spends
  it.each([
    ['quota', 0],
    ['auth status', 0],
    ['profile list', 0],
    ['accounts types', 0],
    ['accounts list', 1],
    ['accounts show Checking', 1],
    ['accounts edit Checking --name Current', 1],
    ['accounts edit Current --name Checking', 1],
    ['accounts add Cash --type banking_cash', 1],
    ['accounts close Cash --yes', 1],
    ['accounts reopen Cash', 1],
    ['accounts delete Cash --yes', 1],
    ['month show', 1],
    ['month assign Groceries 50', 2],
    ['tx list', 1],
    ['tx add --account Checking --amount -5 --merchant Bakery --category Groceries', 1],
    ['tx add --account Checking --amount -5 --merchant bakery --uncategorized', 1],
    ['tx list --account Checking --category Groceries', 1],
    ['categories list', 1],
    ['categories show Groceries', 1],
    ['categories add Books --group Everyday', 1],
    ['categories rename Books Reading', 1],
    ['categories move Reading --group Goals', 1],
    ['categories archive Reading', 1],
    ['categories unarchive Reading', 1],
    ['categories delete Reading --yes', 1],
    ['merchants list', 1],
    ['merchants show Bakery', 1],
    ['merchants add Cinema', 1],
    ['merchants rename Cinema Movies', 1],
    ['merchants delete Movies --yes', 1],
    ['merchants merge Bakery --into Kiosk --yes', 1],
    ['groups list', 1],
  ])('%s makes %d', async (line, count) => {
    const requests = await requestsOf(line)
    expect({ requests, count: requests.length }).toEqual({ requests, count })
  })
})

describe('a name nobody kept', () => {
  it('is looked for once', async () => {
    const requests: string[] = []
    const outcome = await stage.budget(['accounts', 'show', 'Nowhere'], { requests })
    expect(outcome.code).toBe(6)
    expect(requests).toEqual([expect.stringMatching(/^GET .*\/accounts$/)])
  })

  it('is found when it was made elsewhere meanwhile', async () => {
    expect(await made('accounts add Savings --type banking_savings --profile local')).toMatch(/^acc_/)
    expect(await requestsOf('accounts show Savings')).toHaveLength(2)
    expect(await requestsOf('accounts show Savings')).toHaveLength(1)
  })
})

it('--refresh reads the names anew', async () => {
  expect(await requestsOf('accounts show Checking --refresh')).toHaveLength(2)
})

it('a shell is offered the names without a request', async () => {
  const requests: string[] = []
  const { stdout } = await stage.budget(['__complete', 'account'], { requests })
  expect({ stdout, requests }).toEqual({ stdout: 'Checking\nSavings\n', requests: [] })
})

it('one who may not wait is told when to come again', async () => {
  const limited = { rateLimit: 0 }
  const { code, stderr } = await stage.budget(['accounts', '--no-wait', '--json'], limited)
  const { error } = JSON.parse(stderr)
  expect({ code, name: error.name, retry_after: error.retry_after }).toEqual({
    code: 9,
    name: 'rate_limit_exceeded',
    retry_after: 3600,
  })
})

it('a long wait says when it begins and when it ends', async () => {
  // The refusal of the test before is remembered: not even a request is spent to hear it again.
  const requests: string[] = []
  const { code, stderr } = await stage.budget(['accounts', '--max-wait', '2h'], { requests })
  expect({ code, requests: requests.length }).toEqual({ code: 0, requests: 1 })
  expect(stderr).toMatch(
    /^Rate limit: going on at \d\d:\d\d:\d\d \(\d+:\d\d left\); Ctrl-C stops safely\nRate limit: going on\n$/,
  )
})
