/** Holds the sample household of `budget demo`: accounts, categories, assignments and merchants. */

/** Its accounts, with their balances before the bank files begin. */
export const sampleAccounts = [
  { name: 'Checking', type: 'banking_checking', balance: '3204.18' },
  { name: 'Savings', type: 'banking_savings', balance: '6500' },
  { name: 'Cash', type: 'banking_cash', balance: '60' },
  { name: 'Visa', type: 'credit_credit_card', balance: '0' },
] as const
/** The date of the opening balances. */
export const openingDate = '2026-08-31'

/** Its categories by group, in the order in which they are shown. */
export const sampleGroups = {
  Bills: ['Rent', 'Electricity', 'Internet', 'Subscriptions'],
  Everyday: ['Groceries', 'Eating Out', 'Coffee', 'Fuel', 'Household', 'Pocket Money'],
  Goals: ['Emergency Fund', 'New Car', 'Travel', 'Health'],
} as const
/** The name of a category of the demo. */
export type SampleCategory = (typeof sampleGroups)[keyof typeof sampleGroups][number]

/** The months of the demo. */
export const budgetedMonths = ['2026-09', '2026-10', '2026-11'] as const
// biome-ignore format: a table reads best as one
/** What each category gets, month by month. Coffee in November is too little on purpose. */
export const assignedByCategory: Readonly<Record<SampleCategory, readonly string[]>> = {
  Rent:             ['1450', '1450', '1450'],
  Electricity:      ['90',   '80',   '80'],
  Internet:         ['60',   '60',   '60'],
  Subscriptions:    ['12',   '12',   '12'],
  Groceries:        ['350',  '490',  '350'],
  'Eating Out':     ['60',   '60',   '80'],
  Coffee:           ['10',   '15',   '5'],
  Fuel:             ['45',   '40',   '45'],
  Household:        ['0',    '0',    '40'],
  'Pocket Money':   ['50',   '60',   '60'],
  'Emergency Fund': ['6500', '0',    '1500'],
  'New Car':        ['1000', '2000', '1500'],
  Travel:           ['320',  '100',  '250'],
  Health:           ['50',   '50',   '50'],
}
/** The month the demo shows. */
export const displayedMonth = '2026-11'
/** The day on which it shows what is coming. */
export const displayedDay = '2026-11-20'

/** The category of a merchant, by the prefix of its name; income goes to Ready to Assign. */
export const categoryByMerchantPrefix: readonly (readonly [
  beginning: string,
  envelope: SampleCategory | 'income',
])[] = [
  ['Acme Robotics Payroll', 'income'],
  ['Online Transfer to Landlord', 'Rent'],
  ['City Light', 'Electricity'],
  ['Xfinity', 'Internet'],
  ['Spotify', 'Subscriptions'],
  ['Safeway', 'Groceries'],
  ['PCC Community', 'Groceries'],
  ["Trader Joe's", 'Groceries'],
  ['Maya', 'Eating Out'],
  ['Blue Heron Coffee', 'Coffee'],
  ['Shell Oil', 'Fuel'],
  ['Amazon', 'Household'],
  ['ATM Withdrawal', 'Pocket Money'],
  ['Delta Air Lines', 'Travel'],
  ['Rainier Dental', 'Health'],
]

/** Transactions that were entered manually. */
export const manualTransactions = [
  {
    account: 'Visa',
    date: '2026-11-06',
    amount: '-38.40',
    merchant: 'Luna Trattoria',
    envelope: 'Eating Out',
  },
  { account: 'Visa', date: '2026-11-14', amount: '-24.15', merchant: 'Pho Corner', envelope: 'Eating Out' },
  {
    account: 'Cash',
    date: '2026-11-16',
    amount: '-12.50',
    merchant: 'Farmers Market',
    envelope: 'Groceries',
  },
] as const satisfies readonly {
  account: string
  date: string
  amount: string
  merchant: string
  envelope: SampleCategory
}[]

/** What the household expects to pay; both schedules begin after its bank files. */
export const sampleSchedules = [
  {
    name: 'Landlord',
    match_text: 'Landlord',
    amount: '-1450',
    envelope: 'Rent',
    first_date: '2026-12-01',
    months: 1,
  },
  {
    name: 'Shoreline Car Insurance',
    match_text: null,
    amount: '-4980',
    envelope: 'New Car',
    first_date: '2027-01-15',
    months: 12,
  },
] as const satisfies readonly {
  name: string
  match_text: string | null
  amount: string
  envelope: SampleCategory
  first_date: string
  months: number
}[]

/** The bank files of the household and of two friends, who have workspaces of their own. */
export const sampleFiles = [
  { workspace: 'Home', currency: 'USD', account: 'Checking', file: 'checking-us.csv' },
  { workspace: 'Köln', currency: 'EUR', account: 'Girokonto', file: 'girokonto-de.csv', balance: '1873.52' },
  {
    workspace: 'Bristol',
    currency: 'GBP',
    account: 'Current Account',
    file: 'current-account-uk.csv',
    balance: '1720.44',
  },
] as const

/** Commands to try next. */
export const nextCommands = [
  { why: 'Show the month; Coffee is overspent', type: `budget month show ${displayedMonth}` },
  { why: 'Cover Coffee', type: `budget month assign Coffee +5 --month ${displayedMonth}` },
  { why: 'What is coming', type: 'budget upcoming --days 60' },
  { why: 'Review what is new', type: 'budget review' },
  { why: 'Where the money went', type: 'budget report' },
  { why: 'All reports as a web page', type: 'budget report html --open' },
  { why: 'Clean up a name', type: 'budget merchants rename "Spotify USA" Spotify' },
  { why: 'The German account has its own workspace', type: 'BUDGET_WORKSPACE=Köln budget tx' },
]
