/** Builds the report of net worth: assets, debts and what is left, month by month. @see docs/reports.md#definitions */

import { toMonth } from '../money/calendar.ts'
import { absolute, type MinorUnits } from '../money/minor-units.ts'
import { reportDefinitions } from './definitions.ts'
import { describePeriod } from './describe-period.ts'
import { skipEmptyStart, skipUnbegunEnd } from './known-months.ts'
import { describeBeginning } from './notes.ts'
import { type CoveredPeriod, listMonthsOfPeriod, resolvePeriod } from './period.ts'
import type { Report, ReportBuilder, ReportColumn, ReportInput, ReportNames, ReportRow } from './report.ts'
import { createAmountFormatter } from './rounding.ts'

const monthColumns: readonly ReportColumn[] = [
  { field: 'month', heading: 'Month', kind: 'month' },
  { field: 'assets', heading: 'Assets', kind: 'amount' },
  { field: 'debts', heading: 'Debts', kind: 'amount' },
  { field: 'on_budget', heading: 'On budget', kind: 'amount', dropPriority: 2 },
  { field: 'off_budget', heading: 'Tracking', kind: 'amount', dropPriority: 2 },
  { field: 'net_worth', heading: 'Net worth', kind: 'amount' },
  { field: 'change', heading: 'Change', kind: 'amount', dropPriority: 1 },
]
const accountColumns: readonly ReportColumn[] = [
  { field: 'section', heading: 'Section', kind: 'text', isGroupHeading: true },
  { field: 'account_id', heading: 'Id', kind: 'text', isHidden: true },
  { field: 'account', heading: 'Account', kind: 'text' },
  { field: 'balance_before', heading: 'Before', kind: 'amount', dropPriority: 2 },
  { field: 'change', heading: 'Change', kind: 'amount', dropPriority: 1 },
  { field: 'balance', heading: 'Balance', kind: 'amount' },
]

type Account = ReportNames['accounts'][number]

/** The balances of an account: before the period, and at the end of each of its months. */
interface AccountBalances {
  account: Account
  before: MinorUnits
  byMonth: readonly MinorUnits[]
}

/** True for accounts that count as debts, whatever their balance. */
const isDebt = ({ type }: Account): boolean => /^(credit|loan)_/.test(type)

/** Returns the balances of the accounts that ever had one in the period. */
async function readBalances(
  { source, names, request }: ReportInput,
  period: CoveredPeriod,
): Promise<AccountBalances[]> {
  const months = listMonthsOfPeriod(period)
  const changes = new Map<string, Map<string, MinorUnits>>()
  for (const { account_id, month, amount } of await source.listBalanceChanges(period.until)) {
    // What was before the first month of the period adds up under that of no month.
    const slot = month < toMonth(period.since) ? '' : month
    const byMonth = changes.get(account_id) ?? new Map<string, MinorUnits>()
    byMonth.set(slot, (byMonth.get(slot) ?? 0n) + amount)
    changes.set(account_id, byMonth)
  }
  const asked = request.account_ids
  return names.accounts
    .filter(({ id }) => changes.has(id) && (!asked || asked.includes(id)))
    .map((account) => {
      const own = changes.get(account.id) ?? new Map<string, MinorUnits>()
      const before = own.get('') ?? 0n
      let balance = before
      return { account, before, byMonth: months.map((month) => (balance += own.get(month) ?? 0n)) }
    })
    .filter(({ before, byMonth }) => before !== 0n || byMonth.some((balance) => balance !== 0n))
}

/** Builds the report of net worth. */
export const netWorth: ReportBuilder = {
  name: 'networth',
  dimensions: ['month', 'account'],
  flags: ['account'],
  namesMerchants: false,
  columns: [
    ...new Map([...monthColumns, ...accountColumns].map((column) => [column.field, column])).values(),
  ],
  async build(input) {
    const { request, source, currency } = input
    const period = await resolvePeriod(request, source, 'last-12-months')
    const balances = await readBalances(input, period)
    const { title, definition } = reportDefinitions.networth
    const ends = period.until < period.end ? [`The last month is as of ${period.until}`] : []
    return {
      report: 'networth',
      title: `${title} ${describePeriod(period)}`,
      period: { since: period.since, until: period.until },
      compared_period: null,
      currency,
      definition,
      notes: [...describeBeginning(period, request.today), ...(request.by === 'account' ? [] : ends)],
      ...(request.by === 'account'
        ? layOutByAccount(balances, period, currency)
        : layOutByMonth(balances, period, input)),
    }
  },
}

