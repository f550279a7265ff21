/** Tests how findings are applied: on a remote profile with its requests, one by one, and what is refused. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'
import { createRemoteHarness, type RemoteHarness } from '../support/remote-harness.ts'
import { splitShellWords } from '../transcripts/transcript.ts'

let remote: RemoteHarness
/** Each entry is made a minute later, as by hand: rows that one request created come from a file. */
let minutes = 0
const later = () => ({ later: (minutes += 60_000) })
const add = (line: string) => remote.runOk(`tx add ${line} --format ids`, later())
const listRows = async () =>
  (
    await remote.runOk(
      'tx list --fields date,amount,account_name,merchant_name,notes --format csv --no-header',
    )
  )
    .split(/\r?\n/)
    .filter((line) => !line.includes('Starting balance'))

beforeEach(async () => {
  minutes = 0
  remote = await createRemoteHarness()
  await remote.runOk('accounts add Savings --type banking_savings')
  remote.writeFile(
    'november.csv',
    'Date,Payee,Amount\n2026-11-09,BLUE HERON BISTRO,-20.00\n2026-11-14,HARDWARE WORLD 17,-89.10\n2026-11-15,TO SAVINGS,-200.00\n',
  )
})
afterEach(() => remote.close())

describe('tx duplicates on a remote profile', () => {
  beforeEach(async () => {
    await add('-89.10 "Hardware World" Household --account Checking --date 2026-11-13 --notes "shelf"')
    await add('-20 "Blue Heron" Groceries --account Checking --date 2026-11-09')
    await remote.run('import november.csv --account Checking --accept --possible import', later())
  })

  it('lists once, then changes and deletes two, with the category and the notes of the user', async () => {
    const { code, requests } = await remote.run('tx duplicates --apply all --yes')
    expect({ code, methods: requests.map((request) => request.split(' ')[0]) }).toEqual({
      code: 0,
      methods: ['GET', 'PATCH', 'DELETE', 'PATCH', 'DELETE'],
    })
    expect(await listRows()).toEqual([
      '2026-11-15,-200.00,Checking,To Savings,',
      '2026-11-14,-89.10,Checking,Hardware World 17,shelf',
      '2026-11-09,-20.00,Checking,Blue Heron Bistro,',
    ])
  })

  it('tells the price before it asks, and changes nothing without a yes', async () => {
    const { code, stderr } = await remote.run('tx duplicates --apply all', {
      terminal: 120,
      answers: ['no'],
    })
    expect(code).toBe(10)
    expect(stderr).toContain('This requires 4 requests')
    expect(await listRows()).toHaveLength(5)
  })

  it('applies what was accepted before the user stopped', async () => {
    const { code } = await remote.run('tx duplicates --apply ask', {
      terminal: 120,
      answers: ['Yes', 'Stop and apply the pairs accepted so far'],
    })
    expect(code).toBe(0)
    expect(await listRows()).toHaveLength(4)
    const refused = await remote.run('tx duplicates --apply ask')
    expect({ code: refused.code, stderr: refused.stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--apply ask requires a terminal'),
    })
  })

  it('keeps the other one of a pair where the user says so', async () => {
    const { code } = await remote.run('tx duplicates --apply ask', {
      terminal: 120,
      answers: ['Keep the other one', 'Keep the other one'],
    })
    expect(code).toBe(0)
    expect(await listRows()).toEqual([
      '2026-11-15,-200.00,Checking,To Savings,',
      '2026-11-13,-89.10,Checking,Hardware World,shelf',
      '2026-11-09,-20.00,Checking,Blue Heron,',
    ])
  })

  it('proposes No first, and says after Ctrl-C that what was accepted was not applied', async () => {
    const { stderr } = await remote.run('tx duplicates --apply ask', { terminal: 120, answers: ['Yes'] })
    expect(stderr).toContain('[No, Yes, Keep the other one, Stop and apply the pairs accepted so far]')
    expect(stderr).toContain('Nothing was changed: the pairs you accepted are applied after the last answer')
    expect(await listRows()).toHaveLength(5)
  })

  it('shows the kept row with the category it took over', async () => {
    await remote.runOk('tx edit --merchant "Blue Heron Bistro" --set-uncategorized --yes')
    const { stdout, stderr } = await remote.run('tx duplicates --apply 1', {
      terminal: 120,
      answers: ['yes'],
    })
    expect(stdout).toMatch(/kept .*Blue Heron Bistro .*Groceries/)
    expect(stderr).toMatch(/with the category\s+of the deleted one/)
  })

  it('changes nothing if there are not enough requests for all', async () => {
    const { code } = await remote.run('tx duplicates --apply all --yes --max-requests 3')
    expect(code).not.toBe(0)
    expect(await listRows()).toHaveLength(5)
  })
})

