/** Tests which categories are suggested for a transaction, and why. */

import { describe, expect, it } from 'vitest'
import type { CategorizationRule } from '../../src/contract/ports/workspace-admin.ts'
import {
  type CategoryEvidence,
  createCategorySuggester,
  type SuggestionSources,
} from '../../src/transactions/suggest-category.ts'

const category = (id: string, name: string, more: { archived?: boolean; system?: boolean } = {}) => ({
  id,
  name,
  archived: false,
  system: false,
  ...more,
})
const categories = [
  category('c1', 'Groceries'),
  category('c2', 'Coffee'),
  category('c3', 'Subscriptions'),
  category('c4', 'Old hobby', { archived: true }),
  category('c5', 'Visa', { system: true }),
]

let next = 0
const past = (
  merchant_name: string | null,
  category_id: string | null,
  more: Partial<CategoryEvidence> = {},
): CategoryEvidence => ({
  id: `txn_${(next += 1)}`,
  merchant_name,
  amount: '-5.00',
  category_id,
  ready_to_assign: category_id === null,
  review_status: 'reviewed',
  deleted: false,
  ...more,
})
const times = (count: number, build: () => CategoryEvidence) => Array.from({ length: count }, build)
const rule = (more: Partial<CategorizationRule>): CategorizationRule => ({
  id: 'rul_1',
  position: 1,
  merchant_id: null,
  merchant_name: null,
  merchant_contains: null,
  account_id: null,
  account_name: null,
  direction: null,
  category_id: null,
  category_name: null,
  ready_to_assign: false,
  ...more,
})

const suggest = (
  sources: Partial<SuggestionSources>,
  merchant_name: string | null,
  more: { amount?: string; category?: string; id?: string } = {},
) =>
  createCategorySuggester({ transactions: [], categories, ...sources }).suggest({
    merchant_name,
    amount: '-5.00',
    ...more,
  })

describe('a suggestion from history', () => {
  it('is sure if a merchant always had the category', () => {
    const transactions = times(9, () => past('Blue Heron Coffee', 'c2'))
    expect(suggest({ transactions }, 'BLUE HERON COFFEE #12')).toEqual([
      { category: 'c2', reason: '9 of the last 9', is_sure: true },
    ])
  })

  it('is not sure after one time, nor without anything reviewed', () => {
    const once = suggest({ transactions: [past('Rewe', 'c1')] }, 'Rewe')
    expect(once).toEqual([{ category: 'c1', reason: 'as last time', is_sure: false }])
    const unreviewed = times(4, () => past('Rewe', 'c1', { review_status: 'needs_review' }))
    expect(suggest({ transactions: unreviewed }, 'Rewe')[0]?.is_sure).toBe(false)
  })

  it('tells the purchases of one merchant apart by their amounts', () => {
    const transactions = [
      ...times(5, () => past('Amazon', 'c1', { amount: '-31.00' })),
      ...times(3, () => past('Amazon', 'c3', { amount: '-8.99' })),
    ]
    expect(suggest({ transactions }, 'Amazon', { amount: '-8.99' })).toEqual([
      { category: 'c3', reason: '3 of 3 of this amount', is_sure: true },
      { category: 'c1', reason: '5 of the last 8', is_sure: false },
    ])
    expect(suggest({ transactions }, 'Amazon', { amount: '-7.00' })[0]?.category).toBe('c1')
  })

  it('is never sure of a refund by what was bought', () => {
    const transactions = times(9, () => past('Rewe', 'c1'))
    expect(suggest({ transactions }, 'Rewe', { amount: '5.00' })).toEqual([
      { category: 'c1', reason: 'money back from Rewe', is_sure: false },
    ])
  })

  it('never names an archived category, nor that of a credit card', () => {
    const transactions = [past('Rewe', 'c4'), past('Rewe', 'c5'), past('Rewe', 'gone')]
    expect(suggest({ transactions }, 'Rewe')).toEqual([])
  })

  it('does not take a transaction as evidence for itself', () => {
    const own = past('Rewe', 'c1')
    expect(suggest({ transactions: [own] }, 'Rewe', { id: own.id })).toEqual([])
  })
})

