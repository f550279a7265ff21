/** Tests `budget migrate update`, and what `budget migrate verify` says of rows. */

import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWorkspaces } from '../../../src/engine/workspaces.ts'
import { createDatabase, createExport, smallBudget } from '../../migrate/actual/actual-file.ts'
import { type Household, type HouseholdRow, writeYnabJson } from '../../migrate/update/household-file.ts'
import { type CliHarness, createCliHarness, type HarnessRunOptions } from '../../support/cli-harness.ts'
import { splitShellWords } from '../../transcripts/transcript.ts'

let harness: CliHarness
beforeEach(() => {
  harness = createCliHarness()
})
afterEach(() => harness.close())

const budget = (line: string, options: HarnessRunOptions = {}) =>
  harness.budget(splitShellWords(line).words, options)

async function readJson(line: string, expectedCode = 0) {
  const { stdout, stderr, code } = await budget(`${line} --json`)
  expect({ line, stderr, code }).toEqual({ line, stderr: '', code: expectedCode })
  return JSON.parse(stdout)
}

const write = (name: string, content: string | Buffer): void =>
  writeFileSync(join(harness.folder, name), content)

const row = (id: string, amount: number, rest: Partial<HouseholdRow> = {}): HouseholdRow => ({
  ...{ id, amount, account: 'a-Checking', date: '2026-10-05', payee: 'Shop', category: 'c-Food' },
  ...{ memo: null, cleared: true, to: null, parts: null },
  ...rest,
})

const household = (): Household => ({
  accounts: ['Checking', 'Savings'].map((name) => ({ id: `a-${name}`, name, closed: false })),
  categories: ['Food', 'Fun'].map((name) => ({ id: `c-${name}`, name, hidden: false })),
  rows: [
    row('start', 100_000, { date: '2026-08-01', category: 'rta', payee: 'Employer' }),
    row('bread', -300),
    row('cinema', -1200, { category: 'c-Fun', payee: 'Cinema' }),
    row('save', -5000, { to: 'a-Savings', payee: null, category: null }),
  ],
  assigned: { '2026-10 c-Food': 10_000, '2026-10 c-Fun': 2000 },
})

/** Changes the household and writes its file. */
function writeHousehold(name: string, change: (household: Household) => void = () => undefined): void {
  const own = household()
  change(own)
  write(name, writeYnabJson(own))
}

const findRow = ({ rows }: Household, id: string): HouseholdRow =>
  rows.find((one) => one.id === id) ?? expect.fail(`There is no row ${id}`)

async function moveIn(): Promise<void> {
  writeHousehold('first.json')
  await readJson('migrate first.json --name Home')
}

const list = async (line = 'tx list'): Promise<string[]> =>
  (await readJson(line)).map(
    (one: Record<string, string>) =>
      `${one['date']} ${one['merchant_name'] ?? one['account_name']} ${one['amount']} ${one['category_name']}`,
  )

test('what is new, changed and deleted there is brought, what was done here stays, and undo takes it back', async () => {
  await moveIn()
  await budget('spend 4.50 Bakery Food --account Checking --date 2026-10-09')
  await budget('month assign Fun=25 --month 2026-10')
  const before = await list()
  writeHousehold('newer.json', (there) => {
    there.rows.push(row('tea', -250, { date: '2026-10-12' }))
    findRow(there, 'bread').amount = -350
    there.rows = there.rows.filter(({ id }) => id !== 'cinema')
    there.assigned['2026-10 c-Food'] = 11_000
    there.categories[0] = { id: 'c-Food', name: 'Groceries', hidden: false }
  })
  const result = await readJson('migrate update Home newer.json')
  expect(
    result.updated.filter(
      ({ added, changed, deleted }: Record<string, number>) => added || changed || deleted,
    ),
  ).toEqual([
    { type: 'category', added: 0, changed: 1, deleted: 0 },
    { type: 'assignment', added: 0, changed: 1, deleted: 0 },
    { type: 'transaction', added: 1, changed: 1, deleted: 1 },
  ])
  expect(await list()).toEqual([
    '2026-10-12 Shop -2.50 Groceries',
    '2026-10-09 Bakery -4.50 Groceries',
    '2026-10-05 Savings 50.00 null',
    '2026-10-05 Checking -50.00 null',
    '2026-10-05 Shop -3.50 Groceries',
    '2026-08-01 Employer 1000.00 null',
  ])
  expect(result.new_here.map(({ name, reason }: Record<string, string>) => [name, reason])).toEqual([
    ['2026-10-09 Checking Bakery -4.50', 'Added here'],
  ])
  expect(result.different).toEqual([
    {
      ...{ type: 'assignment', name: '2026-10 Fun', reason: 'Changed here', is_conflict: false },
      fields: [{ field: 'assigned', before: '20.00', there: '20.00', here: '25.00' }],
    },
  ])
  expect(result.new_there).toEqual([])
  expect(new Set(result.differences.map(({ rules }: { rules: string[] }) => rules.join()))).toEqual(
    new Set(['rows']),
  )
  expect(await readJson('history')).toMatchObject([{ command: 'migrate update "Home" "newer.json"' }, {}, {}])
  expect((await budget('undo')).code).toBe(0)
  expect(await list()).toEqual(before)
  // The last move is the first one again.
  expect((await readJson('migrate update Home newer.json')).updated).toEqual(result.updated)
})

