/** Tests that no row of a bank file is lost when duplicates are deleted again and again. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CliHarness, createCliHarness, type HarnessRunOptions } from '../support/cli-harness.ts'
import { createRemoteHarness } from '../support/remote-harness.ts'
import { splitShellWords } from '../transcripts/transcript.ts'

let cli: CliHarness
const run = (line: string, options: HarnessRunOptions = {}) =>
  cli.budget(splitShellWords(line).words, options)
const runOk = async (line: string, options: HarnessRunOptions = {}): Promise<string> => {
  const { code, stdout, stderr } = await run(line, options)
  expect({ line, code, stderr: code === 0 ? '' : stderr }).toEqual({ line, code: 0, stderr: '' })
  return stdout.trim()
}
const writeCsv = (name: string, rows: readonly string[]) => {
  const path = join(cli.folder, name)
  writeFileSync(path, ['Date,Payee,Amount', ...rows, ''].join('\n'))
  return path
}
const countRows = async (amount: string): Promise<number> =>
  JSON.parse(await runOk('tx list --all --json')).filter((row: { amount: string }) => row.amount === amount)
    .length

beforeEach(async () => {
  cli = createCliHarness()
  await runOk('init --name Home --currency EUR')
  await runOk('accounts add Checking --type banking_checking --balance 1000 --balance-date 2026-10-01')
})
afterEach(() => cli.close())

describe('two equal rows of a file', () => {
  const salaries = ['2026-11-02,ACME GMBH,1500.00', '2026-11-02,ACME GMBH,1500.00']

  it.each([
    ['ACME GMBH', 'skip'],
    ['ACME GMBH', 'import'],
    ['Salary', 'import'],
    ['Acme', 'match'],
  ])('stay two, whatever was entered by hand as %s and deleted before (%s)', async (name, possible) => {
    const add = `tx add 1500 "${name}" --ready-to-assign --account Checking --date 2026-11-02`
    await runOk(add)
    await runOk(add, { later: 60_000 })
    expect(JSON.parse(await runOk('tx duplicates --json'))).toMatchObject([{ sure: false }])
    await runOk('tx duplicates --apply 1 --yes')
    const file = writeCsv('salaries.csv', salaries)
    for (let round = 0; round < 3; round++) {
      await runOk(`import ${file} --account Checking --accept --no-invert --possible ${possible}`)
      await runOk('tx duplicates --apply all --yes')
    }
    expect(await countRows('1500.00')).toBeGreaterThanOrEqual(2)
  })
})

describe('one entry by hand that equals two rows of a file', () => {
  it('was counted as one of them by the import', async () => {
    await runOk('tx add -9 "ACME GMBH" --account Checking --date 2026-11-02')
    const file = writeCsv('bills.csv', ['2026-11-02,ACME GMBH,-9.00', '2026-11-02,ACME GMBH,-9.00'])
    await runOk(`import ${file} --account Checking --accept --no-invert`)
    await runOk('tx duplicates --apply all --yes')
    expect(await countRows('-9.00')).toBe(2)
  })
})

describe('two files of overlapping days', () => {
  it('keep the second coffee of the last day of the first file', async () => {
    const early = ['2026-11-08,BAKERY,-4.00', '2026-11-10,COFFEE BAR,-3.50']
    const first = writeCsv('first.csv', early)
    const second = writeCsv('second.csv', [
      ...early,
      '2026-11-10,COFFEE BAR,-3.50',
      '2026-11-12,BAKERY,-5.00',
    ])
    await runOk(`import ${first} --account Checking --accept`)
    await runOk(`import ${second} --account Checking --accept`)
    await runOk('tx duplicates --apply all --yes')
    expect(await countRows('-3.50')).toBe(2)
  })
})

describe('a row of a file that absorbed an entry by hand', () => {
  it('takes no second one as sure', async () => {
    await runOk('tx add -12 "Blue Heron" --account Checking --date 2026-11-09')
    await runOk('tx add -12 "Blue Heron" --account Checking --date 2026-11-11')
    const file = writeCsv('bistro.csv', ['2026-11-08,BAKERY,-4.00', '2026-11-10,BLUE HERON BISTRO,-12.00'])
    await runOk(`import ${file} --account Checking --accept --possible import`)
    await runOk('tx duplicates --apply all --yes')
    await runOk('tx duplicates --apply all --yes')
    expect(await countRows('-12.00')).toBe(2)
    expect(JSON.parse(await runOk('tx duplicates --json'))).toMatchObject([
      { sure: false, reasons: expect.arrayContaining(['already_matched']) },
    ])
    await runOk('undo --yes')
    await runOk('tx duplicates --apply all --yes')
    expect(await countRows('-12.00')).toBe(2)
  })
})

describe('rows entered by one command', () => {
  it('are two; entries by hand are never deleted by all', async () => {
    const line = JSON.stringify({
      date: '2026-11-10',
      amount: '-3.50',
      merchant_name: 'Coffee Bar',
    })
    const path = join(cli.folder, 'rows.ndjson')
    writeFileSync(path, `${line}\n${line}\n`)
    await runOk('tx add --stdin --account Checking', { stdin: path })
    expect(JSON.parse(await runOk('tx duplicates --json'))).toEqual([])
  })
})

describe('rows that were booked from a statement', () => {
  const rows = ['2026-11-10,COFFEE BAR,-3.50', '2026-11-10,COFFEE BAR,-3.50', '2026-11-12,BAKERY,-5.00']
  const reconcile = (file: string) =>
    runOk(
      `accounts reconcile Checking --balance 988 --date 2026-11-12 --statement ${file} --no-invert --apply all --yes`,
    )
  const importFile = (file: string) =>
    runOk(`import ${file} --account Checking --accept --no-invert --possible import --json`)

  it.each([
    ['no row', ''],
    ['one of the equal rows', 'tx add -3.50 Coffee --account Checking --date 2026-11-09'],
  ])('are rows of that file where %s was there before', async (_, add) => {
    if (add) await runOk(add)
    const file = writeCsv('statement.csv', rows)
    await reconcile(file)
    expect(await countRows('-3.50')).toBe(2)
    expect(JSON.parse(await runOk('tx duplicates --json'))).toEqual([])
    await runOk('tx duplicates --apply all --yes')
    expect(JSON.parse(await importFile(file))).toMatchObject({ counts: { create: 0, duplicate: 3 } })
    expect(await countRows('-3.50')).toBe(2)
  })

  it('are imported again after an undo', async () => {
    const file = writeCsv('statement.csv', rows)
    await reconcile(file)
    await runOk('undo --yes')
    expect(await countRows('-3.50')).toBe(0)
    expect(JSON.parse(await importFile(file))).toMatchObject({ counts: { create: 3 } })
    expect(await runOk('db check --json')).toContain('"problems": []')
  })
})

it('rows that were booked from a statement on a remote profile are in the journal, those of a dry run are not', async () => {
  const remote = await createRemoteHarness()
  remote.writeFile('one.csv', 'Date,Payee,Amount\n2026-11-20,COFFEE BAR,-3.50\n2026-11-20,COFFEE BAR,-3.50\n')
  const { cleared_balance } = JSON.parse(await remote.runOk('accounts show Checking --json'))
  const balance = (Number(cleared_balance.replace('.', '')) - 700).toString().replace(/(..)$/, '.$1')
  const line = `accounts reconcile Checking --balance ${balance} --date 2026-11-20 --statement one.csv --no-invert --apply 1,2`
  const preview = 'import one.csv --account Checking --accept --no-invert --dry-run --json'
  const countCreated = async () => JSON.parse(await remote.runOk(preview)).counts.create
  await remote.run(`${line} --dry-run`)
  expect(await countCreated()).toBe(2)
  await remote.runOk(`${line} --yes`)
  expect(await countCreated()).toBe(0)
  expect(JSON.parse(await remote.runOk('imports list --json'))).toMatchObject([{ state: 'done' }])
  await remote.runOk('undo --yes')
  expect(await countCreated()).toBe(2)
  remote.close()
})
