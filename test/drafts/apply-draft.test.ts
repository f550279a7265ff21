/**
 * Tests that a draft does what it showed, once, or nothing.
 * @see docs/history.md#4-drafts
 */

import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDrafts } from '../../src/store/drafts-db.ts'
import { type CliHarness, createCliHarness, type HarnessRunOptions } from '../support/cli-harness.ts'
import { splitShellWords } from '../transcripts/transcript.ts'

let cli: CliHarness
const run = (line: string, performance?: HarnessRunOptions) =>
  cli.budget(splitShellWords(line).words, performance)
const runOk = async (line: string): Promise<string> => {
  const { code, stdout, stderr } = await run(line)
  expect({ line, code, stderr: code === 0 ? '' : stderr }).toEqual({ line, code: 0, stderr: '' })
  return stdout
}
const draft = async (line: string): Promise<number> => JSON.parse(await runOk(`${line} --draft --json`)).draft
const apply = async (number: number) => {
  const { code, stdout, stderr } = await run(`drafts apply ${number} --yes --json`)
  return { code, stderr, result: stdout === '' ? undefined : JSON.parse(stdout) }
}
/** Returns everything that a user sees of the budget and its history. */
const readBudget = async (): Promise<string> =>
  [
    await runOk('tx list --all --json'),
    await runOk('month show 2026-11 --json'),
    await runOk('month show 2026-12 --json'),
    await runOk('accounts list --all --json'),
    await runOk('categories list --json'),
    await runOk('merchants list --json'),
    await runOk('rules list --json'),
    await runOk('history list --json'),
  ].join('\n')
/** Works on the drafts as another process does. */
async function useDrafts<Result>(use: (drafts: ReturnType<typeof openDrafts>) => Result): Promise<Result> {
  const [workspace]: { id: string }[] = JSON.parse(await runOk('workspaces --json'))
  const drafts = openDrafts(join(cli.folder, 'state'), workspace?.id ?? '')
  const result = use(drafts)
  drafts.close()
  return result
}
const NOW = Date.parse('2026-11-20T12:00:00.000Z')
const DAY = 86_400_000

beforeEach(async () => {
  cli = createCliHarness()
  await runOk('init --name Home --currency EUR')
  await runOk('accounts add Checking --type banking_checking --balance 1000 --balance-date 2026-10-01')
  await runOk('accounts add Cash --type banking_cash')
  await runOk('tx add -20 Bakery Groceries --account Checking --date 2026-11-03')
  await runOk('tx add -30 Bakery Groceries --account Checking --date 2026-11-04')
})
afterEach(() => cli.close())

const bank = 'Date,Payee,Amount\n2026-11-05,Butcher,-3.00\n2026-11-06,Kiosk,-4.50\n'

describe('a draft whose things changed meanwhile is not applied, and says how', () => {
  const cases: readonly [line: string, meanwhile: string][] = [
    ['month assign Groceries 50', 'month assign Groceries 10'],
    ['month assign Groceries=+50', 'tx add -1 Bakery Groceries --account Checking'],
    ['month cover Groceries --from rta', 'tx add -1 Bakery Groceries --account Checking'],
    ['month move 10 --from Rent --to Holidays --yes', 'month assign Rent 5'],
    ['tx edit last --category Rent', 'tx edit last --category Transport'],
    ['tx edit last --amount -31', 'tx edit last --amount -29'],
    ['tx edit last --category Rent', 'tx edit last --date 2026-11-02'],
    ['tx delete last', 'tx delete last --yes'],
    ['tx edit --merchant Bakery --set-category Rent', 'tx edit last --category Rent'],
    ['tx edit --merchant Bakery --set-category Rent', 'merchants rename Bakery Baker'],
    ['categories rename Rent Flat', 'categories rename Rent House'],
    ['month assign Rent 5', 'categories rename Rent House'],
    ['month assign Rent 5', 'categories delete Rent --yes'],
    // Another category has the name now.
    ['month assign Rent 5', 'categories rename Rent House && categories rename Transport Rent'],
    ['categories delete Rent', 'tx edit last --category Rent'],
    ['merchants merge Bakery --into Bread', 'tx add -1 Bakery Groceries --account Checking'],
    ['tx add -1 Kiosk Rent --account Cash', 'accounts close Cash --yes'],
    ['tx add -1 Kiosk Rent --account Cash', 'merchants add Kiosk'],
    ['groups add Fun', 'groups add Fun'],
    ['rules add --merchant Bakery --category Rent', 'rules add --merchant Bakery --category Transport'],
    // Ready to Assign would be below zero, which it did not show.
    ['month assign Groceries 900', 'month assign Rent 200'],
    // A file has another content.
    ['import bank.csv --account Checking --accept', 'write'],
    // Its rows came by another way.
    ['import bank.csv --account Checking --accept', 'import bank.csv --account Checking --accept'],
  ]
  it.each(cases)('%s; %s', async (line, meanwhile) => {
    writeFileSync(join(cli.folder, 'bank.csv'), bank)
    await runOk('merchants add Bread')
    const number = await draft(line)
    if (meanwhile === 'write') writeFileSync(join(cli.folder, 'bank.csv'), bank.replace('4.50', '4.60'))
    else for (const one of meanwhile.split(' && ')) await runOk(one)
    const before = await readBudget()
    const { code, result, stderr } = await apply(number)
    expect({ code, stderr }).toEqual({ code: 7, stderr: expect.stringContaining('Nothing was changed') })
    expect(result).toMatchObject({ applied: false, history: null })
    expect(result.differences.length > 0 || result.problem !== null).toBe(true)
    expect(await readBudget()).toBe(before)
  })
})

