/** Tests what the commands of a month say and ask when money is not enough. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CliHarness, createCliHarness } from '../../support/cli-harness.ts'
import { splitShellWords } from '../../transcripts/transcript.ts'

let cli: CliHarness
const run = (line: string, answers?: string[]) =>
  cli.budget(splitShellWords(line).words, answers ? { terminal: 120, answers, env: { NO_COLOR: '1' } } : {})
const shown = async (line: string) => (await run(line, [])).stdout
const assigned = async (name: string) =>
  JSON.parse((await run('month --json')).stdout)
    .month.category_groups.flatMap(({ categories }: any) => categories)
    .find((category: any) => category.name === name).assigned

beforeEach(async () => {
  cli = createCliHarness()
  await run('init --name Home --currency EUR')
  await run('accounts add Checking --type checking --balance 1000 --balance-date 2026-09-01')
})
afterEach(() => cli.close())

describe('month cover', () => {
  it('tells all that is needed, of cards too, and changes nothing', async () => {
    await run('accounts add Visa --type credit_card')
    await run('month assign Groceries=35 Holidays=40')
    await run('spend 100 Market Groceries --account Checking')
    await run('tx transfer 20 --from Checking --to Visa')
    for (const what of ['--all', 'Groceries Visa', 'Visa Groceries'])
      expect((await run(`month cover ${what} --from Holidays`)).stderr).toBe(
        'Covering this requires 85.00 (Groceries 65.00, Visa 20.00); only 40.00 is available\n  Add categories to --from, or cover fewer\n',
      )
    // The first 65 can be covered, the card cannot.
    await run('month assign Holidays 70')
    expect((await run('month cover --all --from Holidays')).stderr).toContain(
      'requires 85.00 (Groceries 65.00, Visa 20.00); only 70.00 is',
    )
    expect(await assigned('Holidays')).toBe('70.00')
    expect((await run('month cover Groceries --from Rent')).stderr).toContain(
      'Covering this requires 65.00; only 0.00 is available',
    )
  })
})

describe('month move', () => {
  it('asks before it takes more than a category has', async () => {
    await run('month assign Rent 567')
    const line = 'month move 1000 Rent Groceries'
    expect((await run(line)).stderr).toBe(
      'This requires confirmation: Move 1,000.00 out of Rent, which has 567.00?\n  Add --yes to confirm\n',
    )
    expect((await run(line)).code).toBe(10)
    const refused = await run(line, ['no'])
    expect(refused.code).toBe(10)
    expect(refused.stderr).toContain('Rent would be overspent by 433.00 in 2026-11\nMove 1,000.00 out of')
    expect(await assigned('Rent')).toBe('567.00')
    expect((await run('month move 567 Rent Groceries')).code).toBe(0)
    expect((await run(`${line} --yes`)).code).toBe(0)
    expect(await assigned('Rent')).toBe('-1000.00')
  })
})

describe('Ready to Assign below zero', () => {
  it('names overspending of earlier months, and takes back what a category has', async () => {
    await run('spend 5591.37 Hospital Groceries --date 2026-10-20')
    await run('month assign Rent=567 Groceries=400')
    expect(await shown('month')).toContain(
      'You are 5,558.37 short: earlier months ended 4,591.37 below zero, and 967.00 too much was assigned in 2026-11\nTo see why: budget month --explain\nTo take back what Rent has: budget month move 567.00 --from Rent --to rta\n',
    )
    for (const line of ['month check', 'month --explain', 'status'])
      expect(await shown(line)).toContain('budget month move 567.00 --from Rent --to rta')
    expect((await run('month move 567.00 --from Rent --to rta')).code).toBe(0)
    expect((await run('month move 400.00 --from Groceries --to rta')).code).toBe(0)
    expect(await shown('month')).toContain(
      'You are 4,591.37 short: earlier months ended 4,591.37 below zero\nTo see why: budget month --explain\nNo category has money to take back; to look for a wrong balance: budget accounts check\n',
    )
    for (const line of ['month', 'month check', 'month --explain', 'status'])
      expect(await shown(line)).not.toContain('month move')
  })

  it('names what was assigned too much', async () => {
    const { stdout } = await run('month assign Rent 1090', [])
    expect(stdout).toContain(
      'You assigned 90.00 more than you have\nTo see why: budget month --explain\nTo take it back: budget month move 90.00 --from Rent --to rta\n',
    )
  })
})
