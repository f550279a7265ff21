/** Tests that the tables of budgeting programs move in without a question that their columns answer. */

import { expect, test } from 'vitest'
import { readCsvBudget } from '../../../src/migrate/csv/read-csv-budget.ts'
import { detectSource } from '../../../src/migrate/detect-source.ts'
import type { SourceBudget, SourceCategoryRef } from '../../../src/migrate/source-budget.ts'
import type { ReadSourceOptions } from '../../../src/tables/source-file.ts'
import { createFile } from '../ynab/ynab-files.ts'

const options: ReadSourceOptions = {
  currency: 'USD',
  dateOrder: undefined,
  decimal: undefined,
  spending: undefined,
  today: '2026-11-20',
}

function read(lines: readonly string[], changes: Partial<ReadSourceOptions> = {}): SourceBudget {
  const files = [createFile('table.csv', lines.join('\n'))]
  expect(detectSource(files)).toBe('csv')
  return readCsvBudget(files, { ...options, ...changes })
}

/** A row as `DATE ACCOUNT CENTS`, with its category, or with its other account and `=>` before it. */
const list = ({ transactions }: SourceBudget): string[] =>
  transactions.map(({ date, account, amount, category, lines, transfer, isStartingBalance }) => {
    const toName = (ref: SourceCategoryRef) =>
      ref === null || typeof ref === 'string' ? ref : ref.category.replace('\n', '/')
    const name = lines
      ? lines.map((line) => `${toName(line.category)} ${line.amount} ${line.notes}`).join(' + ')
      : toName(category)
    const target = transfer ? `=> ${transfer.account}` : isStartingBalance ? 'start' : (name ?? '-')
    return `${date} ${account} ${amount} ${target}`
  })

const listNotTaken = ({ notTaken }: SourceBudget): string[] =>
  notTaken.map(({ what, count }) => `${count} ${what}`)

const MINT =
  'Date,Description,Original Description,Amount,Transaction Type,Category,Account Name,Labels,Notes'
const ROCKET =
  'Date,Original Date,Account Type,Account Name,Account Number,Institution Name,Name,Custom Name,Amount,Description,Category,Note,Ignored From'
const WALLET =
  'account;category;currency;amount;ref_currency_amount;type;payment_type;note;date;transfer;payee;labels'
const SIMPLIFI =
  ',account,state,postedOn,payee,usage,category,tags,notes,amount,action,security,description,quantity,price,commission'
const FIREFLY =
  'type,currency_code,amount,foreign_currency_code,foreign_amount,description,date,source_name,source_type,destination_name,destination_type,category'
const ASSET = 'Asset account'
const GNUCASH =
  'Date,Transaction ID,Number,Description,Commodity/Currency,Memo,Full Account Name,Account Name,Amount With Sym.,Amount Num.,Value With Sym.,Value Num.,Reconcile'
const formatPosting = (day: string, id: string, account: string, amount: string): string =>
  `2026-01-${day},${id},,Text,CURRENCY::USD,,${account},,$${amount},${amount},$${amount},${amount},c`