test('the comparison separates what is new here, new there and different, with reasons', async () => {
  await moveIn()
  await budget('spend 4.50 Bakery Food --account Checking --date 2026-10-09')
  await budget('tx edit --merchant Shop --set-category Fun --yes')
  await budget('tx delete --merchant Cinema --yes')
  writeHousehold('newer.json', (there) => void there.rows.push(row('tea', -250)))
  const { new_here, new_there, different, differences } = await readJson('migrate verify Home newer.json', 20)
  const say = (things: { name: string; reason: string }[]) =>
    things.map(({ name, reason }) => `${name}: ${reason}`)
  expect(say(new_here)).toEqual(['2026-10-09 Checking Bakery -4.50: Added here'])
  expect(say(new_there)).toEqual([
    '2026-10-05 Checking Cinema -12.00: Deleted here',
    '2026-10-05 Checking Shop -2.50: Added there',
  ])
  expect(say(different)).toEqual(['2026-10-05 Checking Shop -3.00: Changed here'])
  expect(differences.every(({ rules }: { rules: string[] }) => rules.includes('rows'))).toBe(true)
})

test('what both changed is kept as here and ends with 8, and the flags decide it', async () => {
  await moveIn()
  await budget('tx edit --merchant Cinema --set-category Food --yes')
  await budget('tx delete --merchant Shop --yes')
  writeHousehold('newer.json', (there) => {
    findRow(there, 'cinema').category = null
    findRow(there, 'bread').memo = 'rolls'
  })
  const { conflicts } = await readJson('migrate update Home newer.json', 8)
  expect(conflicts).toEqual([
    {
      ...{
        type: 'transaction',
        name: '2026-10-05 Checking Shop -3.00',
        reason: 'Deleted here, changed there',
      },
      ...{ is_conflict: true, fields: [], taken: 'here', is_decided: false },
    },
    {
      ...{ type: 'transaction', name: '2026-10-05 Checking Cinema -12.00', reason: 'Changed in both' },
      fields: [{ field: 'category', before: 'Fun', there: null, here: 'Food' }],
      ...{ is_conflict: true, taken: 'here', is_decided: false },
    },
  ])
  expect(await list('tx list --merchant Cinema')).toEqual(['2026-10-05 Cinema -12.00 Food'])
  // It is decided: the next time it is no conflict.
  expect((await readJson('migrate update Home newer.json')).conflicts).toEqual([])
  await budget('undo')
  await readJson('migrate update Home newer.json --conflicts there')
  expect(await list('tx list --merchant Cinema')).toEqual(['2026-10-05 Cinema -12.00 null'])
  expect(await list('tx list --merchant Shop')).toEqual(['2026-10-05 Shop -3.00 Food'])
})

/** A monthly target, as YNAB has it. */
const goal = (amount: number) => ({ goal_type: 'MF', goal_target: amount * 1000 })