describe('findings of which the service refuses one', () => {
  const addNames = async (profile: string) => {
    for (const name of [
      'Waitrose',
      '"Waitrose 522 London"',
      '"WAITROSE 999 SMALLVILLE"',
      '"Waitrose 7 York"',
    ])
      await remote.run(`tx add -5 ${name} Groceries --account Checking ${profile}`)
  }
  /** Another program deletes the merchant that is second in the list while the question is open. */
  const deleteSecond = (profile: string) => ({
    terminal: 200,
    answers: ['yes'],
    whileAsked: async () => {
      expect(await remote.run(`merchants delete "Waitrose 522 London" --yes ${profile}`)).toMatchObject({
        code: 0,
      })
    },
  })
  const listNames = (profile: string) =>
    remote.runOk(`merchants list --format csv --no-header --fields name ${profile}`)

  it('end with a line for each on a remote profile', async () => {
    await addNames('')
    const { code, stdout } = await remote.run('merchants suggest --apply 1 --color never', deleteSecond(''))
    expect({ code, lines: stdout.trimEnd().split('\n') }).toEqual({
      code: 8,
      lines: [
        'Waitrose 7 York: done',
        'Waitrose 522 London: refused: merchant not found',
        'WAITROSE 999 SMALLVILLE: not tried',
      ],
    })
    expect(await listNames('')).toBe('Waitrose\nWAITROSE 999 SMALLVILLE')
  })

  it('say the same as JSON', async () => {
    await addNames('')
    const { code, stdout } = await remote.run('merchants suggest --apply 1 --json', deleteSecond(''))
    expect({ code, items: JSON.parse(stdout) }).toEqual({
      code: 8,
      items: [
        { id: expect.any(String), name: 'Waitrose 7 York', outcome: 'done' },
        {
          id: expect.any(String),
          name: 'Waitrose 522 London',
          outcome: 'refused',
          error: { id: '404', name: 'not_found', detail: 'merchant not found' },
        },
        { id: expect.any(String), name: 'WAITROSE 999 SMALLVILLE', outcome: 'not_tried' },
      ],
    })
  })

  it('save rules only for what was done', async () => {
    await addNames('')
    expect(await remote.run('import november.csv --account Checking --accept')).toMatchObject({ code: 0 })
    const applied = await remote.run('merchants suggest --apply 1 --layout checking', deleteSecond(''))
    expect(applied.code).toBe(8)
    const layout: { rules: unknown } = JSON.parse(await remote.runOk('layouts show checking --json'))
    expect(layout.rules).toEqual([{ if: { payee: 'Waitrose 7 York' }, merchant: 'Waitrose' }])
  })

  it('are all taken back on this computer', async () => {
    const local = '--profile local'
    await addNames(local)
    const changed = await remote.run(`merchants suggest --apply 1 ${local}`, deleteSecond(local))
    expect(changed).toMatchObject({ code: 7, stderr: expect.stringContaining('nothing was done') })
    const names = await listNames(local)
    await remote.runOk(`tx add -5 "Waitrose 522 London" Groceries --account Checking ${local} --quiet`)
    const refused = await remote.run(`merchants suggest --apply 1 ${local}`, {
      ...deleteSecond(local),
      // Without this check the service refuses the second merge, after the first one.
      connection: { changeCounter: () => 0 },
    })
    expect(refused).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('"Waitrose 522 London": merchant not found'),
    })
    expect(await listNames(local)).toBe(names)
  })
})

