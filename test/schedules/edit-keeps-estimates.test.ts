/** Tests that an amount stays an estimate until the month from which on the schedule has another one. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
})
afterEach(() => cli.close())

test.each([
  ['about 60', 'about 65'],
  ['55..65', '60..70'],
])(
  'schedules edit --from of %s keeps the amount before as an estimate, which the bank row fulfils',
  async (before, after) => {
    await run(`schedules add "${before}" Electric --every month --on 15 --from 2026-11-15 --account Checking`)
    await run(`schedules edit Electric "${after}" --from 2027-02`)
    expect(JSON.parse(await run('upcoming --days 30 --json')).rows[0]).toMatchObject({
      due_date: '2026-11-15',
      amount: '-60.00',
      is_estimate: true,
    })
    writeFileSync(
      join(cli.folder, 'bank.csv'),
      'Date,Payee,Amount\n2026-11-16,Electric,-61.20\n2026-11-17,Kiosk,-2.00\n',
    )
    await run('import bank.csv --account Checking --accept')
    expect(JSON.parse(await run('schedules --json'))[0]).toMatchObject({ next_due_date: '2026-12-15' })
  },
)
