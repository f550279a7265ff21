/** Structured files are imported like tables. */

import { describe, expect, test } from 'vitest'
import { classifyRows } from '../../../src/import/plan/classify-rows.ts'
import { previewImport } from '../../../src/import/plan/preview-import.ts'
import { runImport } from '../../../src/import/posting/run-import.ts'
import {
  createAccount,
  createImportOptions,
  fetchAccount,
  getApi,
  importFile,
  listTransactions,
  noRows,
} from '../../support/import-account.ts'
import { readText } from '../../support/read-statement.ts'

const transaction = (date: string, amount: string, name: string, id: string) =>
  `<STMTTRN><DTPOSTED>${date}<TRNAMT>${amount}<FITID>${id}<NAME>${name}</STMTTRN>\n`

const file = (transactions: readonly string[], balance: string) =>
  `<OFX><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST>
${transactions.join('')}</BANKTRANLIST><LEDGERBAL><BALAMT>${balance}<DTASOF>20261130</LEDGERBAL></STMTRS></OFX>`

test('an OFX file is booked once, and its balance is the account’s', async () => {
  const account = await createAccount('100')
  const rows = [
    transaction('20261102', '-3.50', 'COFFEE BAR', '1'),
    transaction('20261102', '-3.50', 'COFFEE BAR', '2'),
    transaction('20261105', '1500.00', 'SALARY', '3'),
  ]
  const options = createImportOptions(file(rows, '1593.00'), account, { file: 'bank.qfx' })
  const preview = await previewImport(getApi(), options)
  expect(preview.balance).toMatchObject({ amount: '1593.00', date: '2026-11-30' })
  expect((await runImport(getApi(), preview, options)).counts).toEqual({ ...noRows, create: 3 })
  expect((await fetchAccount(account)).balance).toBe('1593.00')

  const more = [...rows, transaction('20261102', '-3.50', 'COFFEE BAR', '4')]
  const again = await importFile(createImportOptions(file(more, '1589.50'), account))
  expect(again.counts).toEqual({ ...noRows, create: 1, duplicate: 3 })
})

test('the same rows as CSV and as OFX are the same rows', async () => {
  const account = await createAccount()
  await importFile(createImportOptions('Date,Payee,Amount\n2026-11-02,COFFEE BAR,-3.50\n', account))
  const report = await importFile(
    createImportOptions(file([transaction('20261102', '-3.50', 'COFFEE BAR', '1')], '0.00'), account),
  )
  expect(report.counts).toEqual({ ...noRows, duplicate: 1 })
})

test('what cannot be read is handed back as a table that can be corrected and imported', async () => {
  const account = await createAccount()
  const text = file(
    [
      transaction('20261102', '-3.50', 'COFFEE BAR', '1'),
      transaction('20261131', '-7.25', 'BOOKS, "OLD" AND NEW', '2'),
    ],
    '0.00',
  )
  const report = await importFile(createImportOptions(text, account, { on_error: 'skip' }))
  expect(report.counts).toEqual({ ...noRows, create: 1, rejected: 1 })
  const table = report.rejected_text ?? ''
  expect(table).toBe(
    'Date,Amount,Payee,Notes,Reference,Reason\n' +
      '20261131,-7.25,"BOOKS, ""OLD"" AND NEW",,2,"Line 3: ""20261131"" is not a date (ymd)"\n',
  )
  const corrected = table.replaceAll('20261131', '20261130')
  const choices = { map: 'date=1,amount=2,payee=3' }
  expect((await importFile(createImportOptions(corrected, account, { choices }))).counts).toEqual({
    ...noRows,
    create: 1,
  })
})

test('a file that begins with the newest row is booked from its end', async () => {
  const account = await createAccount()
  const names = Array.from({ length: 1200 }, (_, at) => `Shop ${1200 - at}`)
  const rows = names.map((name, at) =>
    transaction(`202610${String(28 - Math.floor(at / 60)).padStart(2, '0')}`, '-1.00', name, name),
  )
  const report = await importFile(createImportOptions(file(rows, '0.00'), account))
  expect(report.counts).toEqual({ ...noRows, create: 1200 })
  // The list is newest first, so the row posted last comes first.
  expect((await listTransactions(account)).map(({ merchant_name: name }) => name)).toEqual(names)
})

describe('a long file can be read again from every place', () => {
  const days = Array.from({ length: 1200 }, (_, at) => String((at % 28) + 1).padStart(2, '0'))
  const mt940 = (account: string) =>
    `:20:1\n:25:${account}\n:60F:C261001USD0,\n${days.map((day) => `:61:2610${day}D1,00NMSC\n:86:Shop\n`).join('')}-\n`
  const entry = (day: string) =>
    `<Ntry><Amt Ccy="USD">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>2026-10-${day}</Dt></BookgDt></Ntry>\n`
  test.each([
    [
      'OFX',
      file(
        days.map((day, at) => transaction(`202610${day}`, '-1.00', 'Shop', String(at))),
        '0.00',
      ),
    ],
    ['QIF', `!Type:Bank\n${days.map((day) => `D10/${day}/2026\nT-1.00\n^\n`).join('')}`],
    ['CAMT', `<BkToCstmrStmt><Stmt>\n${days.map(entry).join('')}</Stmt></BkToCstmrStmt>`],
    ['MT940', mt940('1') + mt940('1')],
  ])('%s', (format, text) => {
    const statement = readText(text, {}, 'USD')
    const rows = [...statement.rows()]
    const { checkpoints, size } = classifyRows(statement, {})
    expect([statement.format, size, checkpoints.length]).toEqual([
      format,
      rows.length,
      Math.floor(size / 500) + 1,
    ])
    for (const place of checkpoints) expect([...statement.rows(place)]).toEqual(rows.slice(place.row - 1))
  })
})