test.each<[string, string[], string[]]>([
  [
    'whose dates have the month first, and whose card payment arrives before it leaves',
    [
      MINT,
      '1/08/2026,Autopay,AUTOPAY,20.00,debit,Credit Card Payment,Checking,,',
      '1/06/2026,Thank you,PAYMENT,20.00,credit,Credit Card Payment,Sapphire,,',
      '1/05/2026,Shop,SHOP,5.00,debit,Groceries,Sapphire,,',
    ],
    [
      '2026-01-05 Sapphire -500 Categories/Groceries',
      '2026-01-08 Sapphire 2000 => Checking',
      '2026-01-08 Checking -2000 => Sapphire',
    ],
  ],
  [
    'without any row that shows the sign, of cards that share a name',
    [
      ROCKET,
      '2026-01-03,2026-01-03,Credit Card,CARD,7860,Citi,Shop,,25.00,SHOP,Hobby,,',
      '2026-01-04,2026-01-04,Credit Card,CARD,3737,Chase,Shop,,-7.00,SHOP,Hobby,,',
    ],
    ['2026-01-03 CARD (7860) -2500 Categories/Hobby', '2026-01-04 CARD (3737) 700 Categories/Hobby'],
  ],
  [
    'with types in another language, and a mark of transfers',
    [
      WALLET,
      'Conto;Carburante;USD;72.00;72.00;Uscita;Carta;;2026-01-03T13:05:33.120Z;false;Eni;',
      'Conto;Stipendio;USD;500.00;500.00;Entrata;Carta;;2026-01-02T13:05:33.120Z;false;Acme;',
      'Conto;Prelievo;USD;50.00;50.00;Uscita;Carta;;2026-01-01T13:05:33.120Z;true;;',
      'Contanti;Prelievo;USD;50.00;50.00;Entrata;Carta;;2026-01-01T13:05:33.120Z;true;;',
    ],
    [
      '2026-01-01 Contanti 5000 => Conto',
      '2026-01-01 Conto -5000 => Contanti',
      '2026-01-02 Conto 50000 ready_to_assign',
      '2026-01-03 Conto -7200 Categories/Carburante',
    ],
  ],
  [
    'whose splits have parts without a date',
    [
      SIMPLIFI,
      ',Checking,CLEARED,2/03/2026,Cash point,,SPLIT,,,$0.00,,,,,,',
      ',,,,,,Fun:Cash,,,-150.00,,,,,,',
      ',,,,,,Fun:Fees,,,-3.95,,,,,,',
      ',Checking,CLEARED,2/01/2026,Refund,,Fun:Fees,,,$3.00,,,,,,',
    ],
    [
      '2026-02-01 Checking 300 Fun/Fees',
      '2026-02-03 Checking -395 Fun/Fees',
      '2026-02-03 Checking -15000 Fun/Cash',
    ],
  ],
  [
    'with lines above it, and totals below',
    [
      'Card Report Created: 2026-04-25',
      ',',
      ',Scheduled,Split,Date,Payee,Category,Tags,Amount,Balance',
      'Balance:,,,,,,,,  7.00',
      ',,,4/20/2026,Ann,Hobby:Software,,-3.00,7.00',
      ',,,4/15/2026,Ben,Hobby:Software,,10.00,10.00',
      'Total Inflows:,,,,,,,10.00,',
      'Net Total:,,,,,,,7.00,',
    ],
    ['2026-04-15 table 1000 Hobby/Software', '2026-04-20 table -300 Hobby/Software'],
  ],
  [
    'with the account and the category of a row in columns from and to',
    [
      'DATE,TYPE,FROM ACCOUNT,TO ACCOUNT / TO CATEGORY,AMOUNT,CURRENCY,AMOUNT 2,CURRENCY 2,TAGS,NOTES',
      '01/29/26,Expense,Wallet,Transport,3.72,USD,3.72,USD,,',
      '01/28/26,Transfer,Bank,Wallet,72.51,USD,72.51,USD,,',
      '01/25/26,Income,Bank,Gifts,600,USD,600,USD,,',
    ],
    [
      '2026-01-25 Bank 60000 ready_to_assign',
      '2026-01-28 Wallet 7251 => Bank',
      '2026-01-28 Bank -7251 => Wallet',
      '2026-01-29 Wallet -372 Categories/Transport',
    ],
  ],
  [
    'with the category of income in the column from',
    [
      'Date (UTC),Type,From account / from category,From subcategory,To account / to category,To subcategory,Amount 1,Currency 1,Amount 2,Currency 2',
      '01/29/2026 10:00:00,Expense,Wallet,,Food,Lunch,13.72,USD,13.72,USD',
      '01/25/2026 10:00:00,Income,Salary,,Bank,,600,USD,600,USD',
    ],
    ['2026-01-25 Bank 60000 ready_to_assign', '2026-01-29 Wallet -1372 Food/Lunch'],
  ],
  [
    'with the second account of transfers in a column of its own',
    [
      'Time,Type,Category,Sub Category,Account,Account Currency,Amount,Account2,Account2 Currency,Account2 Amount',
      '2026-01-01 00:00:00,Balance Modification,,,Bank,USD,100.00,,,',
      '2026-01-02 12:34:56,Expense,Food,Lunch,Bank,USD,1.00,,,',
      '2026-01-03 23:59:59,Transfer,Other,Transfer,Bank,USD,5.00,Cash,USD,5.00',
    ],
    [
      '2026-01-01 Bank 10000 start',
      '2026-01-02 Bank -100 Food/Lunch',
      '2026-01-03 Bank -500 => Cash',
      '2026-01-03 Cash 500 => Bank',
    ],
  ],
  [
    'with one row for both sides of a transfer',
    [
      'Period,Accounts,Category,Subcategory,Note,USD,Income/Expense,Description,Amount,Currency,Accounts',
      '01/20/2026 18:22:10,Cash,Food,Lunch,Deli,12.5,Exp.,,12.50,USD,12.5',
      '01/19/2026 09:00:00,Bank,Salary,,Acme,1000,Income,,1000.00,USD,1000',
      '01/18/2026 08:00:00,Bank,Cash,,,60,Transfer-Out,,60.00,USD,60',
    ],
    [
      '2026-01-18 Bank -6000 => Cash',
      '2026-01-18 Cash 6000 => Bank',
      '2026-01-19 Bank 100000 ready_to_assign',
      '2026-01-20 Cash -1250 Food/Lunch',
    ],
  ],
  [
    'whose categories name the other account',
    [
      'date,account,category,amount,currency,converted amount,currency,description',
      '20/01/2026,Cash,Bills,-55,USD,-55,USD,',
      "20/01/2026,Cash,To 'My card',-200,USD,-200,USD,",
      "20/01/2026,My card,From 'Cash',200,USD,200,USD,",
      '19/01/2026,Cash,Initial balance,10,USD,10,USD,',
    ],
    [
      '2026-01-19 Cash 1000 start',
      '2026-01-20 My card 20000 => Cash',
      '2026-01-20 Cash -20000 => My card',
      '2026-01-20 Cash -5500 Categories/Bills',
    ],
  ],
  [
    'whose payees name the other account, and whose splits repeat their total',
    [
      'Account,Date,Payee,Notes,Category_Group,Category,Amount,Split_Amount,Cleared',
      'Checking,2026-01-06,Savings,,,,-250.00,0,Not cleared',
      'Savings,2026-01-06,Checking,,,,250.00,0,Cleared',
      'Checking,2026-01-05,Shop,(SPLIT INTO 1),,,0,-10.00,Cleared',
      'Checking,2026-01-05,Shop,(SPLIT 1 OF 1),Food,Groceries,-10.00,0,Cleared',
    ],
    [
      '2026-01-05 Checking -1000 Food/Groceries',
      '2026-01-06 Savings 25000 => Checking',
      '2026-01-06 Checking -25000 => Savings',
    ],
  ],
  [
    'with columns for expenses and income in another order of words',
    [
      'Date,Account,Category,Tags,Expense amount,Income amount,Currency,In main currency,Main currency,Description',
      '1/16/26,Bank,Food,,42.80,0,USD,42.80,USD,Shop',
      '1/15/26,Bank,Job,,0,"1,500.00",USD,"1,500.00",USD,Acme',
    ],
    ['2026-01-15 Bank 150000 ready_to_assign', '2026-01-16 Bank -4280 Categories/Food'],
  ],
  [
    'with groups and items of a budget',
    [
      'Group,Item,Type,Date,Merchant,Amount,Note',
      'Income,Paycheck 1,income,01/05/2026,Acme,2000.00,',
      'Food,Groceries,expense,01/04/2026,Shop,54.12,',
      'Food,Groceries,expense,01/03/2026,Shop,10.00,',
      'Food,Groceries,expense,01/02/2026,Shop,-4.12,',
    ],
    [
      '2026-01-02 table 412 Food/Groceries',
      '2026-01-03 table -1000 Food/Groceries',
      '2026-01-04 table -5412 Food/Groceries',
      '2026-01-05 table 200000 ready_to_assign',
    ],
  ],
  [
    'with fees besides the amounts',
    [
      'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance',
      'TOPUP,Current,2026-01-01 10:00:00,2026-01-01 10:00:00,Top-up,100.00,0.00,USD,COMPLETED,100.00',
      'TRANSFER,Savings,2026-01-04 10:00:00,2026-01-04 10:00:00,To Ann,-10.00,0.50,USD,COMPLETED,69.50',
    ],
    ['2026-01-01 Current 10000 -', '2026-01-04 Savings -1050 -'],
  ],
  [
    'of postings, of which only the first has the date',
    [
      GNUCASH,
      formatPosting('14', 'b', 'Assets:Checking', '-60.00'),
      ',,,,,pears,Expenses:Groceries,,$40.00,40.00,$40.00,40.00,n',
      ',,,,,,Expenses:Home,,$20.00,20.00,$20.00,20.00,n',
      formatPosting('15', 'c', 'Assets:Checking', '-5.00'),
      ',,,,,,Expenses:Home,,$5.00,5.00,$5.00,5.00,n',
    ],
    [
      '2026-01-14 Checking -6000 Expenses/Groceries -4000 pears + Expenses/Home -2000 null',
      '2026-01-15 Checking -500 Expenses/Home',
    ],
  ],
  [
    'of postings',
    [
      GNUCASH,
      formatPosting('13', 'a', 'Assets:Checking', '500.00'),
      formatPosting('13', 'a', 'Equity:Opening Balances', '-500.00'),
      formatPosting('14', 'b', 'Assets:Checking', '-60.00'),
      formatPosting('14', 'b', 'Expenses:Groceries', '40.00'),
      formatPosting('14', 'b', 'Expenses:Home', '20.00'),
      formatPosting('15', 'c', 'Liabilities:Visa', '25.00'),
      formatPosting('15', 'c', 'Assets:Checking', '-25.00'),
      formatPosting('16', 'd', 'Assets:Checking', '900.00'),
      formatPosting('16', 'd', 'Income:Salary', '-900.00'),
    ],
    [
      '2026-01-13 Checking 50000 start',
      '2026-01-14 Checking -6000 Expenses/Groceries -4000 null + Expenses/Home -2000 null',
      '2026-01-15 Visa 2500 => Checking',
      '2026-01-15 Checking -2500 => Visa',
      '2026-01-16 Checking 90000 ready_to_assign',
    ],
  ],
  [
    'that states what each account has, and is sorted by accounts',
    [
      'sep=,',
      'Name,Current balance,Account,Transfers,Description,Payee,Category,Date,Memo,Amount,Currency,Tags,Balance',
      'Everyday,150.00,USD,,,,,,,,,,',
      ',,Everyday,,Coffee,Kiosk,Food ► Drinks,13/03/2026,,-3.50,USD,,150.00',
      ',,Everyday,Rainy Day,Saved,,,11/03/2026,,-40.00,USD,,153.50',
      'Rainy Day,40.00,USD,,,,,,,,,,',
      ',,Rainy Day,Everyday,Saved,,,11/03/2026,,40.00,USD,,40.00',
    ],
    [
      '2026-03-11 Everyday 19350 start',
      '2026-03-11 Rainy Day 4000 => Everyday',
      '2026-03-11 Everyday -4000 => Rainy Day',
      '2026-03-13 Everyday -350 Food/Drinks',
    ],
  ],
  [
    'of envelopes, with the parts of a split in one cell',
    [
      'Date,Envelope,Account,Name,Notes,Amount,Status,Details',
      '01/15/2026,[multiple],Visa,Shop,,-30.00,CLR,Groceries|-10.00||Home|-20.00',
      '01/13/2026,[none],Checking,Visa,,-80.00,CLR,',
      '01/13/2026,[none],Visa,Visa,,80.00,CLR,',
    ],
    [
      '2026-01-13 Visa 8000 => Checking',
      '2026-01-13 Checking -8000 => Visa',
      '2026-01-15 Visa -2000 Categories/Home',
      '2026-01-15 Visa -1000 Categories/Groceries',
    ],
  ],
  [
    'whose starting balances are from the beginning of time',
    [
      '"Exported"',
      'Id,Currency,Amount,Category,Sub-Category,Date,Expense(Transfer Out),Income(Transfer In),Note,Payee/Payer,uid,Time',
      '1,USD,500,SYSTEM,INIT_AMOUNT,10100101,,Bank,,,u1,0000',
      '2,USD,12.5,Food,Lunch,20260115,Bank,,,Deli,u2,1200',
      '3,USD,60,Transfer,General,20260114,Bank,Cash,,,u3,1200',
      '4,USD,1000,Income,Salary,20260113,,Bank,,Acme,u4,1200',
    ],
    [
      '2026-01-13 Bank 50000 start',
      '2026-01-13 Bank 100000 ready_to_assign',
      '2026-01-14 Bank -6000 => Cash',
      '2026-01-14 Cash 6000 => Bank',
      '2026-01-15 Bank -1250 Food/Lunch',
    ],
  ],
  [
    'with quick notes of a spreadsheet',
    ['Date,Item,Amount', '2026-01-02,Bread,-2.00'],
    ['2026-01-02 table -200 -'],
  ],
  [
    'with a running balance',
    [
      'Date,Description,Amount,Balance',
      '2026-01-03,Shop,12.34,487.66',
      '2026-01-02,Ann,-100.00,500.00',
      '2026-01-01,Shop,3.50,400.00',
    ],
    ['2026-01-01 table -350 -', '2026-01-02 table 10000 -', '2026-01-03 table -1234 -'],
  ],
  [
    'with a salary among its payees, and quoted texts beside plain amounts',
    ['"Datum";"Text";Betrag', '"19.01.2026";"REWE";-12,34', '"18.01.2026";"Gehalt, Mai";2.500,00'],
    ['2026-01-18 table 250000 -', '2026-01-19 table -1234 -'],
  ],
])('A table %s is read', (_, lines, expected) => {
  expect(list(read(lines))).toEqual(expected)
})

