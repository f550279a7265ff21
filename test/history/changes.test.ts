/** Tests the words for changes: planned and done, few and many. */

import { describe, expect, it } from 'vitest'
import type { Change } from '../../src/contract/ports/history.ts'
import { describeChanges, formatCounts, formatRawChanges } from '../../src/history/changes.ts'

const names = new Map([
  ['cat_1', 'Groceries'],
  ['cat_2', 'Rent'],
])
const shop = { date: '2026-11-03', amount: '-1218.30', merchant_name: 'Rewe', account_name: 'Checking' }
const describeOne = (change: Change, tense: 'planned' | 'done' = 'planned'): string[] =>
  describeChanges([change], { tense, names })

describe('one change', () => {
  it.each([
    [
      'a new one',
      { before: null, after: { ...shop, category_id: 'cat_1', notes: null, status: 'cleared' } },
      ['Add the transaction -1,218.30 Rewe on 2026-11-03 in Checking', '    Category: Groceries'],
    ],
    [
      'an edit',
      { before: { ...shop, category_id: null }, after: { ...shop, category_id: 'cat_1' } },
      [
        'Change the transaction -1,218.30 Rewe on 2026-11-03 in Checking (txn_1)',
        '    Category: none → Groceries',
      ],
    ],
    [
      'an edit with the name of the category',
      {
        before: { ...shop, category_id: 'cat_1', category_name: 'Groceries' },
        after: { ...shop, category_id: 'cat_2', category_name: 'Rent' },
      },
      [
        'Change the transaction -1,218.30 Rewe on 2026-11-03 in Checking (txn_1)',
        '    Category: Groceries → Rent',
      ],
    ],
    [
      'a deletion',
      { before: { ...shop, deleted: false }, after: { ...shop, deleted: true } },
      ['Delete the transaction -1,218.30 Rewe on 2026-11-03 in Checking (txn_1)'],
    ],
    [
      'a restoration',
      { before: { ...shop, deleted: true }, after: { ...shop, deleted: false } },
      ['Restore the transaction -1,218.30 Rewe on 2026-11-03 in Checking (txn_1)'],
    ],
    [
      'one that ceases to exist',
      { before: shop, after: null },
      ['Delete the transaction -1,218.30 Rewe on 2026-11-03 in Checking (txn_1)'],
    ],
    [
      'splits',
      {
        before: { ...shop, splits: null },
        after: {
          ...shop,
          splits: [
            {
              amount: '-1200.00',
              category_id: 'cat_2',
              category_name: 'Rent',
              ready_to_assign: false,
              notes: null,
            },
            {
              amount: '-18.30',
              category_id: null,
              category_name: null,
              ready_to_assign: true,
              notes: 'back',
            },
          ],
        },
      },
      [
        'Change the transaction -1,218.30 Rewe on 2026-11-03 in Checking (txn_1)',
        '    Splits: none → Rent -1,200.00; Ready to Assign -18.30 (back)',
      ],
    ],
    [
      'no difference',
      { before: shop, after: shop },
      ['Change the transaction -1,218.30 Rewe on 2026-11-03 in Checking (txn_1)', '    No change'],
    ],
  ] as const)('of a transaction: %s', (_, change, lines) => {
    expect(describeOne({ type: 'transaction', id: 'txn_1', ...change })).toEqual(lines)
  })

  it.each([
    [{ name: 'Groceries', assigned: '0.00' }, { name: 'Groceries', assigned: '1845.00' }, '0.00 → 1,845.00'],
    // Nothing was ever assigned, or the assignment is gone.
    [null, { name: 'Groceries', assigned: '5.00' }, '0.00 → 5.00'],
    [{ name: 'Groceries', assigned: '500' }, null, '500 → 0'],
  ])('of an assignment from %j to %j', (before, after, amounts) => {
    expect(describeOne({ type: 'assignment', id: '2026-11/cat_1', before, after })).toEqual([
      'Assign to Groceries in 2026-11',
      `    Assigned: ${amounts}`,
    ])
  })

  it('of what was done is told as past', () => {
    const merchant = { type: 'merchant', id: 'mer_1' } as const
    expect(describeOne({ ...merchant, before: null, after: { name: 'Rewe' } }, 'done')).toEqual([
      'Added the merchant Rewe',
    ])
    expect(describeOne({ ...merchant, before: { name: 'REWE' }, after: { name: 'Rewe' } }, 'done')).toEqual([
      'Changed the merchant REWE',
      '    Name: REWE → Rewe',
    ])
    expect(describeOne({ ...merchant, before: { name: 'Rewe' }, after: null }, 'done')).toEqual([
      'Deleted the merchant Rewe',
    ])
  })

  it('of a rule is known by what the rule does', () => {
    const rule = { merchant_name: 'Aldi', direction: 'outflow', category_name: 'Groceries' }
    expect(
      describeOne({
        type: 'rule',
        id: 'rul_1',
        before: { ...rule, position: 2 },
        after: { ...rule, position: 1 },
      }),
    ).toEqual(['Change the rule "Outflows from Aldi go to Groceries"', '    Position: 2 → 1'])
  })

  it('shows no control characters', () => {
    const [line] = describeOne({
      type: 'merchant',
      id: 'mer_1',
      before: null,
      after: { name: 'a\u001b[2Jb' },
    })
    expect(line).toBe('Add the merchant a^[[2Jb')
  })
})

