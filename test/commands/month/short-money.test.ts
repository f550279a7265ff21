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

describe('credit overspending', () => {
  const readJson = async (line: string) => JSON.parse((await run(`${line} --json`)).stdout)
  const listOverspent = async () => {
    const page = await readJson('report html')
    return {
      status: (await readJson('status')).total_overspent,
      afford: (await readJson('report afford 10')).overspent,
      page: page.figures.find(({ name }: any) => name === 'Overspent')?.value,
    }
  }

  it('is counted once, although the card that was paid lacks it too', async () => {
    await run('accounts add Visa --type credit_card')
    await run('accounts add Amex --type credit_card')
    await run('spend 50 Market Groceries --account Visa')
    await run('spend 30 Market Groceries --account Amex')
    await run('tx transfer 50 --from Checking --to Visa')
    await run('tx transfer 20 --from Checking --to Amex')
    expect(await listOverspent()).toEqual({ status: '80.00', afford: '80.00', page: '-80.00' })
    expect((await run('report afford 10', [])).stdout).toContain(
      'Overspent categories need 80.00 first: budget month cover --all --from rta',
    )
    await run('month cover --all --from rta')
    expect(await listOverspent()).toEqual({ status: '0.00', afford: '0.00', page: undefined })
    // Paid beyond what was bought, and spent in cash: both are lacking.
    await run('tx transfer 15 --from Checking --to Visa')
    await run('spend 5 Kiosk Groceries --account Checking')
    expect(await listOverspent()).toEqual({ status: '20.00', afford: '20.00', page: '-20.00' })
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