test('What arrives in an account of another currency is no money of the workspace', () => {
  const lines = [
    FIREFLY,
    `Transfer,EUR,-90.00,USD,100.00,To dollars,2026-01-06,Giro,${ASSET},Dollars,${ASSET},`,
    `Withdrawal,EUR,-18.00,USD,20.00,Web shop,2026-01-07,Giro,${ASSET},Shop,Expense account,Stuff`,
    `Withdrawal,EUR,-30.00,,,Cash,2026-01-08,Giro,${ASSET},Cash account,Cash account,Food`,
  ]
  expect(list(read(lines, { currency: undefined }))).toEqual([
    '2026-01-06 Giro -9000 -',
    '2026-01-07 Giro -1800 Categories/Stuff',
    '2026-01-08 Giro -3000 Categories/Food',
  ])
  expect(list(read(lines))).toEqual(['2026-01-06 Dollars 10000 -'])
})

test('Amounts of rows in other currencies show no sign, and need not fit the format', () => {
  const lines = [
    WALLET,
    'Bank;Food;UAH;1200;1200;Expense;Cash;;2026-01-03T11:00:00.000Z;false;;',
    'Dollars;Food;USD;4.5;187.65;Expense;Cash;;2026-01-02T11:00:00.000Z;false;;',
  ]
  const budget = read(lines, { currency: 'UAH' })
  expect(list(budget)).toEqual(['2026-01-03 Bank -120000 Categories/Food'])
  expect(listNotTaken(budget)).toEqual(['1 rows in other currencies'])
})

