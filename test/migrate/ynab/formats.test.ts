/** Tests that dates and amounts are read in every format that YNAB offers, or asked. */

import { expect, test } from 'vitest'
import { UserError } from '../../../src/contract/errors.ts'
import {
  createFile,
  createPlan,
  createRegister,
  PLAN_HEADER,
  REGISTER_HEADER,
  readFiles,
} from './ynab-files.ts'

const readDates = (dates: readonly string[], options = {}, plan: Parameters<typeof createPlan>[0] = []) => {
  const rows = dates.map((date, at) => ({ date, group: 'Bills', category: 'Rent', outflow: `$${at + 1}.00` }))
  const files = [createRegister(rows), ...(plan.length > 0 ? [createPlan(plan)] : [])]
  const { transactions } = readFiles(files, options)
  return transactions.toSorted((a, b) => Number(a.key) - Number(b.key)).map(({ date }) => date)
}

test.each([
  [
    ['08/15/2026', '08/03/2026'],
    ['2026-08-15', '2026-08-03'],
  ],
  [
    ['15/08/2026', '03/08/2026'],
    ['2026-08-15', '2026-08-03'],
  ],
  [
    ['15.08.2026', '03.08.2026'],
    ['2026-08-15', '2026-08-03'],
  ],
  [
    ['03.08.2026', '02.08.2026'],
    ['2026-08-03', '2026-08-02'],
  ],
  [
    ['03-08-2026', '02-08-2026'],
    ['2026-08-03', '2026-08-02'],
  ],
  [
    ['2026-08-15', '2026-08-03'],
    ['2026-08-15', '2026-08-03'],
  ],
  [
    ['2026/08/05', '2026/08/03'],
    ['2026-08-05', '2026-08-03'],
  ],
  [
    ['2026.08.05', '2026.08.03'],
    ['2026-08-05', '2026-08-03'],
  ],
  [
    ['08/08/2026', '08/08/2026'],
    ['2026-08-08', '2026-08-08'],
  ],
])('The dates %j are %j', (cells, dates) => {
  expect(readDates(cells)).toEqual(dates)
})

test('An open order of day and month is asked', () => {
  expect(() => readDates(['03/08/2026', '02/08/2026'])).toThrow(
    'Register.csv, row 2: is "03/08/2026" 2026-08-03 or 2026-03-08? No date in the file shows which',
  )
})

test('The answer of the user decides the order', () => {
  expect(readDates(['03/08/2026', '02/08/2026'], { dateOrder: 'mdy' })).toEqual(['2026-03-08', '2026-02-08'])
})

test('An answer that the activity of the plan refutes is refused', () => {
  const plan = [['Aug 2026', 'Bills', 'Rent', '$0.00', '-$3.00', '-$3.00']] as const
  expect(() => readDates(['03/08/2026', '02/08/2026'], { dateOrder: 'mdy' }, plan)).toThrow(
    'The figures in the file match dates in the order dmy, not mdy',
  )
})

test('The activity of the plan decides the order', () => {
  expect(
    readDates(['03/08/2026', '02/08/2026'], {}, [['Aug 2026', 'Bills', 'Rent', '$0.00', '-$3.00', '-$3.00']]),
  ).toEqual(['2026-08-03', '2026-08-02'])
  expect(
    readDates(['03/08/2026', '02/08/2026'], {}, [['Mar 2026', 'Bills', 'Rent', '$0.00', '-$1.00', '-$1.00']]),
  ).toEqual(['2026-03-08', '2026-02-08'])
})

test('The order under which the rows are sorted is right', () => {
  expect(readDates(['01/11/2026', '09/10/2026', '03/10/2026', '08/09/2026'])[1]).toBe('2026-10-09')
})

test('The order that names no day of the future is right', () => {
  expect(readDates(['05/12/2026', '01/12/2026'])).toEqual(['2026-05-12', '2026-01-12'])
})

test('A date that does not fit the others is named', () => {
  expect(() => readDates(['15/08/2026', '14/08/2026', '08/16/2026'])).toThrow(
    'Register.csv, row 4: "08/16/2026" is not a date with the day first, as the other dates are',
  )
})

