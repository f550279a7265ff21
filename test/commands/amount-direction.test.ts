/** Tests that an amount without a sign takes the direction of the transaction it belongs to. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'
import { splitShellWords } from '../transcripts/transcript.ts'

let cli: CliHarness
const run = (line: string, answers?: string[]) =>
  cli.budget(splitShellWords(line).words, answers ? { terminal: 120, answers, env: { NO_COLOR: '1' } } : {})
const lines = async () =>
  (await run('tx list --fields amount,splits --format tsv --no-header')).stdout.trim().split('\n')
const error = async (line: string) => {
  const { code, stderr } = await run(line)
  return `${code} ${stderr}`
}

beforeEach(async () => {
  cli = createCliHarness()
  await run('init --name Home --currency EUR')
  await run('accounts add Checking --type checking')
})
afterEach(() => cli.close())

describe('the lines of a split', () => {
  it('go out with an outflow, and the answer shows them', async () => {
    await run('spend 50 Test')
    const { stdout } = await run('tx split last Groceries=30:soup --rest Household', [])
    expect(stdout).toBe(
      'Split -50.00 Test on 2026-11-20 in Checking, Split (2) (01)\n  Groceries  -30.00  soup\n  Household  -20.00\n',
    )
    expect(await lines()).toEqual(['-50.00\tGroceries -30.00; Household -20.00'])
  })

  it('come in with an inflow, and go the other way where a sign says so', async () => {
    await run('earn 50 Shop')
    expect((await run('tx split last Groceries=30 Household=+20')).code).toBe(0)
    await run('spend 50 Shop')
    expect((await run('tx split last Holidays=+10 Rent=-20 --rest Groceries')).code).toBe(0)
    expect((await run('tx add -9 Shop --split Groceries=10 --split Household=+1')).code).toBe(0)
    expect((await run('tx edit last --split Groceries=5 --split Holidays=4')).code).toBe(0)
    expect(await lines()).toEqual([
      '-9.00\tGroceries -5.00; Holidays -4.00',
      '-50.00\tHolidays 10.00; Rent -20.00; Groceries -40.00',
      '50.00\tGroceries 30.00; Household 20.00',
    ])
  })

  it('of several transactions each go the way of their own', async () => {
    await run('spend 50 Shop')
    await run('earn 50 Shop')
    expect((await run('tx split --merchant shop Holidays=20 --rest Rent --yes')).code).toBe(0)
    expect(await lines()).toEqual([
      '50.00\tHolidays 20.00; Rent 30.00',
      '-50.00\tHolidays -20.00; Rent -30.00',
    ])
  })

  it('never leave a rest that goes the other way in silence', async () => {
    await run('spend 50 Shop')
    expect(await error('tx split last Groceries=80 --rest Household')).toBe(
      '3 The lines add up to -80.00, more than the -50.00 of the transaction\n  To say what the other 30.00 is, type it as a line with a sign, such as CATEGORY=+30.00\n',
    )
    expect((await run('tx split last Groceries=80 Household=+30')).code).toBe(0)
  })

  it('need a sign where only some have one and no amount gives the direction', async () => {
    expect(await error('tx add Shop --split Groceries=-30 --split Holidays=20')).toContain('3 ')
    expect(await error('tx add --split Groceries=-30 --split Holidays=20')).toBe(
      '3 "20" has no sign, but another line is negative\n  Use -20 or +20, or give the total\n',
    )
    expect((await run('tx add --split Groceries=-30 --split Holidays=+20')).code).toBe(0)
    expect((await run('tx add --split Groceries=30 --split Holidays=20')).code).toBe(0)
    expect(await lines()).toEqual([
      '50.00\tGroceries 30.00; Holidays 20.00',
      '-10.00\tGroceries -30.00; Holidays 20.00',
    ])
  })
})

describe('tx edit --amount', () => {
  it('keeps the direction unless a sign is typed, and says so', async () => {
    await run('spend 6.01 Bakery Groceries')
    const kept = await run('tx edit last --amount 6.10', [])
    expect(kept.stdout).toBe(
      'Changed -6.10 Bakery on 2026-11-20 in Checking, Groceries (01)\nStill money out; to make it money in: --amount +6.10\n',
    )
    expect((await run('tx edit last --amount +6.10', [])).stdout).toMatch(/^Changed 6.10 Bakery.*\n$/)
    expect((await run('tx edit last --amount 6.20', [])).stdout).toMatch(/^Changed 6.20 Bakery.*\n$/)
    expect((await run('tx edit last --amount -6.30', [])).stdout).toMatch(/^Changed -6.30 Bakery.*\n$/)
    expect((await run('tx edit last', ['Amount', '7'])).stdout).toContain('Changed -7.00 Bakery')
    expect(JSON.parse((await run('tx edit last --amount 8 --json')).stdout)).toMatchObject([
      { amount: '-8.00' },
    ])
  })

  it('keeps the direction of each of several, with its split lines', async () => {
    await run('spend 5 Shop')
    await run('earn 5 Shop')
    expect(
      (await run('tx edit --merchant shop --amount 6 --split Holidays=2 --split Rent=4 --yes')).code,
    ).toBe(0)
    expect(await lines()).toEqual(['6.00\tHolidays 2.00; Rent 4.00', '-6.00\tHolidays -2.00; Rent -4.00'])
  })

  it('reverses a transfer only with a sign, and asks', async () => {
    await run('accounts add Savings --type savings')
    await run('tx transfer 10 --from Checking --to Savings')
    const [out] = JSON.parse((await run('tx list --account Checking --json')).stdout)
    expect((await run(`tx edit ${out.id} --amount 12`)).code).toBe(0)
    const amounts = await run('tx list --fields amount --format tsv --no-header')
    expect(amounts.stdout.split('\n').toSorted()).toEqual(['', '-12.00', '12.00'])
    expect((await run(`tx edit ${out.id} --amount +12`)).code).toBe(10)
  })
})