describe('tx transfers on a remote profile', () => {
  beforeEach(async () => {
    await remote.run('import november.csv --account Checking --accept', later())
    await add('200 "From Checking" --uncategorized --account Savings --date 2026-11-16')
  })

  it('creates the transfer before it deletes the two, and names no sure one that is not', async () => {
    const { code, requests } = await remote.run('tx transfers --apply 1 --yes')
    expect({ code, methods: requests.map((request) => request.split(' ')[0]) }).toEqual({
      code: 0,
      methods: ['GET', 'POST', 'DELETE', 'DELETE'],
    })
    expect((await listRows()).filter((line) => line.includes('200.00'))).toEqual([
      '2026-11-15,200.00,Savings,,To Savings; From Checking',
      '2026-11-15,-200.00,Checking,,To Savings; From Checking',
    ])
    expect(await remote.runOk('tx transfers --json')).toBe('[]')
  })

  it('says in the question which date both sides get, and shows it', async () => {
    const { stdout, stderr } = await remote.run('tx transfers --apply 1 --color never', {
      terminal: 120,
      answers: ['yes'],
    })
    expect(stderr).toContain('on 2026-11-15; Savings gets that date too, not 2026-11-16')
    expect(stdout).toMatch(/in .*2026-11-15/)
  })

  it('keeps the next file from importing the replaced rows again', async () => {
    await remote.run('tx transfers --apply 1 --yes')
    remote.writeFile(
      'next.csv',
      'Date,Payee,Amount\n2026-11-14,HARDWARE WORLD 17,-89.10\n2026-11-15,TO SAVINGS,-200.00\n2026-11-18,KIOSK,-3.00\n',
    )
    const { code, stdout } = await remote.run('import next.csv --account Checking --accept --json')
    const { counts }: { counts: Record<string, number> } = JSON.parse(stdout)
    expect({ code, create: counts['create'], duplicate: counts['duplicate'] }).toEqual({
      code: 0,
      create: 1,
      duplicate: 2,
    })
  })

  it('only deletes the two rows when a stopped run has created the transfer', async () => {
    const notes = '"To Savings; From Checking"'
    const made = `tx transfer 200 --from Checking --to Savings --date 2026-11-15 --notes ${notes}`
    await remote.runOk(made, later())
    expect((await remote.run('tx transfers --apply all --yes')).stderr).not.toContain('Transfer')
    const { code, requests } = await remote.run('tx transfers --apply 1 --yes')
    expect({ code, methods: requests.map((request) => request.split(' ')[0]) }).toEqual({
      code: 0,
      methods: ['GET', 'DELETE', 'DELETE'],
    })
    expect((await listRows()).filter((line) => line.includes('200.00'))).toHaveLength(2)
  })

  it('lists the writes of a dry run without making them', async () => {
    const { code, stdout, requests } = await remote.run('tx transfers --apply all --dry-run --json')
    const { plan }: { plan: { method: string | null }[] } = JSON.parse(stdout)
    expect({ code, methods: plan.flatMap(({ method }) => method ?? []) }).toEqual({
      code: 0,
      methods: ['POST', 'DELETE', 'DELETE'],
    })
    expect(requests.every((request) => request.startsWith('GET'))).toBe(true)
  })
})

describe('merchants on a remote profile', () => {
  it('are merged by one request each', async () => {
    for (const name of ['Waitrose', '"Waitrose 522 London"', '"WAITROSE 999 SMALLVILLE"'])
      await add(`-5 ${name} Groceries --account Checking`)
    const { code, requests } = await remote.run('merchants suggest --apply 1 --yes')
    expect({ code, methods: requests.map((request) => request.split(' ')[0]) }).toEqual({
      code: 0,
      methods: ['GET', 'GET', 'DELETE', 'DELETE'],
    })
    expect(await remote.runOk('merchants list --format csv --no-header --fields name')).toBe('Waitrose')
  })
})

