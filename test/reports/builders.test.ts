/** Tests the figures of reports on a small household. */

import { beforeAll, describe, expect, it } from 'vitest'
import { plainStyle } from '../../src/output/style.ts'
import { findAffordability } from '../../src/reports/afford.ts'
import { ageOfMoney } from '../../src/reports/age-of-money.ts'
import { budget } from '../../src/reports/budget.ts'
import { cashflow } from '../../src/reports/cashflow.ts'
import { income } from '../../src/reports/income.ts'
import { merchants } from '../../src/reports/merchants.ts'
import { netWorth } from '../../src/reports/net-worth.ts'
import { recurring } from '../../src/reports/recurring.ts'
import { spending } from '../../src/reports/spending.ts'
import { buildMonthSummary } from '../../src/reports/summary.ts'
import { affordabilityView } from '../../src/reports/terminal/affordability.ts'
import { trend } from '../../src/reports/trend.ts'
import { createHousehold, type Entry, type Household, pick, typed } from '../support/household.ts'

let home: Household
beforeAll(async () => {
  home = await createHousehold({
    accounts: {
      Checking: 'banking_checking',
      Visa: 'credit_credit_card',
      House: 'investment_other',
      Car: 'loan_auto',
    },
    groups: { Bills: ['Rent', 'Savings'], Everyday: ['Groceries', 'Coffee'] },
    entries: [
      ['2025-11-02', 'Checking', '-50', 'Market', 'Groceries'],
      ['2025-11-25', 'Checking', '-500', 'Market', 'Groceries'],
      ['2026-09-01', 'Checking', '3000', 'Employer', 'rta'],
      ['2026-09-02', 'Checking', '-1000', 'Landlord', 'Rent'],
      ['2026-09-10', 'Checking', '-100', 'Market', 'Groceries'],
      ['2026-10-02', 'Checking', '-1000', 'Landlord', 'Rent'],
      ['2026-10-10', 'Checking', '-200', 'Market', 'Groceries'],
      ['2026-11-01', 'Checking', '2000', 'Employer', 'rta'],
      ['2026-11-02', 'Checking', '-1000', 'Landlord', 'Rent'],
      ['2026-11-03', 'Visa', '-60', 'Market', 'Groceries'],
      // A refund, a payment for the card, one to a tracking account, and one without a category.
      ['2026-11-04', 'Visa', '10', 'Market', 'Groceries'],
      ['2026-11-05', 'Checking', '40', '→ Visa', ''],
      ['2026-11-06', 'Checking', '300', '→ House', 'Savings'],
      ['2026-11-07', 'Checking', '-20', 'Kiosk', ''],
      ['2026-11-08', 'Visa', '5', 'Café', 'Coffee'],
      ['2026-11-28', 'Checking', '-70', 'Market', 'Groceries'],
    ],
    assigned: {
      Rent: { '2026-09': '1000', '2026-10': '1000', '2026-11': '1000' },
      Groceries: { '2026-09': '120', '2026-10': '150' },
    },
  })
})

