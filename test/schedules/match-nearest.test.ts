/** Tests which date `schedules match` fulfils. */

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
  await run('schedules add 20 Club --every month --on 1 --from 2026-11-01 --account Checking')
})
afterEach(() => cli.close())

test.each([
  ['2026-11-18', '2026-12-01'],
  ['2026-11-14', '2026-11-01'],
  ['2026-11-16', '2026-11-01'],
  ['2026-11-17', '2026-12-01'],
  ['2026-12-29', '2027-01-01'],
  ['2026-10-02', '2026-11-01'],
])('schedules match of a transaction of %s fulfils the nearest open date, %s', async (paid, date) => {
  const id = (await run(`spend 20 Other --account Checking --date ${paid} --format ids`)).trim()
  expect(JSON.parse(await run(`schedules match Club ${id} --json`)).dates).toEqual([date])
})
