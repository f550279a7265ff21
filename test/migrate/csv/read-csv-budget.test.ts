/** Tests that tables of transactions of other programs are read as what they say. */

import { expect, test } from 'vitest'
import { readCsvBudget } from '../../../src/migrate/csv/read-csv-budget.ts'
import type { SourceBudget } from '../../../src/migrate/source-budget.ts'
import type { ReadSourceOptions } from '../../../src/tables/source-file.ts'
import { createFile } from '../ynab/ynab-files.ts'

const options: ReadSourceOptions = {
  currency: 'USD',
  dateOrder: undefined,
  decimal: undefined,
  spending: undefined,
  today: '2026-11-20',
}

const read = (lines: readonly string[], changes: Partial<ReadSourceOptions> = {}): SourceBudget =>
  readCsvBudget([createFile('my rows.csv', lines.join('\n'))], { ...options, ...changes })

/** What most tests compare: account, date, amount, payee and category. */
const list = ({ transactions }: SourceBudget) =>
  transactions.map(({ account, date, amount, payee, category }) => [
    account,
    date,
    Number(amount),
    payee,
    category === null || typeof category === 'string' ? category : category.category.replace('\n', ' > '),
  ])

test('Amounts with the types debit and credit are signed by them', () => {
  const budget = read([
    '"Date","Description","Original Description","Amount","Transaction Type","Category","Account Name","Labels","Notes"',
    '"8/31/2026","Corner Shop","CORNER SHOP 12","12.50","debit","Groceries","Checking","food, home","for Ann"',
    '"8/01/2026","Employer","EMPLOYER","2000.00","credit","Paycheck","Checking","",""',
  ])
  expect(list(budget)).toEqual([
    ['Checking', '2026-08-01', 200000, 'Employer', 'ready_to_assign'],
    ['Checking', '2026-08-31', -1250, 'Corner Shop', 'Categories > Groceries'],
  ])
  expect(budget.transactions.map(({ notes }) => notes)).toEqual([
    'EMPLOYER',
    'for Ann · CORNER SHOP 12 #food #home',
  ])
  expect(budget.notTaken).toEqual([
    {
      what: 'income categories',
      count: 1,
      why: 'their money is Ready to Assign; to change them: --income NAME, or --income none',
      items: ['Paycheck (1 row)'],
    },
  ])
})

test('Signed amounts are taken as they are, and both rows of a transfer are found', () => {
  const budget = read([
    'Date,Merchant,Category,Account,Original Statement,Notes,Amount,Tags,Owner',
    '2026-08-15,Corner Shop,Groceries,Visa,CORNER SHOP,,-12.50,,Shared',
    '2026-08-20,Payment,Credit Card Payment,Checking,PAYMENT,,-12.50,,Shared',
    '2026-08-20,Thank you,Credit Card Payment,Visa,THANK YOU,,12.50,,Shared',
    '2026-08-21,Elsewhere,Transfer,Checking,TO BROKER,,-99.00,,Shared',
  ])
  expect(budget.transactions.map(({ key, transfer, payee }) => [key, transfer, payee])).toEqual([
    ['1', null, 'Corner Shop'],
    ['2', { account: 'Visa', otherSide: '3' }, null],
    ['3', { account: 'Checking', otherSide: '2' }, null],
    ['4', null, 'Elsewhere'],
  ])
  expect(budget.accounts.map(({ name, suggestedType }) => [name, suggestedType])).toEqual([
    ['Visa', 'credit_credit_card'],
    ['Checking', 'banking_checking'],
  ])
  expect(budget.figures.balances).toEqual([
    { account: 'Visa', balance: 0n },
    { account: 'Checking', balance: -11150n },
  ])
  expect([budget.title, budget.statesBalances]).toEqual(['A table of transactions', false])
  expect(budget.categories.map(({ name }) => name)).toEqual(['Groceries', 'Transfer'])
})

