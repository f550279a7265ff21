/**
 * Tests that each answer to an ambiguous file comes with a complete command.
 * @see docs/import.md#10-rules-found-with-unseen-files
 */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addCommandsToQuestion } from '../../src/import/dialogue/command-line.ts'
import { toReadOptions } from '../../src/import/read-flags.ts'
import { createAmbiguityError } from '../../src/tables/ambiguity-error.ts'
import { type ReadOptions, toFlags } from '../../src/tables/read-options.ts'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'
import { parseHintCommands, splitShellWords } from '../transcripts/transcript.ts'

const header = 'Day,Shop,Spent\n'
const files: Record<string, string> = {
  "Ann's card; 2026.csv": `${header}03/04/2026,KIOSK,-1.50\n04/04/2026,BAKERY,-2.00\n`,
  'plain.csv': 'Date,Payee,Amount\n2026-04-01,TRAM,-2.75\n',
  'more.csv': 'When,What,Spent\n05/04/2026,CINEMA,-9.00\n',
  export: `${header}06/05/2026,CAFE,-4.00\n`,
}

let cli: CliHarness
beforeEach(async () => {
  cli = createCliHarness()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cli.folder, name), text)
  await cli.budget(['init', '--name', 'Home', '--currency', 'USD'])
  await cli.budget(['accounts', 'add', "Ann's card", '--type', 'credit_card'])
})
afterEach(() => cli.close())

const run = (line: string) => cli.budget(splitShellWords(line).words)
const dates = async () =>
  (await run('tx list --fields date,amount --format tsv --no-header --all')).stdout.trim().split('\n')

