/** Tests that figures are known which are not what the transactions of their own file add up to. */

import { expect, test } from 'vitest'
import { readJsonBudget } from '../../../src/migrate/ynab/json/read-json-budget.ts'
import { createFile, createPlan, createRegister, readFiles } from './ynab-files.ts'

test('The activity of a plan is compared with the sums of the register', () => {
  const row = { date: '08/15/2026', payee: 'Shop', group: 'Food', category: 'Groceries', outflow: '$5.00' }
  const { figures } = readFiles([
    createRegister([row, { ...row, date: '08/16/2026' }, { ...row, date: '09/16/2026' }]),
    createPlan([
      ['Aug 2026', 'Food', 'Groceries', '$0.00', '-$10.00', '-$10.00'],
      ['Sep 2026', 'Food', 'Groceries', '$0.00', '-$6.00', '-$6.00'],
      ['Oct 2026', 'Food', 'Groceries', '$0.00', '-$1.00', '-$1.00'],
    ]),
  ])
  const category = 'Food\nGroceries'
  expect(figures.contradictions).toEqual({
    balances: [],
    activity: [
      { month: '2026-09', category, sum: -500n },
      { month: '2026-10', category, sum: 0n },
    ],
    income: [],
  })
})

const transaction = (id: string, amount: number, category_id: string | null, more: object = {}) => ({
  ...{ id, date: '2026-08-03', amount, category_id, account_id: 'a', cleared: 'cleared', approved: true },
  ...more,
})

test('The balances, the activity and the income of a JSON budget are compared with its transactions', () => {
  const budget = {
    currency_format: { iso_code: 'USD' },
    accounts: [
      { id: 'a', name: 'Checking', type: 'checking', on_budget: true, balance: 7000 },
      { id: 't', name: 'House', type: 'otherAsset', on_budget: false, balance: 1000 },
    ],
    category_groups: [
      { id: 'internal', name: 'Internal Master Category' },
      { id: 'g', name: 'Food' },
    ],
    categories: [
      { id: 'rta', name: 'Inflow: Ready to Assign', category_group_id: 'internal' },
      { id: 'c', name: 'Groceries', category_group_id: 'g' },
      { id: 'd', name: 'Fun', category_group_id: 'g' },
    ],
    months: [
      {
        month: '2026-08-01',
        income: 10000,
        to_be_budgeted: 10,
        categories: [
          { id: 'c', budgeted: 0, activity: -2000, balance: -2000 },
          { id: 'd', budgeted: 0, activity: -1500, balance: -1500 },
        ],
      },
    ],
    transactions: [
      transaction('1', 9000, 'rta'),
      transaction('2', -2000, null),
      transaction('3', -1000, 'd'),
      transaction('4', -7000, 'd', { deleted: true }),
      transaction('5', 1000, null, { account_id: 't' }),
    ],
    subtransactions: [
      { id: 's1', transaction_id: '2', amount: -1500, category_id: 'c' },
      { id: 's2', transaction_id: '2', amount: -500, category_id: 'c' },
      { id: 's3', transaction_id: '2', amount: -1, category_id: 'c', deleted: true },
    ],
  }
  const options = { currency: undefined, dateOrder: undefined, decimal: undefined, spending: undefined }
  const { figures } = readJsonBudget([createFile('b.json', JSON.stringify({ data: { budget } }))], {
    ...options,
    today: '2026-11-20',
  })
  expect(figures.contradictions).toEqual({
    balances: [{ account: 'a', sum: 600n }],
    activity: [{ month: '2026-08', category: 'd', sum: -100n }],
    income: [{ month: '2026-08', excess: 100n }],
  })
})