describe('a draft is applied although something else changed', () => {
  const cases: readonly [line: string, meanwhile: string][] = [
    ['month assign Groceries 50', 'earn 700 Employer --account Checking'],
    ['month assign Groceries 50', 'tx add -1 Bakery Transport --account Checking'],
    ['month assign Groceries 50', 'month assign Rent 5'],
    ['tx edit --merchant Bakery --set-category Rent', 'tx add -1 Bakery Groceries --account Checking'],
    ['tx add -1 Kiosk Rent --account Cash', 'tx add -2 Bakery Rent --account Cash'],
    ['groups add Fun', 'groups add Work'],
    [
      'schedules add 9 Gym Rent --account Checking --every month',
      'schedules add 8 Kiosk Rent --account Checking --every month',
    ],
  ]
  it.each(cases)('%s; %s', async (line, meanwhile) => {
    const number = await draft(line)
    await runOk(meanwhile)
    expect(await apply(number)).toMatchObject({ code: 0, result: { applied: true } })
  })

  it('and a filter changes only the rows that it selected when the draft was made', async () => {
    const number = await draft('tx edit --merchant Bakery --set-category Rent')
    await runOk('tx add -1 Bakery Groceries --account Checking --date 2026-11-05')
    expect(await apply(number)).toMatchObject({ code: 0 })
    const rows: { amount: string; category_name: string }[] = JSON.parse(
      await runOk('tx list --merchant Bakery --json'),
    )
    expect(rows.map(({ amount, category_name }) => `${amount} ${category_name}`)).toEqual([
      '-1.00 Groceries',
      '-30.00 Rent',
      '-20.00 Rent',
    ])
  })

  it('and rules, words and days mean what they meant', async () => {
    await runOk('tx add -5 Kiosk --uncategorized --account Checking --date 2026-11-05')
    await runOk('rules add --merchant Kiosk --category Rent')
    const rules = await draft('rules apply')
    const last = await draft('tx edit last --notes seen')
    const today = await draft('tx add -3 Butcher Rent --account Cash')
    await runOk('tx add -6 Kiosk --uncategorized --account Checking --date 2026-11-06')
    for (const number of [rules, last]) expect(await apply(number)).toMatchObject({ code: 0 })
    const later = { later: 3 * DAY }
    expect(await run(`drafts apply ${today} --yes`, later)).toMatchObject({ code: 0 })
    const rows: { amount: string; date: string; category_name: string | null; notes: string | null }[] =
      JSON.parse(await runOk('tx list --json'))
    expect(rows.map((row) => [row.amount, row.date, row.category_name, row.notes]).slice(0, 3)).toEqual([
      ['-3.00', '2026-11-20', 'Rent', null],
      ['-6.00', '2026-11-06', null, null],
      ['-5.00', '2026-11-05', 'Rent', 'seen'],
    ])
  })
})

describe('a draft that is no longer open is not applied', () => {
  const ends: readonly [string, (number: number) => Promise<unknown>, string][] = [
    [
      'replaced',
      (number) =>
        useDrafts((drafts) => {
          const found = drafts.find(number, NOW)
          if (found) drafts.add({ ...found, lines: [['groups', 'add', 'B']] }, { now: NOW, replaces: number })
        }),
      'Draft 1 was replaced by draft 2',
    ],
    ['dropped', (number) => useDrafts((drafts) => drafts.drop(number, NOW)), 'Draft 1 was dropped'],
  ]
  it.each(ends)('when it is %s while the user looks at it', async (_, end, message) => {
    const number = await draft('groups add A')
    const before = await readBudget()
    const asked = { terminal: 80, answers: ['yes'], whileAsked: async () => void (await end(number)) }
    const { code, stderr } = await run(`drafts apply ${number}`, asked)
    expect({ code, stderr }).toEqual({ code: 7, stderr: expect.stringContaining(message) })
    expect(await readBudget()).toBe(before)
    expect((await apply(number)).code).toBe(7)
  })

  it('when it is older than 30 days', async () => {
    const number = await draft('groups add A')
    expect((await run(`drafts apply ${number} --yes`, { later: 31 * DAY })).stderr).toContain(
      'older than 30 days',
    )
    expect(JSON.parse((await run('drafts --json', { later: 31 * DAY })).stdout)).toEqual([])
    expect((await run(`drafts apply ${number} --yes`, { later: 29 * DAY })).code).toBe(0)
  })

  it('when the user says no', async () => {
    const number = await draft('groups add A')
    const before = await readBudget()
    expect((await run(`drafts apply ${number}`, { terminal: 80, answers: ['no'] })).code).toBe(10)
    expect((await run(`drafts apply ${number}`)).code).toBe(10)
    expect(await readBudget()).toBe(before)
  })
})