test('targets are merged as well: what only one side changed is taken, and both is a conflict', async () => {
  const names = ['Food', 'Fun', 'Rent', 'Trips', 'Gifts', 'Books'] as const
  const write = (file: string, amounts: Partial<Record<(typeof names)[number], number>>) =>
    writeHousehold(file, (own) => {
      own.categories = names.map((name) => ({
        ...{ id: `c-${name}`, name, hidden: false },
        ...(amounts[name] !== undefined && { goal: goal(amounts[name]) }),
      }))
    })
  write('first.json', { Food: 100, Fun: 20, Rent: 700, Trips: 50, Gifts: 5 })
  await readJson('migrate first.json --name Home')
  await budget('targets set Fun 25')
  await budget('targets clear Trips --yes')
  await budget('targets set Rent 650 --by 2027-03-01 --repeat-months 12')
  write('newer.json', { Food: 110, Fun: 20, Rent: 720, Trips: 50, Books: 30 })
  const result = await readJson('migrate update Home newer.json', 8)
  expect(result.updated).toEqual([{ type: 'target', added: 1, changed: 1, deleted: 1 }])
  expect(result.conflicts).toMatchObject([
    {
      ...{ type: 'target', name: 'Rent', reason: 'Changed in both' },
      fields: [
        {
          before: 'monthly set aside 700.00',
          there: 'monthly set aside 720.00',
          here: 'by date 650.00 2027-03-01, every 12 months',
        },
      ],
    },
  ])
  const listTargets = async () =>
    (await readJson('targets list')).map(
      ({ category_name, kind, amount }: Record<string, string>) => `${category_name} ${kind} ${amount}`,
    )
  expect(await listTargets()).toEqual([
    'Food monthly_set_aside 110.00',
    'Fun monthly_refill 25.00',
    'Rent by_date 650.00',
    'Books monthly_set_aside 30.00',
  ])
  expect((await readJson('migrate update Home newer.json')).updated).toEqual([])
  await budget('undo')
  expect(await listTargets()).toEqual([
    'Food monthly_set_aside 100.00',
    'Fun monthly_refill 25.00',
    'Rent by_date 650.00',
    'Gifts monthly_set_aside 5.00',
  ])
})

const take = 'Take what is in the file'

test('on a terminal conflicts are asked one by one, and stopping changes nothing', async () => {
  await moveIn()
  await budget('tx edit --merchant Cinema --set-category Food --yes')
  await budget('tx edit --merchant Shop --set-category Fun --yes')
  writeHousehold('newer.json', (there) => {
    findRow(there, 'cinema').category = null
    findRow(there, 'bread').category = null
  })
  const stopped = await budget('migrate update Home newer.json', {
    terminal: 100,
    answers: [take, 'Stop: change nothing'],
  })
  expect(stopped.code).toBe(10)
  expect(await list('tx list --merchant Shop')).toEqual(['2026-10-05 Shop -3.00 Fun'])
  const done = await budget('migrate update Home newer.json', {
    terminal: 100,
    answers: [take, 'Keep what is here'],
  })
  expect(done.code).toBe(0)
  expect(await list('tx list --merchant Shop')).toEqual(['2026-10-05 Shop -3.00 null'])
  expect(await list('tx list --merchant Cinema')).toEqual(['2026-10-05 Cinema -12.00 Food'])
})

test('what was entered in both programs is not entered twice', async () => {
  await moveIn()
  await budget('spend 2.50 "Tea House" Fun --account Checking --date 2026-10-13')
  writeHousehold('newer.json', (there) => void there.rows.push(row('tea', -250, { date: '2026-10-12' })))
  const result = await readJson('migrate update Home newer.json', 8)
  expect(await list('tx list --merchant Tea')).toEqual(['2026-10-13 Tea House -2.50 Fun'])
  expect(await list('tx list --merchant Shop')).toEqual(['2026-10-05 Shop -3.00 Food'])
  expect(result.conflicts.map(({ reason }: { reason: string }) => reason)).toEqual(['Entered in both'])
})

test('a category and an account that were deleted here stay deleted', async () => {
  await moveIn()
  await budget('tx delete --merchant Cinema --yes')
  await budget('categories delete Fun --yes')
  await budget('tx delete --account Savings --yes')
  await budget('accounts delete Savings --yes')
  writeHousehold('newer.json', (there) => {
    there.rows.push(
      row('play', -800, { category: 'c-Fun', payee: 'Theatre' }),
      row('more', -6000, { to: 'a-Savings', payee: null, category: null }),
      row('interest', 10, { account: 'a-Savings', category: 'rta' }),
    )
    there.assigned['2026-10 c-Fun'] = 3000
  })
  await readJson('migrate update Home newer.json')
  expect(await list()).toEqual([
    '2026-10-05 Checking -60.00 null',
    '2026-10-05 Theatre -8.00 null',
    '2026-10-05 Shop -3.00 Food',
    '2026-08-01 Employer 1000.00 null',
  ])
  expect((await readJson('db check')).problems).toEqual([])
})

test('a dry run changes nothing and says what would be', async () => {
  await moveIn()
  writeHousehold('newer.json', (there) => void there.rows.push(row('tea', -250)))
  const { stdout, code } = await budget('migrate update Home newer.json --dry-run')
  expect(code).toBe(0)
  expect(stdout).toContain('Would add 1 transaction')
  expect(await readJson('history')).toEqual([])
})