describe('a question names a command for every answer', () => {
  test('that repeats what was typed, and books as it says', async () => {
    const refused = await run(
      `import "Ann's card; 2026.csv" --account "Ann's card" --profile local --on-error skip --accept --max-size 1M`,
    )
    expect(refused.code).toBe(2)
    const [first = '', second = '', ...rest] = refused.stderr.trimEnd().split('\n').slice(1)
    expect(rest).toEqual([])
    expect(first).toMatch(/^ {2}3 April 2026: budget import .* --date-order dmy$/)
    expect(second).toMatch(
      /^ {2}4 March 2026: budget import 'Ann'\\''s card; 2026.csv' --account 'Ann'\\''s card' --profile local --on-error skip --accept --max-size 1048576 --date-order mdy$/,
    )
    const [, command = []] = parseHintCommands(refused.stderr)
    expect((await cli.budget(command)).code).toBe(0)
    expect(await dates()).toEqual(['2026-04-04\t-2.00', '2026-03-04\t-1.50'])
  })

  const inPolish = `${header}13/04/2026,KIOSK,"-1,50 zł"\n14/04/2026,BAKERY,"-2,00 zł"\n`
  const statement = (currency: string) =>
    `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>${currency}<BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260413<TRNAMT>-1.50<FITID>1<NAME>KIOSK</STMTTRN></BANKTRANLIST></STMTRS></OFX>`

  test.each([
    ['of a table', inPolish, 'PLN', ['2026-04-14\t-2.00', '2026-04-13\t-1.50']],
    ['of another format', statement('PLN'), 'PLN', ['2026-04-13\t-1.50']],
    [
      'of some rows',
      `${header.replace('Spent', 'Spent,Currency')}13/04/2026,KIOSK,-1.50,PLN\n14/04/2026,BAR,-9.00,USD\n`,
      'PLN',
      ['2026-04-13\t-1.50'],
    ],
  ])('about another currency %s: the commands for a workspace of its own', async (_, text, code, booked) => {
    writeFileSync(join(cli.folder, 'other'), text)
    await run('accounts add Visa --type credit_card')
    const refused = await run(`import other --account Visa --accept`)
    expect(refused.code).toBe(2)
    const [, chain = ''] = new RegExp(`Into a new workspace in ${code}: (.*)`).exec(refused.stderr) ?? []
    const commands = chain.split(' && ')
    expect(commands).toHaveLength(4)
    for (const command of commands) {
      const { code, stderr } = await run(command.replace(/^budget /, ''))
      expect({ command, code, stderr: code === 0 ? '' : stderr }).toEqual({ command, code: 0, stderr: '' })
    }
    const listed = await run('tx list --profile pln --fields date,amount --format tsv --no-header --all')
    expect(listed.stdout.trim().split('\n')).toEqual(booked)
    expect((await run(`import other --account Visa --accept`)).stderr).toContain(
      'Into the workspace of the profile pln: budget import other ',
    )
  })

  test('about another currency that is only a wrong word of the bank', async () => {
    writeFileSync(join(cli.folder, 'other'), statement('XPF'))
    const refused = await run(`import other --account "Ann's card" --accept`)
    const [command = []] = parseHintCommands(refused.stderr)
    expect(command).toEqual([
      ...splitShellWords(`import other --account "Ann's card" --accept`).words,
      '--currency',
      'USD',
    ])
    expect((await cli.budget(command)).code).toBe(0)
    expect(await dates()).toEqual(['2026-04-13\t-1.50'])
  })

  test('about a year that only the name of the file shows', async () => {
    writeFileSync(join(cli.folder, 'card of 2011'), 'Day;Shop;Spent\n28.11.;KIOSK;-1.50\n27.11.;BAR;-2.00\n')
    const refused = await run(`import "card of 2011" --account "Ann's card" --accept`)
    const [command = []] = parseHintCommands(refused.stderr)
    expect(command.slice(-2)).toEqual(['--year', '2011'])
    expect((await cli.budget(command)).code).toBe(0)
    expect(await dates()).toEqual(['2011-11-28\t-1.50', '2011-11-27\t-2.00'])
  })

  test('about dates with marks that no bank is known to use', async () => {
    writeFileSync(join(cli.folder, 'marks'), 'Day;Shop;Spent\n3_4_26;KIOSK;-1.50\n14_4_26;BAR;-2.00\n')
    const refused = await run(`import marks --account "Ann's card" --accept`)
    const [command = [], ...others] = parseHintCommands(refused.stderr)
    expect(others).toEqual([])
    expect(command.slice(-2)).toEqual(['--date-format', 'D_M_YY'])
    expect((await cli.budget(command)).code).toBe(0)
    expect(await dates()).toEqual(['2026-04-14\t-2.00', '2026-04-03\t-1.50'])
  })

  test('about the file in question; those after it follow in a command of their own', async () => {
    const refused = await run(`import plain.csv export more.csv --account "Ann's card" --accept`)
    expect(refused.stderr).toMatch(/^export: Is "06\/05\/2026" /)
    expect(refused.stderr).toMatch(/ {2}Then the other files: budget import more\.csv .* --accept\n/)
    const [day = []] = parseHintCommands(refused.stderr)
    expect(day.slice(0, 2)).toEqual(['import', 'export'])
    expect((await cli.budget(day)).code).toBe(0)
    expect(await dates()).toEqual(['2026-05-06\t-4.00', '2026-04-01\t-2.75'])
  })

  test('about all files where these add up', async () => {
    const { stderr } = await run(`import export more.csv --concat --account "Ann's card" --dry-run`)
    const [day = [], , ...rest] = parseHintCommands(stderr)
    expect(rest).toEqual([])
    expect(day.slice(0, 3)).toEqual(['import', 'export', 'more.csv'])
    expect((await cli.budget(day)).code).toBe(0)
    expect(await dates()).toEqual([''])
  })

  test('that takes the place of what was typed about the same', () => {
    const open = createAmbiguityError('Which?', '', [
      { label: 'Spent', options: { map: 'date=1,out=3', invert: false } },
    ])
    const typed = { files: ['a.csv'], flags: { map: 'date=1,amount=3', invert: true, accept: true } }
    expect(addCommandsToQuestion(open, typed, { path: 'a.csv', account: 'A', profile: undefined }).hint).toBe(
      'Spent: budget import a.csv --account A --accept --map date=1,out=3 --no-invert',
    )
  })

  test('of the year, which is no part of how files of the kind are read', async () => {
    const table = (...days: string[]) =>
      `Tag;Laden;Betrag\n${days.map((day) => `${day};Obst;-3,10\n`).join('')}`
    writeFileSync(join(cli.folder, 'one.csv'), table('17.11.', '19.11.'))
    writeFileSync(join(cli.folder, 'two.csv'), table('02.12.', '03.12.'))
    const typed = `--account "Ann's card" --accept`
    const { stderr } = await run(`import one.csv ${typed}`)
    const [first = []] = parseHintCommands(stderr)
    expect(first.slice(-2)).toEqual(['--year', '2026'])
    expect((await cli.budget(first)).code).toBe(0)
    expect((await run(`import two.csv ${typed}`)).stderr).toMatch(/^In which year was "03\.12\."/)
    expect((await run(`import two.csv ${typed} --year 2025`)).code).toBe(0)
    expect(await dates()).toEqual([
      '2026-11-19\t-3.10',
      '2026-11-17\t-3.10',
      '2025-12-03\t-3.10',
      '2025-12-02\t-3.10',
    ])
  })

  test('as lines of a string for a program', async () => {
    const { stderr } = await run(`import export --account "Ann's card" --json`)
    expect(JSON.parse(stderr).error.hint).toBe(
      "6 May 2026: budget import export --account 'Ann'\\''s card' --date-order dmy\n" +
        "5 June 2026: budget import export --account 'Ann'\\''s card' --date-order mdy",
    )
  })

  test('on a terminal nobody reads, never broken within a command', async () => {
    const words = splitShellWords(`import export --account "Ann's card" --no-input`).words
    const { stderr } = await cli.budget(words, { terminal: 60, env: { NO_COLOR: '1' } })
    expect(stderr.split('\n').slice(-5)).toEqual([
      '  6 May 2026:',
      "  budget import export --account 'Ann'\\''s card' --date-order dmy",
      '  5 June 2026:',
      "  budget import export --account 'Ann'\\''s card' --date-order mdy",
      '',
    ])
  })
})

