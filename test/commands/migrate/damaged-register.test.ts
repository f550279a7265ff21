/** Tests that a register with lost rows is never proved: neither a cut one, nor one without a card payment. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { unpackZip } from '../../../src/tables/sheets/unpack-zip.ts'
import { type CliHarness, createCliHarness } from '../../support/cli-harness.ts'

let harness: CliHarness
beforeEach(() => {
  harness = createCliHarness()
})
afterEach(() => harness.close())

const texts = new Map(
  (await unpackZip(readFileSync('examples/ynab-export.zip'))).map(({ path, bytes }) => [
    path.includes('Plan') ? 'plan' : 'register',
    new TextDecoder().decode(bytes),
  ]),
)
const example = { register: texts.get('register') ?? '', plan: texts.get('plan') ?? '' }

/** Leaves out the lines that a pattern finds. */
const cut = (text: string, pattern: RegExp): string =>
  text
    .split('\n')
    .filter((line) => !pattern.test(line))
    .join('\n')

let moves = 0

async function move(register: string | undefined, plan = example.plan) {
  const folder = join(harness.folder, `Home ${++moves}`)
  mkdirSync(folder)
  if (register !== undefined) writeFileSync(join(folder, 'Register.csv'), register)
  writeFileSync(join(folder, 'Plan.csv'), plan)
  const { stdout, code } = await harness.budget([
    ...['migrate', folder, '--name', `Home ${moves}`, '--currency', 'EUR', '--dates', 'dmy', '--json'],
  ])
  const result = JSON.parse(stdout)
  return { code, result, unexplained: result.differences.filter((one: any) => one.reason === null) }
}

test('the whole example is proved: 4 of 4 balances, 24 of 24 category months', async () => {
  const { code, result } = await move(example.register)
  expect(code).toBe(0)
  expect(result).toMatchObject({
    proof: { accounts: { equal: 4, of: 4 }, category_months: { equal: 24, of: 24 } },
    months_without_rows: [],
    differences: [],
  })
})

test.each([
  ['the first month', /"\d\d\/09\/2026"/, ['2026-09']],
  ['a month in the middle', /"\d\d\/10\/2026"/, ['2026-10']],
  ['the last two months', /"\d\d\/1[01]\/2026"/, ['2026-10', '2026-11']],
])('a register without %s is not proved', async (_, pattern, months) => {
  const { code, result, unexplained } = await move(cut(example.register, pattern))
  expect(code).toBe(20)
  expect(result.months_without_rows).toEqual(months)
  expect(unexplained.map((one: any) => one.figure)).toContain('activity')
})

test('a plan without a register is not proved, and the first question is where the register is', async () => {
  const { code, result } = await move(undefined)
  expect(code).toBe(20)
  expect(result.months_without_rows).toEqual(['2026-09', '2026-10', '2026-11'])
  const { stdout } = await harness.budget([
    'migrate',
    join(harness.folder, `Home ${moves}`),
    '--name',
    'Again',
    '--currency',
    'EUR',
  ])
  expect(stdout).toMatch(
    /Is the register complete\? It has no transactions in 3 months \(2026-09 to 2026-11\)/,
  )
  expect(stdout).not.toMatch(/Every difference is explained/)
})

test.each([
  [
    'lost',
    (register: string) =>
      cut(
        register,
        /^"(?:Checking","","26\/10\/2026","Transfer : Credit Card|Credit Card","","26\/10\/2026)/,
      ),
  ],
  ['changed by 9.00', (register: string) => register.replaceAll('€180.00', '€171.00')],
])('a payment of the only card that was %s has no reason', async (_, damage) => {
  const damaged = damage(example.register)
  expect(damaged).not.toBe(example.register)
  const { code, unexplained } = await move(damaged)
  expect(code).toBe(20)
  expect(unexplained).toContainEqual(
    expect.objectContaining({ figure: 'activity', month: '2026-10', category: 'Credit Card' }),
  )
})

