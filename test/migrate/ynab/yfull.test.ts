/** Tests what is read of the budgets that YNAB 4 itself saves. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { detectSource } from '../../../src/migrate/detect-source.ts'
import type { SourceBudget } from '../../../src/migrate/source-budget.ts'
import { readYnab4Budget } from '../../../src/migrate/ynab/yfull/read-ynab4-budget.ts'
import type { SourceFile } from '../../../src/tables/source-file.ts'
import { type CliHarness, createCliHarness } from '../../support/cli-harness.ts'
import { createZip } from '../zip-files.ts'
import { createJsonFile, createWholeBudget, makeTransaction, smallBudget } from './yfull-files.ts'

const read = (files: readonly SourceFile[], currency: string | null = 'EUR'): SourceBudget =>
  readYnab4Budget(files, {
    currency: currency ?? undefined,
    dateOrder: undefined,
    decimal: undefined,
    spending: undefined,
    today: '2014-03-15',
  })

const DATA = 'Home~1234ABCD.ynab4/data1~AB'
const metadata = createJsonFile('Home~1234ABCD.ynab4/Budget.ymeta', { relativeDataFolderName: 'data1~AB' })

/** The files of a package whose device B knows more than A, and whose device C has changes that no one knows. */
const packageFiles: readonly SourceFile[] = [
  metadata,
  createWholeBudget({ ...smallBudget, accounts: [] }, `${DATA}/A/Budget.yfull`),
  createWholeBudget(
    { ...smallBudget, fileMetaData: { currentKnowledge: 'A-50,B-9' } },
    `${DATA}/B/Budget.yfull`,
  ),
  createJsonFile(`${DATA}/C/A-50_A-50,C-2.ydiff`, {
    startVersion: 'A-50',
    endVersion: 'A-50,C-2',
    items: [
      makeTransaction('start', '2014-01-01', 2000, { categoryId: 'Category/__ImmediateIncome__' }),
      makeTransaction('new', '2014-02-01', -3, { categoryId: 'Fun' }),
    ],
  }),
  createJsonFile(`${DATA}/A/A-1_A-50.ydiff`, {
    endVersion: 'A-50',
    items: [makeTransaction('start', '2014-01-01', 1, {})],
  }),
  createJsonFile(`${DATA}/devices/A.ydevice`, { shortDeviceId: 'A', deviceGUID: 'A', knowledge: 'A-50' }),
]

test('accounts have their types, and what is hidden is closed; a card stays cash, as YNAB 4 treats it', () => {
  const { accounts, notTaken } = read([createWholeBudget()])
  expect(
    accounts.map(({ name, type, suggestedType, onBudget, closed }) => [
      name,
      type,
      suggestedType,
      onBudget,
      closed,
    ]),
  ).toEqual([
    ['Checking', 'banking_checking', 'banking_checking', true, false],
    ['Visa', undefined, 'banking_checking', true, false],
    ['Savings', undefined, 'investment_other', false, false],
    ['Old', 'banking_checking', 'banking_checking', true, true],
  ])
  expect(accounts[0]).toMatchObject({ notes: 'Main', lastReconciledAt: Date.UTC(2014, 0, 31) })
  expect(notTaken[0]).toMatchObject({ what: 'cards', accounts: ['Visa'] })
})

test('categories come in their order, a hidden one in the group that it had', () => {
  const { groups, categories, payees } = read([createWholeBudget()])
  expect(groups).toEqual([{ key: 'Everyday', name: 'Everyday' }])
  expect(categories.map(({ name, group, hidden }) => [name, group, hidden])).toEqual([
    ['Bicycle', 'Everyday', true],
    ['Food', 'Everyday', false],
    ['Fun', 'Everyday', false],
  ])
  expect(payees).toEqual(['Unused'])
})

