/** Tests that a dry run reports the errors of the service, with few or no requests. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Change } from '../../src/contract/ports/history.ts'
import { type CliHarness, createCliHarness, type RunResult } from '../support/cli-harness.ts'
import { createRemoteHarness, type RemoteHarness } from '../support/remote-harness.ts'
import { splitShellWords } from '../transcripts/transcript.ts'

// Command lines that fail. TXN is the id of a transaction, SPLIT of a split one, MOVED of a transfer; Old is
// a closed account.
const invalidNames = [
  'groups add everyday',
  'groups rename Goals Bills',
  'categories add rent --group Bills',
  'categories rename Rent Electricity',
  'merchants add BAKERY',
  'merchants rename Bakery Butcher',
  'tx add -5 --account Old',
  'tx transfer 5 --from Checking --to Old',
]
const invalidForms = [
  'month assign Rent 1.23456',
  'month assign Rent 9999999999999999',
  'accounts add Purse --type banking_cash --balance 1.23456',
  'tx add -1.23456 --account Checking',
  'tx add -5 --account Checking --split Rent=-3 --split Groceries=-1',
  'tx transfer 5 --from Checking --to Checking',
  'tx transfer 0 --from Checking --to Savings',
  'tx transfer -5 --from Checking --to Savings',
  'tx edit TXN --amount -4 --split Rent=-3 --split Groceries=-2',
  'tx edit TXN --amount 1.23456 --yes',
  'tx edit SPLIT --amount -9 --yes',
  'tx edit MOVED --merchant Bakery',
  'tx edit SPLIT --category Rent',
]
const invalidDecimals = [
  'month assign Rent 1.234',
  'month assign Rent=5 Groceries=1.234',
  'month assign --file wishes.txt',
  'month assign Rent +1.234',
  'accounts add Purse --type banking_cash --balance 1.234',
  'tx add -1.234 --account Checking',
  'tx add --account Checking --split Rent=-1.234',
  'tx transfer 1.234 --from Checking --to Savings',
  'tx edit TXN --amount 1.234 --yes',
]
const invalidLocally = [
  'month move 1.234 --from Rent --to Groceries',
  'month fund Transport --up-to 1.234',
  'categories move Household --group Bills',
  'categories delete Rent --move-to Rent --yes',
  'categories archive Visa',
  'accounts delete Checking --yes',
  'accounts edit Checking --name ""',
  'merchants merge Bakery --into Bakery --yes',
  'merchants delete Bakery --move-to Bakery --yes',
  'tx add -5 --account Savings --merchant-x y',
  'tx add -5 Bakery --account Loan --category Rent',
  'tx add --stdin --account Checking',
  'tx transfer 5 --from Checking --to Savings --category Rent',
  'tx edit TXN --account Old',
  'tx edit MOVED --amount 0 --yes',
  'tx edit MOVED --account Savings --yes',
  'tx edit txn_00000000000000000000 --notes x',
  'tx split TXN Rent=-1.234 --rest Groceries',
  'tx unsplit TXN --category Nowhere',
  'tx restore txn_00000000000000000000',
  'tx delete txn_00000000000000000000 --yes',
  'tx clear txn_00000000000000000000',
  'tx approve txn_00000000000000000000',
  'targets set Rent --kind monthly_refill --amount 1.234',
  'targets set Rent --kind monthly_refill --amount -1',
  'targets set Rent --kind weekly_refill --amount 1',
  'targets set Rent --kind by_date --amount 1',
  'targets set Visa --kind monthly_refill --amount 1',
  'targets clear Groceries',
  'rules add --merchant-contains " " --category Rent',
  'rules remove rul_00000000000000000000',
  'rules move RULE 9',
  'workspaces create home --currency EUR',
  'workspaces create Club --currency euro',
  'workspaces archive Nowhere',
  'keys revoke key_00',
  'init',
  'init --name Other --currency USD',
  'config set colour blue',
  'profile use nowhere',
  'profile remove nowhere',
  'profile add Bad/Name --base-url https://example.com --workspace w',
  'layouts delete nowhere',
  'imports undo imp_00 --yes',
  'imports resume imp_00',
  'import nowhere.csv --account Checking',
  'db backup wishes.txt',
  'api POST /accounts -F name=X',
  'api POST /merchants -F name=bakery',
  'api PATCH /transactions/TXN -F amount=x',
  'completion install csh',
]

const setupLines = [
  'accounts add Savings --type banking_savings',
  'accounts add Loan --type loan_auto',
  'accounts add Visa --type credit_credit_card',
  'accounts add Old --type banking_cash',
  'accounts close Old --yes',
  'categories add Household --group Bills',
  'merchants add Bakery',
  'merchants add Butcher',
]

type RunLine = (line: string) => Promise<RunResult>

/** Creates what the lines refer to, and returns a function that inserts the ids. */
async function prepareLines(say: RunLine): Promise<(line: string) => string> {
  const id = async (line: string): Promise<string> => {
    const { stdout, stderr, code } = await say(`${line} --format ids`)
    expect({ line, code, stderr }).toMatchObject({ code: 0 })
    return stdout.split('\n')[0] ?? ''
  }
  for (const line of setupLines) await id(line)
  const meant = {
    TXN: await id('tx add -5 Bakery Rent --account Checking'),
    SPLIT: await id('tx add --account Checking --split Rent=-3 --split Groceries=-2'),
    MOVED: await id('tx transfer 5 --from Checking --to Savings'),
  }
  return (line) => Object.entries(meant).reduce((text, [word, is]) => text.replace(word, is), line)
}

