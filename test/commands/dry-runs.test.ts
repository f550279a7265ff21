/** Tests that a dry run changes nothing and lists every write. */

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'
import { splitShellWords } from '../transcripts/transcript.ts'

interface Plan {
  plan: {
    method: string | null
    path: string | null
    body: unknown
    type: string
    id: string
    before: Record<string, unknown> | null
    after: Record<string, unknown> | null
  }[]
  requests: number
}

/** Returns every file in a directory with its content; database files change even when they are only read. */
function readContents(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true }).map(String).toSorted()
  return Object.fromEntries(
    files
      .filter((name) => statSync(join(folder, name)).isFile() && !/\.db(-wal|-shm)?$/.test(name))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )
}

let cli: CliHarness
const run = (line: string, performance = {}) => {
  const { env, words } = splitShellWords(line)
  return cli.budget(words, { env, ...performance })
}
const readPlan = async (line: string): Promise<Plan> => {
  const { code, stdout, stderr } = await run(`${line} --dry-run --json`)
  expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: '' })
  return JSON.parse(stdout)
}
beforeEach(() => {
  cli = createCliHarness()
})
afterEach(() => cli.close())

const WORK = 'profile add work --base-url https://example.com --workspace ws_1'

describe('a dry run of what is kept on this machine', () => {
  beforeEach(async () => {
    await run('init --name Home --currency EUR')
    await run('accounts add Checking --type banking_checking')
    await run(WORK)
    await run('profile add club --workspace Home')
    await run('config set default_account Checking')
    await run('merchants add Aldi')
    await run('targets set Rent --kind monthly_refill --amount 5')
    await run('rules add --merchant Aldi --category Groceries')
    await run('rules add --merchant Aldi --category Rent')
    await run('keys create --name phone')
    const layouts = join(cli.folder, 'config', 'layouts')
    mkdirSync(layouts, { recursive: true })
    writeFileSync(join(layouts, 'bank.json'), '{"budget_layout":1,"columns":{"date":1,"amount":2}}')
  })

  it.each([
    ['config set default_account Savings', 'setting', ['Checking'], ['Savings']],
    ['config set history_keep 400d', 'setting', [null], ['400d']],
    ['config set default_profile work', 'setting', ['local'], ['work']],
    ['config unset default_account', 'setting', ['Checking'], [null]],
    ['profile use work', 'setting', ['local'], ['work']],
    ['profile remove club', 'profile', ['club'], null],
    ['profile add other --workspace Home', 'profile', null, ['other']],
    ['layouts delete bank', 'layout', ['bank'], null],
    ['completion install bash', 'file', null, []],
    ['workspaces create Club --currency EUR', 'workspace', null, ['Club']],
    ['keys create --name tablet', 'key', null, ['tablet']],
    ['targets set Rent --kind monthly_refill --amount 6', 'target', ['5.00'], ['6.00']],
    ['targets clear Rent', 'target', ['5.00'], null],
    ['targets snooze Rent', 'snooze', null, ['2026-11']],
  ])('is a plan of its own words, and changes nothing: %s', async (line, type, before, after) => {
    const files = readContents(cli.folder)
    const { plan, requests } = await readPlan(line)
    expect(requests).toBe(0)
    expect(plan).toEqual([expect.objectContaining({ method: null, path: null, body: null, type })])
    const has = (values: unknown[] | null, thing: object | null | undefined) => {
      expect(thing === null).toBe(values === null)
      if (values && thing) expect(Object.values(thing)).toEqual(expect.arrayContaining(values))
    }
    has(before, plan[0]?.before)
    has(after, plan[0]?.after)
    expect(readContents(cli.folder)).toEqual(files)
  })

  it('says to a person what would change, from what to what', async () => {
    const shown = async (line: string) =>
      (await run(`${line} --dry-run`, { terminal: 100, env: { NO_COLOR: '1' } })).stdout
    expect(await shown('config set default_account Savings')).toBe(
      'Change the setting default_account\n    Value: Checking → Savings\nNothing was changed\n',
    )
    expect(await shown('layouts delete bank')).toContain('Delete the layout bank\n')
    expect(await shown('rules remove 1')).toContain(
      'Delete the rule "Transactions from Aldi go to Groceries"\n',
    )
    expect(await shown('accounts edit Checking --name Everyday')).toBe(
      'Change the account Checking\n    Name: Checking → Everyday\nNothing was changed\n',
    )
  })

  it('names no key, and never the address of one as a request', async () => {
    const { plan } = await readPlan('keys create --name tablet')
    expect(JSON.stringify(plan)).not.toMatch(/"key":/)
  })
})

