/** Tests that the tables of YNAB 4, which have other names for their columns, are read as they are meant. */

import { expect, test } from 'vitest'
import { createFile, readFiles } from './ynab-files.ts'

const HEADER =
  '"Account","Flag","Check Number","Date","Payee","Category","Master Category","Sub Category","Memo","Outflow","Inflow","Cleared","Running Balance"'

const register = createFile(
  'Home as of 2014-02-28 - Register.csv',
  `${HEADER}
"Checking","","","01/03/2014","Starting Balance","Income: Available this month","Income","Available this month","",$0.00,"$1,000.00","R","$1,000.00"
"Checking","Red","101","01/15/2014","Shop","Everyday: Food","Everyday","Food","(Split 1/2) bread",$40.00,$0.00,"C",$960.00
"Checking","Red","101","01/15/2014","Shop","Everyday: Fun","Everyday","Fun","(Split 2/2) ",$10.00,$0.00,"C",$950.00
"Checking","","","01/20/2014","Transfer : Savings","","","","",$100.00,$0.00,"U",$850.00
"Savings","","","01/20/2014","Transfer : Checking","","","","",$0.00,$100.00,"U",$100.00
"Checking","","","01/31/2014","Job","Income: Available next month","Income","Available next month","",$0.00,$500.00,"C","$1,350.00"
`,
)

const PLAN_HEADER =
  '"Month","Category","Master Category","Sub Category","Budgeted","Outflows","Category Balance"'

/** A plan in which 5.00 of what was spent on fun was not assigned. */
const createPlan = (sign: string) =>
  createFile(
    'Home as of 2014-02-28 - Budget.csv',
    `${PLAN_HEADER}
"January 2014","Everyday: Food","Everyday","Food",$50.00,${sign}$40.00,$10.00
"January 2014","Everyday: Fun","Everyday","Fun",$5.00,${sign}$10.00,-$5.00
"February 2014","Everyday: Food","Everyday","Food",$1.00,$0.00,$11.00
"February 2014","Everyday: Fun","Everyday","Fun",$0.00,$0.00,$0.00
`,
  )

test('A register of YNAB 4 has splits, transfers, income, checks and flags', () => {
  const { title, name, transactions, notTaken, accounts } = readFiles([register])
  expect([title, name]).toEqual(['A YNAB 4 export', 'Home'])
  expect(accounts.map((account) => [account.name, account.suggestedType])).toEqual([
    ['Checking', 'banking_checking'],
    ['Savings', 'banking_savings'],
  ])
  expect(
    transactions.map(({ date, amount, category, notes, status, lines, transfer }) => [
      ...[date, amount, category, notes, status, transfer?.account],
      lines?.map((line) => [line.amount, line.category, line.notes]),
    ]),
  ).toEqual([
    ['2014-01-03', 100000n, 'ready_to_assign', null, 'reconciled', undefined, undefined],
    [
      ...['2014-01-15', -5000n, null, 'check 101 #red', 'cleared', undefined],
      [
        [-4000n, { category: 'Everyday\nFood' }, 'bread'],
        [-1000n, { category: 'Everyday\nFun' }, null],
      ],
    ],
    ['2014-01-20', -10000n, null, null, 'pending', 'Savings', undefined],
    ['2014-01-20', 10000n, null, null, 'pending', 'Checking', undefined],
    ['2014-01-31', 50000n, 'ready_to_assign', null, 'cleared', undefined, undefined],
  ])
  expect(notTaken.slice(0, 3)).toEqual([
    { what: 'flags', count: 1, why: 'added to the notes, e.g. as #red' },
    { what: 'check numbers', count: 1, why: 'added to the notes, e.g. as check 101' },
    {
      what: 'income for the next month',
      count: 1,
      why: 'it is Ready to Assign on the day it came in',
    },
  ])
})

test.each(['', '-'])('Outflows of a plan of YNAB 4 that are written as "%s$40.00" are spending', (sign) => {
  const { figures, categories } = readFiles([register, createPlan(sign)])
  expect(categories.map((category) => [category.group, category.name, category.hidden])).toEqual([
    ['Everyday', 'Food', false],
    ['Everyday', 'Fun', false],
  ])
  expect(
    figures.categoryMonths.map(({ month, assigned, activity, available }) => [
      ...[month, assigned, activity, available],
    ]),
  ).toEqual([
    ['2014-01', 5000n, -4000n, 1000n],
    ['2014-01', 500n, -1000n, -500n],
    ['2014-02', 100n, 0n, 1100n],
    ['2014-02', 0n, 0n, 0n],
  ])
  expect(figures.contradictions?.activity).toEqual([])
})
