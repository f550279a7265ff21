/** Tests that amounts are only turned where the file shows that spending is above zero. */

import { expect, test } from 'vitest'
import { UserError } from '../../../src/contract/errors.ts'
import { readCsvBudget } from '../../../src/migrate/csv/read-csv-budget.ts'
import type { ReadSourceOptions } from '../../../src/tables/source-file.ts'
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
    message: 'rows.csv, row 3: was "7.50" spent or received? Nothing in the file shows which',
    hint: 'Use --spending positive if purchases are above zero, or --spending negative if they are below',
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
      'rows.csv, row 3: was "7.50" spent or received? Types and categories in the file contradict each other',
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
    hint: 'Make spending negative, or add a Type column with debit and credit',
  })
})

const TYPED = 'Date,Account,Payee,Category,Type,Amount'
const SALARY = '2026-01-01,Main,Employer,Salary,Income,3000.00'
const FOOD = '2026-01-02,Main,Shop,Food,Expense,50.00'
const TO_SAVINGS = '2026-01-05,Main,To Savings,,Transfer,-100.00'
const FROM_MAIN = '2026-01-05,Savings,From Main,,Transfer,100.00'

test.each<[string, string[], number[]]>([
  [
    'types beside transfers with signs',
    [TYPED, SALARY, FOOD, TO_SAVINGS, FROM_MAIN],
    [300000, -5000, -10000, 10000],
  ],
  [
    'types of which transfers have two',
    [
      TYPED,
      SALARY,
      FOOD,
      TO_SAVINGS.replace('Transfer,-', 'Transfer Out,'),
      FROM_MAIN.replace('Transfer,', 'Transfer In,'),
    ],
    [300000, -5000, -10000, 10000],
  ],
  [
    'types in another language',
    [
      'Datum;Konto;Empfänger;Kategorie;Typ;Betrag',
      '01.01.2026;Giro;Firma;Gehalt;Einnahme;3000,00',
      '02.01.2026;Giro;REWE;Essen;Ausgabe;50,00',
    ],
    [300000, -5000],
  ],
  [
    'types of banks, with a fee and a refund',
    [
      'Date,Payee,Category,Transaction Type,Amount',
      '2026-01-01,Employer,Salary,Credit,3000.00',
      '2026-01-02,Shop,Food,Debit,50.00',
      '2026-01-03,Bank,Fees,Fee,2.00',
      '2026-01-04,Shop,Food,Refund,5.00',
    ],
    [300000, -5000, -200, 500],
  ],
  [
    'types of a card whose payments are above zero',
    [
      TYPED,
      '2026-01-01,Visa,Shop,,Sale,-30.00',
      '2026-01-02,Visa,Bank,,Payment,32.00',
      '2026-01-03,Visa,Bank,,Fee,-2.00',
    ],
    [-3000, 3200, -200],
  ],
  [
    'a column of D and C',
    ['Date,Payee,D/C,Amount', '2026-01-01,Employer,C,3000.00', '2026-01-02,Shop,D,50.00'],
    [300000, -5000],
  ],
])('The answer of the user does not change what is decided by %s', (_, lines, amounts) => {
  expect(readAmounts(lines)).toEqual(amounts)
  expect(readAmounts(lines, 'positive')).toEqual(amounts)
  expect(readAmounts(lines, 'negative')).toEqual(amounts)
})

test('One type that says no direction is asked by its name and row, and only its rows are answered', () => {
  const lines = [TYPED, SALARY, FOOD, '2026-01-03,Main,Bank,,Adjustment,2.00', TO_SAVINGS, FROM_MAIN]
  expect(findQuestion(lines)).toMatchObject({
    field: 'spending',
    message: 'rows.csv, row 4: is the "Adjustment" of 2.00 spent or received?',
    answers: [
      { value: 'positive', label: 'spent' },
      { value: 'negative', label: 'received' },
    ],
  })
  expect(readAmounts(lines, 'positive')).toEqual([300000, -5000, -200, -10000, 10000])
  expect(readAmounts(lines, 'negative')).toEqual([300000, -5000, 200, -10000, 10000])
})