/** Reads outflows in a format. */
const readAmounts = (cells: readonly string[], options: Parameters<typeof readFiles>[1] = {}) => {
  const rows = cells.map((outflow) => ({ date: '2026-08-15', outflow, inflow: '' }))
  const { transactions, currency } = readFiles([createRegister(rows)], options)
  return [currency, ...transactions.toReversed().map(({ amount }) => Number(-amount))]
}

test.each([
  [['$1,234.56', '-$5.00', '$-5.00', '($5.00)'], 'USD', ['USD', 123456, -500, -500, -500]],
  [['1.234,56€', '-5,00€', '5,00€-', '5,00-€'], undefined, ['EUR', 123456, -500, -500, -500]],
  [['€1234,56', '€0,00'], undefined, ['EUR', 123456, 0]],
  [['1 234,56 zł', '−5,00 zł'], undefined, ['PLN', 123456, -500]],
  [['1\u00a0234,56\u00a0zł', '1\u202f234,56\u202fzł'], undefined, ['PLN', 123456, 123456]],
  [['₹1,23,456.78', '₹0.00'], undefined, ['INR', 12345678, 0]],
  [["1'234.56", '0.00'], 'CHF', ['CHF', 123456, 0]],
  [['¥1,234', '¥0'], 'JPY', ['JPY', 1234, 0]],
  [['¥1234', '¥0'], 'JPY', ['JPY', 1234, 0]],
  [['Rp1.234,00', 'Rp12.345,00'], 'IDR', ['IDR', 123400, 1234500]],
  [['1.234 KD', '12.500 KD', '0.000 KD'], 'KWD', ['KWD', 1234, 12500, 0]],
  [['1 234-56 kr', '0-00 kr'], 'SEK', ['SEK', 123456, 0]],
  [['kr.1.234,56', 'kr.0,00'], 'DKK', ['DKK', 123456, 0]],
  [['\u200f1,234.50 ₪\u200f', '0.00 ₪'], undefined, ['ILS', 123450, 0]],
  [['1234.50', '0.00'], 'EUR', ['EUR', 123450, 0]],
])('The amounts %j in %s are %j', (cells, currency, amounts) => {
  expect(readAmounts(cells, { currency })).toEqual(amounts)
})

test('A symbol of several currencies is asked', () => {
  expect(() => readAmounts(['$1.00'], { currency: undefined })).toThrow(
    'Register.csv, row 2: the "$" in "$1.00" could be one of several currencies',
  )
})

test('Amounts without a symbol ask for the currency', () => {
  expect(() => readAmounts(['1.00'], { currency: undefined })).toThrow(
    'Register.csv, row 2: nothing shows the currency of "1.00"',
  )
})

test('Amounts with two symbols ask for the currency', () => {
  expect(() => readAmounts(['€1.00', '£2.00'], { currency: undefined })).toThrow(
    'Register.csv, row 2: "€1.00" and "£2.00" in row 3 are in different currencies',
  )
})

test('Amounts with different decimal separators are asked', () => {
  expect(() => readAmounts(['1.00', '2,00'])).toThrow(
    'Register.csv, row 2: "1.00" and "2,00" in row 3 have different decimal separators',
  )
})

const findError = (read: () => unknown): UserError => {
  try {
    read()
  } catch (error) {
    if (error instanceof UserError) return error
    throw error
  }
  throw new Error('Nothing was refused')
}

test.each([
  [
    ['1.00', '1.005'],
    'USD',
    'Register.csv, row 3: "1.005" has 3 decimals, but USD has 2',
    'If the amounts are in another currency, add it, e.g. --currency KWD (or BHD, TND); otherwise round them to 2 decimals in the file',
  ],
  [
    ['1.25'],
    'JPY',
    'Register.csv, row 2: "1.25" has 2 decimals, but JPY has none',
    'If the amounts are in another currency, add it, e.g. --currency USD (or EUR, GBP); otherwise round them to whole numbers in the file',
  ],
  [
    ['1.123456'],
    'USD',
    'Register.csv, row 2: "1.123456" has 6 decimals, but USD has 2',
    'No currency has 6 decimals: round them to 2 decimals in the file',
  ],
])('The amounts %j with more decimals than %s name other currencies', (cells, currency, message, hint) => {
  expect(findError(() => readAmounts(cells, { currency }))).toMatchObject({ message, hint })
})

