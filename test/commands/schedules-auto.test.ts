/** Tests schedules that post by themselves. It is 2026-11-20. */

import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CliHarness, createCliHarness, type HarnessRunOptions } from '../support/cli-harness.ts'

let cli: CliHarness

async function run(line: string, performance: HarnessRunOptions = {}) {
  const outcome = await cli.budget(line.split(' '), performance)
  expect({ line, ...outcome }).toMatchObject({ code: 0 })
  return outcome
}

const listRows = async (): Promise<string> =>
  (await run('tx list --format tsv --fields date,merchant_name,amount')).stdout
const listEntries = async (): Promise<string> => (await run('history --format tsv --fields command')).stdout
const writeSomething = 'groups add'

beforeEach(async () => {
  cli = createCliHarness()
  for (const line of [
    'accounts add Checking --type banking_checking',
    'accounts add Visa --type credit_credit_card',
    'groups add Bills',
    'categories add Phone --group Bills',
    'schedules add 10 Netflix Phone --every 7d --from 2026-11-12 --auto --account Checking',
    'schedules add 5 Garage Phone --every month --from 2026-11-18 --account Checking',
  ])
    await run(line)
})
afterEach(() => cli.close())

test('the next command that writes posts what is due, each date on its own day, as one entry of the history', async () => {
  for (const line of ['status', 'month', 'schedules', 'upcoming'])
    expect((await run(line, { terminal: 90 })).stderr).toContain(
      '2 dates are to be posted by the next command that writes',
    )
  for (const line of [`${writeSomething} A --dry-run`, 'schedules pause Garage', 'undo --yes'])
    await run(line)
  expect(await listRows()).toBe('date\tmerchant_name\tamount\n')
  const { stderr } = await run(`${writeSomething} A`, { terminal: 90 })
  expect(stderr).toBe(
    'Posted Netflix, -10.00 on 2026-11-12 in Checking\nPosted Netflix, -10.00 on 2026-11-19 in Checking\nUndo with: budget undo\n',
  )
  await run(`${writeSomething} B`)
  const rows = 'date\tmerchant_name\tamount\n2026-11-19\tNetflix\t-10.00\n2026-11-12\tNetflix\t-10.00\n'
  expect(await listRows()).toBe(rows)
  expect((await listEntries()).split('\n').slice(1, 4)).toEqual([
    'groups add B',
    'groups add A',
    'schedules post due',
  ])
  // The command is taken back, and not what was posted.
  await run('undo --yes')
  expect(await listRows()).toBe(rows)
  expect((await run('status', { terminal: 90 })).stderr).not.toContain('to be posted')
})

test('what was posted and is deleted or taken from its date is not posted again', async () => {
  await run(`${writeSomething} A`)
  const ids = (await run('tx list --format ids')).stdout.trim().split('\n')
  await run(`tx delete ${ids[0]} --yes`)
  await run(`schedules unmatch ${ids[1]}`)
  await run(`${writeSomething} B`)
  expect(await listRows()).toBe('date\tmerchant_name\tamount\n2026-11-12\tNetflix\t-10.00\n')
  await run('schedules post Netflix')
  expect((await listRows()).split('\n')).toHaveLength(4)
})

test('nothing is posted on or before the last reconciliation; the command that posts it is told', async () => {
  await run('schedules pause Netflix')
  await run('accounts reconcile Checking --balance 0 --date 2026-11-12 --finish --yes')
  await run('schedules resume Netflix')
  const { stderr } = await run(`${writeSomething} A`, { terminal: 200 })
  expect(stderr).toContain('Posted Netflix, -10.00 on 2026-11-19 in Checking')
  expect(stderr).toContain(
    'Netflix of 2026-11-12 is not posted by itself, because the account is reconciled beyond it: budget schedules post Netflix, or skip Netflix',
  )
})

test('a date that cannot be posted is told, and neither the others nor the command fail', async () => {
  await run('schedules add full --account Checking --to Visa --every month --from 2026-11-15 --auto')
  const { stderr } = await run(`${writeSomething} A`)
  expect(stderr).toBe(
    'Visa of 2026-11-15 was not posted: nothing is owed on the card; skip the date instead; to skip it: budget schedules skip Visa\n',
  )
  expect((await listRows()).split('\n')).toHaveLength(4)
})
