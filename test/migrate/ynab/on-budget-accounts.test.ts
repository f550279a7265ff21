/** Tests which accounts of a YNAB export are taken as on budget. */

import { expect, test } from 'vitest'
import { createRegister, type RegisterCells, readFiles } from './ynab-files.ts'

const date = '08/15/2026'
const groceries = { date, payee: 'Shop', group: 'Food', category: 'Groceries', outflow: '$5.00' }

/** Returns both sides of a transfer without a category. */
const transfer = (from: string, to: string, amount: string): RegisterCells[] => [
  { account: from, date, payee: `Transfer : ${to}`, outflow: amount },
  { account: to, date, payee: `Transfer : ${from}`, inflow: amount },
]

const suggestTypes = (rows: readonly RegisterCells[]) =>
  Object.fromEntries(
    readFiles([createRegister(rows)]).accounts.map(({ name, suggestedType }) => [name, suggestedType]),
  )

test('Two tracking accounts that transfer money to each other are off budget', () => {
  const rows = [
    groceries,
    { account: 'Fund A', date, payee: 'Starting Balance', inflow: '$900.00' },
    ...transfer('Fund A', 'Fund B', '$100.00'),
  ]
  expect(suggestTypes(rows)).toEqual({
    Checking: 'banking_checking',
    'Fund A': 'investment_other',
    'Fund B': 'investment_other',
  })
})

test('An account that a tracking account pays is a tracking account', () => {
  const rows = [
    { date, payee: 'Transfer : Fund A', group: 'Future', category: 'Wealth', outflow: '$50.00' },
    { account: 'Fund A', date, payee: 'Transfer : Checking', inflow: '$50.00' },
    ...transfer('Fund A', 'Fund B', '$20.00'),
  ]
  expect(suggestTypes(rows)).toEqual({
    Checking: 'banking_checking',
    'Fund A': 'investment_other',
    'Fund B': 'investment_other',
  })
})

test('An account that only accounts on budget fill is on budget, also through another one', () => {
  const rows = [groceries, ...transfer('Checking', 'Piggy', '$5.00'), ...transfer('Piggy', 'Box', '$5.00')]
  expect(suggestTypes(rows)).toEqual({
    Checking: 'banking_checking',
    Piggy: 'banking_checking',
    Box: 'banking_checking',
  })
})

test('An account whose rows lack categories is off budget although one transfer lacks its category', () => {
  const rows = [
    groceries,
    { account: 'Fund A', date, payee: 'Starting Balance', inflow: '$900.00' },
    { account: 'Fund A', date, payee: 'Gains', inflow: '$9.00' },
    ...transfer('Checking', 'Fund A', '$50.00'),
  ]
  expect(suggestTypes(rows)).toEqual({ Checking: 'banking_checking', 'Fund A': 'investment_other' })
})

test('Nothing is guessed from a register in which nothing has a category', () => {
  const rows = [{ date, payee: 'Shop', outflow: '$5.00' }, ...transfer('Checking', 'Savings', '$5.00')]
  expect(suggestTypes(rows)).toEqual({ Checking: 'banking_checking', Savings: 'banking_savings' })
})
