/** Tests that dates keep the amounts of their own when an edit moves them. */

import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'
import { splitShellWords } from '../transcripts/transcript.ts'

let cli: CliHarness

async function run(line: string): Promise<string> {
  const { code, stdout, stderr } = await cli.budget(splitShellWords(line).words)
  expect({ line, code, stderr: code === 0 ? '' : stderr }).toEqual({ line, code: 0, stderr: '' })
  return stdout
}

// It is 2026-11-20.
beforeEach(async () => {
  cli = createCliHarness()
  await run('accounts add Checking --type banking_checking --balance 5000 --balance-date 2026-09-01')
  await run('schedules add 1450 Landlord --every month --on 1 --from 2026-12-01 --account Checking')
  await run('schedules edit Landlord 1500 --from 2027-03')
})
afterEach(() => cli.close())

const listDates = async (): Promise<unknown> =>
  JSON.parse(await run('upcoming --days 130 --json')).rows.map(
    ({ date, amount }: { date: string; amount: string }) => `${date} ${amount}`,
  )

test('schedules edit --on moves the amounts that dates keep until a month', async () => {
  await run('schedules edit Landlord --on 3')
  expect(await listDates()).toEqual([
    '2026-12-03 -1450.00',
    '2027-01-03 -1450.00',
    '2027-02-03 -1450.00',
    '2027-03-03 -1500.00',
  ])
})

test('schedules edit --every names the dates that lose an amount of their own', async () => {
  const { remarks } = JSON.parse(await run('schedules edit Landlord --every quarter --json'))
  expect(remarks).toEqual([
    'These dates had amounts of their own: 2027-01-01 -1,450.00, 2027-02-01 -1,450.00',
  ])
})

test('schedules edit --on with a second day keeps the amounts of the dates that stay', async () => {
  expect(JSON.parse(await run('schedules edit Landlord --on 1,15 --json')).remarks).toEqual([])
  expect(await listDates()).toContain('2027-02-01 -1450.00')
})