test('transactions have their splits, transfers, checks and flags, without deleted ones', () => {
  const { transactions } = read([createWholeBudget()])
  expect(
    transactions.map(({ key, date, amount, category, notes, status, isReviewed, lines, transfer }) => [
      ...[key, date, amount, category, notes, status, isReviewed],
      lines?.map((line) => [line.amount, line.category, line.notes, line.transfer]) ?? transfer,
    ]),
  ).toEqual([
    ['start', '2014-01-01', 100000n, 'ready_to_assign', null, 'reconciled', true, null],
    [
      ...['split', '2014-01-05', -14000n, null, 'Weekend check 101 #red', 'cleared', true],
      [
        [-8000n, { category: 'Food' }, 'bread', null],
        [-1000n, { category: 'Fun' }, null, null],
        [-5000n, null, null, { account: 'Savings', otherSide: 'saved' }],
      ],
    ],
    [
      'saved',
      '2014-01-05',
      5000n,
      null,
      null,
      'cleared',
      true,
      { account: 'Checking', otherSide: 'split/3' },
    ],
    ['job', '2014-01-31', 50010n, 'ready_to_assign', null, 'pending', false, null],
  ])
  expect(transactions[0]?.isStartingBalance).toBe(true)
})

test('the months follow the rules of YNAB 4: income for the next month, and overspending that stays until told otherwise', () => {
  const { figures, rules, assignments } = read([createWholeBudget()])
  const months = ['2014-01', '2014-02', '2014-03', '2014-04']
  const available = (category: string) =>
    months.map(
      (month) =>
        figures.categoryMonths.find((one) => one.month === month && one.category === category)?.available,
    )
  expect(available('Food').slice(0, 3)).toEqual([-3000n, -3000n, -2000n])
  expect(available('Fun').slice(0, 3)).toEqual([-500n, 0n, 0n])
  // 1000 - 50 - 5, then + 500.10 - 5, then - 10.
  expect(figures.months.slice(0, 3).map(({ readyToAssign }) => readyToAssign)).toEqual([
    94500n,
    144010n,
    143010n,
  ])
  expect(rules.held).toEqual([{ month: '2014-01', amount: 50010n }])
  expect(rules.carriesOverspending).toEqual([
    { month: '2014-01', category: 'Food' },
    { month: '2014-02', category: 'Food' },
  ])
  expect(assignments).toHaveLength(3)
  expect(figures.balances.map(({ account, balance }) => [account, balance])).toEqual([
    ['Checking', 136010n],
    ['Visa', 0n],
    ['Savings', 5000n],
    ['Old', 0n],
  ])
})

test('what an account owed at the start stays in its category without being told', () => {
  const debt = 'Category/PreYNABDebt/Visa'
  const { rules, figures } = read([
    createWholeBudget({
      ...smallBudget,
      masterCategories: [
        {
          entityType: 'masterCategory',
          entityId: 'MasterCategory/__PreYNABDebtMaster__',
          name: 'Pre-YNAB Debt',
          subCategories: [
            {
              entityType: 'category',
              entityId: debt,
              name: 'Visa',
              masterCategoryId: 'MasterCategory/__PreYNABDebtMaster__',
            },
          ],
        },
      ],
      transactions: [makeTransaction('debt', '2014-01-01', -200, { accountId: 'Visa', categoryId: debt })],
    }),
  ])
  expect(rules.carriesOverspending.filter(({ category }) => category === debt)[0]?.month).toBe('2014-01')
  expect(
    figures.categoryMonths.filter(({ category }) => category === debt).map(({ available }) => available),
  ).toEqual([-20000n, -20000n, -20000n])
})

test('of several devices the one that knows most is read, and changes that it does not know are added', () => {
  expect(detectSource(packageFiles)).toBe('ynab4')
  const { name, accounts, transactions, notTaken } = read(packageFiles)
  expect([name, accounts.length]).toEqual(['Home', 4])
  expect(transactions.map(({ key, amount }) => [key, amount])).toEqual([
    ['start', 200000n],
    ['split', -14000n],
    ['saved', 5000n],
    ['job', 50010n],
    ['new', -300n],
  ])
  expect(notTaken.find(({ what }) => what === 'changes of other devices')?.count).toBe(2)
})

