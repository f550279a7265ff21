/** Tests what an import reports at its end, and its warning about rows that another account has. */

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

let cli: CliHarness
const writeFile = (name: string, ...lines: string[]) =>
  writeFileSync(join(cli.folder, name), `${[header, ...lines].join('\n')}\n`)
const splitWords = (line: string, performance = {}) => cli.budget(splitShellWords(line).words, performance)

beforeEach(async () => {
  cli = createCliHarness()
  writeFile('bank.csv', ...rows)
  await splitWords('init --name Home --currency EUR')
  for (const name of ['Checking', "'Ann’s savings'"])
    await splitWords(`accounts add ${name} --type banking_checking`)
  await splitWords('groups add Everyday')
  for (const name of ['Food', 'Travel']) await splitWords(`categories add ${name} --group Everyday`)
})
afterEach(() => cli.close())

test('money in and out are told apart, beside what it comes to', async () => {
  const { stdout } = await splitWords('import bank.csv --account Checking --accept')
  expect(stdout).toContain('bank.csv: 4 rows imported: 900.00 in, 14.50 out, 885.50 net\n')
  const preview = await splitWords("import bank.csv --account 'Ann’s savings' --dry-run --json")
  expect(JSON.parse(preview.stdout).money).toEqual({ in: '900.00', out: '-14.50' })
})

test('rows without a category are counted, and a command lists them', async () => {
  await splitWords('rules add --merchant-contains tram --category Travel')
  await splitWords('rules add --merchant-contains wages --direction inflow --ready-to-assign')
  await splitWords('tx add -3 Baker Food --account Checking --date 2026-10-01')
  const { stdout } = await splitWords('import bank.csv --account Checking --accept')
  expect(stdout).toContain("Categories: 2 by rule, 1 from the merchant's history, 1 uncategorized\n")
  const [, next = ''] = /\nNext: budget (.*)\n/.exec(stdout) ?? []
  expect(next).toBe('review --account Checking')
  const listed = await splitWords(`${next} --uncategorized --format tsv --fields merchant`)
  expect(listed).toMatchObject({ code: 0, stdout: 'merchant\nMuseum\n' })
})

test('an import says whose history gave a category, and files nothing by a word in common', async () => {
  for (const [shop, count] of [
    ['Dm Markt', 3],
    ['Bio Markt', 3],
  ] as const)
    for (let day = 1; day <= count; day++)
      await splitWords(`tx add -3 '${shop}' Food --account Checking --date 2026-10-0${day}`)
  writeFile('shops.csv', '2026-11-02,Media Markt,-899.00', '2026-11-03,Bio Markt 77,-4.00')
  const { stdout } = await splitWords('import shops.csv --account Checking --accept --raw-merchants')
  expect(stdout).toContain('Categories: 1 from a merchant of the same name, 1 uncategorized\n')
  const listed = await splitWords('review --uncategorized --format tsv --fields merchant')
  expect(listed.stdout).toBe('merchant\nMedia Markt\n')
})

test('the same is told to programs', async () => {
  writeFileSync(join(cli.folder, 'mine.csv'), 'payee,category\nBaker,Food\n')
  await splitWords('rules add --merchant-contains tram --category Travel')
  const { stdout } = await splitWords(
    "import bank.csv --account 'Ann’s savings' --categorize mine.csv --accept --json",
  )
  expect(JSON.parse(stdout)).toMatchObject({
    account_name: 'Ann’s savings',
    money: { in: '900.00', out: '-14.50' },
    categories: { given: 1, rule: 1, history: 0, namesake: 0, automatic: 1, none: 2 },
    next_step: "budget review --account 'Ann’s savings'",
  })
})

test('an account off the budget has no categories to look after', async () => {
  await splitWords('accounts add House --type investment_brokerage')
  const { stdout } = await splitWords('import bank.csv --account House --accept')
  expect(stdout).not.toMatch(/Categories|Next:/)
})

test('a file that was imported before says nothing of categories', async () => {
  await splitWords('import bank.csv --account Checking --accept')
  const { stdout } = await splitWords('import bank.csv --account Checking')
  expect(stdout).not.toMatch(/Categories|Next:/)
})