const header = (text: string): string => text.split('\n')[0] ?? ''
const row = (
  account: string,
  day: string,
  payee: string,
  category: string,
  out: number,
  into = 0,
): string => {
  const [group = '', name = ''] = category.split(': ')
  return `"${account}","","${day}/10/2026","${payee}","${category}","${group}","${name}","",€${out}.00,€${into}.00,"Cleared"`
}
const cards = {
  register: [
    header(example.register),
    row('Checking', '01', 'Starting Balance', 'Inflow: Ready to Assign', 0, 1000),
    row('Visa', '10', 'Market', 'Everyday: Groceries', 50),
    row('Amex', '11', 'Market', 'Everyday: Groceries', 50),
    row('Checking', '20', 'Transfer : Visa', '', 5),
    row('Visa', '20', 'Transfer : Checking', '', 0, 5),
  ],
  /** 60.00 pay for what both cards bought: the other program gives Amex its 50.00 first. */
  plan: [
    header(example.plan),
    '"Oct 2026","Credit Card Payments: Visa","Credit Card Payments","Visa",€0.00,€5.00,€5.00',
    '"Oct 2026","Credit Card Payments: Amex","Credit Card Payments","Amex",€0.00,€50.00,€50.00',
    '"Oct 2026","Everyday: Groceries","Everyday","Groceries",€60.00,-€100.00,-€40.00',
  ].join('\n'),
}

test('which of two cards is funded may differ, and nothing else', async () => {
  const register = cards.register.join('\n')
  const divided = await move(register, cards.plan)
  expect(divided.result.differences.map((one: any) => [one.category, one.figure, ...one.rules])).toEqual([
    ['Visa', 'activity', 'payments'],
    ['Visa', 'available', 'payments'],
    ['Amex', 'activity', 'payments'],
    ['Amex', 'available', 'payments'],
  ])
  expect(divided.code).toBe(0)
  const damaged = [
    // The payment is lost, changed, and paid to the other card.
    cut(register, /Transfer/),
    register.replaceAll('€5.00', '€14.00'),
    register.replaceAll('Transfer : Visa', 'Transfer : Amex').replace('"Visa","","20', '"Amex","","20'),
  ]
  for (const text of damaged) {
    const { code, unexplained } = await move(text, cards.plan)
    expect(code).toBe(20)
    expect(unexplained.map((one: any) => one.category)).toEqual(expect.arrayContaining(['Visa']))
  }
})

test('a payment that the plan counts for another card is never taken for a division', async () => {
  const register = cards.register.join('\n')
  // Visa is funded first, as here: nothing differs.
  const plan = cards.plan.replace('€5.00,€5.00', '€45.00,€45.00').replace('€50.00,€50.00', '€10.00,€10.00')
  expect((await move(register, plan)).result.differences).toEqual([])
  const moved = register
    .replaceAll('Transfer : Visa', 'Transfer : Amex')
    .replace('"Visa","","20', '"Amex","","20')
  for (const [text, stated] of [
    [moved, plan],
    [moved, cards.plan],
  ] as const) {
    const { code, unexplained } = await move(text, stated)
    expect(code).toBe(20)
    expect(unexplained.map((one: any) => [one.category, one.figure])).toEqual([
      ['Visa', 'activity'],
      ['Visa', 'available'],
      ['Amex', 'activity'],
      ['Amex', 'available'],
    ])
  }
})

test('with nothing overspent, no division between cards can differ', async () => {
  const plan = cards.plan
    .replace('€60.00,-€100.00,-€40.00', '€100.00,-€100.00,€0.00')
    .replace('€5.00,€5.00', '€35.00,€35.00')
    .replace('€50.00,€50.00', '€60.00,€60.00')
  const { code, unexplained } = await move(cards.register.join('\n'), plan)
  expect(code).toBe(20)
  expect(unexplained).toHaveLength(4)
})
