/** Tests deleted transactions: listing and restoring them. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'
import { createRemoteHarness } from '../support/remote-harness.ts'
import { splitShellWords } from '../transcripts/transcript.ts'

let cli: CliHarness
const run = (line: string) => cli.budget(splitShellWords(line).words)
const amounts = async (flags: string) =>
  (await run(`tx list --deleted ${flags} --fields amount --format tsv --no-header`)).stdout
    .trim()
    .split('\n')
    .join(' ')

beforeAll(async () => {
  cli = createCliHarness()
  await run('init --name Home --currency EUR')
  await run('accounts add Checking --type checking')
  await run('accounts add Savings --type savings')
  const ids: string[] = []
  for (const line of [
    'tx add -1 Bakery Groceries --account Checking --date 2026-10-01',
    'tx add -2 Bakery Rent --account Checking --date 2026-11-02',
    'tx add -3 Butcher --account Savings --date 2026-11-03 --split Groceries=-1 --split rta=-2',
    'tx add -4 Butcher --account Checking --date 2026-11-04 --status pending',
  ])
    ids.push((await run(`${line} --format ids`)).stdout.trim())
  await run(`tx delete ${ids.join(' ')} --yes`)
  await run('tx add -9 Bakery --account Checking')
})
afterAll(() => cli.close())

it.each([
  ['', '-4.00 -3.00 -2.00 -1.00'],
  ['--limit 2', '-4.00 -3.00'],
  ['--account Checking --since 2026-11-01', '-4.00 -2.00'],
  ['--period 2026-10', '-1.00'],
  ['--category Groceries', '-3.00 -1.00'],
  ['--category rta', '-3.00'],
  ['--status pending', '-4.00'],
  ['--merchant Butcher --max -4', '-4.00'],
  ['--review-status reviewed', ''],
])('deleted transactions are listed, newest first: %s', async (flags, expected) => {
  expect(await amounts(flags)).toBe(expected)
})

it('a deleted transaction that is found can be restored', async () => {
  const id = (await run('tx list --deleted --limit 1 --format ids')).stdout.trim()
  expect((await run(`tx restore ${id}`)).code).toBe(0)
  expect(await amounts('')).toBe('-3.00 -2.00 -1.00')
})

it('a cursor of the live list does not belong to them', async () => {
  expect(await run('tx list --deleted --cursor x')).toMatchObject({ code: 2 })
})

it('a remote service cannot list them, and says so before it is asked', async () => {
  const remote = await createRemoteHarness()
  const { code, requests, stderr } = await remote.run('tx list --deleted')
  expect({ code, requests }).toEqual({ code: 5, requests: [] })
  expect(stderr).toContain('A remote service cannot list deleted transactions')
  remote.close()
})