describe('a suggestion', () => {
  it('follows the first rule that applies', () => {
    const rules = [
      rule({ merchant_contains: 'spotify', direction: 'inflow', category_id: 'c1' }),
      rule({ position: 2, merchant_contains: 'spotify', category_id: 'c3' }),
      rule({ position: 3, category_id: 'c1' }),
    ]
    const transactions = times(3, () => past('Spotify', 'c1'))
    expect(suggest({ transactions, rules }, 'SPOTIFY P2K4T17')).toEqual([
      { category: 'c3', reason: 'rule 2', is_sure: true },
      { category: 'c1', reason: '3 of the last 3', is_sure: true },
    ])
  })

  it('leaves a booked category first, sure only if the history agrees', () => {
    const transactions = times(3, () => past('Rewe', 'c1'))
    expect(suggest({ transactions }, 'Rewe', { category: 'c2' })).toEqual([
      { category: 'c2', reason: 'as recorded', is_sure: false },
      { category: 'c1', reason: '3 of the last 3', is_sure: true },
    ])
    expect(suggest({ transactions }, 'Rewe', { category: 'c1' })).toEqual([
      { category: 'c1', reason: '3 of the last 3', is_sure: true },
    ])
  })

  it('comes from a merchant with a similar name', () => {
    const transactions = [past('Blue Heron Roasters', 'c2'), past('Corner Market', 'c1')]
    expect(suggest({ transactions }, 'BLUE HERON ROASTERS DOWNTOWN')).toEqual([
      { category: 'c2', reason: 'like Blue Heron Roasters', is_sure: false },
    ])
    expect(suggest({ transactions }, 'Tall Trees')).toEqual([])
  })

  it('comes from a word of the category', () => {
    expect(suggest({}, 'Grocery Barn')).toEqual([
      { category: 'c1', reason: 'the word grocery', is_sure: false },
    ])
  })

  it('is Ready to Assign only for money that came in', () => {
    const transactions = times(3, () => past('Employer', null, { amount: '900.00' }))
    expect(suggest({ transactions }, 'Employer', { amount: '900.00' })).toEqual([
      { category: 'rta', reason: '3 of the last 3', is_sure: true },
    ])
    expect(suggest({ transactions }, 'Other', { amount: '70.00' })).toEqual([
      { category: 'rta', reason: 'like most money in', is_sure: false },
    ])
    expect(suggest({ transactions, rules: [rule({ ready_to_assign: true })] }, 'Employer')).toEqual([])
  })
})

it('learns from decisions at once, and forgets one that is undone', () => {
  const suggester = createCategorySuggester({ transactions: [], categories })
  const row = { id: 'txn_a', merchant_name: 'Acme Tools', amount: '-5.00' }
  const other = { ...row, id: 'txn_b' }
  suggester.learn(row, 'c3')
  expect(suggester.suggest(other)).toEqual([{ category: 'c3', reason: 'as last time', is_sure: false }])
  suggester.learn({ ...row, id: 'txn_c' }, 'c3')
  expect(suggester.suggest(other)[0]?.is_sure).toBe(true)
  suggester.forget(row)
  suggester.forget({ ...row, id: 'txn_c' })
  expect(suggester.suggest(other)).toEqual([])
})

it.each(['Argos Ltd Refund', 'Argos Ltd, REFUND', 'Argos Ltd'])(
  'suggests for money back from %s what was spent there, not income',
  (name) => {
    const transactions = [
      ...times(4, () => past('Employer', null, { amount: '900.00' })),
      past('Argos Ltd', 'c3'),
      past('Argos Ltd', 'c1'),
      past('Argos Ltd', 'c1'),
    ]
    const suggestions = suggest({ transactions }, name, { amount: '5.00' })
    expect(suggestions.map(({ category }) => category)).toEqual(['c1', 'c3', 'rta'])
    expect(suggestions[0]?.reason).toBe('money back from Argos Ltd')
    expect(suggestions[0]?.is_sure).toBe(false)
  },
)