test('Amounts that are positive for spending are turned', () => {
  const budget = read([
    'date,name,amount,status,category,parent category,excluded,tags,type,account,account mask,note,recurring',
    '2026-08-16,Corner Shop,12.50,pending,Groceries,Food,false,,regular,Checking,1234,,',
    '2026-08-15,Cinema,10.00,posted,Cinema,Fun,false,,regular,Checking,1234,,',
    '2026-08-14,Employer,-2000.00,posted,Paycheck,Income,false,,income,Checking,1234,,',
  ])
  expect(list(budget)).toEqual([
    ['Checking', '2026-08-14', 200000, 'Employer', 'ready_to_assign'],
    ['Checking', '2026-08-15', -1000, 'Cinema', 'Fun > Cinema'],
    ['Checking', '2026-08-16', -1250, 'Corner Shop', 'Food > Groceries'],
  ])
  expect(budget.transactions.map(({ status }) => status)).toEqual(['cleared', 'cleared', 'pending'])
})

test('Rows with two accounts become sides on own accounts', () => {
  const budget = read(
    [
      'type,amount,currency_code,description,date,source_name,source_type,destination_name,destination_type,reconciled,category,tags,notes',
      'Opening balance,100.00,EUR,Start,2026-08-01T00:00:00+00:00,Initial balance,Initial balance account,Giro,Asset account,1,,,',
      'Withdrawal,-12.50,EUR,Food,2026-08-02T00:00:00+00:00,Giro,Asset account,Shop,Expense account,0,Groceries,,',
      'Transfer,-40.00,EUR,Save,2026-08-03T00:00:00+00:00,Giro,Asset account,Tagesgeld,Asset account,0,,,',
      'Deposit,-7.00,EUR,Back,2026-08-04T00:00:00+00:00,Shop,Revenue account,Giro,Asset account,0,,,',
    ],
    { currency: undefined },
  )
  expect(budget.currency).toBe('EUR')
  expect(list(budget)).toEqual([
    ['Giro', '2026-08-01', 10000, null, 'ready_to_assign'],
    ['Giro', '2026-08-02', -1250, 'Shop', 'Categories > Groceries'],
    ['Giro', '2026-08-03', -4000, null, null],
    ['Tagesgeld', '2026-08-03', 4000, null, null],
    ['Giro', '2026-08-04', 700, 'Shop', null],
  ])
  expect(budget.transactions.map(({ transfer }) => transfer?.otherSide)).toEqual([
    undefined,
    undefined,
    '4',
    '3',
    undefined,
  ])
  expect(budget.transactions[0]).toMatchObject({ status: 'reconciled', isStartingBalance: true })
})

const FIREFLY =
  'type,amount,currency_code,description,date,source_name,source_type,destination_name,destination_type,category'
const OPENING = 'Initial balance account'

test.each<[string, string, string[], unknown[][]]>([
  [
    'whose type says so',
    FIREFLY,
    [
      `Opening balance,100.00,EUR,"Initial balance for ""Giro""",2026-08-01,"Initial balance for ""Giro""",${OPENING},Giro,Asset account,`,
      `Opening balance,-40.00,EUR,"Initial balance for ""Visa""",2026-08-02,Visa,Asset account,"Initial balance for ""Visa""",${OPENING},`,
      'Opening balance,-7.00,EUR,Typed,2026-08-03,Loan,,"Initial balance for ""Loan""",,',
    ],
    [
      ['Giro', 10000, null, null, 'ready_to_assign', true],
      ['Visa', -4000, null, null, 'ready_to_assign', true],
      ['Loan', -700, null, 'Typed', 'ready_to_assign', true],
    ],
  ],
  [
    'whose payee says so',
    'Date,Payee,Category,Account,Amount',
    [
      '2026-08-01,Initial balance for Giro,Income,Giro,100.00',
      '2026-08-02,Starting Balance,,Visa,-40.00',
      '2026-08-03,Initial balances Ltd,,Giro,-7.00',
    ],
    [
      ['Giro', 10000, null, null, 'ready_to_assign', true],
      ['Visa', -4000, null, null, 'ready_to_assign', true],
      ['Giro', -700, 'Initial balances Ltd', null, null, false],
    ],
  ],
])('Starting balances %s are no income', (_, header, rows, expected) => {
  const { transactions, notTaken } = read([header, ...rows], { currency: 'EUR', spending: 'negative' })
  expect(
    transactions.map(({ account, amount, payee, notes, category, isStartingBalance }) => [
      account,
      Number(amount),
      payee,
      notes,
      category,
      isStartingBalance,
    ]),
  ).toEqual(expected)
  expect(notTaken).toEqual([])
})

