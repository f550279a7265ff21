/** Tests saved layouts: confirming, reusing and changing them. */

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'

let cli: CliHarness

beforeEach(async () => {
  cli = createCliHarness()
  await cli.budget(['accounts', 'add', 'Checking', '--type', 'banking_checking'])
})
afterEach(() => cli.close())

/** Writes a file next to the workspace. */
const putFile = (name: string, ...lines: readonly string[]) =>
  writeFileSync(join(cli.folder, name), `${lines.join('\n')}\n`)

const runImport = (file: string, ...words: readonly string[]) =>
  cli.budget(['import', file, '--account', 'Checking', ...words])

/** Returns the transactions as `date amount`, newest first. */
async function listTransactions(): Promise<string[]> {
  const { stdout } = await cli.budget(['tx', 'list', '--fields', 'date,amount', '--format', 'tsv'])
  return stdout
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.replace('\t', ' '))
}

test('a layout that leaves the sign open confirms no other file', async () => {
  putFile(
    'march.csv',
    'Date,Payee,Amount',
    '2026-03-01,Cafe,3.00',
    '2026-03-02,Bar,4.00',
    '2026-03-03,Thanks,+7.00',
  )
  putFile(
    'april.csv',
    'Date,Payee,Amount',
    '2026-04-01,Cafe,3.00',
    '2026-04-02,Bar,-4.00',
    '2026-04-03,Bar,-3.00',
  )
  expect(await runImport('march.csv', '--accept')).toMatchObject({ code: 0 })
  expect(await runImport('april.csv')).toEqual({
    stdout: '',
    stderr:
      'The layout of april.csv requires confirmation\n' +
      '  The layout checking does not fully describe this file. Check it with --dry-run, then add --accept: ' +
      'budget import april.csv --account Checking --accept\n' +
      '  Columns: date 1 "Date", amount 3 "Amount", payee 2 "Payee"\n',
    code: 2,
  })
  expect(await listTransactions()).toEqual(['2026-03-03 7.00', '2026-03-02 -4.00', '2026-03-01 -3.00'])
})

test('an order of dates that was proven stays proven where the layout leaves the sign open', async () => {
  putFile(
    'march.csv',
    'Date,Payee,Amount',
    '03/15/2026,Cafe,3.00',
    '03/16/2026,Bar,4.00',
    '03/17/2026,Thanks,+7.00',
  )
  putFile(
    'april.csv',
    'Date,Payee,Amount',
    '04/03/2026,Cafe,3.00',
    '04/05/2026,Bar,4.00',
    '04/06/2026,Thanks,+7.00',
  )
  await runImport('march.csv', '--accept')
  expect(await runImport('april.csv', '--accept')).toMatchObject({ code: 0 })
  expect((await listTransactions()).slice(0, 3)).toEqual([
    '2026-04-06 7.00',
    '2026-04-05 -4.00',
    '2026-04-03 -3.00',
  ])
})

test('an import is resumed under the layout it was begun with, and not without it', async () => {
  const visa = join(cli.folder, 'config', 'layouts', 'visa.json')
  putFile(
    'a.csv',
    'Date,Payee,Amount',
    '2026-03-01,Cafe,3.00',
    '2026-03-02,Shop,-9.00',
    '2026-03-04,Bar,-8.00',
  )
  await runImport('a.csv', '--accept')
  await cli.budget(['imports', 'undo', 'a.csv', '--yes'])
  const checking = readFileSync(visa.replace('visa', 'checking'), 'utf8')
  writeFileSync(visa, checking.replace('"choices": {', '"choices": { "invert": true,'))
  // A closed account rejects transactions, so the import stops after it began.
  await cli.budget(['accounts', 'add', 'Savings', '--type', 'banking_savings'])
  await cli.budget(['accounts', 'close', 'Savings', '--yes'])
  putFile('decided.csv', 'row,transfer', '2,Savings')
  expect(await runImport('a.csv', '--layout', 'visa', '--categorize', 'decided.csv')).not.toMatchObject({
    code: 0,
  })
  await cli.budget(['accounts', 'reopen', 'Savings', '--yes'])
  renameSync(visa, `${visa}.away`)
  expect(await cli.budget(['imports', 'resume'])).toEqual({
    stdout: '',
    stderr:
      'This import was started with the layout "visa", which no longer exists\n' +
      '  Restore the layout, or import the file again with another one: rows already imported are skipped\n',
    code: 6,
  })
  renameSync(`${visa}.away`, visa)
  expect(await cli.budget(['imports', 'resume'])).toMatchObject({ code: 0 })
  expect(await listTransactions()).toEqual([
    '2026-03-04 8.00',
    '2026-03-02 9.00',
    '2026-03-02 -9.00',
    '2026-03-01 -3.00',
  ])
})

