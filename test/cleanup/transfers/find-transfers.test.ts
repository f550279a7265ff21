/** Tests which rows are found to be one transfer, and what the transfer keeps of them. */

import { describe, expect, it } from 'vitest'
import { findTransfers } from '../../../src/cleanup/transfers/find-transfers.ts'
import type { Transaction } from '../../../src/contract/operations/transactions.ts'
import { buildTransaction } from '../transactions.ts'

const accounts = [
  ...['Checking', 'Visa', 'Savings'].map((id) => ({ id, on_budget: true, closed: false })),
  { id: 'Broker', on_budget: false, closed: false },
  { id: 'Old', on_budget: true, closed: true },
]
const find = (rows: readonly Transaction[]) => findTransfers({ rows, accounts, days: 5 })
const listPairs = (rows: readonly Transaction[]) =>
  find(rows).map(({ out, in: into, sure }) => `${out.id} → ${into.id}${sure ? '' : ' ?'}`)

const out = buildTransaction('out', { amount: '-50.00', merchant_name: 'VISA PAYMENT' })
const into = buildTransaction('in', {
  amount: '50.00',
  account_id: 'Visa',
  date: '2026-11-11',
  merchant_name: 'PAYMENT THANK YOU',
})

describe('two rows', () => {
  it('of opposite amounts in two open accounts are one transfer', () => {
    expect(listPairs([out, into])).toEqual(['out → in'])
    expect(listPairs([out, { ...into, account_id: 'Old' }])).toEqual([])
    expect(listPairs([out, { ...into, account_id: 'Checking' }])).toEqual([])
    expect(listPairs([out, { ...into, amount: '50.01' }])).toEqual([])
    expect(listPairs([out, { ...into, date: '2026-11-16' }])).toEqual([])
    expect(listPairs([out, { ...into, type: 'transfer' }])).toEqual([])
    expect(listPairs([out, { ...into, splits: [] }])).toEqual([])
  })

  it('need a decision if one is reconciled or the shop gave money back', () => {
    expect(listPairs([out, { ...into, status: 'reconciled' }])).toEqual(['out → in ?'])
    const shop = { merchant_name: 'Shoes', merchant_id: 'mer_Shoes' }
    expect(
      listPairs([
        { ...out, ...shop },
        { ...into, ...shop },
      ]),
    ).toEqual(['out → in ?'])
  })
})

describe('a coincidence', () => {
  const pair = (left: Partial<Transaction>, right: Partial<Transaction>) =>
    listPairs([
      buildTransaction('out', { amount: '-80.00', account_id: 'Visa', ...left }),
      buildTransaction('in', { amount: '80.00', account_id: 'Savings', ...right }),
    ])

  it('of amount and day is never sure, nor are words of one text, nor a shop with words of an account', () => {
    expect(pair({ merchant_name: 'Ikea' }, { merchant_name: 'Aunt Mary' })).toEqual(['out → in ?'])
    expect(pair({ merchant_name: 'Savings Books' }, { merchant_name: 'eBay payout' })).toEqual(['out → in ?'])
    const shop = { merchant_name: 'Credit Card Shop thank you' }
    expect(pair(shop, { merchant_name: 'Bob' })).toEqual(['out → in ?'])
    expect(pair({ merchant_name: 'Transfer to Savings' }, { merchant_name: 'Deposit' })).toEqual(['out → in'])
  })

  it('is told by a category, by other rows of the name or the amount, and by a transfer that is there', () => {
    const tell = (...others: Transaction[]) =>
      find([out, into, ...others]).map(({ sure, reasons }) => [sure, reasons.at(-1)])
    expect(tell()).toEqual([[true, 'no_category']])
    const other = buildTransaction('other', { amount: '-7.00', merchant_name: 'VISA PAYMENT' })
    expect(tell(other)).toEqual([[false, 'other_rows_of_name']])
    expect(tell({ ...other, merchant_id: 'mer_x', amount: '50.00' })).toEqual([
      [false, 'other_rows_of_amount'],
    ])
    const side = { ...other, type: 'transfer' as const, transfer_account_id: 'Visa', amount: '-50.00' }
    expect(tell(side)).toEqual([[false, 'transfer_exists']])
    expect(tell({ ...side, date: '2026-10-10' })).toEqual([[true, 'no_category']])
    expect(listPairs([out, { ...into, ready_to_assign: true }])).toEqual(['out → in ?'])
  })
})

describe('several rows of one amount', () => {
  it('are told to be ambiguous, never guessed', () => {
    const found = find([
      { ...out, merchant_name: 'TRANSFER' },
      { ...into, merchant_name: 'TRANSFER' },
      { ...into, id: 'in2', account_id: 'Savings', account_name: 'Savings', merchant_name: 'TRANSFER' },
    ])
    expect(found.map(({ in: { id }, sure, ambiguous_with }) => ({ id, sure, ambiguous_with }))).toEqual([
      { id: 'in2', sure: false, ambiguous_with: [2] },
      { id: 'in', sure: false, ambiguous_with: [1] },
    ])
  })

  it('are matched if it does not matter which is which', () => {
    const rows = [out, { ...out, id: 'out2' }, into, { ...into, id: 'in2' }]
    expect(find(rows).map(({ sure }) => sure)).toEqual([true, true])
    expect(new Set(find(rows).flatMap((finding) => [finding.out.id, finding.in.id])).size).toBe(4)
  })

  it('go to the account that a text names', () => {
    const rows = [
      { ...out, merchant_name: 'TO SAVINGS' },
      { ...into, account_name: 'Visa' },
      { ...into, id: 'in2', account_id: 'Savings', account_name: 'Savings', merchant_name: 'FROM CHECKING' },
    ]
    expect(listPairs(rows)).toEqual(['out → in2 ?'])
  })
})

describe('the transfer', () => {
  const plan = (changes: Partial<Transaction>, inChanges: Partial<Transaction>) =>
    find([
      { ...out, ...changes },
      { ...into, ...inChanges },
    ])[0]?.fix

  it('keeps the texts of both, the date of the outflow, and no category on budget', () => {
    expect(plan({ category_id: 'food', notes: 'CARD 42' }, {})).toEqual({
      transfer: {
        type: 'transfer',
        from_account_id: 'Checking',
        to_account_id: 'Visa',
        amount: '50.00',
        date: '2026-11-10',
        notes: 'VISA PAYMENT; CARD 42; PAYMENT THANK YOU',
        status: 'cleared',
        review_status: 'needs_review',
      },
      changes: { out: {}, in: {} },
      delete_ids: ['out', 'in'],
      existing: null,
    })
  })

  it('keeps the category of the side on budget if the other is not', () => {
    const broker = { account_id: 'Broker', account_name: 'Broker' }
    expect(plan({ category_id: 'food' }, broker)?.transfer).toMatchObject({ category_id: 'food' })
    const back = plan(broker, { ready_to_assign: true })
    expect(back?.transfer).not.toHaveProperty('category_id')
    expect(back?.changes.in).toEqual({ ready_to_assign: true })
    expect(plan(broker, { category_id: 'food' })?.changes.in).toEqual({ category_id: 'food' })
  })

  it('keeps what the bank has confirmed of each side', () => {
    expect(plan({ status: 'reconciled' }, { status: 'pending' })?.changes).toEqual({
      out: { status: 'reconciled' },
      in: { status: 'pending' },
    })
    expect(plan({ status: 'pending' }, { status: 'pending' })?.transfer.status).toBe('pending')
    expect(plan({}, { status: 'reconciled' })?.transfer.date).toBe('2026-11-11')
  })
})