type Layout = Pick<Report, 'columns' | 'rows' | 'totals' | 'months' | 'chart'>

function layOutByMonth(
  balances: readonly AccountBalances[],
  period: CoveredPeriod,
  { currency, request }: ReportInput,
): Layout {
  const format = createAmountFormatter(currency)
  const total = (at: number, keeps: (account: Account) => boolean): MinorUnits =>
    balances.reduce(
      (sum, { account, before, byMonth }) =>
        keeps(account) ? sum + (at < 0 ? before : (byMonth[at] ?? 0n)) : sum,
      0n,
    )
  const isChanged = (at: number): boolean =>
    balances.some(({ before, byMonth }) => byMonth[at] !== (at > 0 ? byMonth[at - 1] : before))
  const months = skipUnbegunEnd(
    listMonthsOfPeriod(period).map((month, at) => ({ month, at })),
    ({ month, at }) => month <= toMonth(request.today) || isChanged(at),
  )
  // Before the first balance there is nothing to show.
  const isEmpty = ({ at }: { at: number }): boolean =>
    balances.every(({ before, byMonth }) => before === 0n && byMonth[at] === 0n)
  const rows = skipEmptyStart(months, isEmpty).map(
    ({ month, at }): ReportRow => ({
      month,
      assets: format(total(at, (account) => !isDebt(account))),
      debts: format(total(at, isDebt)),
      on_budget: format(total(at, ({ on_budget }) => on_budget)),
      off_budget: format(total(at, ({ on_budget }) => !on_budget)),
      net_worth: format(total(at, () => true)),
      change: format(total(at, () => true) - total(at - 1, () => true)),
    }),
  )
  const hasTracking = balances.some(({ account }) => !account.on_budget)
  return {
    columns: hasTracking
      ? monthColumns
      : monthColumns.map((column) =>
          column.field.endsWith('_budget') ? { ...column, isHidden: true } : column,
        ),
    rows,
    totals: null,
    months: null,
    chart: {
      kind: 'lines',
      label: 'month',
      values: ['net_worth'],
      pageValues: ['assets', 'debts', 'net_worth'],
    },
  }
}

/** Returns the rows by account: assets, then debts, the largest balance first. */
function layOutByAccount(
  balances: readonly AccountBalances[],
  period: CoveredPeriod,
  currency: string,
): Layout {
  const format = createAmountFormatter(currency)
  const getBalance = ({ byMonth }: AccountBalances): MinorUnits => byMonth.at(-1) ?? 0n
  const getSize = (one: AccountBalances): MinorUnits => absolute(getBalance(one))
  const sorted = balances.toSorted(
    (a, b) =>
      Number(isDebt(a.account)) - Number(isDebt(b.account)) ||
      Number(!a.account.on_budget) - Number(!b.account.on_budget) ||
      (getSize(a) > getSize(b) ? -1 : getSize(a) < getSize(b) ? 1 : 0),
  )
  const sum = (read: (one: AccountBalances) => MinorUnits): MinorUnits =>
    balances.reduce((total, one) => total + read(one), 0n)
  const months = listMonthsOfPeriod(period)
  return {
    columns: accountColumns,
    rows: sorted.map(
      (one): ReportRow => ({
        section: `${isDebt(one.account) ? 'Debts' : 'Assets'}, ${one.account.on_budget ? 'on budget' : 'tracking'}`,
        account_id: one.account.id,
        account: one.account.name,
        balance_before: format(one.before),
        change: format(getBalance(one) - one.before),
        balance: format(getBalance(one)),
        monthly: one.byMonth.map(format),
      }),
    ),
    totals: {
      account: 'Net worth',
      balance_before: format(sum(({ before }) => before)),
      change: format(sum((one) => getBalance(one) - one.before)),
      balance: format(sum(getBalance)),
      monthly: months.map((_, at) => format(sum(({ byMonth }) => byMonth[at] ?? 0n))),
    },
    months,
    chart: { kind: 'bars', label: 'account', values: ['balance'] },
  }
}
