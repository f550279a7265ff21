/**
 * What is told and asked around an import: the balance before the first row, the end of the last import, rows left out.
 * @see docs/import.md#figures-of-the-file
 */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { utils, write } from '@e965/xlsx'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'

let cli: CliHarness
beforeEach(async () => {
  cli = createCliHarness()
  await cli.budget(['init', '--name', 'Home', '--currency', 'EUR'])
  await cli.budget(['accounts', 'add', 'Bank', '--type', 'banking_checking'])
})
afterEach(() => cli.close())

const put = (name: string, rows: string) =>
  writeFileSync(join(cli.folder, name), `Date,Text,Amount,Balance\n${rows}`)
const importBank = (file: string, ...flags: string[]) =>
  cli.budget(['import', file, '--account', 'Bank', ...flags])
const listAmounts = async () =>
  (await cli.budget('tx list --fields amount --format tsv --no-header --all'.split(' '))).stdout
    .trim()
    .split('\n')

const march = '2026-03-02,Bakery,-3.50,96.50\n2026-03-03,Kiosk,-6.50,90.00\n2026-03-04,Pay,10.00,100.00\n'
const question = 'Record it as the opening balance of Bank?'

test('A new account is offered the balance before the first row on a terminal', async () => {
  put('march.csv', march)
  const { stderr, stdout } = await importBank('march.csv').then(() =>
    cli.budget(['import', 'march.csv', '--account', 'Bank'], { terminal: 100, answers: ['yes', 'yes'] }),
  )
  expect(stderr).toContain(`march.csv begins with a balance of 100.00\n`)
  expect(stderr).toContain(`${question} yes`)
  expect(stdout).toContain('Balance 100.00 on 2026-03-04, matches the bank')
  expect((await listAmounts()).toSorted()).toEqual(['-3.50', '-6.50', '10.00', '100.00'])
  put('april.csv', '2026-04-02,Bakery,-4.50,95.50\n2026-04-03,Kiosk,-5.50,90.00\n')
  const next = await cli.budget(['import', 'april.csv', '--account', 'Bank'], {
    terminal: 100,
    answers: ['yes'],
  })
  expect(next.stderr).not.toContain(question)
})

test('The opening balance is in the account before the rows, so that an interrupted import has it', async () => {
  put('march.csv', march)
  await importBank('march.csv', '--accept', '--opening-balance', 'from-file')
  const { stdout } = await cli.budget('tx list --all --json'.split(' '))
  const rows: { id: string; amount: string }[] = JSON.parse(stdout)
  expect(rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))[0]?.amount).toBe('100.00')
})

test.each([
  ['90.00', 'The file begins where the last import ended, with 100.00 on 2026-03-04'],
  [
    '92.50',
    'The file begins with 102.50, but the last import ended with 100.00 on 2026-03-04: rows of 2.50 are missing between them',
  ],
])('A file that ends at %s is compared with the last import', async (balance, told) => {
  put('march.csv', march)
  await importBank('march.csv', '--accept')
  const before = (Number(balance) + 5.5).toFixed(2)
  put('april.csv', `2026-04-02,Bakery,-4.50,${before}\n2026-04-03,Kiosk,-5.50,${balance}\n`)
  expect((await importBank('april.csv', '--dry-run')).stdout).toContain(told)
  expect((await importBank('april.csv', '--accept')).stdout).toContain(told)
})

test('Rows that are left out are told with their lines and reasons', async () => {
  writeFileSync(
    join(cli.folder, 'bank.csv'),
    'Date,Text,Amount,Status\n2026-03-01,Opening balance,0.00,Booked\n2026-03-02,Bakery,-3.50,Booked\n' +
      '2026-03-03,Kiosk,-6.50,Pending\n2026-03-04,Bar,-1.50,Pending\n2026-03-05,Pay,10.00,Booked\n2026-03-06,Bar,-2.50,Pending\n',
  )
  const told = 'line 2: a balance or turnover, not a transaction; lines 4 to 5, 7: still pending at the bank'
  expect((await importBank('bank.csv', '--dry-run')).stdout).toContain(`Skipped       ${told}`)
  expect((await importBank('bank.csv', '--accept')).stdout).toContain(`Left out ${told}\n`)
})

test('A workbook is called one, not a text with tabs', async () => {
  const book = utils.book_new()
  const rows = [
    ['Date', 'Text', 'Amount'],
    ['2026-03-02', 'Bakery', -3.5],
    ['2026-03-03', 'Pay', 100],
  ]
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Rows')
  utils.book_append_sheet(book, utils.aoa_to_sheet([['2026-05-02', 'Kiosk', -5]]), 'May')
  writeFileSync(join(cli.folder, 'bank.xlsx'), write(book, { type: 'buffer', bookType: 'xlsx' }))
  const { stdout, stderr } = await importBank('bank.xlsx', '--dry-run')
  expect(stdout).toContain('  Format        Excel workbook (xlsx)\n')
  expect(stderr).toContain('not read: "May" (1 row)')
})

test('A word among the amounts of a short file rejects its row, and the column is read', async () => {
  put('march.csv', '2026-03-02,Bakery,-3.50,96.50\n2026-03-03,Kiosk,abc,90.00\n2026-03-04,Bar,-1.50,88.50\n')
  const { stdout } = await importBank('march.csv', '--dry-run')
  expect(stdout).toContain('line 3, row 2, column 3, amount: "abc" is not an amount')
  expect(stdout).toMatch(/New +2 +-5\.00\n/)
})
