/** Tests that amounts are only turned where the file shows that spending is above zero. */

import { expect, test } from 'vitest'
import { UserError } from '../../../src/contract/errors.ts'
import { readCsvBudget } from '../../../src/migrate/csv/read-csv-budget.ts'
import type { ReadSourceOptions } from '../../../src/migrate/source-budget.ts'
import { createFile } from '../ynab/ynab-files.ts'

/** Returns the amounts of the rows in their order, in cents. */
const readAmounts = (lines: readonly string[], spending?: ReadSourceOptions['spending']): number[] =>
  readCsvBudget([createFile('rows.csv', lines.join('\n'))], {
    currency: 'USD',
    dateOrder: undefined,
    decimal: undefined,
    spending,
    today: '2026-11-20',
  }).transactions.map(({ amount }) => Number(amount))

function findQuestion(lines: readonly string[]): UserError {
  try {
    readAmounts(lines)
  } catch (error) {
    if (error instanceof UserError) return error
    throw error
  }
  throw new Error('Nothing was asked')
}

const COPILOT =
  'date,name,amount,status,category,parent category,excluded,tags,type,account,account mask,note,recurring'
const formatCopilotRow = (
  day: string,
  amount: string,
  category: string,
  type: string,
  account = 'Checking',
) => `2026-08-${day},Name,${amount},posted,${category},,false,,${type},${account},1234,,`

test('Transfers of Copilot do not outvote its spending', () => {
  expect(
    readAmounts([
      COPILOT,
      formatCopilotRow('01', '-3000.00', '', 'income'),
      formatCopilotRow('02', '60.00', 'Groceries', 'regular'),
      formatCopilotRow('03', '500.00', '', 'internal transfer'),
      formatCopilotRow('03', '-500.00', '', 'internal transfer', 'Savings'),
      formatCopilotRow('04', '700.00', '', 'internal transfer'),
      formatCopilotRow('04', '-700.00', '', 'internal transfer', 'Visa'),
    ]),
  ).toEqual([300000, -6000, -50000, 50000, -70000, 70000])
})

test('A file of Copilot with refunds only is turned as well', () => {
  expect(readAmounts([COPILOT, formatCopilotRow('02', '-60.00', 'Groceries', 'regular')])).toEqual([6000])
})

const HEADER = 'Date,Payee,Category,Account,Amount'

test.each<[string, string[], number[]]>([
  [
    'an income category',
    [
      '2026-08-01,Employer,Salary,Checking,-3000',
      '2026-08-02,Ann,Hobby,Checking,60',
      '2026-08-03,Ann,Hobby,Checking,-7',
    ],
    [300000, -6000, 700],
  ],
  [
    'the last part of a category',
    ['2026-08-01,Employer,Income:Main job pay check,Checking,-3000', '2026-08-02,Ann,Hobby,Checking,60'],
    [300000, -6000],
  ],
  [
    'an income category above zero',
    ['2026-08-01,Employer,Paycheck,Checking,3000', '2026-08-02,Ann,Hobby,Checking,-60'],
    [300000, -6000],
  ],
  [
    'categories of spending, beside a refund',
    [
      '2026-08-01,A,Groceries,Checking,60',
      '2026-08-02,B,Rent,Checking,900',
      '2026-08-03,C,Food & Dining,Checking,20',
      '2026-08-04,A,Groceries,Checking,-5',
    ],
    [-6000, -90000, -2000, 500],
  ],
  [
    'the payment of a card',
    ['2026-08-01,Payment,Credit Card Payment,Amex,-70', '2026-08-02,Ann,Hobby,Amex,60'],
    [7000, -6000],
  ],
  ['amounts below zero only', ['2026-08-01,Ann,Hobby,Checking,-60'], [-6000]],
])('The sign follows from %s', (_, rows, amounts) => {
  expect(readAmounts([HEADER, ...rows])).toEqual(amounts)
})

const OPEN = [HEADER, '2026-08-01,Ann,Hobby,Checking,-60', '2026-08-02,Ben,Hobby,Checking,7.50']

test('A file that does not show the sign asks for it', () => {
  expect(findQuestion(OPEN)).toMatchObject({
    kind: 'usage',
    field: 'spending',
    message: 'rows.csv, row 3: was "7.50" spent or received? Nothing in the file shows it',
    hint: 'Say which: --spending positive if purchases are above zero, --spending negative if they are below',
  })
})

test('One refund does not show the sign', () => {
  expect(findQuestion([...OPEN, '2026-08-03,Shop,Groceries,Checking,5']).field).toBe('spending')
})

test('A tax on income is no income', () => {
  expect(findQuestion([...OPEN, '2026-08-03,State,Income tax,Checking,-5']).field).toBe('spending')
})

test('A file whose rows contradict one another asks for the sign', () => {
  const rows = ['2026-08-03,Employer,Salary,Checking,3000', '2026-08-04,Payment,Credit Card Payment,Visa,-5']
  expect(findQuestion([...OPEN, ...rows])).toMatchObject({
    field: 'spending',
    message:
      'rows.csv, row 3: was "7.50" spent or received? Types and categories in the file contradict one another',
  })
})

test('The answer of the user decides the sign', () => {
  expect(readAmounts(OPEN, 'positive')).toEqual([6000, -750])
  expect(readAmounts(OPEN, 'negative')).toEqual([-6000, 750])
  expect(readAmounts([COPILOT, formatCopilotRow('02', '60.00', '', 'regular')], 'negative')).toEqual([-6000])
})

test('Categories of money in and out that are all above zero are refused, because no answer is right', () => {
  const rows = ['Salary', 'Groceries', 'Rent', 'Dining'].map((name) => `2026-08-01,Ann,${name},Checking,5`)
  expect(findQuestion([HEADER, ...rows])).toMatchObject({
    kind: 'invalid',
    message: 'rows.csv: all amounts are positive, and no column says which of them were spent',
    hint: 'Make the amounts of spending negative, or add a column Type with debit and credit',
  })
})