test('a service elsewhere is asked nothing more, and its rules and history are told together', async () => {
  const elsewhere = await createRemoteHarness()
  try {
    await elsewhere.runOk('month show')
    await elsewhere.runOk('tx add -3 Baker Groceries --account Checking --date 2026-10-01')
    elsewhere.writeFile('bank.csv', `${[header, ...rows].join('\n')}\n`)
    const { stdout, requests } = await elsewhere.run('import bank.csv --account Checking --accept --json')
    // The account, whose name may mean another one by now, the rows it has already, and the batch.
    expect(requests).toHaveLength(3)
    expect(JSON.parse(stdout).categories).toEqual({
      given: 0,
      rule: null,
      history: null,
      namesake: null,
      automatic: 1,
      none: 3,
    })
    elsewhere.writeFile('more.csv', `${header}\n2026-11-06,Baker,-1.00\n`)
    expect(await elsewhere.runOk('import more.csv --account Checking --accept')).toContain(
      'Categories: 1 from rules or history',
    )
  } finally {
    elsewhere.close()
  }
})

const SAVINGS = "'Ann’s savings'"
const runImport = 'The same 4 rows are already in Ann’s savings'

test('rows that another account has are not booked once more, though such files are known here', async () => {
  writeFile('march.csv', '2026-03-02,Baker,-4.00', '2026-03-04,Wages,900.00')
  await splitWords('import march.csv --account Checking --accept')
  await splitWords(`import bank.csv --account ${SAVINGS} --accept`)
  const { code, stderr } = await splitWords('import bank.csv --account Checking')
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(runImport) })
})

test('the account that has them is named in a whole command', async () => {
  await splitWords(`import bank.csv --account ${SAVINGS} --accept`)
  const { code, stderr } = await splitWords('import bank.csv --account Checking --date-order ymd')
  expect(code).toBe(2)
  expect(stderr).toContain(
    `${runImport}\n  To import into Ann’s savings: budget import bank.csv --account ${SAVINGS} --date-order ymd\n`,
  )
  const [, here = ''] = /anyway: budget (.*)\n/.exec(stderr) ?? []
  expect(await splitWords(here)).toMatchObject({ code: 0, stderr: expect.stringContaining(runImport) })
})

test('on a terminal it is asked', async () => {
  await splitWords(`import bank.csv --account ${SAVINGS} --accept`)
  const no = await splitWords('import bank.csv --account Checking', { terminal: 80, answers: ['no'] })
  expect(no).toMatchObject({ code: 10 })
  expect(no.stderr).toContain('Import them into Checking as well?')
  const yes = await splitWords('import bank.csv --account Checking', {
    terminal: 80,
    answers: ['yes', 'yes'],
  })
  expect(yes).toMatchObject({ code: 0 })
})

test('a preview shows it', async () => {
  await splitWords(`import bank.csv --account ${SAVINGS} --accept`)
  const { stdout } = await splitWords('import bank.csv --account Checking --dry-run')
  expect(stdout).toContain(`Overlap       ${runImport}`)
})

test('a half of the rows is only told, fewer are not', async () => {
  await splitWords(`import bank.csv --account ${SAVINGS} --accept`)
  const others = ['2026-11-02,Kiosk,-1.00', '2026-11-03,Florist,-9.00', '2026-11-05,Cinema,-11.00']
  writeFile('mixed.csv', ...rows.slice(0, 3), ...others)
  expect((await splitWords('import mixed.csv --account Checking --dry-run')).stdout).toContain(
    '3 of the 6 new rows are already in Ann’s savings',
  )
  expect((await splitWords('import mixed.csv --account Checking --accept')).stderr).toContain(
    '3 of the 6 new rows',
  )
  writeFile('other.csv', ...others, '2026-11-06,Baker,-4.00')
  expect((await splitWords(`import other.csv --account ${SAVINGS} --accept`)).stderr).toContain(
    '3 of the 4 new rows',
  )
  writeFile('few.csv', rows[0] ?? '', rows[1] ?? '')
  expect((await splitWords('import few.csv --account Checking --accept')).stderr).toBe('')
})

test('an import that was taken back has no rows', async () => {
  const { stdout } = await splitWords(`import bank.csv --account ${SAVINGS} --accept --json`)
  await splitWords(`imports undo ${JSON.parse(stdout).import_id} --yes`)
  expect((await splitWords('import bank.csv --account Checking --accept')).stderr).toBe('')
})