/** Makes the workspace one that moved in before that was stored. */
function forgetMove(): void {
  const folder = join(harness.folder, 'data')
  const workspaces = openWorkspaces({ folder, now: () => 0, random: randomBytes })
  const id = workspaces.listWorkspaces()[0]?.id ?? ''
  workspaces.close()
  const database = new DatabaseSync(join(folder, `${id}.db`))
  database.exec('DELETE FROM moves')
  database.close()
}

test('a workspace that moved in before is compared by what its rows say, and what differs is a conflict', async () => {
  await moveIn()
  await budget('tx edit --merchant Cinema --set-category Food --yes')
  await budget('tx delete --merchant Shop --yes')
  forgetMove()
  writeHousehold('newer.json', (there) => void there.rows.push(row('tea', -250, { date: '2026-10-20' })))
  const result = await readJson('migrate update Home newer.json', 8)
  expect(result).toMatchObject({
    is_first: true,
    conflicts: [{ name: '2026-10-05 Checking Cinema -12.00', reason: 'Not the same' }],
    new_there: [{ name: '2026-10-05 Checking Shop -3.00', reason: 'Deleted here' }],
  })
  expect(await list('tx list --merchant Shop')).toEqual(['2026-10-20 Shop -2.50 Food'])
  expect(await readJson('migrate update Home newer.json')).toMatchObject({ is_first: false, undo: null })
})

test('a file that lacks most of what moved in is not taken without a yes', async () => {
  const many = Array.from({ length: 40 }, (_, at) => row(`m${at}`, -100 - at))
  writeHousehold('first.json', (there) => void there.rows.push(...many))
  await readJson('migrate first.json --name Home')
  writeHousehold('newer.json')
  const refused = await budget('migrate update Home newer.json')
  expect(refused.code).toBe(10)
  expect(refused.stderr).toContain('The file no longer has 40 of the 45 transactions that moved in')
  expect(await list()).toHaveLength(45)
  await readJson('migrate update Home newer.json --yes')
  expect(await list()).toHaveLength(5)
})

test('a table without ids is compared by what its rows say, with the answers of the move', async () => {
  const head = 'Date,Account,Payee,Category,Amount,Notes\n'
  const rows = [
    '2026-10-01,Checking,Employer,Salary,2000.00,',
    '2026-10-05,Checking,Shop,Food,-3.00,',
    '2026-10-06,Checking,Cinema,Fun,-12.00,',
  ]
  write('first.csv', head + rows.join('\n'))
  expect((await budget('migrate first.csv --name Home --currency EUR --income Salary')).code).toBe(0)
  await budget('tx edit --merchant Cinema --set-category Food --yes')
  write(
    'newer.csv',
    head +
      [
        rows[0],
        '2026-10-07,Checking,Shop,Fun,-3.00,rolls',
        rows[2],
        '2026-10-08,Checking,Bakery,Food,-2.20,',
      ].join('\n'),
  )
  await readJson('migrate update Home newer.csv')
  expect(await list()).toEqual([
    '2026-10-08 Bakery -2.20 Food',
    '2026-10-07 Shop -3.00 Fun',
    '2026-10-06 Cinema -12.00 Food',
    '2026-10-01 Employer 2000.00 null',
  ])
  // A table that begins later says nothing of what was before.
  write('short.csv', `${head}2026-10-08,Checking,Bakery,Food,-2.20,`)
  const { updated } = await readJson('migrate update Home short.csv')
  expect(updated.every(({ deleted }: { deleted: number }) => deleted === 0)).toBe(true)
})

test('an account and a category that a table has by another name are known by their rows', async () => {
  const head = 'Date,Account,Payee,Category,Amount\n'
  const rows = [
    '2026-10-01,Checking,Employer,Salary,2000.00',
    '2026-10-05,Checking,Shop,Food,-3.00',
    '2026-10-06,Checking,Bakery,Food,-2.00',
    '2026-10-06,Cash,Cinema,Fun,-12.00',
  ].join('\n')
  write('first.csv', head + rows)
  await budget('migrate first.csv --name Home --currency EUR --income Salary')
  const renamed = rows.replaceAll('Checking', 'Giro').replaceAll('Food', 'Groceries')
  write('newer.csv', `${head}${renamed}\n2026-10-08,Giro,Bakery,Groceries,-2.20`)
  const { stdout, stderr } = await budget('migrate update Home newer.csv --json')
  expect(stderr).toContain('The account Checking is Giro in the file: most of its rows are the same')
  expect(stderr).toContain('The category Food is Groceries in the file: most of its rows are the same')
  expect(JSON.parse(stdout)).toMatchObject({
    updated: [
      { type: 'account', added: 0, changed: 1, deleted: 0 },
      { type: 'category', added: 0, changed: 1, deleted: 0 },
      { type: 'transaction', added: 1, changed: 0, deleted: 0 },
    ],
    differences: [],
  })
  // An account with other rows is a new one.
  write('other.csv', `${head}${renamed.replaceAll('Cash,Cinema,Fun,-12.00', 'Wallet,Kiosk,Fun,-1.00')}`)
  expect((await readJson('migrate update Home other.csv')).updated).toMatchObject([
    { type: 'account', added: 1, changed: 0 },
    {},
  ])
})