describe('spending', () => {
  it('is what left the envelopes, with refunds taken off and transfers left out', async () => {
    const report = await home.build(spending)
    expect(report.title).toBe('Spending 1 to 20 November 2026')
    expect(pick(report, 'category', 'group', 'amount', 'share')).toEqual([
      ['Rent', 'Bills', '1000.00', 73],
      ['Savings', 'Bills', '300.00', 22],
      ['Groceries', 'Everyday', '50.00', 4],
      ['Uncategorized', null, '20.00', 1],
      ['Coffee', 'Everyday', '-5.00', null],
    ])
    expect(report.totals).toMatchObject({ amount: '1365.00' })
  })
  it('tells what is dated after today and how to include it', async () => {
    expect((await home.build(spending)).notes).toEqual([
      'One transaction after today, 70.00 in total, is left out; --since 2026-11-01 --until 2026-11-30 includes it',
    ])
    const whole = await home.build(spending, {
      period: { since: '2026-11-01', until: '2026-11-30', isExact: true },
    })
    expect(whole.totals).toMatchObject({ amount: '1435.00' })
    expect(whole.notes).toEqual([])
  })
  it('of a year so far has no comparison with one that is mostly empty', async () => {
    const report = await home.build(spending, {
      period: typed('2026-01-01', '2026-12-31'),
      compare: 'last-year',
      category_ids: [home.id('Groceries')],
    })
    expect(pick(report, 'category', 'average', 'amount', 'compared', 'change', 'change_percent')).toEqual([
      // 300.00 in the ten whole months of the year; that nothing was spent until August counts too.
      ['Groceries', '30.00', '350.00', null, null, null],
    ])
    expect(report.rows[0]?.monthly?.slice(-3)).toEqual(['100.00', '200.00', '50.00'])
    expect([report.months?.[0], report.months?.at(-1)]).toEqual(['2026-01', '2026-11'])
    expect(report.compared_period).toEqual({ since: '2025-01-01', until: '2025-11-20' })
    expect(report.notes).toContain('Averages are over 10 whole months, 2026-01 to 2026-10')
    expect(report.notes).toContain(
      'No comparison with 2025, to 20 November as a whole: there are no transactions before 2025-11',
    )
  })
  it.each([
    ['2026-10-22', '2026-11-20'],
    ['2026-09-15', '2026-10-31'],
    ['2026-09-01', '2026-10-15'],
  ])('of %s to %s, which are no whole months, has no average of a month', async (since, until) => {
    const { rows, columns, notes } = await home.build(spending, { period: { since, until, isExact: true } })
    expect(rows.map(({ average }) => average)).toEqual(rows.map(() => null))
    expect(columns.find(({ field }) => field === 'average')).toMatchObject({ isHidden: true })
    expect(notes).toEqual([])
  })
  it('has averages over whole months, without the one that goes on', async () => {
    const report = await home.build(spending, {
      period: { since: '2026-10-01', until: undefined, isExact: false },
    })
    expect(pick(report, 'category', 'average', 'amount').slice(0, 2)).toEqual([
      ['Rent', '1000.00', '2000.00'],
      ['Savings', '0.00', '300.00'],
    ])
    expect(report.notes[0]).toBe('Averages are over one whole month, 2026-10')
    expect(report.totals).toMatchObject({ average: '1200.00' })
  })
  it('adds the rows after the first ones up in one', async () => {
    const report = await home.build(spending, { top: 2 })
    expect(pick(report, 'category', 'category_id', 'amount', 'combined')).toEqual([
      ['Rent', home.id('Rent'), '1000.00', null],
      ['Savings', home.id('Savings'), '300.00', null],
      ['3 more', null, '65.00', 3],
    ])
    expect(report.totals).toMatchObject({ amount: '1365.00' })
    // A row for one other would hide it for nothing.
    expect((await home.build(spending, { top: 4 })).rows).toHaveLength(5)
  })
  it.each([
    [
      'group',
      [
        ['Bills', '1300.00'],
        ['Everyday', '45.00'],
        ['Uncategorized', '20.00'],
      ],
    ],
    [
      'merchant',
      [
        ['Landlord', '1000.00'],
        ['No merchant', '300.00'],
        ['Market', '50.00'],
        ['Kiosk', '20.00'],
        ['Café', '-5.00'],
      ],
    ],
    [
      'account',
      [
        ['Checking', '1320.00'],
        ['Visa', '45.00'],
      ],
    ],
    ['month', [['2026-11', '1365.00']]],
  ] as const)('by %s is the same in all', async (by, rows) =>
    expect(pick(await home.build(spending, { by }), by, 'amount')).toEqual(rows),
  )
  it('in a tracking account is none, and the report says so', async () => {
    const report = await home.build(spending, { account_ids: [home.id('House')] })
    expect(report.rows).toEqual([])
    expect(report.notes).toEqual(['House is a tracking account: what happens in it is not part of spending'])
  })
})

describe('income', () => {
  it('is Ready to Assign by merchant', async () =>
    expect(
      pick(
        await home.build(income, { period: typed('2026-01-01', '2026-12-31') }),
        'merchant',
        'count',
        'amount',
        'share',
      ),
    ).toEqual([['Employer', 2, '5000.00', 100]]))
})