describe('a dry run of a beginning', () => {
  it('of init plans the workspace and its categories, and leaves nothing behind', async () => {
    const { plan, requests } = await readPlan('init --name Home --currency EUR')
    expect(requests).toBe(0)
    expect(plan[0]).toEqual({
      method: null,
      path: null,
      body: null,
      type: 'workspace',
      id: '(new)',
      before: null,
      after: { name: 'Home', currency: 'EUR' },
    })
    expect(plan.filter(({ type }) => type === 'category').length).toBe(10)
    expect(readdirSync(cli.folder)).toEqual([])
  })

  it('of demo plans its workspaces, and makes no folder', async () => {
    const { plan, requests } = await readPlan('demo')
    expect(requests).toBe(0)
    expect(plan.map(({ type }) => type)).toEqual(['workspace', 'workspace', 'workspace'])
    expect(readdirSync(cli.folder)).toEqual([])
  })
})

describe('a plan in words', () => {
  beforeEach(async () => {
    await run('init --name Home --currency EUR')
    await run('accounts add Checking --type banking_checking')
    await run('accounts add Savings --type banking_savings')
  })
  const shown = async (line: string) =>
    (await run(`${line} --dry-run`, { terminal: 120, env: { NO_COLOR: '1' } })).stdout.split('\n')

  it('has the names of things, not their ids', async () => {
    expect((await shown('tx add -5 Bakery Groceries --account Checking')).slice(0, 3)).toEqual([
      'Add the merchant Bakery',
      'Add the transaction -5.00 Bakery on 2026-11-20 in Checking',
      '    Category: Groceries',
    ])
    const id = (await run('tx add -5 Bakery Groceries --account Checking --format ids')).stdout.trim()
    expect((await shown(`tx edit ${id} --category Rent --notes x`)).slice(0, 2)).toEqual([
      `Change the transaction -5.00 Bakery on 2026-11-20 in Checking (${id})`,
      '    Category: Groceries → Rent, Notes: none → x',
    ])
    expect((await shown(`tx delete ${id}`))[0]).toBe(
      `Delete the transaction -5.00 Bakery on 2026-11-20 in Checking (${id})`,
    )
    expect((await shown('month assign Groceries 10')).slice(0, 2)).toEqual([
      'Assign to Groceries in 2026-11',
      '    Assigned: 0.00 → 10.00, Available: -5.00 → 5.00',
    ])
    expect((await shown('accounts close Checking'))[0]).toBe('Change the account Checking')
    expect((await shown('tx transfer 5 --from Checking --to Savings')).slice(0, 4).toSorted()).toEqual([
      '    Other account: Checking',
      '    Other account: Savings',
      'Add the transfer -5.00 on 2026-11-20 in Checking',
      'Add the transfer 5.00 on 2026-11-20 in Savings',
    ])
  })

  it('has counts and sums where there are many', async () => {
    const rows = Array.from({ length: 30 }, (_, at) =>
      JSON.stringify({ date: `2026-11-${String(at + 1).padStart(2, '0')}`, amount: '-1' }),
    )
    writeFileSync(join(cli.folder, 'rows.ndjson'), rows.slice(0, 29).join('\n'))
    const { stdout } = await run('tx add --stdin --account Checking --dry-run', {
      stdin: 'rows.ndjson',
      terminal: 120,
      env: { NO_COLOR: '1' },
    })
    expect(stdout.split('\n').slice(0, 5)).toEqual([
      'Add 29 transactions, -29.00 net, from 2026-11-01 to 2026-11-29',
      '    Add the transaction -1.00 on 2026-11-29 in Checking',
      '    Add the transaction -1.00 on 2026-11-28 in Checking',
      '    Add the transaction -1.00 on 2026-11-27 in Checking',
      '    and 26 more',
    ])
  })
})

