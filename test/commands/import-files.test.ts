/** Tests imports of several files at once. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'
import { createRemoteHarness, type RemoteHarness } from '../support/remote-harness.ts'
import { splitShellWords } from '../transcripts/transcript.ts'

interface Row {
  id: string
  notes: string | null
  status: string
  deleted: boolean
}

const listRows = (stdout: string): Row[] => JSON.parse(stdout)

describe('several things at once on this machine', () => {
  let stage: CliHarness
  let ids: string[]
  const run = (line: string, answers: string[] = []) =>
    stage.budget(splitShellWords(line).words, answers.length > 0 ? { terminal: 100, answers } : {})
  const said = async (line: string): Promise<string> => {
    const { code, stdout, stderr } = await run(line)
    expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: '' })
    return stdout
  }
  const add = async (amount: string): Promise<string> =>
    (await said(`tx add ${amount} Bakery --account Checking --format ids`)).trim()
  const shown = async (): Promise<Row[]> => listRows(await said(`tx show ${ids.join(' ')} --json`))

  beforeEach(async () => {
    stage = createCliHarness()
    await said('init --name Home --currency EUR')
    await said('accounts add Checking --type banking_checking --balance 100')
    ids = [await add('-1'), await add('-2'), await add('-3')]
  })
  afterEach(() => stage.close())

  it.each(['edit --notes x', 'approve', 'clear --yes', 'delete --yes', 'restore', 'show'])(
    'are not touched when one of them is unknown, and every unknown one is named: tx %s',
    async (verb) => {
      const before = await shown()
      const [word, ...flags] = verb.split(' ')
      const line = `tx ${word} ${ids[0]} nope ${ids[1]} nada ${flags.join(' ')}`
      const { code, stderr } = await run(line)
      expect({ code, stderr }).toEqual({
        code: 6,
        stderr:
          'No transaction has the reference or id "nope"\nNo transaction has the reference or id "nada"\n  budget tx list shows the references in its first column\n',
      })
      expect(await shown()).toEqual(before)
    },
  )

  it('are named where a single one is unknown', async () => {
    const { code, stderr } = await run('tx edit nope --notes x')
    expect(code).toBe(6)
    expect(stderr).toContain('No transaction has the reference or id "nope"')
  })

  it('are checked before the first of them changes', async () => {
    await said(`tx delete ${ids[1]} --yes`)
    const before = await shown()
    const { code, stderr } = await run(`tx edit ${ids.join(' ')} --notes x`)
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: `${ids[1]}: transaction is deleted; restore it first\n`,
    })
    expect(await shown()).toEqual(before)
  })

  it('are named together where names are asked for', async () => {
    const { code, stderr } = await run('categories archive Rent Nowhere Elsewhere')
    expect(code).toBe(6)
    expect(stderr).toContain('No category named "Nowhere"')
    expect(stderr).toContain('No category named "Elsewhere"')
    expect(await said('categories show Rent --format tsv --no-header --fields archived')).toBe('false\n')
    const merge = await run('merchants merge Nobody --into Noone --yes')
    expect(merge.code).toBe(6)
    expect(merge.stderr).toContain('No merchant named "Nobody"')
    expect(merge.stderr).toContain('No merchant named "Noone"')
  })

  it.each([
    'tx show ID',
    'tx edit ID --notes x',
    'tx approve ID',
    'tx clear ID',
    'tx delete ID --yes',
    'tx restore ID',
    'categories archive Rent',
    'categories unarchive Rent',
    'merchants merge Butcher --into Bakery --yes',
  ])('are an array for programs, also when there is but one: %s', async (line) => {
    await said('merchants add Butcher')
    const result: unknown = JSON.parse(await said(`${line.replace('ID', ids[0] ?? '')} --json`))
    expect(result).toEqual([expect.objectContaining({ id: expect.any(String) })])
  })

  it('stay a card for a person when there is but one', async () => {
    const { stdout } = await stage.budget(['tx', 'show', ids[0] ?? '', '--color', 'never'], { terminal: 80 })
    expect(stdout).toContain('Account   Checking\n')
  })
})

describe('several things at once on a remote profile', () => {
  let remote: RemoteHarness
  let ids: string[]
  beforeEach(async () => {
    remote = await createRemoteHarness()
    const add = (amount: string) => remote.runOk(`tx add ${amount} Bakery --account Checking --format ids`)
    ids = [await add('-1'), await add('-2'), await add('-3')]
  })
  afterEach(() => remote.close())

  it('end with what became of each when the service refuses one', async () => {
    const line = 'categories archive Rent "Ready to pay" Groceries'
    await remote.runOk('accounts add "Ready to pay" --type credit_credit_card')
    const { code, stdout, stderr } = await remote.run(`${line} --json`)
    expect({ code, stderr }).toEqual({ code: 8, stderr: '' })
    expect(JSON.parse(stdout)).toEqual([
      { id: expect.any(String), name: 'Rent', outcome: 'done' },
      {
        id: expect.any(String),
        name: 'Ready to pay',
        outcome: 'refused',
        error: { id: '400', name: 'bad_request', detail: expect.any(String) },
      },
      { id: expect.any(String), name: 'Groceries', outcome: 'not_tried' },
    ])
    const again = await remote.run(line, { terminal: 100 })
    expect(again.code).toBe(8)
    expect(again.stdout).toMatch(/^Rent: done\nReady to pay: refused: .+\nGroceries: not tried\n$/)
  })

  it('are refused as one thing is when nothing was done before', async () => {
    await remote.runOk('accounts add Card --type credit_credit_card')
    const { code, stdout } = await remote.run('categories archive Card Rent')
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  })

  it('are read once by a dry run', async () => {
    const { code, requests } = await remote.run(`tx edit ${ids.join(' ')} --notes x --dry-run`)
    expect({ code, requests: requests.length }).toEqual({ code: 0, requests: 3 })
  })

  it('are found in a page of the list where that takes fewer requests', async () => {
    const more: string[] = []
    for (const amount of ['-4', '-5', '-6'])
      more.push(await remote.runOk(`tx add ${amount} Bakery --account Checking --format ids`))
    const { requests } = await remote.run(`tx approve ${[...ids, ...more].join(' ')}`)
    expect(requests.filter((request) => request.startsWith('GET'))).toHaveLength(1)
    expect(requests).toHaveLength(7)
  })

  it('are looked up before the first write', async () => {
    const { code, requests } = await remote.run(`tx edit ${ids[0]} nope ${ids[1]} --notes x`)
    expect(code).toBe(6)
    expect(requests.filter((request) => !request.startsWith('GET'))).toEqual([])
  })
})

describe('a reconciled transaction', () => {
  let stage: CliHarness
  let id: string
  const run = (line: string, answers?: string[]) =>
    stage.budget(splitShellWords(line).words, answers ? { terminal: 100, answers } : {})
  beforeEach(async () => {
    stage = createCliHarness()
    await run('init --name Home --currency EUR')
    await run('accounts add Checking --type banking_checking')
    await run('accounts add Savings --type banking_savings')
    id = (await run('tx add -5 Bakery --account Checking --format ids')).stdout.trim()
    await run(`tx edit ${id} --status reconciled --yes`)
  })
  afterEach(() => stage.close())

  const status = async (one: string) =>
    JSON.parse((await run(`tx show ${one} --fields status --format ndjson`)).stdout).status

  it.each(['tx clear ID', 'tx edit ID --status pending'])(
    'is not touched without a yes: %s',
    async (line) => {
      const { code, stderr } = await run(line.replace('ID', id))
      expect(code).toBe(10)
      expect(stderr).toContain('Change a reconciled transaction?')
      expect(await status(id)).toBe('reconciled')
      expect((await run(line.replace('ID', id), ['no'])).code).toBe(10)
      expect((await run(line.replace('ID', id), ['yes'])).code).toBe(0)
      expect(await status(id)).not.toBe('reconciled')
    },
  )

  it('is asked about where it is the other side of a transfer', async () => {
    const { stdout } = await run('tx transfer 5 --from Checking --to Savings --format ids')
    const [out = '', into = ''] = stdout.trim().split('\n')
    await run(`tx edit ${into} --status reconciled --yes`)
    expect((await run(`tx edit ${out} --status pending`)).code).toBe(10)
    expect((await run(`tx clear ${out}`)).code).toBe(0)
  })

  it('is not asked about when its status stays as it is', async () => {
    expect((await run(`tx edit ${id} --status reconciled`)).code).toBe(0)
  })
})

describe('a second account of the same name', () => {
  it('is refused unless it is wanted', async () => {
    const stage = createCliHarness()
    const run = (line: string) => stage.budget(splitShellWords(line).words)
    await run('init --name Home --currency EUR')
    await run('accounts add Checking --type banking_checking')
    await run('accounts add Savings --type banking_savings')
    const refused = await run('accounts add CHECKING --type banking_cash')
    expect({ code: refused.code, stderr: refused.stderr }).toEqual({
      code: 7,
      stderr: 'An account named "Checking" already exists\n  Add --allow-duplicate-name to use it for both\n',
    })
    expect((await run('accounts edit Savings --name checking')).code).toBe(7)
    expect((await run('accounts edit Checking --name CHECKING')).code).toBe(0)
    expect((await run('accounts add checking --type banking_cash --allow-duplicate-name')).code).toBe(0)
    expect((await run('api POST /accounts -F name=Checking -F type=banking_cash')).code).toBe(0)
    stage.close()
  })
})