describe('cash flow', () => {
  it('is income less spending by month, with the running sum and what was saved', async () => {
    const report = await home.build(cashflow, { period: typed('2026-01-01', '2026-12-31') })
    const rows = pick(report, 'month', 'income', 'spending', 'cash_flow', 'running', 'saved')
    // Something was spent in 2025, so that the months without anything are known to be empty.
    expect(rows.slice(0, 8)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((month) => [`2026-0${month}`, '0.00', '0.00', '0.00', '0.00', null]),
    )
    expect(rows.slice(8)).toEqual([
      ['2026-09', '3000.00', '1100.00', '1900.00', '1900.00', 63],
      ['2026-10', '0.00', '1200.00', '-1200.00', '700.00', null],
      ['2026-11', '2000.00', '1365.00', '635.00', '1335.00', 32],
    ])
    expect(report.totals).toMatchObject({
      income: '5000.00',
      spending: '3665.00',
      cash_flow: '1335.00',
      saved: 27,
    })
  })
  it('puts the same months of the year before beside them', async () => {
    const report = await home.build(cashflow, {
      period: typed('2026-11-01', '2026-11-30'),
      compare: 'last-year',
    })
    expect(pick(report, 'month', 'cash_flow', 'compared', 'change', 'change_percent')).toEqual([
      ['2026-11', '635.00', '-50.00', '685.00', null],
    ])
  })
})

describe('net worth', () => {
  it('is assets and debts at the end of each month', async () => {
    const report = await home.build(netWorth, { period: typed('2026-10-01', '2026-12-31') })
    expect(
      pick(report, 'month', 'assets', 'debts', 'on_budget', 'off_budget', 'net_worth', 'change'),
    ).toEqual([
      ['2026-10', '150.00', '0.00', '150.00', '0.00', '150.00', '-1200.00'],
      ['2026-11', '1090.00', '-5.00', '785.00', '300.00', '1085.00', '935.00'],
    ])
    expect(report.notes).toEqual(['The last month is as of 2026-11-20'])
  })
  it('is told by account, those that never had money left out', async () => {
    const report = await home.build(netWorth, { by: 'account', period: typed('2026-11-01', '2026-11-30') })
    expect(pick(report, 'section', 'account', 'balance_before', 'change', 'balance')).toEqual([
      ['Assets, on budget', 'Checking', '150.00', '640.00', '790.00'],
      ['Assets, tracking', 'House', '0.00', '300.00', '300.00'],
      ['Debts, on budget', 'Visa', '0.00', '-5.00', '-5.00'],
    ])
    expect(report.totals).toMatchObject({ balance: '1085.00' })
  })
})

describe('the budget', () => {
  it('adds months up by category, and counts those overspent', async () => {
    const report = await home.build(budget, {
      period: typed('2026-09-01', '2026-10-31'),
      category_ids: [home.id('Groceries'), home.id('Rent')],
    })
    expect(
      pick(
        report,
        'category',
        'assigned',
        'average_assigned',
        'activity',
        'average_spent',
        'available',
        'months_overspent',
      ),
    ).toEqual([
      ['Rent', '2000.00', '1000.00', '-2000.00', '1000.00', '0.00', 0],
      ['Groceries', '270.00', '135.00', '-300.00', '150.00', '-30.00', 1],
    ])
  })
  it('averages the months that are over', async () => {
    const report = await home.build(budget, {
      period: typed('2026-10-01', '2026-11-30'),
      category_ids: [home.id('Groceries'), home.id('Rent')],
    })
    expect(pick(report, 'category', 'assigned', 'average_assigned', 'activity', 'average_spent')).toEqual([
      ['Rent', '2000.00', '1000.00', '-2000.00', '1000.00'],
      ['Groceries', '150.00', '150.00', '-320.00', '200.00'],
    ])
    expect(report.notes).toEqual(['Averages are over one whole month, 2026-10'])
  })
  it('leaves payments for cards out of what was spent', async () => {
    const period = typed('2026-11-01', '2026-11-30')
    const report = await home.build(budget, { period })
    expect(pick(report, 'group', 'category', 'activity', 'spent', 'average_spent')[0]).toEqual([
      'Credit Card Payments',
      'Visa',
      '-45.00',
      null,
      null,
    ])
    expect(report.totals).toMatchObject({ activity: '-1435.00', spent: '1435.00' })
    expect(pick(await home.build(budget, { period, by: 'month' }), 'activity')).toEqual([['-1435.00']])
    expect(report.notes).toEqual([
      'The total activity leaves out card payments: what was bought with a card is counted where it was spent',
    ])
  })
  it('has Ready to Assign by month', async () => {
    const report = await home.build(budget, { by: 'month', period: typed('2026-09-01', '2026-10-31') })
    expect(
      pick(report, 'month', 'assigned', 'activity', 'available', 'overspent', 'ready_to_assign'),
    ).toEqual([
      ['2026-09', '1120.00', '-1100.00', '20.00', '0.00', '180.00'],
      ['2026-10', '1150.00', '-1200.00', '-30.00', '30.00', '180.00'],
    ])
  })
})