it('a number that is not in the list, or a row that two transfers need, changes nothing', async () => {
  for (const account of ['Checking', 'Savings']) {
    await remote.runOk(`accounts add "${account} 2" --type banking_checking`)
    await add(`50 Transfer --uncategorized --account "${account} 2" --date 2026-11-10`)
  }
  await add('-50 Transfer --uncategorized --account Checking --date 2026-11-10')
  const rows = await listRows()
  const both = await remote.run('tx transfers --apply 1,2 --yes')
  expect({ code: both.code, stderr: both.stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('1 and 2 need the same transaction'),
  })
  const none = await remote.run('tx transfers --apply 1,7 --yes')
  expect({ code: none.code, stderr: none.stderr }).toMatchObject({
    code: 6,
    stderr: expect.stringContaining('No transfer has the number 7'),
  })
  expect(await listRows()).toEqual(rows)
})

it('an id names the same finding when the list has changed, and none when it is gone', async () => {
  await add('-20 "Blue Heron" --account Checking --date 2026-11-09')
  await add('-89.10 "Hardware World" --account Checking --date 2026-11-13')
  await remote.run('import november.csv --account Checking --accept --possible import', later())
  const listed: { number: number; remove: { id: string } }[] = JSON.parse(
    await remote.runOk('tx duplicates --json'),
  )
  const [first, second] = listed.map(({ remove }) => remove.id)
  expect(listed).toHaveLength(2)
  await remote.runOk(`tx delete ${first} --yes`)
  // What was the second of the list is now the first.
  await remote.runOk(`tx duplicates --apply ${second} --yes`)
  expect(await listRows()).toHaveLength(3)
  const gone = await remote.run(`tx duplicates --apply ${first},${second} --yes`)
  expect({ code: gone.code, stderr: gone.stderr }).toEqual({
    code: 6,
    stderr: expect.stringContaining(`No pair in the list has the id ${first}`),
  })
})

describe('tx duplicates of entries by hand', () => {
  let cli: CliHarness
  const run = (line: string, more = {}) => cli.budget(splitShellWords(line).words, more)
  const listPairs = async () =>
    JSON.parse((await run('tx duplicates --json')).stdout).map(({ keep, remove }: any) => [
      keep.date,
      remove.date,
    ])
  beforeEach(async () => {
    cli = createCliHarness()
    await run('init --name Home --currency EUR')
    await run('accounts add Checking --type checking')
  })
  afterEach(() => cli.close())

  it('finds what two commands of one instant made, such as a request that was sent again', async () => {
    await run('tx add -42.10 Market --date 2026-11-09')
    await run('tx add -42.10 Market --date 2026-11-09')
    expect(await listPairs()).toEqual([['2026-11-09', '2026-11-09']])
  })

  it('finds a monthly bill that is there twice, also some days apart', async () => {
    for (const month of ['07', '08', '09', '10', '11'])
      await run(`tx add -900 Landlord --date 2026-${month}-01`)
    await run('tx add -900 Landlord --date 2026-10-05')
    expect(await listPairs()).toEqual([['2026-10-01', '2026-10-05']])
  })

  it('tells equal rows that one command made, for the user to decide', async () => {
    const rows =
      '[{"date":"2026-11-09","amount":"-2.60","merchant_name":"Transit"},{"date":"2026-11-09","amount":"-2.60","merchant_name":"Transit"}]'
    writeFileSync(join(cli.folder, 'rows.json'), rows)
    expect(await run('tx add --stdin --account Checking', { stdin: 'rows.json' })).toMatchObject({ code: 0 })
    expect(await listPairs()).toEqual([])
    expect((await run('tx duplicates', { terminal: 120, answers: [], env: { NO_COLOR: '1' } })).stderr).toBe(
      'Identical on one day, but not listed because one file or command added them all, or you often pay that shop twice:\n  2 × 2026-11-09 -2.60 Transit in Checking\nIf one is a duplicate, delete it: budget tx delete REF\n',
    )
  })
})