test('One odd row of a known program is no question', () => {
  const lines = [
    'Date,Merchant,Category,Account,Original Statement,Notes,Amount,Tags,Owner',
    '2026-01-05,Ann,Hobby,Visa,ANN,,-20.00,,Shared',
    '2026-01-06,Loan,Transfer,Visa,CASH ADVANCE,,-50.00,,Shared',
    '2026-01-07,Ben,Hobby,Visa,BEN,,4.00,,Shared',
  ]
  expect(list(read(lines))).toEqual([
    '2026-01-05 Visa -2000 Categories/Hobby',
    '2026-01-06 Visa -5000 Categories/Transfer',
    '2026-01-07 Visa 400 Categories/Hobby',
  ])
})

test('Totals and second transfer dates are told', () => {
  const lines = [
    'Date,Account,Category,Amount',
    '2026-01-05,Checking,Transfer,-20.00',
    '2026-01-08,Savings,Transfer,20.00',
    ',,Total,0.00',
  ]
  const budget = read(lines, { spending: 'negative' })
  expect(list(budget)).toEqual([
    '2026-01-05 Checking -2000 => Savings',
    '2026-01-05 Savings 2000 => Checking',
  ])
  expect(listNotTaken(budget)).toEqual(['1 rows without a date', '1 second transfer dates'])
})