describe('a trend', () => {
  it('has the same month of the year before beside it, and its mean and median', async () => {
    const report = await home.build(trend, {
      category_ids: [home.id('Groceries')],
      period: typed('2026-09-01', '2026-11-30'),
    })
    expect(report.title).toBe('Trend of Groceries, September to 20 November 2026')
    expect(pick(report, 'month', 'amount', 'last_year', 'change_percent', 'mean', 'median')).toEqual([
      ['2026-09', '100.00', null, null, '150.00', '150.00'],
      ['2026-10', '200.00', null, null, '150.00', '150.00'],
      // To the same day: the 500.00 of 25 November 2025 do not count.
      ['2026-11', '50.00', '50.00', 0, '150.00', '150.00'],
    ])
    expect(report.notes[0]).toBe('Groceries: 150.00 a month on average, median 150.00, over 2 whole months')
  })
  it('of all categories is that of spending by month', async () => {
    const period = typed('2026-09-01', '2026-11-30')
    expect(pick(await home.build(trend, { period }), 'month', 'amount')).toEqual(
      pick(await home.build(spending, { period, by: 'month' }), 'month', 'amount'),
    )
  })
})

describe('before the first transaction', () => {
  const compared = ['compared', 'change', 'change_percent'] as const
  it('there is nothing to compare with', async () => {
    const period = typed('2025-11-01', '2025-11-30')
    const report = await home.build(spending, { period, compare: 'previous' })
    expect(pick(report, 'category', ...compared)).toEqual([['Groceries', null, null, null]])
    expect(report.totals).toMatchObject({ amount: '550.00', compared: null })
    expect(report.notes).toEqual(['There are no transactions before 2025-11 to compare with'])
    const flow = await home.build(cashflow, { period, compare: 'previous' })
    expect(pick(flow, 'month', ...compared)).toEqual([['2025-11', null, null, null]])
    expect(flow.totals).toMatchObject({ compared: null, change_percent: null })
  })
  it('months have no figures to compare with, and the report says so', async () => {
    const request = { period: typed('2026-01-01', '2026-12-31'), compare: 'last-year' } as const
    const report = await home.build(spending, { ...request, by: 'month' })
    expect(pick(report, 'month', 'compared').slice(8)).toEqual([
      ['2026-09', null],
      ['2026-10', null],
      ['2026-11', '50.00'],
    ])
    expect(report.notes).toContain(
      'No comparison with 2025, to 20 November as a whole: there are no transactions before 2025-11',
    )
    const flow = await home.build(cashflow, request)
    expect(pick(flow, 'month', 'compared').slice(9)).toEqual([
      ['2026-10', null],
      ['2026-11', '-50.00'],
    ])
    expect([report.totals, flow.totals]).toMatchObject([{ compared: null }, { compared: null }])
  })
  it('part of a month is not compared with a whole one', async () => {
    const late = await createHousehold({
      accounts: { Checking: 'banking_checking' },
      groups: { Everyday: ['Groceries'] },
      entries: [
        ['2026-09-20', 'Checking', '-50', 'Market', 'Groceries'],
        ['2026-10-05', 'Checking', '-200', 'Market', 'Groceries'],
        ['2026-11-05', 'Checking', '-100', 'Market', 'Groceries'],
      ],
      assigned: {},
    })
    const build = (since: string, until: string) =>
      late.build(spending, { period: typed(since, until), compare: 'previous', by: 'month' })
    expect((await build('2026-10-01', '2026-10-31')).totals).toMatchObject({ compared: null })
    expect((await build('2026-11-01', '2026-11-30')).totals).toMatchObject({ compared: '200.00' })
  })
  it('a period of more than a year does not overlap with the one before', async () => {
    const period = typed('2025-11-01', '2026-11-19')
    const report = await home.build(spending, { period, compare: 'last-year' })
    expect(report.totals).toMatchObject({ compared: null })
    expect(report.notes).toContain(
      'No comparison with the year before, which overlaps with a period of more than a year: use --compare previous',
    )
  })
  it('a trend has no rows, however early it begins', async () => {
    const period = { since: '2020-01-01', until: undefined, isExact: false }
    expect(pick(await home.build(trend, { period }), 'month', 'last_year').slice(0, 2)).toEqual([
      ['2025-11', null],
      ['2025-12', null],
    ])
  })
})

