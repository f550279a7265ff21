/** Tests the confirmations of destructive commands. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'
import { createRemoteHarness, type RemoteHarness } from '../support/remote-harness.ts'
import { splitShellWords } from '../transcripts/transcript.ts'

const setupLines = [
  'accounts add Savings --type savings',
  'accounts add Empty --type cash',
  'tx add -5 AMZN Groceries --account Checking --date 2026-11-02',
  'tx add -7.50 AMZN Rent --account Checking --date 2026-11-09',
  'tx add -1 Amazon --account Checking --date 2026-10-09 --status pending --split Groceries=-0.40 --split Rent=-0.60',
  'month assign Groceries 20',
]
const lines: [line: string, about: string[]][] = [
  [
    'merchants merge AMZN --into Amazon',
    ['AMZN: 2 transactions, -12.50 net, from 2026-11-02 to 2026-11-09; they move to Amazon'],
  ],
  [
    'merchants delete AMZN',
    ['AMZN: 2 transactions, -12.50 net, from 2026-11-02 to 2026-11-09; they lose their merchant'],
  ],
  [
    'categories delete Groceries',
    [
      'Groceries: 2 transactions, -5.40 net, from 2026-10-09 to 2026-11-02; they become uncategorized',
      '15.00 available in 2026-11 goes back to Ready to Assign',
    ],
  ],
  [
    'categories delete Groceries --move-to Rent',
    [
      'Groceries: 2 transactions, -5.40 net, from 2026-10-09 to 2026-11-02; they move to Rent',
      '15.00 available in 2026-11 moves to Rent',
    ],
  ],
  [
    'accounts close Checking',
    [
      'Checking: 4 transactions, 86.50 net, from 2026-10-09 to 2026-11-20; 3 cleared transactions become reconciled',
      'Its balance of 86.50 still counts; move it to another account first',
    ],
  ],
  ['accounts delete Empty', ['Empty: no transactions']],
  [
    'accounts delete Checking',
    [
      'Checking: 4 transactions, 86.50 net, from 2026-10-09 to 2026-11-20; an account with transactions cannot be deleted, only closed',
    ],
  ],
]

describe('what is affected on this machine', () => {
  let stage: CliHarness
  let ids: string
  const run = (line: string, performance = {}) => stage.budget(splitShellWords(line).words, performance)
  beforeAll(async () => {
    stage = createCliHarness()
    await run('init --name Home --currency EUR')
    await run('accounts add Checking --type checking --balance 100')
    for (const line of setupLines) expect(await run(line)).toMatchObject({ code: 0 })
    ids = (await run('tx list --merchant AMZN --format ids')).stdout.trim().split('\n').join(' ')
  })
  afterAll(() => stage.close())

  it.each(lines)('is shown before it is done, and by a dry run: %s', async (line, about) => {
    const asked = await run(line, { terminal: 200, answers: ['no'] })
    expect({ code: asked.code, shown: asked.stderr.split('\n').slice(0, about.length) }).toEqual({
      code: 10,
      shown: about,
    })
    const { stderr } = await run(`${line} --dry-run`)
    expect(stderr.split('\n').slice(0, about.length)).toEqual(about)
  })

  it.each(lines)('is left out where a program reads the plan, or the error: %s', async (line) => {
    const { stdout, stderr, code } = await run(`${line} --dry-run --json`)
    if (code === 0)
      expect({ stderr, changes: JSON.parse(stdout).plan.length > 0 }).toEqual({ stderr: '', changes: true })
    else expect({ stdout, told: JSON.parse(stderr).error.exit_code }).toEqual({ stdout: '', told: code })
  })

  it('is told once about the money on an account', async () => {
    const { stderr } = await run('accounts close Checking --dry-run')
    expect(stderr.match(/still counts/g)).toHaveLength(1)
  })

  it('is one error where the short name of Ready to Assign is taken', async () => {
    await run('categories add rta --group Goals')
    const { stderr, code } = await run('categories add rta --group Goals --json')
    expect({ code, told: JSON.parse(stderr).error.exit_code }).toEqual({ code: 7, told: 7 })
  })

  it('is shown before transactions are deleted', async () => {
    const asked = await run(`tx delete ${ids}`, { terminal: 120, answers: ['no'] })
    expect(asked.stderr.split('\n').slice(0, 3)).toEqual([
      '2026-11-09 -7.50 AMZN in Checking',
      '2026-11-02 -5.00 AMZN in Checking',
      '2 transactions, -12.50 net, from 2026-11-02 to 2026-11-09',
    ])
    const { stderr } = await run(`tx delete ${ids} --dry-run`)
    expect(stderr).toContain('2 transactions, -12.50 net, from 2026-11-02 to 2026-11-09\n')
  })
})

describe('what is affected on a remote profile', () => {
  let remote: RemoteHarness
  beforeAll(async () => {
    remote = await createRemoteHarness()
    for (const line of setupLines) await remote.runOk(line)
  })
  afterAll(() => remote.close())

  it.each([
    ['merchants merge AMZN --into Amazon', 1, '1 request'],
    ['categories delete Groceries', 2, '1 request'],
    ['accounts close Checking', 2, '1 request'],
  ])('costs no more than a list of it, and the price is told: %s', async (line, reads, price) => {
    const { stderr, requests } = await remote.run(line, { terminal: 120, answers: ['no'] })
    expect(stderr).toContain(`This requires ${price}\n`)
    expect(requests.length).toBeLessThanOrEqual(reads)
  })

  it('is not read for one who said yes already', async () => {
    const { requests } = await remote.run('categories delete Transport --yes')
    // The category is read first: its name may mean another one by now.
    expect(requests.map((line) => line.split(' ')[0])).toEqual(['GET', 'DELETE'])
  })
})