const MONARCH = 'Date,Merchant,Category,Account,Original Statement,Notes,Amount,Tags,Owner'
const MINT =
  '"Date","Description","Original Description","Amount","Transaction Type","Category","Account Name"'

test.each([
  [undefined, '2026-08-02'],
  ['dmy', '2026-02-08'],
] as const)('Each file has its own format of dates, with --dates %s', (dateOrder, open) => {
  const files = [
    ['mint 1.csv', [MINT, '"8/31/2026","Shop","SHOP","1.00","debit","Groceries","Checking"']],
    ['mint 2.csv', [MINT, '"8/02/2026","Shop","SHOP","2.00","debit","Groceries","Checking"']],
    ['monarch.csv', [MONARCH, '2026-08-15,Shop,Groceries,Visa,SHOP,,-3.00,,Shared']],
  ] as const
  const { transactions } = readCsvBudget(
    files.map(([name, lines]) => createFile(name, lines.join('\n'))),
    { ...options, dateOrder },
  )
  expect(transactions.map(({ date, amount }) => [date, Number(amount)])).toEqual([
    [open, -200],
    ['2026-08-15', -300],
    ['2026-08-31', -100],
  ])
})

test.each<[string, string, string[]]>([
  ['Sapphire', 'credit_credit_card', ['-20,Shopping', '15,Transfer', '-90,Rent']],
  ['Everyday Card', 'credit_credit_card', ['-20,Shopping', '-90,Rent']],
  ['Bank 1234', 'credit_credit_card', ['-20,Shopping', '20,Credit Card Payment', '-5,Rent']],
  ['Visa', 'banking_checking', ['900,Salary', '-20,Shopping', '-90,Rent']],
  ['Freedom', 'banking_checking', ['900,Salary', '-20,Shopping', '-900,Rent', '-5,Rent']],
  ['Visa Debit', 'banking_checking', ['-20,Shopping', '-90,Rent']],
  ['Discover Savings', 'banking_savings', ['-20,Shopping', '15,Transfer', '-90,Rent']],
  ['HELOC', 'loan_home_equity', ['15,Transfer']],
  ['HELOC', 'credit_line_of_credit', ['-20,Shopping', '-90,Rent']],
  ['Line of Credit', 'credit_line_of_credit', ['15,Transfer']],
])('The account %s is suggested as %s', (account, type, rows) => {
  const header = 'Date,Account,Amount,Category'
  const lines = rows.map((row, at) => `2026-08-0${at + 1},${account},${row}`)
  const { accounts } = read([header, ...lines], { spending: 'negative' })
  expect(accounts.map(({ name, suggestedType }) => [name, suggestedType])).toEqual([[account, type]])
})

test('A plain table in another language has one account, named after the file', () => {
  const budget = read(['Datum;Empfänger;Kategorie;Betrag', '15.08.2026;Laden;Essen:Markt;-12,50 €'], {
    currency: undefined,
  })
  expect([budget.currency, ...list(budget)]).toEqual([
    'EUR',
    ['my rows', '2026-08-15', -1250, 'Laden', 'Essen > Markt'],
  ])
})

test('Columns for money out and in are read, and lines above the header left out', () => {
  const budget = read([
    'My accounts',
    '',
    'Date,Account,Payee,Outflow,Inflow',
    '2026-08-15,Cash,Shop,12.50,',
    '2026-08-16,Cash,Ann,,3',
  ])
  expect(list(budget)).toEqual([
    ['Cash', '2026-08-15', -1250, 'Shop', null],
    ['Cash', '2026-08-16', 300, 'Ann', null],
  ])
})

test('Rows of several currencies ask which ones to take, and the others are told', () => {
  const lines = ['Date,Account,Amount,Currency', '2026-08-15,Cash,-1.00,EUR', '2026-08-15,Cash,-2.00,USD']
  expect(() => read(lines, { currency: undefined })).toThrow(
    'my rows.csv, row 3: the row is in USD, and others are in EUR; a workspace has one currency',
  )
  const { transactions, notTaken } = read(lines, { currency: 'USD' })
  expect(transactions.map(({ amount }) => amount)).toEqual([-200n])
  expect(notTaken).toEqual([
    { what: 'rows in other currencies', count: 1, why: 'a workspace has one currency' },
  ])
})

