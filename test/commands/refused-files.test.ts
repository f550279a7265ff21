/**
 * Files that are refused: each refusal prints commands that import the right rows when pasted, or says what to download.
 * @see docs/import.md#no-dead-ends
 */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'
import { parseHintCommands } from '../transcripts/transcript.ts'

let cli: CliHarness
beforeEach(async () => {
  cli = createCliHarness()
  await cli.budget(['init', '--name', 'Home', '--currency', 'EUR'])
  await cli.budget(['accounts', 'add', 'Bank', '--type', 'banking_checking'])
})
afterEach(() => cli.close())

const importBank = (...flags: string[]) =>
  cli.budget(['import', 'bank', '--account', 'Bank', '--accept', ...flags])
const listRows = async () =>
  (await cli.budget('tx list --fields date,amount --format tsv --no-header --all'.split(' '))).stdout
    .trim()
    .split('\n')
    .map((row) => row.replace('\t', ' '))

const plain = ['2026-11-02 -3.50', '2026-11-03 100.00']

/** What is open, the file, the typed flags, the message, and by number of the printed command the rows it imports. */
const answerable: [string, string, string[], string, Record<number, string[]>][] = [
  [
    'amounts of zero only',
    'Date,Text,Amount,Points\n2026-11-02,Bakery,0.00,12\n2026-11-03,Kiosk,0.00,14\n',
    [],
    'All amounts in column 3 "Amount" are zero',
    { 0: ['2026-11-02 -12.00', '2026-11-03 -14.00'], 2: ['2026-11-02 0.00', '2026-11-03 0.00'] },
  ],
  [
    'an amount that is none beside a number',
    'Date,Text,Amount,Nr\n2026-11-02,Bakery,ab 3.50 cd,7\n2026-11-03,Salary,ef 4.50 gh,8\n',
    [],
    'is not an amount',
    { 0: ['2026-11-02 -7.00', '2026-11-03 -8.00'] },
  ],
  [
    'another currency beside an amount in the currency of the account',
    'Date,Text,Amount,Currency,Gegenwert\n2026-11-02,Bakery,-4.00,USD,-3.50\n2026-11-03,Pay,110.00,USD,100.00\n',
    [],
    'The file has amounts in USD, but the workspace uses EUR',
    { 0: plain, 1: ['2026-11-02 -4.00', '2026-11-03 110.00'] },
  ],
  [
    'another currency beside a rate',
    'Date,Text,Amount,Currency,Rate\n2026-11-02,Bakery,-7.00,USD,0.5\n2026-11-03,Pay,200.00,USD,0.5\n',
    [],
    'The file has amounts in USD, but the workspace uses EUR',
    { 0: plain, 1: ['2026-11-02 -14.00', '2026-11-03 400.00'], 2: ['2026-11-02 -7.00', '2026-11-03 200.00'] },
  ],
  [
    'two currencies beside an amount in that of the account',
    'Date,Text,Amount,Currency,Gegenwert\n2026-11-02,Bakery,-4.00,USD,-3.50\n2026-11-03,Pay,100.00,EUR,100.00\n',
    [],
    'The file has amounts in USD (1 row) and EUR (1 row)',
    { 0: ['2026-11-03 100.00'], 1: plain, 2: ['2026-11-02 -4.00', '2026-11-03 100.00'] },
  ],
  [
    'a mapping whose date has unknown marks',
    'Day;Shop;Spent\n2_11_26;Bakery;-3.50\n3_11_26;Pay;100.00\n',
    ['--map', 'date=1,amount=3'],
    'in the mapping has no dates',
    { 0: plain },
  ],
  [
    'days without a year among texts',
    'A;B;C\n02.11.;Bakery;-3,50\nlate;03.11.;100,00\nx;y;z\n04.11.;Kiosk;-1,00\n',
    ['--on-error', 'skip'],
    'Which column is the date? No column contains only dates',
    { 0: ['2026-11-02 -3.50', '2026-11-04 -1.00'], 3: ['2026-11-03 100.00'] },
  ],
  [
    'tables of two accounts',
    'Giro\nDay;Text;Amount\n02.11.2026;Bakery;-3,50\n03.11.2026;Pay;100,00\nVisa\nDay;Text;Amount\n04.11.2026;Bar;-9,00\n05.11.2026;Pay;9,00\n',
    [],
    'The file has 2 tables, each with its own headings. Which one should be imported?',
    { 0: plain, 1: ['2026-11-04 -9.00', '2026-11-05 9.00'] },
  ],
]

/** A file, and what its refusal says to do: no flag reads it. */
const unreadable: [string, Uint8Array | string, string][] = [
  ['a PDF', '%PDF-1.7\n%', 'Download the transactions as CSV, Excel, OFX, CAMT.053, MT940 or QIF instead'],
  ['an image', new Uint8Array([0x89, 0x50, 0x4e, 0x47]), 'Download the transactions as CSV'],
  ['JSON', '{"a": [1]}', 'Download the transactions as CSV'],
  ['a page to sign in', '<html><body>Sign in</body></html>', 'sign in and download it again'],
  ['a packed file', new Uint8Array([0x1f, 0x8b, 8, 0]), 'Unpack it and import the file inside'],
  ['an empty file', '', 'Download it from the bank again'],
  ['a blank file', '\n\n', 'Download it from the bank again'],
  ['headings and no row', 'Date,Text,Amount\n', 'Export a different period from your bank'],
  [
    'balances only',
    'Datum;Boeksaldo\n2026-05-30;13,20\n2026-05-29;14,55\n2026-05-28;14,10\n',
    'Export the transactions of the account instead',
  ],
]

describe('a refused file', () => {
  test.each(answerable)(
    'with %s has commands that import the right rows',
    async (_, text, flags, message, rowsByCommand) => {
      writeFileSync(join(cli.folder, 'bank'), text)
      const refused = await importBank(...flags)
      expect(refused.stderr).toContain(message)
      expect(refused.code).toBe(2)
      const commands = parseHintCommands(refused.stderr).filter(([noun]) => noun === 'import')
      for (const [number, rows] of Object.entries(rowsByCommand)) {
        const { stderr } = await cli.budget(commands[Number(number)] ?? [])
        expect({ number, rows: (await listRows()).toSorted(), stderr }).toMatchObject({ number, rows })
        await cli.budget(['undo', '--yes'])
      }
    },
  )

  test.each(unreadable)('that is %s says what to do instead', async (_, content, advice) => {
    writeFileSync(join(cli.folder, 'bank'), content)
    const { code, stderr } = await importBank()
    expect(stderr).toContain(advice)
    expect([2, 3]).toContain(code)
  })

  const inDollars = 'Date,Text,Amount,Currency\n2026-11-02,Bakery,-3.50,USD\n2026-11-03,Pay,100.00,USD\n'
  const stop = 'Import nothing, and show the commands for a workspace in USD'

  test('in another currency is imported as it is only by the second choice on a terminal', async () => {
    writeFileSync(join(cli.folder, 'bank'), inDollars)
    const typed = ['import', 'bank', '--account', 'Bank', '--accept']
    const first = await cli.budget(typed, { terminal: 200, answers: [stop] })
    expect(first.stderr).toContain(`but the workspace uses EUR [${stop}, Treat them as EUR]`)
    expect(first.stderr).toContain('budget workspaces create USD --currency USD')
    expect({ code: first.code, rows: await listRows() }).toEqual({ code: 2, rows: [''] })
    await cli.budget(typed, { terminal: 200, answers: ['Treat them as EUR'] })
    expect((await listRows()).toSorted()).toEqual(plain)
  })
})