describe('a period that has not begun', () => {
  const period = typed('2027-01-01', '2027-12-31')
  it.each([
    ['spending', spending],
    ['cash flow', cashflow],
    ['net worth', netWorth],
    ['the budget', budget],
    ['a trend', trend],
    ['the age of money', ageOfMoney],
  ])('has no rows: %s', async (_, builder) => {
    for (const by of builder.dimensions.length > 0 ? builder.dimensions : [undefined]) {
      if (by === 'account') continue
      const report = await home.build(builder, { period, compare: 'previous', by })
      expect(report.rows.filter(({ month }) => month !== undefined)).toEqual([])
      expect(report.notes[0]).toMatch(/^2027 has not begun/)
      expect(report.notes.join()).not.toContain('Compared')
    }
  })
  it('has a row for a month in which something is dated', async () => {
    const until = { since: '2026-11-01', until: '2027-06-30', isExact: true }
    expect(pick(await home.build(spending, { period: until, by: 'month' }), 'month', 'amount')).toEqual([
      ['2026-11', '1435.00'],
    ])
  })
  it('stands at a glance as today', async () =>
    expect(await buildMonthSummary(await home.input(), '2027-03')).toMatchObject({
      net_worth: '1085.00',
      net_worth_change: '0.00',
      age_of_money: null,
      would_last: null,
    }))
})

describe('inflows without a category', () => {
  it('are told, because they lower spending', async () => {
    const other = await createHousehold({
      accounts: { Checking: 'banking_checking' },
      groups: {},
      entries: [
        ['2026-11-01', 'Checking', '2000', 'Employer', ''],
        ['2026-11-02', 'Checking', '3000', 'Employer', ''],
        ['2026-11-03', 'Checking', '-20', 'Kiosk', ''],
      ],
    })
    const note =
      '2 inflows without a category (5,000.00 in total) lower spending and are not income; to give them one: budget review'
    for (const builder of [spending, income, cashflow, merchants])
      expect((await other.build(builder)).notes).toEqual([note])
    expect((await buildMonthSummary(await other.input(), '2026-11')).uncategorized_inflows).toEqual({
      count: 2,
      amount: '5000.00',
    })
  })
})

describe('merchants', () => {
  it('are told with how often, how much each time, and when', async () => {
    const report = await home.build(merchants, { period: typed('2026-01-01', '2026-12-31'), top: 2 })
    expect(
      pick(report, 'merchant', 'count', 'average_transaction', 'first_date', 'last_date', 'amount'),
    ).toEqual([
      ['Landlord', 3, '1000.00', '2026-09-02', '2026-11-02', '3000.00'],
      ['Market', 4, '87.50', '2026-09-10', '2026-11-04', '350.00'],
      ['3 more', 3, '105.00', '2026-11-06', '2026-11-08', '315.00'],
    ])
  })
})

describe('the age of money', () => {
  it('is told by month, with how long the money would last', async () => {
    const report = await home.build(ageOfMoney, { period: typed('2026-09-01', '2026-11-30') })
    expect(pick(report, 'month', 'age_of_money', 'would_last', 'on_budget')).toEqual([
      // What was spent the year before was paid by later money: (0 + 0 + 1 + 9) / 4.
      ['2026-09', 3, 110, '1350.00'],
      ['2026-10', 13, 5, '150.00'],
      ['2026-11', 9, 19, '785.00'],
    ])
  })
})

describe('recurring payments', () => {
  it('are found, priced and due', async () => {
    const report = await home.build(recurring)
    expect(
      pick(report, 'direction', 'merchant', 'frequency', 'amount', 'a_year', 'next_date', 'status'),
    ).toEqual([['Money out', 'Landlord', 'monthly', '1000.00', '12000.00', '2026-12-02', 'due']])
    expect(report.notes).toEqual([
      'Money out: 12,000.00 a year, about 1,000.00 a month',
      'Money out due in the next 30 days: 1,000.00',
    ])
  })
})