test.each<[string[], string]>([
  [
    ['Date,Amount', '2026-08-15,5', '2026-08-16,7'],
    'my rows.csv, row 2: was "5" spent or received? Nothing in the file shows which',
  ],
  [['Date,Amount', ',5'], 'my rows.csv, row 2: the date is empty'],
  [['Date,Amount', '2026-08-15,-5', '2026-08-15,'], 'my rows.csv, row 3: the amount is empty'],
  [['Date,Amount', '2026-08-15,-5,x'], 'my rows.csv, row 2: the row has 3 cells, but the header has 2'],
  [['Hello'], 'No file has a header with a date and an amount'],
  [
    ['Date,Amount', '08/09/2026,-5'],
    'my rows.csv, row 2: is "08/09/2026" 2026-09-08 or 2026-08-09? No date in the file shows which',
  ],
])('%j is refused or asked', (lines, message) => {
  expect(() => read(lines)).toThrow(message)
})

const HEADER = 'Date,Account,Payee,Amount'

test.each<[string[], string]>([
  [
    [HEADER, '2026-01-01,Giro,Job,$3000.00', '2026-01-02,Giro,Paris,-€50.00', '2026-01-03,Giro,Tokyo,-¥600'],
    'my rows.csv, row 2: was "$3000.00" spent or received?',
  ],
  [
    [HEADER, '2026-01-01,Giro,Job,€3000.00'],
    'my rows.csv, row 2: the amount is in €, and no row of the file is in USD',
  ],
  [
    [HEADER, '2026-01-01,Giro,Job,3000.00 CR', '2026-01-02,Giro,Shop,50.00 DR', '2026-01-03,Giro,Shop,60.00'],
    'my rows.csv, row 4: "60.00" has neither a sign nor a word such as CR or DR, as other amounts have',
  ],
  [
    [HEADER, '2026-01-01,Giro,Job,3.5k', '2026-01-02,Giro,Fuel,-1.00'],
    'my rows.csv, row 2: "3.5k" is not an amount, because "k" is not a currency',
  ],
  [
    [HEADER, '2026-01-01,Giro,Job,3.5 M', '2026-01-02,Giro,Fuel,-1.00'],
    'my rows.csv, row 2: "3.5 M" is not an amount, because "M" is not a currency',
  ],
  [
    [HEADER, '2026-01-01,Giro,Fuel,-12%'],
    'my rows.csv, row 2: "-12%" is not an amount, because "%" is not a currency',
  ],
  [[HEADER, '2026-01-01,Giro,Fuel,-1/2'], 'my rows.csv, row 2: "-1/2" is not an amount'],
  [
    [HEADER, '2026-01-01,Giro,Job,3.125', '2026-01-02,Giro,Fuel,-1.234'],
    'my rows.csv, row 2: is the "." in "3.125" a decimal or a thousands separator? No amount in the file shows which',
  ],
  [
    [HEADER, '02-01-2026,Giro,Job,3000.00', '02-03-2026,Giro,Fuel,-12.34'],
    'my rows.csv, row 2: is "02-01-2026" 2026-01-02 or 2026-02-01? No date in the file shows which',
  ],
  [
    ['Date,Description,Amount,Fee', '2026-01-02,Shop,-20.00,0.00', '2026-01-03,Shop,-30.00,1.00'],
    'my rows.csv, row 3: the row has a fee of "1.00" in addition to its amount',
  ],
])('%j is not guessed', (lines, message) => {
  expect(() => read(lines)).toThrow(message)
})

test('The answer of the user decides what a separator before three digits is', () => {
  const lines = [HEADER, '2026-01-01,Giro,Job,"3,125"', '2026-01-02,Giro,Fuel,"-1,234"']
  expect(
    read(lines, { decimal: '.', spending: 'negative' }).transactions.map(({ amount }) => amount),
  ).toEqual([312500n, -123400n])
  expect(
    read(lines, { decimal: ',', currency: 'KWD', spending: 'negative' }).transactions.map(
      ({ amount }) => amount,
    ),
  ).toEqual([3125n, -1234n])
  expect(() => read(lines, { currency: 'KWD' })).toThrow(
    'is the "," in "3,125" a decimal or a thousands separator',
  )
})

