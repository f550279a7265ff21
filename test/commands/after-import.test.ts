/** What an import says at its end, and before it books what another account has already. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'
import { createRemoteHarness } from '../support/remote-harness.ts'
import { splitShellWords } from '../transcripts/transcript.ts'

const header = 'Date,Payee,Amount'
const rows = [
  '2026-11-02,Baker,-4.00',
  '2026-11-03,Tram,-2.50',
  '2026-11-04,Wages,900.00',
  '2026-11-05,Museum,-8.00',
]

let stage: CliHarness
const write = (name: string, ...lines: string[]) =>
  writeFileSync(join(stage.folder, name), `${[header, ...lines].join('\n')}\n`)
const typed = (line: string, performance = {}) => stage.budget(splitShellWords(line).words, performance)

beforeEach(async () => {
  stage = createCliHarness()
  write('bank.csv', ...rows)
  await typed('init --name Home --currency EUR')
  for (const name of ['Checking', "'Ann’s savings'"])
    await typed(`accounts add ${name} --type banking_checking`)
  await typed('groups add Everyday')
  for (const name of ['Food', 'Travel']) await typed(`categories add ${name} --group Everyday`)
})
afterEach(() => stage.close())

test('money in and out are told apart, beside what it comes to', async () => {
  const { stdout } = await typed('import bank.csv --account Checking --accept')
  expect(stdout).toContain('bank.csv: 4 rows booked, 900.00 in, 14.50 out, 885.50 in all\n')
  const preview = await typed("import bank.csv --account 'Ann’s savings' --dry-run --json")
  expect(JSON.parse(preview.stdout).money).toEqual({ in: '900.00', out: '-14.50' })
})

test('rows without a category are counted, and a command lists them', async () => {
  await typed('rules add --merchant-contains tram --category Travel')
  await typed('rules add --merchant-contains wages --direction inflow --ready-to-assign')
  await typed('tx add -3 Baker Food --account Checking --date 2026-10-01')
  const { stdout } = await typed('import bank.csv --account Checking --accept')
  expect(stdout).toContain("Categories: 2 by rule, 1 by the merchant's history, 1 without one\n")
  const [, next = ''] = /\nNext: budget (.*)\n/.exec(stdout) ?? []
  expect(next).toBe('tx list --uncategorized --account Checking --since 2026-11-02 --until 2026-11-05')
  const listed = await typed(`${next} --format tsv --fields merchant_name`)
  expect(listed).toMatchObject({ code: 0, stdout: 'merchant_name\nMuseum\n' })
})

test('the same is told to programs', async () => {
  writeFileSync(join(stage.folder, 'mine.csv'), 'payee,category\nBaker,Food\n')
  await typed('rules add --merchant-contains tram --category Travel')
  const { stdout } = await typed(
    "import bank.csv --account 'Ann’s savings' --categorize mine.csv --accept --json",
  )
  expect(JSON.parse(stdout)).toMatchObject({
    account_name: 'Ann’s savings',
    money: { in: '900.00', out: '-14.50' },
    categories: { given: 1, rule: 1, history: 0, automatic: 1, none: 2 },
    next_step:
      "budget tx list --uncategorized --account 'Ann’s savings' --since 2026-11-02 --until 2026-11-05",
  })
})

test('an account off the budget has no categories to look after', async () => {
  await typed('accounts add House --type investment_brokerage')
  const { stdout } = await typed('import bank.csv --account House --accept')
  expect(stdout).not.toMatch(/Categories|Next:/)
})

test('a file that was imported before says nothing of categories', async () => {
  await typed('import bank.csv --account Checking --accept')
  const { stdout } = await typed('import bank.csv --account Checking')
  expect(stdout).not.toMatch(/Categories|Next:/)
})

test('a service elsewhere is asked nothing more, and its rules and history are told together', async () => {
  const elsewhere = await createRemoteHarness()
  try {
    await elsewhere.runOk('month show')
    await elsewhere.runOk('tx add -3 Baker Groceries --account Checking --date 2026-10-01')
    elsewhere.writeFile('bank.csv', `${[header, ...rows].join('\n')}\n`)
    const { stdout, requests } = await elsewhere.run('import bank.csv --account Checking --accept --json')
    expect(requests).toHaveLength(2)
    expect(JSON.parse(stdout).categories).toEqual({
      given: 0,
      rule: null,
      history: null,
      automatic: 1,
      none: 3,
    })
    elsewhere.writeFile('more.csv', `${header}\n2026-11-06,Baker,-1.00\n`)
    expect(await elsewhere.runOk('import more.csv --account Checking --accept')).toContain(
      'Categories: 1 by rule or history',
    )
  } finally {
    elsewhere.close()
  }
})

const savings = "'Ann’s savings'"
const told = 'The same 4 rows are in Ann’s savings already'

test('rows that another account has are not booked once more, though such files are known here', async () => {
  write('march.csv', '2026-03-02,Baker,-4.00', '2026-03-04,Wages,900.00')
  await typed('import march.csv --account Checking --accept')
  await typed(`import bank.csv --account ${savings} --accept`)
  const { code, stderr } = await typed('import bank.csv --account Checking')
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(told) })
})

test('the account that has them is named in a whole command', async () => {
  await typed(`import bank.csv --account ${savings} --accept`)
  const { code, stderr } = await typed('import bank.csv --account Checking --date-order ymd')
  expect(code).toBe(2)
  expect(stderr).toContain(
    `${told}\n  The file is that of Ann’s savings: budget import bank.csv --account ${savings} --date-order ymd\n`,
  )
  const [, here = ''] = /all the same: budget (.*)\n/.exec(stderr) ?? []
  expect(await typed(here)).toMatchObject({ code: 0, stderr: expect.stringContaining(told) })
})

test('on a terminal it is asked', async () => {
  await typed(`import bank.csv --account ${savings} --accept`)
  const no = await typed('import bank.csv --account Checking', { terminal: 80, answers: ['no'] })
  expect(no).toMatchObject({ code: 10 })
  expect(no.stderr).toContain('Book them in Checking as well?')
  const yes = await typed('import bank.csv --account Checking', { terminal: 80, answers: ['yes', 'yes'] })
  expect(yes).toMatchObject({ code: 0 })
})

test('a preview shows it', async () => {
  await typed(`import bank.csv --account ${savings} --accept`)
  const { stdout } = await typed('import bank.csv --account Checking --dry-run')
  expect(stdout).toContain(`Elsewhere     ${told}`)
})

test('a half of the rows is only told, fewer are not', async () => {
  await typed(`import bank.csv --account ${savings} --accept`)
  const others = ['2026-11-02,Kiosk,-1.00', '2026-11-03,Florist,-9.00', '2026-11-05,Cinema,-11.00']
  write('mixed.csv', ...rows.slice(0, 3), ...others)
  expect((await typed('import mixed.csv --account Checking --dry-run')).stdout).toContain(
    '3 of the 6 new rows are in Ann’s savings already',
  )
  expect((await typed('import mixed.csv --account Checking --accept')).stderr).toContain(
    '3 of the 6 new rows',
  )
  write('other.csv', ...others, '2026-11-06,Baker,-4.00')
  expect((await typed(`import other.csv --account ${savings} --accept`)).stderr).toContain(
    '3 of the 4 new rows',
  )
  write('few.csv', rows[0] ?? '', rows[1] ?? '')
  expect((await typed('import few.csv --account Checking --accept')).stderr).toBe('')
})

test('an import that was taken back has no rows', async () => {
  const { stdout } = await typed(`import bank.csv --account ${savings} --accept --json`)
  await typed(`imports undo ${JSON.parse(stdout).import_id} --yes`)
  expect((await typed('import bank.csv --account Checking --accept')).stderr).toBe('')
})
