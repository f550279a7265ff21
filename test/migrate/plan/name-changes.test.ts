/** Tests that names that are not as they were are told with their number and the reason. */

import { expect, test } from 'vitest'
import { planWorkspace } from '../../../src/migrate/plan/plan-workspace.ts'
import type { SourceBudget } from '../../../src/migrate/source-budget.ts'
import { makeAccount, makeCategory, makeSource, makeTransaction } from '../make-source.ts'

const listNotTaken = (parts: Partial<SourceBudget>) =>
  planWorkspace(makeSource(parts), { types: new Map(), now: 0 }).notTaken

test('Names that are as they were are not told', () => {
  expect(listNotTaken({ transactions: [makeTransaction(-1n, null, { payee: ' Shop ' })] })).toEqual([])
})

test('Categories and groups that are numbered to be unique are told', () => {
  const categories = [
    { ...makeCategory('a'), name: 'Food' },
    { ...makeCategory('b'), name: 'food' },
    { ...makeCategory('c'), name: 'Food', group: 'other' },
  ]
  const groups = [
    { key: 'everyday', name: 'Everyday' },
    { key: 'other', name: 'EVERYDAY' },
  ]
  expect(listNotTaken({ categories, groups })).toEqual([
    {
      what: 'duplicate names of groups and categories',
      count: 2,
      why: 'numbered, because names must be unique, e.g. EVERYDAY (2)',
    },
  ])
})

test('Names that are cut or changed are told', () => {
  expect(
    listNotTaken({
      accounts: [makeAccount('Check\ting'), makeAccount('')],
      categories: [makeCategory('x'.repeat(201))],
    }),
  ).toEqual([
    {
      what: 'names that were too long, empty or broken',
      count: 3,
      why: 'changed to one line of at most 200 characters, e.g. Check ing',
    },
  ])
})

test('Payees that became one merchant are told', () => {
  const payees = ['Shop', 'SHOP', 'Shop', 'shop', 'Other']
  expect(
    listNotTaken({ transactions: payees.map((payee) => makeTransaction(-1n, null, { payee })) }),
  ).toEqual([
    {
      what: 'payees that differ only in case or spaces',
      count: 2,
      why: 'merged into one merchant, e.g. “SHOP” became Shop',
    },
  ])
})
