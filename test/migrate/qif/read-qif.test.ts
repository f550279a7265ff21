/** Tests what is read of QIF of several accounts. */

import { describe, expect, test } from 'vitest'
import { detectSource } from '../../../src/migrate/detect-source.ts'
import { readQif } from '../../../src/migrate/qif/read-qif.ts'
import type { SourceTransaction } from '../../../src/migrate/source-budget.ts'
import type { ReadSourceOptions } from '../../../src/tables/source-file.ts'

const options: ReadSourceOptions = {
  currency: 'USD',
  dateOrder: undefined,
  decimal: undefined,
  spending: undefined,
  today: '2026-11-20',
}

const read = (text: string, more: Partial<ReadSourceOptions> = {}, name = 'home.qif') => {
  const files = [{ path: name, bytes: Buffer.from(text) }]
  expect(detectSource(files)).toBe('qif')
  return readQif(files, { ...options, ...more })
}

/** Returns records, each on one line: `D1/13/2026|T5.00`. */
const list = (...records: string[]) =>
  records.map((record) => `${record.replaceAll('|', '\n')}\n^\n`).join('')

const home = [
  '!Option:AutoSwitch\n!Account\n',
  list('NChecking|TBank|DAt the corner', 'NVisa|TCCard', 'NHouse|TOth A', 'NBroker|TInvst'),
  '!Clear:AutoSwitch\n!Type:Cat\n',
  list('NSalary|I', 'NFood:Groceries|E', 'NNever used|E'),
  '!Type:Class\n',
  list('NTrip'),
  '!Account\n',
  list('NChecking|TBank'),
  '!Type:Bank \n',
  list(
    "D12/31'25|T1,000.00|CX|POpening Balance|L[Checking]",
    "D1/ 5' 6|T-50.00|N101|C*|PMarket|MFruit|LFood:Groceries/Trip",
    'D1/15/2026|T2,000.00|PJob|LSalary|SSalary|Egross|$2,500.00|SFood:Groceries|$-300.00|S[Visa]|$-200.00',
    'D1/20/2026|T-10.00|PKiosk',
    'D1/21/2026|T-70.00|L[Elsewhere]',
    'D1/22/2026|T-500.00|PBroker deposit|L[Broker]',
  ),
  '!Account\n',
  list('NVisa|TCCard'),
  '!Type:CCard\n',
  list('D1/15/2026|T200.00|PJob|L[Checking]'),
  '!Account\n',
  list('NBroker|TInvst'),
  '!Type:Invst\n',
  list(
    'D1/22/2026|NXIn|T500.00|L[Checking]|$500.00',
    'D1/23/2026|NBuy|YACME|I10.00|Q30|T300.00',
    'D1/24/2026|NReinvDiv|YACME|Q1|T10.00',
    'D1/25/2026|NDivX|YACME|T7.00|L[House]',
    'D1/26/2026|NFrobnicate|T1.00',
  ),
  '!Type:Memorized\n',
  list('T-5.00|PRent'),
].join('')

describe('QIF of several accounts', () => {
  const { transactions, accounts, categories, figures, notTaken } = read(home)

  test('has transfers once, splits, classes, opening balances and investments', () => {
    const groceries = { category: 'Food:Groceries' }
    const show = (one: SourceTransaction) => [
      ...[`${one.date} ${one.account} ${one.amount}`, one.payee, one.notes, one.status],
      one.lines?.map((line) => [line.amount, line.category, line.notes, line.transfer?.account]) ??
        one.transfer?.account ??
        one.category,
      ...(one.isStartingBalance ? ['start'] : []),
    ]
    expect(transactions.map(show)).toEqual([
      ['2006-01-05 [Checking] -5000', 'Market', '101 · Fruit · #Trip', 'cleared', groceries],
      ['2025-12-31 [Checking] 100000', 'Opening Balance', null, 'reconciled', 'ready_to_assign', 'start'],
      [
        ...['2026-01-15 [Checking] 200000', 'Job', null, 'pending'],
        [
          [250000n, 'ready_to_assign', 'gross', undefined],
          [-30000n, groceries, null, undefined],
          [-20000n, null, null, '[Visa]'],
        ],
      ],
      ['2026-01-15 [Visa] 20000', null, 'Job', 'pending', '[Checking]'],
      ['2026-01-20 [Checking] -1000', 'Kiosk', null, 'pending', null],
      ['2026-01-21 [Checking] -7000', 'Transfer: Elsewhere', null, 'pending', null],
      ['2026-01-22 [Checking] -50000', null, 'Broker deposit', 'pending', '[Broker]'],
      ['2026-01-22 [Broker] 50000', null, 'Broker deposit', 'pending', '[Checking]'],
      ['2026-01-23 [Broker] -30000', 'Buy ACME', null, 'pending', null],
      ['2026-01-25 [Broker] 700', 'DivX ACME', null, 'pending', null],
      ['2026-01-25 [Broker] -700', null, null, 'pending', '[House]'],
      ['2026-01-25 [House] 700', null, null, 'pending', '[Broker]'],
    ])
  })

  test('has its accounts by their types, all listed categories, and balances', () => {
    expect(accounts.map(({ name, suggestedType, notes }) => [name, suggestedType, notes])).toEqual([
      ['Checking', 'banking_checking', 'At the corner'],
      ['Visa', 'credit_credit_card', null],
      ['House', 'investment_other', null],
      ['Broker', 'investment_brokerage', null],
    ])
    expect(categories.map(({ group, name }) => [group, name])).toEqual([
      ['Food', 'Groceries'],
      ['Categories', 'Never used'],
    ])
    expect(figures.balances.map(({ balance }) => balance)).toEqual([237000n, 20000n, 700n, 20000n])
  })

  test('names what is left out', () => {
    expect(notTaken.map(({ what, count, items }) => [what, count, items])).toEqual([
      ['transfers without the other side', 1, ['2026-01-21 Checking: [Elsewhere]']],
      ['rows of shares', 1, ['Broker: 1']],
      ['rows of unknown kinds', 1, [expect.stringMatching(/^home\.qif, line \d+: Frobnicate$/)]],
      ['memorized transactions', 1, undefined],
    ])
  })
})