test('the files of two budgets are refused, and only the folder that the metadata names counts', () => {
  const other = createWholeBudget(smallBudget, 'Other.ynab4/data1~X/A/Budget.yfull')
  const own = createWholeBudget(smallBudget, `${DATA}/A/Budget.yfull`)
  expect(() => read([own, other])).toThrow('There are several budgets')
  const old = createWholeBudget(
    { ...smallBudget, accounts: [] },
    'Home~1234ABCD.ynab4/data0~X/A/Budget.yfull',
  )
  expect(read([metadata, old, own]).accounts).toHaveLength(4)
})

test('the currency is asked for, with that of the country that the budget shows amounts for', () => {
  expect(() => read([createWholeBudget()], null)).toThrow(
    expect.objectContaining({
      message: 'The file does not say which currency it uses',
      hint: expect.stringContaining('--currency EUR'),
    }),
  )
})

test.each([
  [{ amount: 0.125 }, 'amount 0.125 has 3 decimals, but EUR has 2'],
  [{ amount: 'much' }, '"amount" is "much", not a number'],
  [{ amount: 1e300 }, 'amount 1e+300'],
  [{ date: '2014-02-30' }, 'date "2014-02-30" is not a date in the form YYYY-MM-DD'],
  [{ accountId: 'nowhere' }, 'there is no account nowhere'],
] as const)('a transaction with %o is refused by its place', (fields, message) => {
  const broken = createWholeBudget({
    ...smallBudget,
    transactions: [makeTransaction('broken', '2014-01-01', 1, fields)],
  })
  expect(() => read([broken])).toThrow(message)
})

let harness: CliHarness
afterEach(() => harness?.close())

test('a folder and a zip of it move in alike, with a reason for every difference', async () => {
  harness = createCliHarness()
  for (const { path, bytes } of packageFiles) {
    mkdirSync(dirname(join(harness.folder, path)), { recursive: true })
    writeFileSync(join(harness.folder, path), bytes)
  }
  writeFileSync(
    join(harness.folder, 'home.zip'),
    createZip(packageFiles.map(({ path, bytes }) => ({ path, text: bytes }))),
  )
  const results = []
  for (const [path, name] of [
    ['Home~1234ABCD.ynab4', undefined],
    ['home.zip', 'Second'],
  ] as const) {
    const flags = name === undefined ? [] : ['--name', name]
    const { stdout, stderr, code } = await harness.budget([
      'migrate',
      path,
      '--currency',
      'EUR',
      '--json',
      ...flags,
    ])
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    const { source, workspace_name, counts, proof, differences } = JSON.parse(stdout)
    expect([source, workspace_name]).toEqual(['ynab4', name ?? 'Home'])
    expect(proof.accounts).toEqual({ equal: 4, of: 4 })
    const rules = new Set<string>(differences.flatMap((one: { rules: string[] }) => one.rules))
    expect([...rules].toSorted()).toEqual(['carried', 'held', 'later', 'uncategorized'])
    results.push({ counts, proof, differences })
  }
  expect(results[0]).toEqual(results[1])
})

test('metadata that leads out of the folder is not followed', async () => {
  harness = createCliHarness()
  const folder = join(harness.folder, 'Home.ynab4')
  mkdirSync(folder)
  writeFileSync(join(folder, 'Budget.ymeta'), '{"relativeDataFolderName":"../other"}')
  mkdirSync(join(harness.folder, 'other/A'), { recursive: true })
  writeFileSync(join(harness.folder, 'other/A/Budget.yfull'), createWholeBudget().bytes)
  const { stderr, code } = await harness.budget(['migrate', 'Home.ynab4', '--currency', 'EUR'])
  expect({ code, line: stderr.split('\n')[0] }).toEqual({
    code: 3,
    line: 'No budget was recognized: Home.ynab4/Budget.ymeta',
  })
})
