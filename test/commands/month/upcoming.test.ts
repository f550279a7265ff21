/** Tests what a month needs for dates of schedules, and funding it. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHarness, createCliHarness } from '../../support/cli-harness.ts'

let cli: CliHarness

/** Runs a command line that succeeds. */
async function run(line: string): Promise<string> {
  const outcome = await cli.budget(line.split(' '))
  expect({ line, ...outcome }).toMatchObject({ code: 0, stderr: '' })
  return outcome.stdout
}

const show = async (): Promise<string> =>
  run('month --upcoming --format tsv --fields name,available,upcoming_needed,upcoming_missing')

// It is 2026-11-20.
beforeAll(async () => {
  cli = createCliHarness()
  for (const line of [
    'accounts add Checking --type banking_checking --balance 100',
    'groups add Bills',
    'categories add Power --group Bills',
    'categories add Rent --group Bills',
    'categories add Phone --group Bills',
    'month assign Rent=30',
    'schedules add 40 Landlord Rent --every month --on 28 --account Checking',
    'schedules add 15 Garage Rent --every month --on 22 --account Checking',
    'schedules add 60 Electric Power --every month --on 25 --account Checking',
    'schedules add 99 Later Phone --every month --on 1 --account Checking',
  ])
    await run(line)
})
afterAll(() => cli.close())

test('each category tells what is still to come this month, and what is missing for it', async () => {
  expect(await show()).toBe(
    [
      'name\tavailable\tupcoming_needed\tupcoming_missing',
      'Phone\t0.00\t0.00\t0.00',
      'Rent\t30.00\t55.00\t25.00',
      'Power\t0.00\t60.00\t60.00\n',
    ].join('\n'),
  )
  const { stdout } = await cli.budget(['month', '--upcoming'], { terminal: 90 })
  expect(stdout).toContain('85.00 is missing for what is still to come')
  expect(stdout).toContain('To assign it: budget month fund --upcoming')
  const plain = await cli.budget(['month', '--json'])
  expect(plain.stdout).not.toContain('upcoming')
  const next = await cli.budget(['month', 'show', '2026-12', '--upcoming'])
  expect(next).toMatchObject({
    code: 2,
    stderr:
      '--upcoming is about the current month, not 2026-12\n  For what later dates need: budget schedules\n',
  })
})

test('money goes to the earliest date first, and as far as Ready to Assign goes', async () => {
  const planned = await run('month fund --upcoming --dry-run --format tsv')
  expect(planned).toContain('assigned: 0.00 → 60.00, available: 0.00 → 60.00')
  // 70 are ready: 60 for the 25th come before the 28th, which needs 25 beside what Rent has.
  const funded = await run('month fund --upcoming --format tsv --fields name,assigned')
  expect(funded).toBe('name\tassigned\nPower\t60.00\nRent\t40.00\n')
  await run('undo --yes')
  const limited = await run('month fund --upcoming --up-to 20 --format tsv --fields name,assigned')
  expect(limited).toBe('name\tassigned\nPower\t20.00\n')
  await run('undo --yes')
  const named = await run('month fund Rent --upcoming --format tsv --fields name,assigned')
  expect(named).toBe('name\tassigned\nRent\t55.00\n')
  await run('undo --yes')
})

test('a target of the same category is not counted twice: the larger need wins', async () => {
  await run('earn 200 Acme --account Checking')
  for (const target of ['Power 50', 'Rent 100', 'Phone 7'])
    await run(`targets set ${target} --kind monthly_set_aside`)
  const funded = await run('month fund --all --upcoming --format tsv --fields name,assigned')
  expect(funded).toBe('name\tassigned\nPower\t60.00\nRent\t100.00\nPhone\t7.00\n')
  expect(await run('month fund --all --upcoming --format tsv --fields name,assigned')).toBe(
    'name\tassigned\n',
  )
})