test.each([
  ['1.234 KD', '"KD" in "1.234 KD" is not a currency code', 'KWD'],
  ['RM1.50', '"RM" in "RM1.50" is not a currency code', 'MYR'],
  ['$1.50', '"$" in "$1.50" could be one of several currencies', 'USD (or CAD, AUD)'],
  ['1,50 kr', '"kr" in "1,50 kr" could be one of several currencies', 'SEK (or NOK, DKK)'],
])('The amount %s suggests the likely currencies of its sign', (cell, message, codes) => {
  expect(findError(() => readAmounts([cell], { currency: undefined }))).toMatchObject({
    field: 'currency',
    message: `Register.csv, row 2: the ${message}`,
    hint: `Add the currency of the budget, e.g. --currency ${codes}`,
  })
})

test('Three digits behind the only separator are asked, in any currency with decimals', () => {
  for (const currency of ['USD', 'KWD'])
    expect(() => readAmounts(['1.234', '12.500'], { currency })).toThrow(
      'Register.csv, row 2: is the "." in "1.234" a decimal or a thousands separator? No amount in the file shows which',
    )
  expect(readAmounts(['1.234'], { currency: 'USD', decimal: ',' })).toEqual(['USD', 123400])
})

test('A word that every object has as a property is no currency', () => {
  expect(() => readAmounts(['1.00', '3 constructor'])).toThrow('because "constructor" is not a currency')
})

test('A cell that is no amount is named', () => {
  expect(() => readAmounts(['1.00', 'many'])).toThrow('Register.csv, row 3: "many" is not an amount')
})

test.each([
  ...['Dec 2016', 'Dezember 2016', 'déc. 2016', 'dez. de 2016', '12/2016', '2016-12', '2016年12月'],
  ...['2016-12-01', '12月 2016', '十二月 2016', 'дек. 2016 г.', 'Δεκεμβρίου 2016', 'desembre del 2016'],
])('The month %s is 2016-12', (cell) => {
  const { assignments } = readFiles([createPlan([[cell, 'Bills', 'Rent', '$1.00', '$0.00', '$1.00']])])
  expect(assignments).toEqual([{ month: '2016-12', category: 'Bills\nRent', assigned: 100n }])
})

test('A cell that is no month is named', () => {
  const plan = createPlan([['Smarch 2016', 'Bills', 'Rent', '$1.00', '$0.00', '$1.00']])
  expect(() => readFiles([plan])).toThrow('Plan.csv, row 2: "Smarch 2016" is not a month')
})

const line = '"Checking","","2026-08-15","Shop","","","","Müsli 🥣","€1,00","€0,00","Cleared"'

test.each<[string, (text: string) => Uint8Array]>([
  ['UTF-8 with a byte order mark', (text) => new TextEncoder().encode(`\ufeff${text}`)],
  ['UTF-16 LE with a byte order mark', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16 LE', (text) => Buffer.from(text, 'utf16le')],
  ['UTF-16 BE', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
])('A file in %s is read', (_, encode) => {
  const bytes = encode(`${REGISTER_HEADER}\r\n${line}\r\n`)
  const { transactions } = readFiles([{ path: 'Register.csv', bytes }], { currency: 'EUR' })
  expect(transactions).toMatchObject([{ notes: 'Müsli 🥣', amount: -100n }])
})

test('Files separated by tabs are read, with the old name of the assigned amount', () => {
  const plan = [PLAN_HEADER.replace('Assigned', 'Budgeted'), '"Dec 2016","A: B","A","B",1,00€,0,00€,1,00€']
  const text = plan.map((one) => one.replaceAll('","', '"\t"')).join('\n')
  const tabbed = text.replace('"B",1,00€,0,00€,1,00€', '"B"\t1,00€\t0,00€\t1,00€')
  expect(readFiles([createFile('Budget.tsv', tabbed)], { currency: 'EUR' }).assignments).toMatchObject([
    { assigned: 100n },
  ])
})
