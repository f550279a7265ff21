/** Says what each report is: for its command, `budget help reports` and the page. @see docs/reports.md#definitions */

/** The title, the summary of the command and the definition of a report. */
interface ReportDefinition {
  title: string
  /** What the command shows, without a full stop. */
  summary: string
  /** How the figures are defined, in one sentence. */
  definition: string
}

/** The definitions of all reports. */
export const reportDefinitions = {
  spending: {
    title: 'Spending',
    summary: 'Where the money went: by category, group, merchant, account or month',
    definition:
      'Spending is what left the envelopes: categorized and uncategorized transactions of on-budget accounts less refunds, and payments to tracking accounts, but not transfers between on-budget accounts.',
  },
  income: {
    title: 'Income',
    summary: 'What came in to Ready to Assign: by merchant, account or month',
    definition:
      'Income is what was categorized as Ready to Assign on on-budget accounts, without the balances that accounts started with.',
  },
  cashflow: {
    title: 'Cash flow',
    summary: 'Income less spending by month, and how much of the income was saved',
    definition:
      'Cash flow is income less spending; the saved share is cash flow divided by income, rounded to whole percent.',
  },
  networth: {
    title: 'Net worth',
    summary: 'Assets, debts and net worth at the end of each month',
    definition:
      'Net worth is the sum of the balances of all accounts at the end of each month; credit and loan accounts count as debts, all others as assets.',
  },
  budget: {
    title: 'Budget',
    summary: 'Assigned, spent and available by category or month, with averages',
    definition:
      'Assigned and activity are the figures of the budget months added up, available is that of the last month; a month counts as overspent if available was below zero at its end; totals of activity leave out the payment categories of cards.',
  },
  trend: {
    title: 'Trend',
    summary: 'One or more categories by month, with mean, median and the year before',
    definition:
      'A trend is the spending of categories in each month, with the mean and the median of the whole months shown.',
  },
  merchants: {
    title: 'Merchants',
    summary: 'What was spent at each merchant: how often, how much, when last',
    definition:
      'The spending of each merchant, with the number of transactions, their average and the dates of the first and the last.',
  },
  'age-of-money': {
    title: 'Age of money',
    summary: 'How many days money stays before it is spent, and how long it would last',
    definition:
      'Age of money is the number of days between money coming in and going out, first in, first out, as the mean of the last 10 payments; days it would last is what is on the on-budget accounts divided by the mean outflow of a day in the last 90 days.',
  },
  recurring: {
    title: 'Recurring',
    summary: 'Subscriptions and other repeating payments: how often, how much, when next',
    definition:
      'A merchant recurs if three quarters of the intervals between its payments are a week, two weeks, half a month, a month, a quarter or a year, and three quarters of their amounts are alike; it takes 5 weekly payments, 4 of two weeks or half a month, 3 of a month or a quarter, 2 of a year, and at least 4 where the amount differs each time; the next date is the last one plus that interval.',
  },
  forecast: {
    title: 'Forecast',
    summary: 'Whether accounts and envelopes hold, and what to assign a month',
    definition:
      'A forecast is what the budget would be if every date of a schedule came as planned and nothing else was assigned, spent or earned; short by is what is missing for all dates so far, and the amount a month is the largest of that divided by the months up to a date, rounded up.',
  },
} as const satisfies Readonly<Record<string, ReportDefinition>>

/** The name of a report. */
export type ReportName = keyof typeof reportDefinitions

/** The name of a report that is built from transactions alone; a forecast also needs schedules. */
export type BuiltReportName = Exclude<ReportName, 'forecast'>

/** How the figures of the month at a glance are defined. */
export const summaryDefinition = `${reportDefinitions.cashflow.definition} What a typical month leaves is the median cash flow of the six months before, not counting any that are not over; what recurring payments take is money out in the 30 days from today, not counting what is overdue. Age of money and how long it would last are those of budget report age-of-money.`