test('Transfers of more than five days apart stay two rows', () => {
  const lines = [
    'Date,Account,Category,Amount',
    '2026-01-05,A,Transfer,-20.00',
    '2026-01-11,B,Transfer,20.00',
  ]
  expect(list(read(lines, { spending: 'negative' }))).toEqual([
    '2026-01-05 A -2000 Categories/Transfer',
    '2026-01-11 B 2000 Categories/Transfer',
  ])
})

test.each<[string, string[], string]>([
  [
    'mixed types',
    [
      'Group,Item,Type,Date,Merchant,Amount,Note',
      'Income,Paycheck,income,01/05/2026,Acme,2000.00,',
      'Food,Groceries,expense,01/04/2026,Shop,54.12,',
      'Food,Groceries,expense,01/03/2026,Shop,-4.12,',
    ],
    'table.csv, row 2: was "2000.00" spent or received? Types and categories in the file contradict each other',
  ],
  [
    'a transfer without a direction',
    [
      'Date,Type,Account,Category,Amount',
      '2026-01-01,Expense,Bank,Food,5.00',
      '2026-01-02,Transfer,Bank,,7.00',
    ],
    'table.csv, row 3: nothing shows whether the transfer of "7.00" came in or went out',
  ],
  [
    'two names without a type',
    ['Date,From Account,To Account,Amount', '2026-01-01,Bank,Savings,5.00'],
    'table.csv, row 2: nothing shows whether "Savings" is one of your accounts',
  ],
  [
    'a posting of an unknown account',
    [GNUCASH, formatPosting('13', 'a', 'Orphan', '5.00')],
    'table.csv, row 2: "Orphan" is neither one of your accounts nor a category',
  ],
  [
    'a card whose balance rises with most rows',
    [
      'Date,Description,Amount,Balance',
      '2026-01-01,A,3.00,3.00',
      '2026-01-02,B,4.00,7.00',
      '2026-01-03,C,-5.00,2.00',
    ],
    'table.csv, row 2: was "3.00" spent or received? Nothing in the file shows which',
  ],
])('A table with %s is not guessed', (_, lines, message) => {
  expect(() => read(lines)).toThrow(message)
})

test('The answer of the user decides what mixed types mean', () => {
  const lines = [
    'Date,Type,Amount',
    '2026-01-05,income,2000.00',
    '2026-01-04,expense,54.12',
    '2026-01-03,expense,-4.12',
  ]
  expect(list(read(lines, { spending: 'positive' }))).toEqual([
    '2026-01-03 table 412 -',
    '2026-01-04 table -5412 -',
    '2026-01-05 table 200000 -',
  ])
})
