/** Computes what reports read of a local workspace, in SQL. */

import type {
  BudgetMonth,
  CategoryMonth,
  LineQuery,
  LineTotal,
  ReadyToAssignExplanation,
  ReportSource,
} from '../contract/ports/report-source.ts'
import { addMonths } from '../money/calendar.ts'
import type { LineConditions } from '../store/line-conditions.ts'
import type { LineTotalRow } from '../store/line-totals.ts'
import { UNCATEGORIZED } from '../store/month-totals.ts'
import type { WorkspaceStore } from '../store/workspace-store.ts'
import { createIdCodec, type IdCodec, type IdKind } from './budget/ids.ts'
import { computeMonths, type MonthFigures, noFigures } from './budget/month-figures.ts'
import { readMonthInput } from './budget/month-input.ts'
import { assertFound } from './budget/request-context.ts'

/** Returns what reports read of a workspace. All of it is read as it was at the first call, until something is written. */
export function createReportSource(store: WorkspaceStore): ReportSource {
  const ids = createIdCodec(store.settings.id_salt)
  const inSnapshot = <Result>(read: () => Result): Result => {
    store.beginSnapshot()
    return store.read(read)
  }
  const listBudgetMonths = (first: string, last: string): BudgetMonth[] =>
    inSnapshot(() => readBudgetMonths(store, ids, { first, last }))
  return {
    async totalLines(query, dimensions) {
      const wanted = new Set(dimensions)
      const rows = inSnapshot(() => store.lineTotals.listTotals(toConditions(query, ids), wanted))
      return mergeTotals(rows).map((row) => toLineTotal(row, ids))
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
    async *listMerchantPayments(until) {
      store.beginSnapshot()
      const account = memoizeIds(ids, 'account')
      const merchant = memoizeIds(ids, 'merchant')
      for (const page of reportLists.iteratePayments(until))
        yield page.map((row) => ({
          transaction_id: ids.toId('transaction', row.seq),
          merchant_id: merchant(row.merchant),
          account_id: account(row.account),
          date: row.date,
          amount: row.amount,
        }))
    },
  }
}

/** Returns a function that encodes each id once: lines repeat them. */
function memoizeIds(ids: IdCodec, kind: IdKind): (seq: number) => string {
  const known = new Map<number, string>()
  return (seq) => {
    const id = known.get(seq) ?? ids.toId(kind, seq)
    known.set(seq, id)
    return id
  }
}

/** Returns what the categories of a month leave the next month to pay. */
const listOverspent = ({ categories }: BudgetMonth): ReadyToAssignExplanation['overspent_categories'] =>
  categories
    .filter(({ cash_overspending }) => cash_overspending > 0n)
    .map(({ category_id, cash_overspending }) => ({ category_id, amount: cash_overspending }))

const orNull = (seq: number | null, toId: (seq: number) => string): string | null =>
  seq === null ? null : toId(seq)

/** Returns a query with the seqs of its ids; an unknown id belongs to no line. */
function toConditions(query: LineQuery, ids: IdCodec): LineConditions {
  const toSeqs = <Id extends string | null>(kind: IdKind, list: readonly Id[] | undefined) =>
    list?.flatMap((id): (number | Extract<Id, null>)[] => {
      // Id is string or null: what is no string is null.
      if (typeof id !== 'string') return [id as Extract<Id, null>]
      const seq = ids.toSeq(kind, id)
      return seq === undefined ? [] : [seq]
    })
  return {
    since: query.since,
    until: query.until,
    kinds: query.kinds,
    accounts: toSeqs('account', query.account_ids),
    categories: toSeqs('category', query.category_ids),
    merchants: toSeqs('merchant', query.merchant_ids),
  }
}

/** Merges the totals of whole transactions with those of split lines. */
function mergeTotals(rows: readonly LineTotalRow[]): LineTotalRow[] {
  const merged = new Map<string, LineTotalRow>()
  for (const row of rows) {
    const { kind, month, category, merchant, account } = row
    const key = `${kind}|${month}|${category}|${merchant}|${account}`
    const total = merged.get(key)
    if (!total) merged.set(key, row)
    else {
      total.amount += row.amount
      total.count += row.count
      if (row.first_date < total.first_date) total.first_date = row.first_date
      if (row.last_date > total.last_date) total.last_date = row.last_date
    }
  }
  return [...merged.values()]
}

const toLineTotal = ({ category, merchant, account, ...total }: LineTotalRow, ids: IdCodec): LineTotal => ({
  ...total,
  category_id: category === null ? null : ids.toId('category', category),
  merchant_id: merchant === null ? null : ids.toId('merchant', merchant),
  account_id: account === null ? null : ids.toId('account', account),
})

function readBudgetMonths(
  store: WorkspaceStore,
  ids: IdCodec,
  months: { first: string; last: string },
): BudgetMonth[] {
  const categories = store.categories.list()
  const toId = memoizeIds(ids, 'category')
  const toCategoryMonths = (figures: MonthFigures['categories']): CategoryMonth[] => {
    const hidden = figures.get(UNCATEGORIZED)
    const listed = categories.map(({ seq }) => ({
      category_id: toId(seq),
      ...(figures.get(seq) ?? noFigures),
    }))
    return hidden && Object.values(hidden).some((amount) => amount !== 0n)
      ? [...listed, { category_id: null, ...hidden }]
      : listed
  }
  return computeMonths(months, readMonthInput(store, categories)).map(
    ({ month, parts, categories: figures }) => ({
      month,
      parts,
      categories: toCategoryMonths(figures),
    }),
  )
}