describe('a dry run on this machine', () => {
  let stage: CliHarness
  let typed: (line: string) => string
  const say: RunLine = (line) => stage.budget(splitShellWords(line).words, { stdin: 'bad.ndjson' })
  beforeAll(async () => {
    stage = createCliHarness()
    writeFileSync(join(stage.folder, 'wishes.txt'), 'Rent=40\nGroceries=1.234\n')
    writeFileSync(join(stage.folder, 'bad.ndjson'), '{"date":"2026-11-02","amount":"1.234"}\n')
    await say('init --name Home --currency EUR')
    await say('accounts add Checking --type banking_checking --balance 100')
    const meant = await prepareLines(say)
    await say('targets set Transport --kind monthly_refill --amount 10')
    const { stdout } = await say('rules add --merchant Bakery --category Rent --format ids')
    typed = (line) => meant(line).replace('RULE', stdout.trim())
  })
  afterAll(() => stage.close())

  it.each([...invalidNames, ...invalidForms, ...invalidDecimals, ...invalidLocally])(
    'is refused as it would be in earnest: %s',
    async (line) => {
      const dry = await say(`${typed(line)} --dry-run`)
      const earnest = await say(typed(line))
      expect(earnest.code).not.toBe(0)
      expect(dry).toEqual(earnest)
    },
  )

  it('leaves nothing behind, and shows no id that nobody will have', async () => {
    const everything = ['accounts --all', 'categories', 'merchants', 'tx --all', 'month', 'rules', 'targets']
    const seen = () => Promise.all(everything.map((line) => say(`${line} --json`)))
    const before = await seen()
    const made: string[] = []
    for (const line of [
      'accounts add Purse --type banking_cash --balance 5 --notes blue',
      'tx add -5 "New Shop" Rent --account Checking',
      'tx delete TXN --yes',
      'month assign Rent=5 Groceries=6',
      'categories delete Rent --yes',
      'merchants merge Bakery --into Butcher --yes',
      'rules add --merchant Butcher --category Rent',
      'targets set Rent --kind monthly_refill --amount 5',
      'accounts close Checking --yes',
    ]) {
      const { code, stdout } = await say(`${typed(line)} --dry-run --json`)
      expect({ line, code }).toEqual({ line, code: 0 })
      made.push(...JSON.parse(stdout).plan.map(({ type, id }: Change) => `${type} ${id}`))
    }
    expect(made.slice(0, 2)).toEqual(['account (new)', 'transaction (new)'])
    expect(made).toContain('rule (new)')
    expect(made).toContain(typed('transaction TXN'))
    expect(await seen()).toEqual(before)
  })
})

describe('a dry run elsewhere', () => {
  let elsewhere: RemoteHarness
  let typed: (line: string) => string
  beforeAll(async () => {
    elsewhere = await createRemoteHarness()
    typed = await prepareLines(elsewhere.run)
    for (const line of ['accounts list --all', 'categories list', 'merchants list'])
      await elsewhere.runOk(line)
  })
  afterAll(() => elsewhere.close())

  const refused = async (line: string): Promise<void> => {
    const { requests, ...dry } = await elsewhere.run(`${typed(line)} --dry-run`)
    const { requests: sent, ...earnest } = await elsewhere.run(typed(line))
    expect(earnest.code).not.toBe(0)
    expect({ ...dry, line }).toEqual({ ...earnest, line })
    expect(requests.filter((request) => !request.startsWith('GET'))).toEqual([])
    // The entity that a write would change is read for the list of writes.
    expect(requests.length).toBeLessThanOrEqual(Math.max(sent.length, 1))
  }
  it.each([...invalidNames, ...invalidForms])('is refused as it would be in earnest: %s', refused)

  it('knows the decimals of the currency once a month was read', async () => {
    await elsewhere.runOk('month')
    for (const line of invalidDecimals.filter((one) => !/--file/.test(one))) await refused(typed(line))
  })

  it('goes on with what it would have made', async () => {
    const line = 'accounts add Purse --type banking_cash --notes blue --dry-run --format tsv --no-header'
    expect(await elsewhere.runOk(line)).toBe(
      'account\t(new)\tname: Purse, type: banking_cash\tPOST\t/accounts\naccount\t(new)\tnotes: blue\tPATCH\t/accounts/(new)',
    )
  })
})
