/** Tests files with rows of several accounts. @see docs/import.md#10-rules-found-with-unseen-files */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'
import { splitShellWords } from '../transcripts/transcript.ts'

const header = 'Date,Merchant,Amount,Account'
const household = [
  '2026-05-02,Baker,-4.00,Household',
  '2026-05-03,Cinema,-12.00,Blue card',
  '2026-05-04,Wages,900.00,Household',
  '2026-05-05,Interest,1.25,Rainy days',
]

let cli: CliHarness
const writeFile = (name: string, ...rows: string[]) =>
  writeFileSync(join(cli.folder, name), `${[header, ...rows].join('\n')}\n`)

beforeEach(async () => {
  cli = createCliHarness()
  writeFile('household.csv', ...household)
  await cli.budget(['init', '--name', 'Home', '--currency', 'EUR'])
  for (const name of ['Checking', 'Visa', 'Savings'])
    await cli.budget(['accounts', 'add', name, '--type', 'banking_checking'])
})
afterEach(() => cli.close())

/** Returns `account amount merchant` of every transaction. */
async function listTransactions(): Promise<string[]> {
  const fields = ['--fields', 'account_name,amount,merchant_name', '--all', '--format', 'tsv']
  const { stdout } = await cli.budget(['tx', 'list', ...fields])
  const [, ...rows] = stdout.trim().split('\n')
  return rows.map((row) => row.replaceAll('\t', ' ')).toSorted()
}

const runImport = (...more: string[]) => cli.budget(['import', 'household.csv', ...more])
const assignArgs = ['--statement', 'Household=Checking,Blue card=Visa', '--statement', 'Rainy days=Savings']
const allRows = [
  'Checking -4.00 Baker',
  'Checking 900.00 Wages',
  'Savings 1.25 Interest',
  'Visa -12.00 Cinema',
]

test('every answer is a whole command that books the rows of that account', async () => {
  const { code, stderr } = await runImport('--account', 'Checking', '--accept')
  expect(code).toBe(2)
  const commands = [...stderr.matchAll(/: budget (import .*)\n/g)].map(([, line = '']) => line)
  expect(commands).toHaveLength(5)
  const [first = '', , third = '', , each = ''] = commands
  expect(await cli.budget(splitShellWords(first).words)).toMatchObject({ code: 0 })
  expect(await listTransactions()).toEqual(['Checking -4.00 Baker', 'Checking 900.00 Wages'])
  const elsewhere = splitShellWords(third.replace('Checking', 'Savings')).words
  expect(await cli.budget(elsewhere)).toMatchObject({ code: 0 })
  expect(await listTransactions()).toContain('Savings 1.25 Interest')
  const accounts = ['Checking', 'Visa', 'Savings']
  const filled = each.replaceAll('=ACCOUNT', () => `=${accounts.shift()}`)
  expect(await cli.budget(splitShellWords(filled).words)).toMatchObject({ code: 0 })
  expect(await listTransactions()).toEqual(allRows)
})

test('each account of the file goes into an account of its own in one run', async () => {
  const { code, stdout, stderr } = await runImport(...assignArgs, '--accept')
  expect({ code, stderr }).toMatchObject({ code: 0 })
  expect(stdout).toContain('household.csv → Visa: 1 row imported')
  expect(await listTransactions()).toEqual(allRows)
  const again = await runImport(...assignArgs, '--json')
  expect(JSON.parse(again.stdout).map(({ counts }: { counts: { create: number } }) => counts.create)).toEqual(
    [0, 0, 0],
  )
})

test('each is an import of its own, which is undone by itself', async () => {
  const { stdout } = await runImport(...assignArgs, '--accept', '--json')
  const [first] = JSON.parse(stdout)
  expect(first.account_name).toBe('Checking')
  await cli.budget(['imports', 'undo', first.import_id, '--yes'])
  expect(await listTransactions()).toEqual(['Savings 1.25 Interest', 'Visa -12.00 Cinema'])
})

test('rows that no account takes are told', async () => {
  const { stderr } = await runImport('--statement', 'Household=Checking,Blue card=Visa', '--accept')
  expect(stderr).toContain('No account is assigned to Rainy days (1 row) in household.csv')
})

