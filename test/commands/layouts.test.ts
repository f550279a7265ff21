import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'

let stage: CliHarness

beforeEach(async () => {
  stage = createCliHarness()
  await stage.budget(['accounts', 'add', 'Checking', '--type', 'banking_checking'])
})
afterEach(() => stage.close())

/** Puts a file beside the workspace. */
const put = (name: string, ...lines: readonly string[]) =>
  writeFileSync(join(stage.folder, name), `${lines.join('\n')}\n`)

const book = (file: string, ...words: readonly string[]) =>
  stage.budget(['import', file, '--account', 'Checking', ...words])

/** The transactions, the latest first, as `date amount`. */
async function booked(): Promise<string[]> {
  const { stdout } = await stage.budget(['tx', 'list', '--fields', 'date,amount', '--format', 'tsv'])
  return stdout
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.replace('\t', ' '))
}

test('a layout that leaves the sign open confirms no other file', async () => {
  put(
    'march.csv',
    'Date,Payee,Amount',
    '2026-03-01,Cafe,3.00',
    '2026-03-02,Bar,4.00',
    '2026-03-03,Thanks,+7.00',
  )
  put(
    'april.csv',
    'Date,Payee,Amount',
    '2026-04-01,Cafe,3.00',
    '2026-04-02,Bar,-4.00',
    '2026-04-03,Bar,-3.00',
  )
  expect(await book('march.csv', '--accept')).toMatchObject({ code: 0 })
  expect(await book('april.csv')).toEqual({
    stdout: '',
    stderr:
      'Nobody has confirmed how april.csv is to be read\n' +
      '  checking leaves open how a file of its kind is read. Look at it with --dry-run, then add --accept: ' +
      'budget import april.csv --account Checking --accept\n',
    code: 2,
  })
  expect(await booked()).toEqual(['2026-03-03 7.00', '2026-03-02 -4.00', '2026-03-01 -3.00'])
})

test('an order of dates that was proven stays proven where the layout leaves the sign open', async () => {
  put(
    'march.csv',
    'Date,Payee,Amount',
    '03/15/2026,Cafe,3.00',
    '03/16/2026,Bar,4.00',
    '03/17/2026,Thanks,+7.00',
  )
  put(
    'april.csv',
    'Date,Payee,Amount',
    '04/03/2026,Cafe,3.00',
    '04/05/2026,Bar,4.00',
    '04/06/2026,Thanks,+7.00',
  )
  await book('march.csv', '--accept')
  expect(await book('april.csv', '--accept')).toMatchObject({ code: 0 })
  expect((await booked()).slice(0, 3)).toEqual(['2026-04-06 7.00', '2026-04-05 -4.00', '2026-04-03 -3.00'])
})

test('an import is resumed under the layout it was begun with, and not without it', async () => {
  const visa = join(stage.folder, 'config', 'layouts', 'visa.json')
  put('a.csv', 'Date,Payee,Amount', '2026-03-01,Cafe,3.00', '2026-03-02,Shop,-9.00', '2026-03-04,Bar,-8.00')
  await book('a.csv', '--accept')
  await stage.budget(['imports', 'undo', 'a.csv', '--yes'])
  const checking = readFileSync(visa.replace('visa', 'checking'), 'utf8')
  writeFileSync(visa, checking.replace('"choices": {', '"choices": { "invert": true,'))
  // Into a closed account nothing can be booked: the import stops once it is begun.
  await stage.budget(['accounts', 'add', 'Savings', '--type', 'banking_savings'])
  await stage.budget(['accounts', 'close', 'Savings', '--yes'])
  put('decided.csv', 'row,transfer', '2,Savings')
  expect(await book('a.csv', '--layout', 'visa', '--categorize', 'decided.csv')).not.toMatchObject({
    code: 0,
  })
  await stage.budget(['accounts', 'reopen', 'Savings', '--yes'])
  renameSync(visa, `${visa}.away`)
  expect(await stage.budget(['imports', 'resume'])).toEqual({
    stdout: '',
    stderr:
      'This import was begun with the layout "visa", which is gone\n' +
      '  Bring the layout back, or import the file again with another one: what is booked is skipped\n',
    code: 6,
  })
  renameSync(`${visa}.away`, visa)
  expect(await stage.budget(['imports', 'resume'])).toMatchObject({ code: 0 })
  expect(await booked()).toEqual([
    '2026-03-04 8.00',
    '2026-03-02 9.00',
    '2026-03-02 -9.00',
    '2026-03-01 -3.00',
  ])
})