describe('a draft is applied once', () => {
  it('also when the process ended between the commit and its note', async () => {
    const number = await draft('tx add -3 Kiosk Rent --account Cash')
    const first = await apply(number)
    const before = await readBudget()
    const database = new DatabaseSync(join(cli.folder, 'state', 'drafts.db'))
    database.exec("UPDATE drafts SET state = 'open', history = NULL")
    database.close()
    expect(await apply(number)).toEqual(first)
    expect((await run(`drafts drop ${number}`)).code).toBe(7)
    expect(await readBudget()).toBe(before)
  })

  it('and is one entry, which undo takes back', async () => {
    writeFileSync(join(cli.folder, 'bank.csv'), bank)
    const before = await runOk('tx list --all --json')
    const number = await draft('import bank.csv --account Checking --accept')
    const { result } = await apply(number)
    await runOk('undo --yes')
    expect(await runOk('tx list --all --json')).toBe(before)
    expect((await apply(number)).result).toEqual(result)
    expect(await runOk('tx list --all --json')).toBe(before)
  })
})

describe('a draft is refused', () => {
  const cases: readonly [line: string, message: string][] = [
    ['tx approve --all', 'does not select everything'],
    ['tx delete', 'Name the transactions to delete'],
    ['tx list', 'it changes nothing'],
    ['month assign Groceries 0', 'Nothing would change'],
    ['month assign Groceries 12,345.678', 'more than'],
    ['month assign Nothing 5', 'No category'],
    ['tx add -5 Kiosk Rent --account Cash --date 2026-02-31', '2026-02-31'],
    ['month edit', 'it shows a screen'],
    ['redo', 'budget redo --dry-run'],
    ['drafts apply 1', 'it applies one'],
    ['keys create', 'does not write the budget'],
    ['month assign Groceries 5 --dry-run', 'not both'],
    ['month assign Groceries 5 --read-only', '--read-only forbids'],
  ]
  it.each(cases)('%s', async (line, message) => {
    const before = await readBudget()
    const { code, stderr } = await run(`${line} --draft`)
    expect({ isRefused: code !== 0, stderr }).toEqual({
      isRefused: true,
      stderr: expect.stringContaining(message),
    })
    expect(JSON.parse(await runOk('drafts --all --json'))).toEqual([])
    expect(await readBudget()).toBe(before)
  })

  it('of more than 5,000 changes', async () => {
    const rows = Array.from({ length: 5001 }, (_, at) => `2026-11-05,Shop,-${at + 1}.00`)
    writeFileSync(join(cli.folder, 'many.csv'), ['Date,Payee,Amount', ...rows, ''].join('\n'))
    const { code, stderr } = await run('import many.csv --account Cash --accept --draft')
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining('at most 5000 things') })
    expect(JSON.parse(await runOk('drafts --all --json'))).toEqual([])
  })
})

it('equal drafts have one number, and what is risky has a warning', async () => {
  const first = await draft('month assign Groceries 50')
  expect(await draft('month assign Groceries 50')).toBe(first)
  expect(await draft('month assign Groceries 51')).not.toBe(first)
  const read = async (line: string) => JSON.parse(await runOk(`${line} --draft --json`))
  expect(await read('month assign Groceries 52')).toMatchObject({ warnings: [], terminal_only: false })
  expect(await read('month assign Groceries=-5000')).toMatchObject({
    warnings: ['It overspends 1 category'],
    terminal_only: true,
  })
  expect(await read('tx delete last')).toMatchObject({
    warnings: ['It deletes 1 transaction'],
    terminal_only: true,
  })
  await runOk('tx clear last')
  await runOk('accounts reconcile Checking --balance 950 --finish --yes')
  expect(await read('tx edit --merchant Bakery --until 2026-11-03 --set-category Rent')).toMatchObject({
    warnings: ['It changes 1 reconciled transaction', 'It overspends 1 category'],
    terminal_only: true,
  })
  await runOk('merchants add Bread')
  expect((await read('merchants merge Bakery --into Bread')).warnings).toContain(
    'It merges one thing into another',
  )
  const [file] = readdirSync(join(cli.folder, 'state')).filter((name) => name === 'drafts.db')
  expect(statSync(join(cli.folder, 'state', file ?? '')).mode & 0o777).toBe(0o600)
})

it('nobody is asked about a draft that would do something else now', async () => {
  const number = await draft('month assign Groceries 77')
  await runOk('month assign Groceries 66')
  // Without --yes a question would end this with 2.
  const { code, stderr } = await run(`drafts apply ${number}`)
  expect({ code, stderr }).toEqual({
    code: 7,
    stderr: expect.stringContaining(`budget drafts drop ${number} drops this one`),
  })
})
