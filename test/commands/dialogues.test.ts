/** Tests interactive prompts of whole commands. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'
import { splitShellWords } from '../transcripts/transcript.ts'

let cli: CliHarness
const run = (line: string, answers?: string[]) =>
  cli.budget(splitShellWords(line).words, answers ? { terminal: 120, answers, env: { NO_COLOR: '1' } } : {})
const rows = async () =>
  (
    await run(
      'tx list --fields date,amount,account_name,merchant_name,category_name --format tsv --no-header',
    )
  ).stdout
    .trim()
    .split('\n')
beforeEach(async () => {
  cli = createCliHarness()
  await run('init --name Home --currency EUR')
  await run('accounts add Checking --type checking')
  await run('accounts add Savings --type savings')
  await run('tx add -3 Bakery Groceries --account Savings --date 2026-11-02')
})
afterEach(() => cli.close())

describe('tx add on a terminal', () => {
  it('asks for everything, proposes what is usual, and books nothing before a yes', async () => {
    const proposed = 'Everyday/Groceries (as last time)'
    const answers = ['Money out', '4.50', 'bakery', proposed, 'Checking', 'yesterday']
    const refused = await run('tx add', [...answers, 'no'])
    expect(refused.code).toBe(10)
    const lines = refused.stderr.split('\n')
    // The proposal comes first, so that Enter takes it.
    expect(lines.splice(3, 1)[0]).toContain(`type part of the name [${proposed}, None:`)
    expect(lines).toEqual([
      'Money out or in? [Money out, Money in] Money out',
      'How much? 4.50',
      'Merchant: type part of the name, or a new one [No merchant, Bakery] bakery',
      'Account [Checking, Savings] Checking',
      'Date (today) yesterday',
      '-4.50 bakery on 2026-11-19 in Checking, Groceries',
      'Add it? no',
      'Nothing was changed',
      '',
    ])
    expect(await rows()).toHaveLength(1)
    expect((await run('tx add', [...answers, 'yes'])).code).toBe(0)
    expect((await rows())[0]).toBe('2026-11-19\t-4.50\tChecking\tBakery\tGroceries')
  })

  it('proposes Ready to Assign for money that comes in, and the default account', async () => {
    await run('config set default_account Savings')
    const answers = ['Employer', 'Ready to Assign (income)', 'Savings (default)', '', 'yes']
    const { code, stderr } = await run('tx add', ['Money in', '2,500.00', ...answers])
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(stderr).toContain('[Ready to Assign (income), None:')
    expect(stderr).toContain('Account [Savings (default), Checking]')
    expect(stderr).toContain('2,500.00 Employer on 2026-11-20 in Savings, Ready to Assign\n')
  })

  it('offers no category of a credit card, which the service keeps itself', async () => {
    await run('accounts add Visa --type credit_card')
    const { stderr } = await run('tx add', ['Money out', '4', 'Bakery', 'None', 'Checking', '', 'no'])
    expect(stderr).toContain('Everyday/Household')
    expect(stderr).not.toContain('Credit Card Payments')
  })

  it('asks again after a slip, and not for what was said', async () => {
    const line = 'tx add --account Checking --date 2026-11-01 --merchant Kiosk --category Rent'
    const { code, stderr } = await run(line, ['Money out', 'much', '2', 'yes'])
    expect({ code, stderr: stderr.split('\n') }).toEqual({
      code: 0,
      stderr: [
        'Money out or in? [Money out, Money in] Money out',
        'How much? much',
        '"much" is not an amount',
        '  Use a decimal point, such as -12.34 or 1,234.56',
        'How much? 2',
        '-2 Kiosk on 2026-11-01 in Checking, Rent',
        'Add it? yes',
        'Undo with: budget undo',
        '',
      ],
    })
  })

  it('asks nothing when the amount was said', async () => {
    expect((await run('tx add -2 Kiosk --account Checking', [])).code).toBe(0)
  })
})

describe('what is missing is asked for', () => {
  it('by tx edit', async () => {
    const id = (await run('tx list --format ids')).stdout.trim()
    const { code, stderr } = await run(`tx edit ${id}`, ['Category', 'Bills/Rent'])
    expect({ code, asked: stderr.split('\n')[0] }).toEqual({
      code: 0,
      asked:
        'What do you want to change? [Date, Amount, Category, Merchant, Account, Status, Notes] Category',
    })
    expect((await rows())[0]).toContain('Rent')
    expect((await run(`tx edit ${id}`)).code).toBe(2)
  })

  it('by accounts edit', async () => {
    expect((await run('accounts edit Checking', ['Name', 'Everyday'])).code).toBe(0)
    expect((await run('accounts edit Everyday', ['Notes', 'the blue one'])).code).toBe(0)
    expect((await run('accounts show Everyday --fields notes --format tsv --no-header')).stdout).toBe(
      'the blue one\n',
    )
  })

  it('by rules add', async () => {
    const { code, stdout } = await run('rules add --merchant Bakery', ['Bills/Rent'])
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'Transactions from Bakery go to Rent\nAdded as rule 1\n',
    })
  })

  it('by tx approve', async () => {
    const { code, stderr } = await run('tx approve', ['2026-11-02 -3.00 Bakery in Savings'])
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr:
        'Approve which transaction? [2026-11-02 -3.00 Bakery in Savings] 2026-11-02 -3.00 Bakery in Savings\nUndo with: budget undo\n',
    })
    expect((await run('tx list --needs-review --format ids')).stdout).toBe('')
    expect((await run('tx approve')).code).toBe(2)
  })
})

describe('no answer at all', () => {
  it('is asked again where something is needed', async () => {
    const { code, stderr } = await run('config set', ['', 'default_account', ' ', 'Savings'])
    expect({ code, stderr: stderr.split('\n').slice(0, 8) }).toEqual({
      code: 0,
      stderr: [
        'The setting ',
        'An answer is required; Ctrl-C cancels',
        'The setting default_account',
        'The value  ',
        'An answer is required; Ctrl-C cancels',
        'The value Savings',
        '',
      ],
    })
  })

  it('means no file and no profile', async () => {
    for (const command of ['import', 'profile add', 'keys revoke', 'db restore']) {
      const { code, stderr } = await run(command, ['', '', ''])
      expect({ command, code, asked: stderr.match(/An answer is required/g)?.length }).toEqual({
        command,
        code: 2,
        asked: 3,
      })
    }
  })
})

it('a list of many is picked from like any other', async () => {
  for (let at = 1; at <= 31; at++) await run(`categories add Envelope${at} --group Goals`)
  const { code, stderr } = await run('categories show', ['Goals/Envelope31'])
  expect({ code, offered: stderr.includes('Goals/Envelope30,') }).toEqual({
    code: 0,
    offered: true,
  })
})

describe('rules apply on a terminal', () => {
  it('asks for one transaction too, and says to what', async () => {
    await run('tx add -4 Aldi --uncategorized --account Savings')
    await run('rules add --merchant Aldi --category Groceries')
    const refused = await run('rules apply', ['no'])
    expect(refused.code).toBe(10)
    expect(refused.stderr).toContain('go to Groceries: 1 transaction, -4.00')
    expect(refused.stderr).toContain('Categorize this transaction as Groceries? no')
  })
})