/** A file of one transaction of an account, as OFX. */
const ofx = (account: string, day: string, amount: string) =>
  `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>${account}<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>202603${day}<TRNAMT>${amount}<FITID>${account}${day}<NAME>Shop</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

test('a statement of another account is not booked unasked', async () => {
  put('one.ofx', ofx('11111', '01', '-3.00'))
  put('other.ofx', ofx('99999', '02', '-5.00'))
  put('next.ofx', ofx('11111', '03', '-7.00'))
  put('both.ofx', ofx('99999', '04', '-9.00'))
  await book('one.ofx', '--accept')
  expect(await book('other.ofx')).toEqual({
    stdout: '',
    stderr:
      'Nobody has confirmed how other.ofx is to be read\n' +
      '  The file is of account 99999, not 11111. Look at it with --dry-run, then add --accept: ' +
      'budget import other.ofx --account Checking --accept\n',
    code: 2,
  })
  expect(await book('next.ofx')).toMatchObject({ code: 0 })
  expect(await book('other.ofx', '--accept')).toMatchObject({ code: 0 })
  // Both were agreed to.
  expect(await book('both.ofx')).toMatchObject({ code: 0 })
  const { stdout } = await stage.budget([
    'layouts',
    'show',
    'checking',
    '--fields',
    'file_accounts',
    '--json',
  ])
  expect(Object.values(JSON.parse(stdout).file_accounts)).toEqual([['11111', '99999']])
})

test('a layout that was confirmed before accounts of files were kept learns the next one', async () => {
  put('one.ofx', ofx('11111', '01', '-3.00'))
  put('next.ofx', ofx('11111', '03', '-7.00'))
  put('other.ofx', ofx('99999', '02', '-5.00'))
  await book('one.ofx', '--accept')
  const path = join(stage.folder, 'config', 'layouts', 'checking.json')
  const { file_accounts: _, ...older } = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify(older))
  expect(await book('next.ofx')).toMatchObject({ code: 0 })
  expect(await book('other.ofx')).toMatchObject({ code: 2 })
})

const qif = (...days: readonly string[]) =>
  ['!Type:Bank', ...days.map((day) => `D${day}\nT-3.00\nPCafe\n^`)] as const

test('an order of dates that a QIF file proved stays proven', async () => {
  put('march.qif', ...qif('03/15/2026', '03/16/2026'))
  put('april.qif', ...qif('04/03/2026'))
  await book('march.qif', '--accept')
  expect(await book('april.qif')).toMatchObject({ code: 0 })
  expect((await booked())[0]).toBe('2026-04-03 -3.00')
})

test('a QIF file that left the order of dates open confirms no other, and the next one settles it', async () => {
  put('march.qif', ...qif('03/03/2026'))
  put('april.qif', ...qif('04/15/2026'))
  put('may.qif', ...qif('05/04/2026'))
  await book('march.qif', '--accept')
  expect(await book('april.qif')).toMatchObject({ code: 2 })
  expect(await book('april.qif', '--accept')).toMatchObject({ code: 0 })
  expect(await book('may.qif')).toMatchObject({ code: 0 })
  expect((await booked())[0]).toBe('2026-05-04 -3.00')
})

test('a layout meets its files again by the delimiter and the lines left out that were typed once', async () => {
  put('may.csv', 'Date~Payee~Amount', '2026-05-01~Cafe~-3.00')
  put('june.csv', 'Date~Payee~Amount', '2026-06-01~Cafe~-3.00')
  expect(await book('may.csv', '--delimiter', '~', '--accept')).toMatchObject({ code: 0 })
  expect(await book('june.csv')).toMatchObject({ code: 0 })
  const summary = ['Konto,Datum,Betrag,Saldo,Umsatz', 'A1,2026-02-28,5.00,5.00,1', '']
  put('july.csv', ...summary, 'Day,Shop,Amount', '2026-07-01,Cafe,-3.00', '2026-07-02,Bar,-3.00')
  put('august.csv', ...summary, 'Day,Shop,Amount', '2026-08-01,Cafe,-3.00', '2026-08-02,Bar,-3.00')
  expect(await book('july.csv', '--skip', '3', '--accept')).toMatchObject({ code: 0 })
  expect(await book('august.csv', '--layout', 'checking-2')).toMatchObject({ code: 0 })
})

test('what differs from a layout is named: columns, their order, or the sign between them', async () => {
  put('may.csv', 'Date,Payee,Amount', '2026-05-01,Cafe,-3.00')
  put('order.csv', 'Date,Amount,Payee', '2026-06-01,-3.00,Cafe')
  put('sign.csv', 'Date;Payee;Amount', '2026-07-01;Cafe;-3.00')
  put('other.csv', 'Buchungstag,Empfänger,Betrag', '01.08.2026,Cafe,-3.00')
  await book('may.csv', '--accept')
  const differences: string[] = []
  for (const file of ['order.csv', 'sign.csv', 'other.csv'])
    differences.push((await book(file, '--layout', 'checking')).stderr.split('\n')[1]?.trim() ?? '')
  expect(differences).toEqual([
    'Its columns are not those of checking: in another order',
    'Its columns are not those of checking: separated by another sign',
    'Its columns are not those of checking: without "Date", "Payee", "Amount", with "Buchungstag", "Empfänger", "Betrag"',
  ])
})

test('a layout of another account stops no import, and a damaged one of this account does', async () => {
  put('may.csv', 'Date,Payee,Amount', '2026-05-01,Cafe,-3.00')
  put('june.csv', 'Date,Payee,Amount', '2026-06-01,Cafe,-3.00')
  await book('may.csv', '--accept')
  const folder = join(stage.folder, 'config', 'layouts')
  const content = JSON.parse(readFileSync(join(folder, 'checking.json'), 'utf8'))
  writeFileSync(
    join(folder, 'broken.json'),
    JSON.stringify({ ...content, accounts: ['acc_other'], rules: 1 }),
  )
  expect(await book('june.csv')).toMatchObject({ code: 0 })
  writeFileSync(join(folder, 'broken.json'), JSON.stringify({ ...content, rules: 1 }))
  expect((await book('june.csv', '--on-error', 'skip')).stderr).toContain('broken.json: rules must be a list')
})

test('a file where the folder of the layouts belongs is named', async () => {
  put('may.csv', 'Date,Payee,Amount', '2026-05-01,Cafe,-3.00')
  mkdirSync(join(stage.folder, 'config'), { recursive: true })
  put(join('config', 'layouts'), 'x')
  const folder = join(stage.folder, 'config', 'layouts')
  const told = {
    stdout: '',
    stderr: `Cannot read the layouts in ${folder}: it is not a directory\n`,
    code: 12,
  }
  expect(await book('may.csv', '--accept')).toEqual(told)
  expect(await stage.budget(['layouts'])).toEqual(told)
})