describe('choices', () => {
  const all: Required<ReadOptions> = {
    map: 'date=1,amount=3,payee=Auftraggeber / Empfänger',
    date_format: 'D. MMM YY',
    date_order: 'dmy',
    year: 2026,
    decimal: ',',
    delimiter: ';',
    encoding: 'windows-1252',
    skip: 2,
    skip_end: 1,
    header_row: false,
    invert: true,
    out_values: ['D', 'Af'],
    statement: 'all',
    currency: 'CHF',
    accept_balance: true,
    pending: 'import',
    possible: 'skip',
    raw_merchants: true,
  }
  const nothing = {
    noHeaderRow: false,
    invert: false,
    noInvert: false,
    acceptBalance: false,
    rawMerchants: false,
  }
  // The command reads these itself, because they are more than read options.
  const { possible: _, statement: __, ...typed } = all

  test.each(Object.entries(typed))('are typed as they are read: %s', (name, value) => {
    const given = { ...nothing, ...toFlags({ [name]: value }) }
    expect(toReadOptions(given as unknown as Parameters<typeof toReadOptions>[0])).toEqual({ [name]: value })
  })

  test('are named by their flags where nobody knows the command', () => {
    const { hint } = createAmbiguityError('Which?', '', [
      { label: 'One', options: { date_format: 'D. MMM YY', invert: false } },
      { label: 'Another', options: { delimiter: ';', header_row: false } },
    ])
    expect(hint).toBe("One: --date-format 'D. MMM YY' --no-invert\nAnother: --delimiter ';' --no-header-row")
  })

  test('of more than eight answers the rest is counted', () => {
    const answers = Array.from({ length: 11 }, (_, at) => ({
      label: `Account ${at + 1}`,
      options: { statement: String(at + 1) },
    }))
    const lines = createAmbiguityError('Which?', '', answers).hint?.split('\n') ?? []
    expect([lines.length, lines[7], lines[8]]).toEqual([9, 'Account 8: --statement 8', 'and 3 more'])
  })
})
