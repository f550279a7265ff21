/** Computes what reports read of a local workspace, in SQL. */

import { createIdCodec, type IdCodec, type IdKind } from '../contract/ids.ts'
import type { BudgetMonth, ReadyToAssignExplanation } from '../contract/ports/budget-months.ts'
import type { LineQuery, LineTotal, ReportSource } from '../contract/ports/report-source.ts'
import { addMonths } from '../money/calendar.ts'
import type { LineConditions } from '../store/line-conditions.ts'
import type { LineSeries } from '../store/line-totals.ts'
import type { WorkspaceStore } from '../store/workspace-store.ts'
import { assertFound } from './budget/request-context.ts'
import { memoizeIds, readBudgetMonths } from './budget-months.ts'
import type { openForecasts } from './forecast.ts'

/** Returns what reports read of a workspace. All of it is read as it was at the first call, until something is written. */
export function createReportSource(store: WorkspaceStore): ReportSource {
  const ids = createIdCodec(store.settings.id_salt)
  const inSnapshot = <Result>(read: () => Result): Result => {
    store.beginSnapshot()
    return store.read(read)
  }
  // A report compares several plans.
  let forecasts: { version: string; compute: ReturnType<typeof openForecasts> } | undefined
  const listBudgetMonths = (first: string, last: string): BudgetMonth[] =>
    inSnapshot(() => readBudgetMonths(store, ids, { first, last }))
  return {
    async totalLines(query, dimensions, { withDates = false } = {}) {
      const wanted = { dimensions: new Set(dimensions), withDates }
      const series = inSnapshot(() => store.lineTotals.listSeries(toConditions(query, ids), wanted))
      return series.flatMap(createTotalsReader(ids))
    },
    ...listPages(store, ids),
    readDateRange: async () => inSnapshot(store.lineTotals.readDateRange),
    readAssignedRange: async () => inSnapshot(store.monthTotals.readAssignedRange),
    async listBalanceChanges(until) {
      const changes = inSnapshot(() => store.lineTotals.listBalanceChanges(until))
      const toId = memoizeIds(ids, 'account')
      return changes.map(({ account, ...change }) => ({ account_id: toId(account), ...change }))
    },
    listBudgetMonths: async (first, last) => listBudgetMonths(first, last),
    async explainReadyToAssign(month) {
      const [before, current] = listBudgetMonths(addMonths(month, -1), month)
      return { ...assertFound(current).parts, overspent_categories: listOverspent(assertFound(before)) }
    },
    async computeForecast(planned, { today, until }) {
      const { openForecasts } = await import('./forecast.ts')
      return inSnapshot(() => {
        const version = `${today} ${store.rowsVersion()}`
        if (forecasts?.version !== version) forecasts = { version, compute: openForecasts(store, today) }
        return forecasts.compute(planned, until)
      })
    },
    async listUnplannedFlows({ since, until }) {
      const toAccount = memoizeIds(ids, 'account')
      const toCategory = memoizeIds(ids, 'category')
      return inSnapshot(() => store.reportLists.listUnplannedFlows(since, until)).map(
        ({ account, category, ...flow }) => ({
          account_id: toAccount(account),
          category_id: orNull(category, toCategory),
          ...flow,
        }),
      )
    },
    costsRequests: false,
    readAge: () => undefined,
  }
}

function listPages(
  store: WorkspaceStore,
  ids: IdCodec,
): Pick<ReportSource, 'listLines' | 'listMoneyFlows' | 'listMerchantPayments'> {
  const { reportLists } = store
  return {
    async *listLines(query) {
      store.beginSnapshot()
      const account = memoizeIds(ids, 'account')
      const merchant = memoizeIds(ids, 'merchant')
      const category = memoizeIds(ids, 'category')
      for (const page of reportLists.iterateLines(toConditions(query, ids)))
        yield page.map((row) => ({
          transaction_id: ids.toId('transaction', row.seq),
          date: row.date,
          account_id: account(row.account),
          merchant_id: orNull(row.merchant, merchant),
          category_id: orNull(row.category, category),
          transfer_account_id: orNull(row.transfer_account, account),
          notes: row.notes,
          amount: row.amount,
          kind: row.kind,
        }))
    },
    async *listMoneyFlows(until) {
      store.beginSnapshot()
      yield* reportLists.iterateMoneyFlows(until)
    },
    async *listMerchantPayments({ since, until, account_ids }) {
      store.beginSnapshot()
      const accounts = toSeqs(ids, 'account', account_ids)
      for (const { merchant, payments } of reportLists.iteratePayments({ since, until, accounts }))
        yield { merchant_id: ids.toId('merchant', merchant), payments }
    },
  }
}

/** Returns what the categories of a month leave the next month to pay. */
const listOverspent = ({ categories }: BudgetMonth): ReadyToAssignExplanation['overspent_categories'] =>
  categories
    .filter(({ cash_overspending }) => cash_overspending > 0n)
    .map(({ category_id, cash_overspending }) => ({ category_id, amount: cash_overspending }))

const orNull = (seq: number | null, toId: (seq: number) => string): string | null =>
  seq === null ? null : toId(seq)

/** Returns the seqs of ids, without those of unknown ids; null stays. */
const toSeqs = <Id extends string | null>(ids: IdCodec, kind: IdKind, list: readonly Id[] | undefined) =>
  list?.flatMap((id): (number | Extract<Id, null>)[] => {
    // Id is string or null: what is no string is null.
    if (typeof id !== 'string') return [id as Extract<Id, null>]
    const seq = ids.toSeq(kind, id)
    return seq === undefined ? [] : [seq]
  })

/** Returns a query with the seqs of its ids; an unknown id belongs to no line. */
function toConditions(query: LineQuery, ids: IdCodec): LineConditions {
  return {
    since: query.since,
    until: query.until,
    kinds: query.kinds,
    accounts: toSeqs(ids, 'account', query.account_ids),
    categories: toSeqs(ids, 'category', query.category_ids),
    merchants: toSeqs(ids, 'merchant', query.merchant_ids),
    direction: query.direction,
  }
}

/** Returns a function that turns a series into totals, with ids that are encoded once. */
function createTotalsReader(ids: IdCodec): (series: LineSeries) => LineTotal[] {
  const toCategory = memoizeIds(ids, 'category')
  const toMerchant = memoizeIds(ids, 'merchant')
  const toAccount = memoizeIds(ids, 'account')
  return ({ kind, category, merchant, account, months }) => {
    const category_id = orNull(category, toCategory)
    const merchant_id = orNull(merchant, toMerchant)
    const account_id = orNull(account, toAccount)
    return months.map(({ month, amount, count, first_date, last_date }) => ({
      kind,
      month,
      category_id,
      merchant_id,
      account_id,
      amount,
      count,
      first_date,
      last_date,
    }))
  }
}