test('an archive is refused with what to do, and compared', async () => {
  await moveIn()
  await budget('export all -o home.tar')
  const archive = await budget('migrate update Home home.tar')
  expect(archive.code).toBe(2)
  expect(archive.stderr).toContain('An archive from budget export all does not update a workspace')
  expect(await readJson('migrate verify Home home.tar')).toMatchObject({ differences: [], new_here: [] })
})

test('a copy that an archive made of a workspace is updated like the workspace', async () => {
  await moveIn()
  await budget('tx edit --merchant Cinema --set-category Food --yes')
  await budget('export all -o home.tar')
  await readJson('migrate home.tar --name Copy')
  writeHousehold('newer.json', (there) => {
    there.rows = there.rows.filter(({ id }) => id !== 'bread')
    findRow(there, 'cinema').memo = 'late'
  })
  const there = await readJson('migrate update Home newer.json --dry-run')
  const copy = await readJson('migrate update Copy newer.json --dry-run')
  expect(copy).toEqual({ ...there, workspace_name: 'Copy' })
  expect(copy).toMatchObject({
    is_first: false,
    updated: [{ type: 'transaction', added: 0, changed: 1, deleted: 1 }],
  })
})

test('another process that writes between comparison and write is noticed, and nothing is done', async () => {
  await moveIn()
  await budget('tx edit --merchant Cinema --set-category Food --yes')
  writeHousehold('newer.json', (there) => void (findRow(there, 'cinema').category = null))
  const many = Array.from({ length: 40 }, (_, at) => row(`m${at}`, -100 - at))
  writeHousehold('many.json', (there) => void there.rows.push(...many))
  await readJson('migrate update Home many.json')
  const asked = await budget('migrate update Home newer.json', {
    terminal: 100,
    answers: [take, 'yes'],
    whileAsked: async () => void (await budget('tx add 1 --merchant Kiosk --account Checking')),
  })
  expect(asked.code).toBe(7)
  expect(asked.stderr).toContain('The budget was changed while it was compared; nothing was done')
  expect(await list('tx list --merchant Cinema')).toEqual(['2026-10-05 Cinema -12.00 Food'])
})

const carried = {
  ...smallBudget,
  zero_budgets: [
    ...smallBudget.zero_budgets.map((one) => ({ ...one, ...(one.id === '1' && { amount: 40_00 }) })),
    { id: '4', month: 202611, category: 'food', amount: 5_00, carryover: 1 },
  ],
}

test('what the other program kept overspent in a category is assigned as one entry, and the figures are equal', async () => {
  write('actual.zip', createExport(createDatabase(carried)))
  const moved = await readJson('migrate actual.zip --currency EUR --name Home')
  const count = (result: { differences: { rules: string[] }[] }) =>
    result.differences.filter(({ rules }) => rules.includes('carried')).length
  expect(count(moved)).toBeGreaterThan(0)
  expect(moved.restore).toBe('migrate update "Home" "actual.zip" --restore-overspending')
  const restored = await readJson('migrate update Home actual.zip --restore-overspending')
  expect(count(restored)).toBe(0)
  expect(restored.differences.every(({ rules }: { rules: string[] }) => rules.length > 0)).toBe(true)
  expect(count(await readJson('migrate verify Home actual.zip'))).toBe(0)
  await budget('undo')
  expect(count(await readJson('migrate verify Home actual.zip'))).toBe(count(moved))
  const direct = await readJson('migrate actual.zip --currency EUR --name Again --restore-overspending')
  expect(direct.differences).toEqual(restored.differences)
  const asked = await budget('migrate actual.zip --currency EUR --name Third', {
    terminal: 100,
    answers: ['none', 'yes'],
  })
  expect(asked.stdout).toMatch(/is assigned, which\s+budget\s+undo/)
})