test('A type of which some amounts have a sign says by it which were spent', () => {
  const rows = ['2026-01-03,Main,Bank,,Adjustment,2.00', '2026-01-04,Main,Bank,,Adjustment,-3.00']
  expect(readAmounts([TYPED, SALARY, FOOD, ...rows])).toEqual([300000, -5000, 200, -300])
})

test('Several types that say no direction are refused, because they may differ', () => {
  const rows = ['2026-01-03,Main,Bank,,Adjustment,2.00', '2026-01-04,Main,Bank,,Interest,3.00']
  expect(findQuestion([TYPED, SALARY, FOOD, ...rows])).toMatchObject({
    kind: 'invalid',
    message:
      'rows.csv, row 4: is the "Adjustment" of 2.00 spent or received? The same question applies to "Interest" in row 5',
  })
})

test('A transfer without a direction is refused, whatever the user answers', () => {
  const lines = [TYPED, SALARY, FOOD, '2026-01-05,Main,To Savings,,Transfer,100.00']
  const message = 'rows.csv, row 4: nothing shows whether the transfer of "100.00" came in or went out'
  for (const spending of ['positive', 'negative'] as const)
    expect(() => readAmounts(lines, spending)).toThrow(message)
})

test('Without income, the sign of transfers beside typed spending is asked', () => {
  const lines = [TYPED, FOOD, TO_SAVINGS, FROM_MAIN]
  expect(findQuestion(lines).message).toBe('rows.csv, row 3: did "-100.00" come in or go out?')
  expect(readAmounts(lines, 'negative')).toEqual([-5000, -10000, 10000])
  expect(readAmounts(lines, 'positive')).toEqual([-5000, 10000, -10000])
})

test('The answer of the user does not spend the money of a category of income', () => {
  const lines = [HEADER, '2026-08-01,Employer,Salary,Main,3000', '2026-08-02,Ann,Hobby,Main,60']
  expect(readAmounts(lines, 'positive')).toEqual([300000, -6000])
})

test('Unknown types beside amounts above zero only are refused by name', () => {
  const rows = ['Salary', 'Groceries', 'Rent', 'Dining'].map(
    (name) => `2026-08-01,Main,Ann,${name},Booking,5`,
  )
  expect(findQuestion([TYPED, ...rows])).toMatchObject({
    kind: 'invalid',
    message:
      'rows.csv, row 3: all amounts are positive, and the type "Booking" does not say whether "5" was spent',
  })
})

test.each<[string, string[], number[]]>([
  ['CR and DR', ['3000.00 CR', '50.00 DR', '-60.00', '(7.00)'], [300000, -5000, -6000, -700]],
  ['H and S', ['3000.00 H', '$50.00 S'], [300000, -5000]],
])('Amounts with the words %s are signed by them', (_, cells, amounts) => {
  expect(readAmounts(['Date,Amount', ...cells.map((cell) => `2026-01-02,${cell}`)])).toEqual(amounts)
})

test.each([
  [['3000.00 CR', '60.00'], 'row 3: "60.00" has neither a sign nor a word such as CR or DR'],
  [['-3000.00 CR', '60.00 DR'], 'row 2: "-3000.00 CR" is not an amount'],
  [['3000.00 S', '-60.00'], 'row 2: "3000.00 S" is not an amount, because "S" is not a currency'],
  [['3000.00 S', '4.00 H', '5.00 DR'], 'row 2: "3000.00 S" is not an amount, because "S" is not a currency'],
])('The words of %j are refused', (cells, message) => {
  const lines = ['Date,Amount', ...cells.map((cell) => `2026-01-02,${cell}`)]
  expect(() => readAmounts(lines)).toThrow(`rows.csv, ${message}`)
})
