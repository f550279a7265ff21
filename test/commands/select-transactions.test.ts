/** Tests commands that change the transactions which the filters of `tx list` select. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'
import { createRemoteHarness } from '../support/remote-harness.ts'
import { splitShellWords } from '../transcripts/transcript.ts'

let cli: CliHarness
const run = (line: string) => cli.budget(splitShellWords(line).words)
const answer = (line: string, answers: string[]) =>
  cli.budget(splitShellWords(line).words, { terminal: 100, answers, env: { NO_COLOR: '1' } })
const rows = async (fields: string, filters = '') =>
  (await run(`tx list --fields ${fields} --format tsv --no-header ${filters}`)).stdout.trim().split('\n')

beforeEach(async () => {
  cli = createCliHarness()
  await run('init --name Home --currency EUR')
  await run('accounts add Checking --type checking')
  for (const [amount, shop, more] of [
    ['-11.99', '"Spotify AB"', '--date 2026-10-03 --uncategorized'],
    ['-11.99', '"SPOTIFY P2K4"', '--date 2026-11-03 --uncategorized'],
    ['-20', 'Market', '--date 2026-11-04 --category Groceries'],
    ['-5', 'Kiosk', '--date 2026-11-05 --status pending --uncategorized'],
  ])
    expect((await run(`tx add ${amount} ${shop} ${more}`)).code).toBe(0)
})
afterEach(() => cli.close())

describe('tx edit with filters', () => {
  const line = 'tx edit --merchant spotify --uncategorized --set-category Household'

  it('shows count and sum, asks, and changes them all as one entry', async () => {
    const refused = await answer(line, ['no'])
    expect(refused.code).toBe(10)
    expect(refused.stderr).toContain(
      '2 transactions, -23.98 net, from 2026-10-03 to 2026-11-03\nChange 2 transactions to Category: Household? no',
    )
    expect(await rows('category_name', '--category Household')).toEqual([''])
    expect((await answer(line, ['yes'])).code).toBe(0)
    expect(await rows('merchant_name', '--category Household')).toEqual(['SPOTIFY P2K4', 'Spotify AB'])
    expect((await run('undo --yes')).code).toBe(0)
    expect(await rows('category_name', '--category Household')).toEqual([''])
  })

  it('requires --yes without a terminal', async () => {
    expect((await run(line)).code).toBe(10)
    expect((await run(`${line} --yes`)).code).toBe(0)
  })

  it('has new values for flags that are filters, and refuses both forms', async () => {
    expect((await run('tx edit --merchant kiosk --category Household')).stderr).toContain(
      'use --set-category',
    )
    expect((await run('tx edit 01 --category Household --set-category Rent')).stderr).toBe(
      'Use either --category or --set-category, not both\n',
    )
    expect((await run('tx edit 01 --since 2026-11-01 --notes x')).stderr).toBe(
      'Use either ids or filters, not both\n',
    )
    expect((await run('tx edit 01 --category Household --merchant Music')).code).toBe(0)
    expect(await rows('merchant_name,category_name', '--until 2026-10-31')).toEqual(['Music\tHousehold'])
    expect(
      (await run('tx edit --merchant market --set-merchant Bazaar --set-uncategorized --yes')).code,
    ).toBe(0)
    expect(await rows('merchant_name,category_name', '--merchant Bazaar')).toEqual(['Bazaar'])
  })

  it('changes nothing when nothing matches, and names the nearest merchant on a miss', async () => {
    const none = await answer('tx edit --merchant market --max -100 --notes x', [])
    expect({ code: none.code, stderr: none.stderr }).toEqual({ code: 0, stderr: 'No transactions match\n' })
    const miss = await run('tx edit --merchant spotfy --notes x')
    expect({ code: miss.code, stderr: miss.stderr }).toEqual({
      code: 6,
      stderr: 'No merchant named "spotfy"; did you mean "Spotify AB"?\n',
    })
  })
})

describe('other commands with filters', () => {
  it('clear takes only what is pending', async () => {
    expect((await answer('tx clear --until 2026-11-30', ['yes'])).stderr).toContain(
      'Clear this transaction? yes',
    )
    expect(await rows('status')).toEqual(['cleared', 'cleared', 'cleared', 'cleared'])
  })

  it('approve asks, and with --all it does not', async () => {
    expect((await run('tx approve --merchant kiosk')).code).toBe(10)
    expect((await run('tx approve --all --merchant kiosk')).code).toBe(0)
    expect(await rows('merchant_name', '--needs-review')).toHaveLength(3)
    expect((await answer('tx approve --uncategorized', ['yes'])).code).toBe(0)
    expect(await rows('merchant_name', '--needs-review')).toEqual(['Market'])
  })

  it('delete asks once, and restore brings back what the filters select among the deleted', async () => {
    const { code, stderr } = await answer('tx delete --merchant spotify', ['yes'])
    expect({ code, asked: stderr.match(/\?/g)?.length }).toEqual({ code: 0, asked: 1 })
    expect(await rows('merchant_name')).toEqual(['Kiosk', 'Market'])
    expect((await answer('tx restore --merchant spotify --since 2026-11-01', ['yes'])).code).toBe(0)
    expect(await rows('merchant_name')).toEqual(['Kiosk', 'Market', 'SPOTIFY P2K4'])
  })

  it('split gives each transaction its own rest', async () => {
    expect((await run('tx split --merchant spotify Household=-1.99 --rest Rent --yes')).code).toBe(0)
    expect(await rows('splits', '--merchant spotify')).toEqual([
      'Household -1.99; Rent -10.00',
      'Household -1.99; Rent -10.00',
    ])
    // All of them are checked before the first one is written.
    const { code } = await run('tx split --max -5 Household=-5 --yes')
    expect(code).toBe(3)
    expect(await rows('splits', '--merchant kiosk')).toEqual([''])
  })

  it('split asks for the lines until nothing is left', async () => {
    // An amount without a sign has the sign of the transaction, and Enter takes the rest.
    const { code, stderr } = await answer('tx split 03', [
      'Everyday/Groceries',
      '15',
      'Everyday/Household',
      '',
    ])
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(stderr).toContain('How much? Press Enter for the remaining -20.00 15')
    expect(stderr).toContain('How much? Press Enter for the remaining -5.00 \n')
    expect(await rows('splits', '--merchant market')).toEqual(['Groceries -15.00; Household -5.00'])
  })

  it('without ids and filters, one is selected from a list', async () => {
    const { code, stderr } = await answer('tx delete', ['2026-11-05 -5.00 Kiosk in Checking', 'yes'])
    expect({ code, question: stderr.split('[')[0] }).toEqual({
      code: 0,
      question: 'Delete which transaction? ',
    })
    expect(await rows('merchant_name')).not.toContain('Kiosk')
  })
})

describe('spend and earn', () => {
  it('give the sign by the word', async () => {
    expect((await run('spend 4.50 "Blue Heron" Groceries')).code).toBe(0)
    expect((await run('earn 2500 Employer')).code).toBe(0)
    expect((await run('earn 20 Market Groceries')).code).toBe(0)
    expect(await rows('amount,merchant_name,category_name,ready_to_assign', '--since 2026-11-20')).toEqual([
      '20.00\tMarket\tGroceries\tfalse',
      '2500.00\tEmployer\t\ttrue',
      '-4.50\tBlue Heron\tGroceries\tfalse',
    ])
    for (const line of ['spend -4.50 X', 'earn -1 X', 'spend 0 X'])
      expect({ line, code: (await run(line)).code }).toEqual({ line, code: 3 })
    expect((await run('spend')).code).toBe(2)
  })

  it('income of an account off budget is no money to assign', async () => {
    await run('accounts add Fund --type brokerage')
    expect((await run('earn 5 Dividend --account Fund')).code).toBe(0)
    expect(await rows('ready_to_assign', '--merchant Dividend')).toEqual(['false'])
  })

  it('ask for the rest without asking for the direction', async () => {
    const answers = ['4.50', 'Kiosk', 'Everyday/Groceries', '', 'yes']
    const { code, stdout } = await answer('spend', answers)
    expect({ code, stdout }).toMatchObject({ code: 0 })
    expect(stdout).toContain(
      'Added -4.50 Kiosk on 2026-11-20 in Checking, Groceries (05)\nGroceries is overspent by',
    )
  })
})

it('on a remote profile, what the filters found is not read again', async () => {
  const remote = await createRemoteHarness()
  await remote.runOk('tx add -1 Bakery --account Checking')
  await remote.runOk('tx add -2 Bakery --account Checking')
  const { code, requests } = await remote.run('tx edit --max -1 --notes x --yes')
  expect({ code, requests: requests.map((line) => line.split(' ')[0]) }).toEqual({
    code: 0,
    requests: ['GET', 'PATCH', 'PATCH'],
  })
  remote.close()
})