describe('recurring payments', () => {
  const pay = (amounts: readonly string[], merchant: string, day: string): Entry[] =>
    amounts.map((amount, at) => [
      `2026-${String(at + 6).padStart(2, '0')}-${day}`,
      'Checking',
      amount,
      merchant,
      'Bill',
    ])
  const createBills = async () =>
    createHousehold({
      accounts: { Checking: 'banking_checking' },
      groups: { Bills: ['Bill'] },
      entries: [
        ...pay(['-10', '-10', '-10', '-10', '-10', '-10'], 'Music', '05'),
        ...pay(['-70', '-80', '-75', '-85', '-90', '-78'], 'Power', '12'),
        // The one of 8 November is missing.
        ...pay(['-20', '-20', '-20', '-20', '-20'], 'Gym', '08'),
      ],
    })
  it('that differ each time are told as about their median, and what is overdue apart', async () => {
    const report = await (await createBills()).build(recurring)
    expect(pick(report, 'merchant', 'amount', 'amount_is', 'next_date', 'status')).toEqual([
      ['Power', '79.00', 'median', '2026-12-12', 'due'],
      ['Gym', '20.00', 'price', '2026-11-08', 'overdue'],
      ['Music', '10.00', 'price', '2026-12-05', 'due'],
    ])
    expect(report.title).toBe('Recurring payments')
    expect(report.notes.slice(1)).toEqual([
      'Money out due in the next 30 days: 109.00',
      'Money out overdue: 20.00',
    ])
  })
  it('of a time that is over are not due', async () => {
    const report = await (await createBills()).build(recurring, { period: typed('2026-05-01', '2026-09-30') })
    expect(report.title).toBe('Recurring payments, May to September 2026')
    expect(pick(report, 'merchant', 'next_date', 'status')).toEqual([
      ['Power', null, null],
      ['Gym', null, null],
      ['Music', null, null],
    ])
    expect(report.notes).toEqual(['Money out: 1,290.00 a year, about 107.50 a month'])
  })
})

describe('a month at a glance', () => {
  it('has the figures of the reports', async () => {
    const { overspent, largest, ...figures } = await buildMonthSummary(await home.input(), '2026-11')
    expect(figures).toEqual({
      month: '2026-11',
      period: { since: '2026-11-01', until: '2026-11-20' },
      currency: 'USD',
      income: '2000.00',
      spending: '1365.00',
      cash_flow: '635.00',
      ready_to_assign: (await home.api.getMonth({ month: '2026-11' })).month.ready_to_assign,
      net_worth: '1085.00',
      net_worth_change: '935.00',
      age_of_money: 9,
      would_last: 19,
      typically_left: '0.00',
      due_soon: '1000.00',
      uncategorized_inflows: null,
    })
    expect(overspent.map(({ category, amount }) => [category, amount])).toContainEqual(['Savings', '300.00'])
    expect(largest.map(({ category, share }) => [category, share])).toEqual([
      ['Rent', 73],
      ['Savings', 22],
      ['Groceries', 4],
      ['Uncategorized', 1],
    ])
  })
})

it('a typical month counts months in which nothing happened after the first one', async () => {
  const flows = { '03': 100, '06': 300, '07': 500, '08': 700, '09': 900, '10': 1100 }
  const steady = await createHousehold({
    accounts: { Checking: 'banking_checking' },
    groups: {},
    entries: Object.entries(flows).map(
      ([month, amount]): Entry => [`2026-${month}-05`, 'Checking', String(amount), 'Employer', 'rta'],
    ),
    assigned: {},
  })
  expect((await buildMonthSummary(await steady.input(), '2026-11')).typically_left).toBe('600.00')
})

it('what has no category is told apart from what categories lack', async () => {
  // One by one, Groceries 120.00, Savings 300.00 and Visa 45.00 lack 465.00; Groceries gives Visa 50.00.
  const asked = { amount: '1', category_id: undefined }
  const found = await findAffordability(await home.input(), asked, async () => '420.00')
  expect(found).toMatchObject({ uncategorized: '20.00', overspent: '420.00' })
  const text = affordabilityView.renderText?.(found, plainStyle)
  expect(text).toContain('budget month cover --all --from rta\n')
  expect(text).toContain('20.00 was spent without a category: budget review --period 2026-11\n')
})
