/** Tests `budget accounts check`: what wants a look in each account, and what to type next. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type CliHarness, createCliHarness } from '../../support/cli-harness.ts'
import { splitShellWords } from '../../transcripts/transcript.ts'

let cli: CliHarness
const run = (line: string) => cli.budget(splitShellWords(line).words)
const runOk = async (line: string): Promise<string> => {
  const { code, stdout, stderr } = await run(line)
  expect({ line, code, stderr: code === 0 ? '' : stderr }).toEqual({ line, code: 0, stderr: '' })
  return stdout
}
const check = async (flags = '') => {
  const { code, stdout } = await run(`accounts check ${flags} --json`)
  return { code, accounts: JSON.parse(stdout) }
}

beforeEach(async () => {
  cli = createCliHarness()
  await runOk('init --name Home --currency EUR')
  await runOk('accounts add Checking --type banking_checking --balance 100 --balance-date 2026-10-01')
})
afterEach(() => cli.close())

it('an account that was never reconciled wants a look, one without transactions does not', async () => {
  await runOk('accounts add Empty --type banking_cash')
  const { code, accounts } = await check()
  expect(code).toBe(20)
  expect(accounts).toMatchObject([
    {
      ...{ account_name: 'Checking', reconciled_date: null, last_transaction: '2026-10-01' },
      ...{ problems: ['not_reconciled'], next_step: 'budget accounts reconcile Checking --balance AMOUNT' },
    },
    { account_name: 'Empty', last_transaction: null, problems: [], next_step: null },
  ])
})

it('a reconciled account wants a look again when it is stale and something happened since', async () => {
  await runOk('accounts reconcile Checking --balance 100 --date 2026-11-05 --finish')
  expect((await check()).code).toBe(0)
  await runOk('tx add -5 Bakery --account Checking --date 2026-11-19')
  expect((await check()).accounts[0].problems).toEqual(['not_reconciled'])
  expect((await check('--stale 30d')).code).toBe(0)
  expect((await run('accounts check --stale soon')).code).toBe(3)
})

it('pending transactions want a look after two weeks', async () => {
  await runOk('accounts reconcile Checking --balance 100 --finish')
  await runOk('tx add -5 Bakery --account Checking --date 2026-11-06 --status pending')
  expect((await check()).code).toBe(0)
  await runOk('tx add -7 Bakery --account Checking --date 2026-11-05 --status pending')
  expect((await check()).accounts[0]).toMatchObject({
    ...{ old_uncleared: 1, old_uncleared_total: '-7.00', problems: ['old_uncleared'] },
    next_step: 'budget tx list --account Checking --status pending',
  })
})

it('the balance of the last bank file is compared', async () => {
  writeFileSync(
    join(cli.folder, 'bank.csv'),
    'Date,Payee,Amount,Balance\n2026-11-04,MARKET,-40.00,60.00\n2026-11-08,BOOKSHOP,-20.00,40.00\n',
  )
  await runOk('import bank.csv --account Checking --accept')
  await runOk('accounts reconcile Checking --balance 40 --finish')
  expect((await check()).accounts[0]).toMatchObject({
    bank_date: '2026-11-08',
    bank_difference: '0.00',
    problems: [],
  })
  await runOk('tx add -5 Bakery --account Checking --date 2026-11-07')
  expect((await check()).accounts[0]).toMatchObject({
    ...{ bank_balance: '40.00', bank_difference: '5.00', problems: ['bank_differs'] },
    next_step: 'budget accounts reconcile Checking --balance 40.00 --date 2026-11-08',
  })
  const { stdout } = await cli.budget(['accounts', 'check'], { terminal: 120 })
  expect(stdout).toContain('5.00 less here, compared with the bank on 2026-11-08; reconciled 2026-11-20')
})
