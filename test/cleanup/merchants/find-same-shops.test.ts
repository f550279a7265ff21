/** Tests which merchants are found to be one shop, and the name that stays. */

import { describe, expect, it } from 'vitest'
import { findPlainNames } from '../../../src/cleanup/merchants/find-plain-names.ts'
import { findSameShops } from '../../../src/cleanup/merchants/find-same-shops.ts'
import { totalMerchants } from '../../../src/cleanup/merchants/merchant-uses.ts'
import { measureProcessorTime } from '../../support/machine-load.ts'
import { buildTransaction } from '../transactions.ts'

const toUses = (names: readonly string[], category_id: string | null = null) =>
  names.map((name, at) => ({
    id: `m${at}`,
    name,
    transactions: names.length - at,
    total: '-10.00',
    category_id,
  }))
const listGroups = (names: readonly string[], minScore = 0.8) =>
  findSameShops(toUses(names), minScore).map(
    ({ name, merchants }) => `${merchants.map((merchant) => merchant.name).join(' + ')} = ${name}`,
  )

describe('names are one shop', () => {
  it.each([
    [['Waitrose', 'Waitrose 522 London'], 'Waitrose'],
    [['Netflix.com', 'Netflix'], 'Netflix'],
    [['Acme GmbH', 'ACME'], 'ACME'],
    [["Trader Joe's", 'TRADER JOES 0042'], "Trader Joe's"],
    [['AMZN Mktp*2R4GH', 'Amazon'], 'Amazon'],
    [['AMZN Mktp', 'Amazon.com'], 'Amazon.com'],
    [['SumUp *Blue Heron', 'Blue Heron'], 'Blue Heron'],
    [['Blue Heron', 'Blue Heron Coffee Berlin'], 'Blue Heron'],
    [['Hardwareworld', 'Hardwarworld'], 'Hardwareworld'],
  ])('%j', (names, name) => {
    expect(listGroups(names)).toEqual([`${names.join(' + ')} = ${name}`])
  })
})

describe('names are different shops', () => {
  it.each([
    [['Bar', 'Bar Roma', 'Bar Milano']],
    [['Maria', 'Maria Garcia', 'Maria Souza']],
    [['SumUp *Blue Heron', 'SumUp *Corner Bakery']],
    [['PayPal *moremerch', 'PayPal *somestore']],
    [['Transfer from 123456789', 'Transfer from 987654321']],
    [['Client', 'Client 1', 'Client 2']],
    [['Zyx 1', 'Zyx 2', 'Zyx']],
    [['Amazon', 'Amazon Prime', 'Amazon Web Services']],
    [['G Janssen', 'M Janssen']],
    [['138092,30/11/23,COD', '141901,20/11/23,COD']],
  ])('%j', (names) => expect(listGroups(names)).toEqual([]))
})

it('counts and sums the merchants of a group, and says what to do', () => {
  expect(findSameShops(toUses(['Waitrose', 'WAITROSE 522 LONDON'], 'food'), 0.8)).toEqual([
    {
      number: 1,
      score: 0.99,
      reasons: ['same_words', 'same_category'],
      sure: true,
      name: 'Waitrose',
      into_merchant_id: 'm0',
      merchants: [
        { id: 'm0', name: 'Waitrose', transactions: 2, total: '-10.00' },
        { id: 'm1', name: 'WAITROSE 522 LONDON', transactions: 1, total: '-10.00' },
      ],
      transactions: 3,
      total: '-20.00',
      fix: { into_merchant_id: 'm0', rename_to: null, merge_ids: ['m1'] },
    },
  ])
})

it('takes another category as a sign against one shop', () => {
  const [left, right] = toUses(['Blue Heron', 'Blue Heron Books'])
  const score = (category: string) =>
    findSameShops(
      [
        { ...left, category_id: 'food' },
        { ...right, category_id: category },
      ] as ReturnType<typeof toUses>, // both exist
      0.5,
    )[0]?.score
  expect([score('food'), score('fun')]).toEqual([0.92, 0.82])
})

describe('another category is never sure', () => {
  const withCategories = (...shops: [string, string | null][]) =>
    shops.flatMap(([name, category], at) => {
      const [use] = toUses([name], category)
      return use ? [{ ...use, id: `m${at}` }] : []
    })

  it.each([
    [
      [
        ['UBER *TRIP', 'transport'],
        ['Uber', 'transport'],
        ['UBER *EATS', 'food'],
      ],
    ],
    // The name between them has no category, so that no two names that were compared differ.
    [
      [
        ['UBER *TRIP', 'transport'],
        ['Uber', null],
        ['UBER *EATS', 'food'],
      ],
    ],
  ] as [[string, string | null][]][])('of %j', (shops) => {
    const found = findSameShops(withCategories(...shops), 0.8)
    expect(found.map(({ merchants, sure }) => [merchants.length, sure])).toEqual([[3, false]])
    expect(found[0]?.reasons).toContain('other_category')
  })

  it('when plain names are one name', () => {
    const shops = withCategories(
      ['POS DEBIT KIOSK', null],
      ['CARD PAYMENT KIOSK', 'food'],
      ['CARD PAYMENT KIOSK #512', 'fun'],
      ['Kiosk 77', 'food'],
    )
    expect(findPlainNames(shops).map(({ id, sure }) => `${id} ${sure}`)).toEqual([
      'm1 true',
      'm2 false',
      'm0 true',
    ])
  })
})

it('searches 5,000 merchants in less than a second', async () => {
  const names = Array.from({ length: 5000 }, (_, at) => `Shop${at % 700} Town${at % 90} Street${at % 7}`)
  const uses = toUses([...new Set(names)])
  expect(await measureProcessorTime(() => findSameShops(uses, 0.8))).toBeLessThan(1000)
})

it('totals merchants with the usual category of their transactions', () => {
  const rows = ['food', 'food', 'fun'].map((category_id, at) =>
    buildTransaction(`t${at}`, { merchant_id: 'm0', category_id }),
  )
  expect(
    totalMerchants(
      [
        { id: 'm0', name: 'A' },
        { id: 'm1', name: 'B' },
      ],
      rows,
    ),
  ).toEqual([
    { id: 'm0', name: 'A', transactions: 3, total: '-30.00', category_id: 'food' },
    { id: 'm1', name: 'B', transactions: 0, total: '0.00', category_id: null },
  ])
})

it('finds plain names for bank texts, and the merchant that has the name', () => {
  const names = ['POS DEBIT COFFEE HOU #512', 'Coffee Hou', 'POS DEBIT KIOSK', 'CARD PAYMENT KIOSK', 'aldi']
  expect(
    findPlainNames(toUses(names)).map(({ name, plain_name, into_merchant_id }) => [
      name,
      plain_name,
      into_merchant_id,
    ]),
  ).toEqual([
    ['POS DEBIT COFFEE HOU #512', 'Coffee Hou', 'm1'],
    ['POS DEBIT KIOSK', 'Kiosk', null],
    ['CARD PAYMENT KIOSK', 'Kiosk', 'm2'],
  ])
})