describe('many changes', () => {
  const added = Array.from(
    { length: 12 },
    (_, at): Change => ({
      type: 'transaction',
      id: `txn_${at}`,
      before: null,
      after: { ...shop, date: `2026-11-${String(at + 1).padStart(2, '0')}`, amount: '-100.00' },
    }),
  )
  const merchant: Change = { type: 'merchant', id: 'mer_1', before: null, after: { name: 'Rewe' } }

  it('of one kind are a count and a sum after the others, with the first few', () => {
    expect(describeChanges([...added, merchant], { tense: 'done', names })).toEqual([
      'Added the merchant Rewe',
      'Added 12 transactions, -1,200.00 net, from 2026-11-01 to 2026-11-12',
      '    Added the transaction -100.00 Rewe on 2026-11-01 in Checking',
      '    Added the transaction -100.00 Rewe on 2026-11-02 in Checking',
      '    Added the transaction -100.00 Rewe on 2026-11-03 in Checking',
      '    and 9 more',
    ])
  })

  it('are all told when all are wanted', () => {
    const lines = describeChanges(added, { tense: 'done', names, isComplete: true })
    expect(lines).toHaveLength(12)
  })

  it('of assignments have the sum of what more was assigned', () => {
    const assigned = Array.from(
      { length: 11 },
      (_, at): Change => ({
        type: 'assignment',
        id: `2026-11/cat_${at}`,
        before: { name: `C${at}`, assigned: '1.00' },
        after: { name: `C${at}`, assigned: '3.50' },
      }),
    )
    expect(describeChanges(assigned, { tense: 'planned', names })[0]).toBe('Change 11 assignments, 27.50 net')
  })

  it('are told up to ten', () => {
    expect(describeChanges(added.slice(0, 10), { tense: 'planned', names })).toHaveLength(10)
  })
})

it('counts in the order of the types, and says nothing of none', () => {
  expect(formatCounts({ merchant: 3, transaction: 1, category: 0 })).toBe('1 transaction, 3 merchants')
  expect(formatCounts({})).toBe('nothing')
})

it('tells scripts the changed fields under their own names', () => {
  const change: Change = {
    type: 'transaction',
    id: 'txn_1',
    before: { ...shop, category_id: null, updated_at: '1' },
    after: { ...shop, category_id: 'cat_1', updated_at: '2' },
  }
  expect(formatRawChanges(change)).toBe('category_id: null → cat_1')
  expect(formatRawChanges({ ...change, before: null, after: { amount: '-1.00', notes: null } })).toBe(
    'amount: -1.00',
  )
})