test('Symbols and codes of one currency may stand side by side', () => {
  const lines = [
    HEADER,
    '2026-01-01,Giro,Job,$3.00',
    '2026-01-02,Giro,Fuel,-US$1.00',
    '2026-01-03,Giro,A,USD -2',
  ]
  expect(read(lines, { spending: 'negative' }).transactions.map(({ amount }) => amount)).toEqual([
    300n,
    -100n,
    -200n,
  ])
})

test('The symbols of rows in other currencies contradict nothing', () => {
  const lines = ['Date,Account,Amount,Currency', '2026-08-15,Cash,-€1.00,EUR', '2026-08-15,Cash,-$2.00,USD']
  expect(read(lines).transactions.map(({ amount }) => amount)).toEqual([-200n])
})

test('Two files with the same bytes are refused', () => {
  const text = [HEADER, '2026-01-01,Giro,Job,-3.00'].join('\n')
  const files = [createFile('rows.csv', text), createFile('rows (1).csv', text)]
  expect(() => readCsvBudget(files, options)).toThrow('rows.csv and rows (1).csv are the same')
})

test('Rows that the bank reverted or declined are left out and told', () => {
  const lines = [
    'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance',
    'TOPUP,Current,2026-01-01 10:00:00,2026-01-01 10:00:00,Top-up,100.00,0.00,USD,COMPLETED,100.00',
    'CARD_PAYMENT,Current,2026-01-03 10:00:00,,Shop,-30.00,0.00,USD,REVERTED,',
    'CARD_PAYMENT,Current,2026-01-03 10:00:00,,Shop,-40.00,2.00,USD,DECLINED,',
    'CARD_PAYMENT,Current,2026-01-04 10:00:00,2026-01-04 10:00:00,Shop,-5.00,0.00,USD,PENDING,95.00',
  ]
  const budget = read(lines, { spending: 'negative' })
  expect(budget.transactions.map(({ amount, status }) => [amount, status])).toEqual([
    [10000n, 'cleared'],
    [-500n, 'pending'],
  ])
  expect(budget.notTaken).toEqual([
    { what: 'reverted, declined or failed rows', count: 2, why: 'no money moved' },
  ])
})

test('A negative number among positive ones in a column of money out is a refund', () => {
  const lines = ['Date,Account,Debit,Credit', '2026-01-02,Giro,50.00,', '2026-01-03,Giro,-20.00,']
  expect(read(lines).transactions.map(({ amount }) => amount)).toEqual([-5000n, 2000n])
  const negative = ['Date,Account,Debit,Credit', '2026-01-02,Giro,-50.00,', '2026-01-03,Giro,,20.00']
  expect(read(negative).transactions.map(({ amount }) => amount)).toEqual([-5000n, 2000n])
})

test('Rows with the symbol of another currency are left out and told', () => {
  const lines = [
    HEADER,
    '2026-01-01,Giro,Job,-$3.00',
    '2026-01-02,Giro,Paris,-€50.00',
    '2026-01-03,Giro,A,-¥600',
  ]
  expect(() => read(lines, { currency: undefined })).toThrow(
    'my rows.csv, row 2: "-$3.00" and "-€50.00" in row 3 are in different currencies',
  )
  for (const [currency, amount] of [
    ['USD', -300n],
    ['EUR', -5000n],
    ['JPY', -600n],
  ] as const) {
    const { transactions, notTaken } = read(lines, { currency })
    expect(transactions.map((one) => one.amount)).toEqual([amount])
    expect(notTaken).toEqual([
      { what: 'rows in other currencies', count: 2, why: 'a workspace has one currency' },
    ])
  }
})

const FEES = 'Date,Description,Amount,Fee,Balance'

test.each<[string, string[], bigint[]]>([
  ['besides the amount', ['-20.00,1.00,79.00', '-10.00,,69.00', '-9.00,,60.00'], [-2100n, -1000n, -900n]],
  ['with a minus sign', ['-20.00,-1.00,79.00', '-10.00,,69.00', '-9.00,,60.00'], [-2100n, -1000n, -900n]],
  ['inside of the amount', ['-20.00,1.00,80.00', '-10.00,,70.00', '-9.00,,61.00'], [-2000n, -1000n, -900n]],
])('A fee is taken %s, where the running balance proves it', (_, rows, amounts) => {
  const lines = rows.map((row, at) => `2026-01-0${at + 2},Shop,${row}`)
  for (const ordered of [
    ['2026-01-01,Start,-1.00,,100.00', ...lines],
    [...lines.toReversed(), '2026-01-01,Start,-1.00,,100.00'],
  ])
    expect(read([FEES, ...ordered]).transactions.map(({ amount }) => amount)).toEqual([-100n, ...amounts])
})