describe('a plan for a person', () => {
  const plan = async (line: string): Promise<string[]> =>
    (await run(`${line} --dry-run`, { terminal: 120, env: { NO_COLOR: '1', BUDGET_PAGER: 'cat' } })).stdout
      .trim()
      .split('\n')
  beforeEach(async () => {
    await run('init --name Home --currency EUR')
    await run('accounts add Checking --type checking --allow-duplicate-name')
  })

  it('tells many transactions as a count and a sum, with the first few', async () => {
    const rows = Array.from({ length: 11 }, (_, at) => `2026-11-${at + 1},Shop,-${at + 1}.00`)
    writeFileSync(join(cli.folder, 'bank.csv'), `Date,Payee,Amount\n${rows.join('\n')}\n`)
    await run('import bank.csv --account Checking --accept --date-order ymd')
    const lines = await plan('imports undo bank.csv')
    expect(lines.map((line) => line.replace(/ \(txn_\w+\)/, ''))).toEqual([
      'Delete the merchant Shop',
      'Delete the import bank.csv',
      'Delete 11 transactions, -66.00 net, from 2026-11-01 to 2026-11-11',
      '    Delete the transaction -1.00 Shop on 2026-11-01 in Checking',
      '    Delete the transaction -2.00 Shop on 2026-11-02 in Checking',
      '    Delete the transaction -3.00 Shop on 2026-11-03 in Checking',
      '    and 8 more',
      'Nothing was changed',
    ])
    expect((await plan('tx approve --all')).slice(0, 3)).toMatchObject([
      'Change 11 transactions, -66.00 net, from 2026-11-01 to 2026-11-11',
      expect.stringContaining('    Change the transaction -11.00 Shop on 2026-11-11'),
      '        Review: needs_review → reviewed',
    ])
  })

  it('says which way the money of a transfer would go', async () => {
    await run('accounts add Savings --type savings')
    const [out = ''] = (await run('tx transfer 5 --from Checking --to Savings --format ids')).stdout.split(
      '\n',
    )
    const reversed = await plan(`tx edit ${out} --amount +7`)
    expect(reversed.at(reversed.indexOf('    Amount: -5.00 → 7.00') + 1)).toBe(
      '    The money would go into Checking, not out of Checking',
    )
    const kept = await plan(`tx edit ${out} --amount 7`)
    expect(kept.filter((line) => line.startsWith('    ')).toSorted()).toEqual([
      '    Amount: -5.00 → -7.00',
      '    Amount: 5.00 → 7.00',
    ])
    expect(kept.at(-1)).toBe('Nothing was changed')
  })

  it('says where nothing would be different', async () => {
    await run('tx add -1 Kiosk Groceries --account Checking --status cleared')
    const id = (await run('tx list --format ids')).stdout.trim()
    const same = ['accounts reopen Checking', 'categories unarchive Rent']
    for (const line of [...same, `tx clear ${id}`, `tx restore ${id}`, 'month assign Rent 0'])
      expect({ line, said: await plan(line) }).toEqual({ line, said: ['Nothing would change'] })
    expect((await plan('profile use local'))[1]).toBe('    No change')
  })
})

const byName = (a: Plan['plan'][number]['after'], b: typeof a): number =>
  String(a?.['name']).localeCompare(String(b?.['name']))

it('plans to cover a card that covered categories bring some of its money', async () => {
  for (const line of [
    'accounts add Checking --type banking_checking --balance 1000',
    'accounts add Visa --type credit_credit_card --balance -100 --balance-date 2026-10-01',
    'groups add Everyday',
    'categories add Groceries --group Everyday',
    'tx add --account Visa --amount -50 --merchant Shop --category Groceries',
    'tx transfer 150 --from Checking --to Visa',
  ])
    expect(await run(line)).toMatchObject({ code: 0 })
  const { plan } = await readPlan('month cover --all --from rta')
  expect(plan.map(({ after }) => after).toSorted(byName)).toEqual([
    { name: 'Groceries', assigned: '50.00', available: '0.00' },
    { name: 'Visa', assigned: '100.00', available: '0.00' },
  ])
})