/** Returns an OFX file with one transaction of an account. */
const buildOfx = (account: string, day: string, amount: string) =>
  `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>${account}<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>202603${day}<TRNAMT>${amount}<FITID>${account}${day}<NAME>Shop</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

test('a statement of another account is not booked unasked', async () => {
  putFile('one.ofx', buildOfx('11111', '01', '-3.00'))
  putFile('other.ofx', buildOfx('99999', '02', '-5.00'))
  putFile('next.ofx', buildOfx('11111', '03', '-7.00'))
  putFile('both.ofx', buildOfx('99999', '04', '-9.00'))
  await runImport('one.ofx', '--accept')
  expect(await runImport('other.ofx')).toEqual({
    stdout: '',
    stderr:
      'The layout of other.ofx requires confirmation\n' +
      '  The file is for account 99999, not 11111. Check it with --dry-run, then add --accept: ' +
      'budget import other.ofx --account Checking --accept\n',
    code: 2,
  })
  expect(await runImport('next.ofx')).toMatchObject({ code: 0 })
  expect(await runImport('other.ofx', '--accept')).toMatchObject({ code: 0 })
  // Both accounts were confirmed.
  expect(await runImport('both.ofx')).toMatchObject({ code: 0 })
  const { stdout } = await cli.budget(['layouts', 'show', 'checking', '--fields', 'file_accounts', '--json'])
  expect(Object.values(JSON.parse(stdout).file_accounts)).toEqual([['11111', '99999']])
})

test('a layout that was confirmed before accounts of files were kept learns the next one', async () => {
  putFile('one.ofx', buildOfx('11111', '01', '-3.00'))
  putFile('next.ofx', buildOfx('11111', '03', '-7.00'))
  putFile('other.ofx', buildOfx('99999', '02', '-5.00'))
  await runImport('one.ofx', '--accept')
  const path = join(cli.folder, 'config', 'layouts', 'checking.json')
  const { file_accounts: _, ...older } = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify(older))
  expect(await runImport('next.ofx')).toMatchObject({ code: 0 })
  expect(await runImport('other.ofx')).toMatchObject({ code: 2 })
})

const buildQif = (...days: readonly string[]) =>
  ['!Type:Bank', ...days.map((day) => `D${day}\nT-3.00\nPCafe\n^`)] as const

test('an order of dates that a QIF file proved stays proven', async () => {
  putFile('march.qif', ...buildQif('03/15/2026', '03/16/2026'))
  putFile('april.qif', ...buildQif('04/03/2026'))
  await runImport('march.qif', '--accept')
  expect(await runImport('april.qif')).toMatchObject({ code: 0 })
  expect((await listTransactions())[0]).toBe('2026-04-03 -3.00')
})

test('a QIF file that left the order of dates open confirms no other, and the next one settles it', async () => {
  putFile('march.qif', ...buildQif('03/03/2026'))
  putFile('april.qif', ...buildQif('04/15/2026'))
  putFile('may.qif', ...buildQif('05/04/2026'))
  await runImport('march.qif', '--accept')
  expect(await runImport('april.qif')).toMatchObject({ code: 2 })
  expect(await runImport('april.qif', '--accept')).toMatchObject({ code: 0 })
  expect(await runImport('may.qif')).toMatchObject({ code: 0 })
  expect((await listTransactions())[0]).toBe('2026-05-04 -3.00')
})

test('a layout meets its files again by the delimiter and the lines left out that were typed once', async () => {
  putFile('may.csv', 'Date~Payee~Amount', '2026-05-01~Cafe~-3.00')
  putFile('june.csv', 'Date~Payee~Amount', '2026-06-01~Cafe~-3.00')
  expect(await runImport('may.csv', '--delimiter', '~', '--accept')).toMatchObject({ code: 0 })
  expect(await runImport('june.csv')).toMatchObject({ code: 0 })
  const summary = ['Konto,Datum,Betrag,Saldo,Umsatz', 'A1,2026-02-28,5.00,5.00,1', '']
  putFile('july.csv', ...summary, 'Day,Shop,Amount', '2026-07-01,Cafe,-3.00', '2026-07-02,Bar,-3.00')
  putFile('august.csv', ...summary, 'Day,Shop,Amount', '2026-08-01,Cafe,-3.00', '2026-08-02,Bar,-3.00')
  expect(await runImport('july.csv', '--skip', '3', '--accept')).toMatchObject({ code: 0 })
  expect(await runImport('august.csv', '--layout', 'checking-2')).toMatchObject({ code: 0 })
})

test('what differs from a layout is named: columns, their order, or the sign between them', async () => {
  putFile('may.csv', 'Date,Payee,Amount', '2026-05-01,Cafe,-3.00')
  putFile('order.csv', 'Date,Amount,Payee', '2026-06-01,-3.00,Cafe')
  putFile('sign.csv', 'Date;Payee;Amount', '2026-07-01;Cafe;-3.00')
  putFile('other.csv', 'Buchungstag,Empfänger,Betrag', '01.08.2026,Cafe,-3.00')
  await runImport('may.csv', '--accept')
  const differences: string[] = []
  for (const file of ['order.csv', 'sign.csv', 'other.csv'])
    differences.push((await runImport(file, '--layout', 'checking')).stderr.split('\n')[1]?.trim() ?? '')
  expect(differences).toEqual([
    'Its columns differ from checking: different order',
    'Its columns differ from checking: different delimiter',
    'Its columns differ from checking: missing "Date", "Payee", "Amount", new "Buchungstag", "Empfänger", "Betrag"',
  ])
})

test('a layout of another account stops no import, and a damaged one of this account does', async () => {
  putFile('may.csv', 'Date,Payee,Amount', '2026-05-01,Cafe,-3.00')
  putFile('june.csv', 'Date,Payee,Amount', '2026-06-01,Cafe,-3.00')
  await runImport('may.csv', '--accept')
  const folder = join(cli.folder, 'config', 'layouts')
  const content = JSON.parse(readFileSync(join(folder, 'checking.json'), 'utf8'))
  writeFileSync(
    join(folder, 'broken.json'),
    JSON.stringify({ ...content, accounts: ['acc_other'], rules: 1 }),
  )
  expect(await runImport('june.csv')).toMatchObject({ code: 0 })
  writeFileSync(join(folder, 'broken.json'), JSON.stringify({ ...content, rules: 1 }))
  expect((await runImport('june.csv', '--on-error', 'skip')).stderr).toContain(
    'broken.json: rules must be a list',
  )
})

test('a file where the folder of the layouts belongs is named', async () => {
  putFile('may.csv', 'Date,Payee,Amount', '2026-05-01,Cafe,-3.00')
  mkdirSync(join(cli.folder, 'config'), { recursive: true })
  putFile(join('config', 'layouts'), 'x')
  const folder = join(cli.folder, 'config', 'layouts')
  const told = {
    stdout: '',
    stderr: `Cannot read the layouts in ${folder}: it is not a directory\n`,
    code: 12,
  }
  expect(await runImport('may.csv', '--accept')).toEqual(told)
  expect(await cli.budget(['layouts'])).toEqual(told)
})