test('A fee that the running balance does not explain is refused by its row', () => {
  const lines = [FEES, '2026-01-01,Start,-1.00,,100.00', '2026-01-02,Shop,-20.00,1.00,50.00']
  expect(() => read(lines)).toThrow(
    'my rows.csv, row 3: the row has a fee of "1.00" in addition to its amount',
  )
})

test('The first row that cannot be read is named, with the number of the others', () => {
  const lines = [HEADER, '2026-01-01,Giro,A,-1', '2026-02-30,Giro,A,-2', '2026-01-03,Giro,A,x', ',Giro,A,-4']
  expect(() => read(lines)).toThrow(
    expect.objectContaining({
      message: 'my rows.csv, row 3: "2026-02-30" is not a date; 2 other rows cannot be read either',
      hint: 'Correct the row in the file',
    }),
  )
})

const fundPostings = [
  '"txnidx","date","date2","status","code","description","comment","account","amount","commodity","credit","debit","posting-status","posting-comment"',
  '"1","2026-01-01","","","","opening","","Assets:Checking","1000.00","USD","","1000.00","",""',
  '"1","2026-01-01","","","","opening","","Equity:Opening","-1000.00","USD","1000.00","","",""',
  '"2","2026-02-01","","","","buy fund","","Assets:Vanguard","4.86","VBMPX","","4.86","",""',
  '"2","2026-02-01","","","","buy fund","","Assets:Checking","-48.60","USD","48.60","","",""',
  '"3","2026-02-06","","","","dividend","","Assets:Vanguard","0.123","VBMPX","","0.123","",""',
  '"3","2026-02-06","","","","dividend","","Income:Dividends","-1.23","USD","1.23","","",""',
  '"4","2026-02-07","","","","buy stock","","Assets:Broker","1","AAPL","","1","",""',
]
const fundRegister = [
  '"txnidx","date","code","description","account","amount","total"',
  '"1","2026-01-01","","opening","Assets:Checking","1000.00 USD","1000.00 USD"',
  '"1","2026-01-01","","opening","Equity:Opening","-1000.00 USD","0"',
  '"2","2026-02-01","","buy fund","Assets:Vanguard","4.86 VBMPX","4.86 VBMPX"',
  '"2","2026-02-01","","buy fund","Assets:Checking","-48.60 USD","-48.60 USD, 4.86 VBMPX"',
  '"3","2026-02-06","","dividend","Assets:Vanguard","0.123 VBMPX","-48.60 USD, 4.983 VBMPX"',
  '"3","2026-02-06","","dividend","Income:Dividends","-1.23 USD","-49.83 USD, 4.983 VBMPX"',
  '"4","2026-02-07","","buy stock","Assets:Broker","1 AAPL","-49.83 USD, 1 AAPL, 4.983 VBMPX"',
]

test.each([
  ['a column', fundPostings, undefined],
  ['a column, for a currency that was said', fundPostings, 'USD'],
  [
    'a column beside the sign of several currencies',
    fundPostings.map((row) => row.replace('USD', '$')),
    'USD',
  ],
  ['the amounts', fundRegister, undefined],
])('Shares that %s shows are no money: their rows are left out, and named', (_, rows, currency) => {
  const budget = read(rows, { currency })
  expect(budget.currency).toBe('USD')
  expect(budget.accounts.map(({ name }) => name)).toEqual(['Checking'])
  expect(budget.figures.balances).toEqual([{ account: 'Checking', balance: 95_140n }])
  expect(budget.notTaken.filter(({ what }) => what.startsWith('rows in'))).toEqual([
    {
      what: 'rows in VBMPX',
      count: 2,
      why: 'not a currency, so they were left out: my rows.csv, rows 4 and 6',
    },
    { what: 'rows in AAPL', count: 1, why: 'not a currency, so they were left out: my rows.csv, row 8' },
  ])
})