const bank = (...records: string[]) => `!Type:Bank\n${list(...records)}`

test('a file without names is the account of its opening balance, or is named after itself', () => {
  const opening = bank('D1/1/2026|T5.00|POpening Balance|L[Giro]', 'D1/13/2026|T-1.00|PShop')
  expect(read(opening).accounts.map(({ name }) => name)).toEqual(['Giro'])
  const plain = read(bank('D1/13/2026|T-1.00|PShop'), {}, 'Wallet.qif')
  expect(plain.accounts.map(({ name }) => name)).toEqual(['Wallet'])
  // A program that marks no row as cleared does not know it.
  expect(plain.transactions.map(({ status }) => status)).toEqual(['cleared'])
})

test('two accounts of two files have their transfer once', () => {
  const bytes = (account: string, row: string) =>
    Buffer.from(`!Account\nN${account}\nTBank\n^\n${bank(row)}`.replaceAll('\n', '\r\n'))
  const { transactions } = readQif(
    [
      { path: 'a.qif', bytes: bytes('A', 'D13.01.2026|T-5,00|L[B]') },
      { path: 'b.qif', bytes: bytes('B', 'D13.01.2026|T5,00|L[A]') },
    ],
    options,
  )
  expect(transactions.map(({ account, amount, transfer }) => [account, amount, transfer?.account])).toEqual([
    ['[A]', -500n, '[B]'],
    ['[B]', 500n, '[A]'],
  ])
})

test('equal transfers on one day are paired one by one', () => {
  const out = 'D1/13/2026|T-5.00|L[B]'
  const text = `!Account\nNA\n^\n${bank(out, out)}!Account\nNB\n^\n${bank('D1/13/2026|T5.00|L[A]')}`
  const { transactions, notTaken } = read(text)
  expect(transactions.map(({ account, transfer }) => [account, transfer?.account])).toEqual([
    ['[A]', '[B]'],
    ['[B]', '[A]'],
    ['[A]', undefined],
  ])
  expect(notTaken).toMatchObject([{ count: 1, items: ['2026-01-13 A: [B]'] }])
})

test('income without a list is known as in tables, and can be said', () => {
  const text = bank('D1/13/2026|T9.00|LWages', 'D1/14/2026|T-2.00|LFood', 'D1/15/2026|T3.00|LGift')
  const find = (more?: Partial<ReadSourceOptions>) =>
    read(text, more).transactions.map(({ category }) => category)
  expect(find()).toEqual(['ready_to_assign', { category: 'Food' }, { category: 'Gift' }])
  expect(find({ income: ['Gift'] })).toEqual([{ category: 'Wages' }, { category: 'Food' }, 'ready_to_assign'])
})

test.each([
  [
    'an open order of dates',
    bank('D3/4/2026|T1.00'),
    'home.qif, line 2: is "3/4/2026" 2026-04-03 or 2026-03-04?',
  ],
  ['no date', bank('T1.00'), 'home.qif, line 2: the date is empty'],
  ['a wrong date', bank('D1/13/2026|T1.00', 'D1/14/2026|T1.00', 'D13/13/2026|T1.00'), '"13/13/2026" is not'],
  ['a wrong amount', bank('D1/13/2026|Tabc'), 'home.qif, line 2: "abc" is not an amount'],
  ['a part without an amount', bank('D1/13/2026|T2.00|SA|SB|$1.00'), 'the part "A" has no amount'],
  ['no account', `!Type:Cat\n${list('NFood|E')}`, 'The file has no account'],
])('%s is refused', (_what, text, message) => {
  expect(() => read(text)).toThrow(message)
})

test('a listed category between hyphens is one, a word for split parts is none', () => {
  const file = `!Account\nNHome\nTBank\n^\n!Type:Cat\n${list('N- Food:-Kiosk-|E', 'NRent|E')}`
  const rows = bank('D1/13/2026|T-5.00|PShop|L- Food:-Kiosk-', 'D1/14/2026|T-6.00|PShop|L--Split--')
  const { transactions } = read(`${file}!Account\nNHome\nTBank\n^\n${rows}`)
  expect(transactions.map(({ category }) => category !== null)).toEqual([true, false])
})

test('a currency that is not said is asked', () => {
  expect(() => read(bank('D1/13/2026|T1.00'), { currency: undefined })).toThrow(
    'home.qif, line 2: nothing shows the currency of "1.00"',
  )
})
