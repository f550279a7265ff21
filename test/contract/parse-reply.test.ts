/** Tests finding replies in the responses of different services. */

import { describe, expect, test } from 'vitest'
import { operations } from '../../src/contract/api.ts'
import { parseReply } from '../../src/contract/parse-reply.ts'

const merchant = { id: 'mer_1', name: 'Kiosk', created_at: '2026', updated_at: '2026' }
const side = {
  id: 'tx_1',
  date: '2026-11-20',
  amount: '-5.00',
  account_id: 'acc_1',
  account_name: 'Checking',
  merchant_id: null,
  merchant_name: null,
  category_id: null,
  category_name: null,
  ready_to_assign: false,
  notes: null,
  status: 'cleared',
  review_status: 'reviewed',
  type: 'transfer',
  transfer_account_id: 'acc_2',
  splits: null,
  deleted: false,
  created_at: '2026',
  updated_at: '2026',
}
const outflow = side
const inflow = { ...side, id: 'tx_2', amount: '5.00', account_id: 'acc_2', transfer_account_id: 'acc_1' }

describe('one thing is found', () => {
  test.each([
    ['under its name', { data: { merchant } }],
    ['under its name without an envelope', { merchant }],
    ['bare in the envelope', { data: merchant }],
    ['bare', merchant],
  ])('%s', (_, body) => {
    expect(parseReply(operations.getMerchant, body, { id: 'mer_1' })).toEqual({ reply: { merchant } })
  })
})

describe('a list is found', () => {
  test.each([
    ['under its name', { data: { merchants: [merchant] } }],
    ['bare in the envelope', { data: [merchant] }],
    ['bare', [merchant]],
    ['under another name', { data: { payees: [merchant], count: 1 } }],
  ])('%s', (_, body) => {
    expect(parseReply(operations.listMerchants, body, {})).toEqual({ reply: { merchants: [merchant] } })
  })

  test.each([
    ['beside it', { data: { transactions: [side], next_cursor: 'c1' } }],
    ['at the top', { data: { transactions: [side] }, next_cursor: 'c1' }],
    ['in meta', { data: [side], meta: { next_cursor: 'c1' } }],
  ])('with its cursor %s', (_, body) => {
    expect(parseReply(operations.listTransactions, body, {})).toEqual({
      reply: { transactions: [side], next_cursor: 'c1' },
    })
  })
})

describe('a page without next_cursor', () => {
  const body = { data: { transactions: [side, inflow] } }

  test('is the last one when it is short', () => {
    expect(parseReply(operations.listTransactions, body, { limit: 3 })).toEqual({
      reply: { transactions: [side, inflow], next_cursor: null },
    })
  })

  test('breaks the contract when it is full, for there may be more', () => {
    expect(parseReply(operations.listTransactions, body, { limit: 2 })).toEqual({
      invalidReason: 'next_cursor is missing',
    })
  })
})

test.each([
  ['in a list', { data: { transactions: [outflow, inflow] } }],
  ['in a bare list', [outflow, inflow]],
  ['under names of their own', { data: { to: inflow, from: outflow } }],
])('both sides of a transfer are found %s', (_, body) => {
  expect(parseReply(operations.createTransactions, body, {})).toEqual({
    reply: { transactions: [outflow, inflow] },
  })
})

test('a bare transaction is not mistaken for a list because it has splits', () => {
  const split = { ...side, type: 'regular', splits: [] }
  expect(parseReply(operations.getTransaction, { data: split }, { id: 'tx_1' })).toEqual({
    reply: { transaction: split },
  })
})

test('fields and words of a newer service stay', () => {
  const newer = { ...side, status: 'voided', mood: 'sunny' }
  expect(parseReply(operations.getTransaction, { data: { transaction: newer } }, { id: 'tx_1' })).toEqual({
    reply: { transaction: newer },
  })
})

test('an account or category is deleted whatever the body, or without one', () => {
  const done = { reply: { deleted: true, id: 'cat_1' } }
  expect(parseReply(operations.deleteCategory, undefined, { id: 'cat_1' })).toEqual(done)
  expect(parseReply(operations.deleteCategory, {}, { id: 'cat_1' })).toEqual(done)
})

test.each([
  [{ data: { merchant: { ...merchant, name: 7 } } }, 'merchant.name is 7'],
  [{ data: { merchant: { id: 'mer_1' } } }, 'merchant.name is missing'],
  [{ data: {} }, 'merchant is missing'],
  [{ data: null }, 'merchant is missing'],
  ['text', 'merchant is missing'],
  [null, 'merchant is missing'],
])('%j breaks the contract', (body, flaw) => {
  expect(parseReply(operations.getMerchant, body, { id: 'mer_1' })).toEqual({ invalidReason: flaw })
})

describe('what would reach a file or a terminal as it came', () => {
  const budgetMonth = {
    month: '2026-11',
    ready_to_assign: '1.00',
    summary: {
      percentage_funded: 0,
      total_target_amount: '0.00',
      total_funded: '0.00',
      total_remaining_to_fund: '0.00',
      total_overspent: '0.00',
    },
    category_groups: [],
  }

  test.each(['eur', 'EURO', 'EUR"\nplugin "secret', '', '\u001b[2J'])('is no currency: %j', (currency) => {
    const body = { data: { currency, month: budgetMonth } }
    expect(parseReply(operations.getMonth, body, {})).toEqual({
      invalidReason: `currency is "${currency}"`,
    })
  })

  test.each(['', 'mer 1', 'mer_1\ninclude /etc/passwd', 'mer_1\u001b[2J', 'mer\u2028'])(
    'is no id: %j',
    (id) => {
      const body = { data: { merchant: { ...merchant, id } } }
      expect(parseReply(operations.getMerchant, body, { id: 'mer_1' }).invalidReason).toMatch(
        /^merchant\.id is "/,
      )
    },
  )

  test.each([
    ['date', '../../x-01'],
    ['date', '2026-02-30'],
    ['amount', '1e5'],
    ['amount', '1,50'],
    ['account_id', 'a\nb'],
    ['merchant_id', 'a b'],
    ['category_id', ''],
    ['transfer_account_id', '\u0000'],
  ])('is no %s of a transaction: %j', (field, value) => {
    const body = { data: { transactions: [{ ...side, [field]: value }], next_cursor: null } }
    expect(parseReply(operations.listTransactions, body, {}).invalidReason).toMatch(
      new RegExp(`^transactions\\.0\\.${field} is "`),
    )
  })

  test('is no month', () => {
    const body = { data: { currency: 'EUR', month: { ...budgetMonth, month: '2026-13' } } }
    expect(parseReply(operations.getMonth, body, {})).toEqual({ invalidReason: 'month.month is "2026-13"' })
  })
})

test('__proto__ in an answer changes nothing', () => {
  const body: unknown = JSON.parse(
    `{"data":{"__proto__":{"polluted":1},"merchant":${JSON.stringify(merchant)}}}`,
  )
  expect(parseReply(operations.getMerchant, body, { id: 'mer_1' })).toEqual({ reply: { merchant } })
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})