test('A table of shares only is refused, and a sign of several currencies in a column is asked about', () => {
  expect(() =>
    read(['Date,Account,Amount,Currency', '2026-01-02,Broker,4.86,VBMPX'], { currency: undefined }),
  ).toThrow('my rows.csv, row 2: "VBMPX" is not a currency, and no other row has one')
  expect(() =>
    read(['Date,Account,Amount,Currency', '2026-01-02,Broker,4.86,$'], { currency: undefined }),
  ).toThrow('my rows.csv, row 2: the "$" could be one of several currencies')
})

test('A row without an account is asked about, and is never an account of its own', () => {
  const rows = [
    'Date,Account,Payee,Category,Amount',
    '2026-01-02,Giro,Shop,Food,-5',
    '2026-01-03,,Shop,Food,-7',
  ]
  expect(() => read(rows)).toThrow('my rows.csv, row 3: the account is empty, but other rows have one')
  expect(list(read(rows, { account: 'Giro' })).map(([account]) => account)).toEqual(['Giro', 'Giro'])
})

test('A fill of envelopes moves no money: it is left out, and listed', () => {
  const budget = read(
    [
      'Date,Envelope,Account,Name,Notes,Amount,Status,Details',
      '08/01/2026,Groceries,,Monthly fill,,-400.00,,',
      '08/02/2026,Groceries,Checking,Shop,,-25.50,,',
      '08/03/2026,Groceries,Checking,Shop,,-12.00,,',
    ],
    { dateOrder: 'mdy' },
  )
  expect(budget.accounts.map(({ name }) => name)).toEqual(['Checking'])
  expect(budget.figures.balances).toEqual([{ account: 'Checking', balance: -3750n }])
  expect(budget.notTaken).toContainEqual({
    what: 'envelope fills',
    count: 1,
    why: 'they move no money: assign the amounts with budget month assign',
    items: ['2026-08-01 Monthly fill: Groceries -400.00'],
  })
})

test('A category with one refund is a category; what is income is named, and can be said', () => {
  const rows = [
    'Date,Account,Payee,Category,Amount',
    '2026-01-01,Giro,Employer,Salary,2000',
    '2026-01-02,Giro,Shop,Shoes,30',
    '2026-01-03,Giro,Shop,Food,-5',
  ]
  const places = (budget: SourceBudget) => list(budget).map((one) => one[4])
  const guessed = read(rows)
  expect(places(guessed)).toEqual(['ready_to_assign', 'Categories > Shoes', 'Categories > Food'])
  expect(guessed.notTaken).toEqual([
    {
      what: 'income categories',
      count: 1,
      why: 'their money is Ready to Assign; to change them: --income NAME, or --income none',
      items: ['Salary (1 row)'],
    },
    {
      what: 'categories with only money in',
      count: 1,
      why: 'kept as categories, because nothing marks them as income; if one is: --income NAME',
      items: ['Shoes (1 row)'],
    },
  ])
  expect(places(read(rows, { income: ['shoes'] }))).toEqual([
    'Categories > Salary',
    'ready_to_assign',
    'Categories > Food',
  ])
  expect(places(read(rows, { income: ['none'] }))).not.toContain('ready_to_assign')
  expect(() => read(rows, { income: ['Shoos'] })).toThrow('The file has no category named "Shoos"')
})

test('Liabilities and cards of which only payments are known are no checking accounts', () => {
  const budget = read([
    '"txnidx","date","code","description","account","amount","total"',
    '"1","2026-01-01","","Shop","Liabilities:Blue","-5 USD","0"',
    '"1","2026-01-01","","Shop","Expenses:Food","5 USD","0"',
    '"2","2026-01-02","","Rate","Liabilities:House","10 USD","0"',
    '"2","2026-01-02","","Rate","Assets:Giro","-10 USD","0"',
    '"3","2026-01-03","","Rate","Liabilities:Car Loan","10 USD","0"',
    '"3","2026-01-03","","Rate","Assets:Giro","-10 USD","0"',
    '"4","2026-01-04","","Pay","Assets:Visa Gold","10 USD","0"',
    '"4","2026-01-04","","Pay","Assets:Giro","-10 USD","0"',
  ])
  expect(budget.accounts.map(({ name, suggestedType }) => [name, suggestedType])).toEqual([
    ['Blue', 'credit_credit_card'],
    ['House', 'loan_other'],
    ['Giro', 'banking_checking'],
    ['Car Loan', 'loan_auto'],
    ['Visa Gold', 'credit_credit_card'],
  ])
})