test('what was typed is remembered by its name, so the next file needs no word', async () => {
  await runImport('--account', 'Visa', '--statement', '2', '--accept')
  expect((await cli.budget(['layouts', 'show', 'visa', '--json'])).stdout).toContain(
    '"statement": "Blue card"',
  )
  writeFile('household.csv', '2026-06-01,Baker,-3.00,Household', '2026-06-02,Theatre,-30.00,Blue card')
  expect(await runImport('--account', 'Visa')).toMatchObject({ code: 0 })
  expect(await listTransactions()).toEqual(['Visa -12.00 Cinema', 'Visa -30.00 Theatre'])
  // Another account has other rows of the same files.
  expect((await runImport('--account', 'Savings', '--layout', 'visa')).stderr).toContain(
    'Which one should be imported?',
  )
})

test('what was answered is true of one file', async () => {
  const answers = ['Household (2 rows)', 'yes']
  const words = ['import', 'household.csv', '--account', 'Checking']
  expect(await cli.budget(words, { terminal: 80, answers })).toMatchObject({ code: 0 })
  writeFile('household.csv', '2026-06-01,Baker,-3.00,Household', '2026-06-02,Theatre,-30.00,Blue card')
  expect((await runImport('--account', 'Checking')).stderr).toContain('Which one should be imported?')
})

test('a file of another single account than before is not taken without a word', async () => {
  writeFile('household.csv', '2026-05-02,Baker,-4.00,Household', '2026-05-04,Wages,900.00,Household')
  await runImport('--account', 'Checking', '--accept')
  writeFile('household.csv', '2026-06-02,Theatre,-30.00,Blue card', '2026-06-03,Opera,-50.00,Blue card')
  expect((await runImport('--account', 'Checking')).stderr).toContain(
    'The file is for account Blue card, not Household',
  )
})

test('a comma belongs to a name, and a file that comes in is read once for all', async () => {
  const rows = household.map((row) => row.replace('Household', '"Us, both"').replace('Rainy days', 'Us two'))
  writeFile('in.csv', ...rows)
  const stdin = join(cli.folder, 'in.csv')
  const words = ['import', '-', '--statement', 'Us, both=Checking,Blue card=Visa,3=Savings', '--accept']
  expect(await cli.budget(words, { stdin })).toMatchObject({ code: 0 })
  expect(await listTransactions()).toEqual(allRows)
})

test('a command that is printed keeps what goes where', async () => {
  const { code, stderr } = await runImport(...assignArgs)
  expect(code).toBe(2)
  const [, line = ''] = /add --accept: budget (.*)\n/.exec(stderr) ?? []
  expect(await cli.budget(splitShellWords(line).words)).toMatchObject({ code: 0 })
  expect(await listTransactions()).toEqual(allRows)
})

test.each([
  [['--statement', 'Household'], '"budget import" requires --account ACCOUNT'],
  [['--statement', 'Household=Checking', '--account', 'Visa'], 'Use either --account or --statement'],
  [['--statement', 'Household=Checking,Blue card=Checking'], 'assigns two accounts of the file to Checking'],
  [['--statement', 'Household=Checking,household=Visa'], 'assigns "household" to two accounts'],
  [['--statement', 'Household=Checking,Blue card'], '"Blue card" is not NAME=ACCOUNT'],
  [['--statement', 'Household=Nowhere'], 'Nowhere'],
  [['--statement', 'Household', '--statement', 'Visa', '--account', 'Visa'], 'takes one account of the file'],
  [[...assignArgs, '--dry-run', '--plan-out', 'plan.json'], 'A plan is for one file and one account'],
])('%s is refused', async (words, message) => {
  const { code, stderr } = await runImport(...words)
  expect([2, 6]).toContain(code)
  expect(stderr).toContain(message)
  expect(await listTransactions()).toEqual([])
})

test('statements of several accounts go into accounts of their own as well', async () => {
  const statement = (account: string, amount: string) =>
    `<STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>${account}</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260502<TRNAMT>${amount}<FITID>1<NAME>Shop</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS>`
  const text = `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1>${statement('111', '-1.00')}${statement('222', '-2.00')}</BANKMSGSRSV1></OFX>`
  writeFileSync(join(cli.folder, 'both.ofx'), text)
  const words = ['import', 'both.ofx', '--statement', '111=Checking,222=Visa', '--accept']
  expect(await cli.budget(words)).toMatchObject({ code: 0 })
  expect(await listTransactions()).toEqual(['Checking -1.00 Shop', 'Visa -2.00 Shop'])
})
