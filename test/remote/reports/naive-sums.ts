/** Adds up lines the slow and obvious way, from the transactions as the API lists them. */

import type { BudgetApi } from '../../../src/contract/api.ts'
import type { Transaction } from '../../../src/contract/operations/transactions.ts'
import { paginateTransactions } from '../../../src/contract/paginate.ts'
import type {
  LineDimension,
  LineKind,
  LineQuery,
  LineTotal,
  ReportLine,
  TotalOptions,
} from '../../../src/contract/ports/report-source.ts'

/** Lists all live transactions, the newest first. */
async function listAll(api: BudgetApi): Promise<Transaction[]> {
  const all: Transaction[] = []
  for await (const page of paginateTransactions(api)) all.push(...page)
  return all
}

const toCents = (amount: string): bigint => BigInt(amount.replace('.', ''))

function getKind(row: Transaction, toAssign: boolean, onBudget: ReadonlySet<string>): LineKind {
  if (!onBudget.has(row.account_id)) return 'off_budget'
  if (row.transfer_account_id && onBudget.has(row.transfer_account_id)) return 'transfer'
  if (!toAssign) return 'spending'
  if (row.type === 'regular' && row.merchant_id === null && row.notes === 'Starting balance')
    return 'starting_balance'
  if (row.merchant_name?.toLowerCase().replaceAll(/\s+/g, ' ') === 'starting balance')
    return 'starting_balance'
  return 'income'
}

/** Lists every line of the workspace, the newest first. */
export async function listNaiveLines(api: BudgetApi): Promise<ReportLine[]> {
  const { accounts } = await api.listAccounts({ query: { include_closed: true } })
  const onBudget = new Set(accounts.filter((one) => one.on_budget).map((one) => one.id))
  const rows = await listAll(api)
  return rows.flatMap((row) =>
    (row.splits ?? [row]).map((line) => ({
      transaction_id: row.id,
      date: row.date,
      account_id: row.account_id,
      merchant_id: row.merchant_id,
      category_id: line.category_id,
      transfer_account_id: row.transfer_account_id,
      notes: line.notes ?? row.notes,
      amount: toCents(line.amount),
      kind: getKind(row, line.ready_to_assign, onBudget),
    })),
  )
}

/** Returns the lines that a query asks for. */
export const selectNaively = (lines: readonly ReportLine[], query: LineQuery): ReportLine[] =>
  lines.filter(
    (line) =>
      query.kinds.includes(line.kind) &&
      line.date >= (query.since ?? '') &&
      line.date <= (query.until ?? '9') &&
      (!query.account_ids || query.account_ids.includes(line.account_id)) &&
      (!query.category_ids || query.category_ids.includes(line.category_id)) &&
      (!query.merchant_ids || query.merchant_ids.includes(line.merchant_id)) &&
      (query.direction !== 'inflow' || line.amount > 0n) &&
      (query.direction !== 'outflow' || line.amount < 0n),
  )

/** Adds lines up by dimensions. */
export function totalNaively(
  lines: readonly ReportLine[],
  dimensions: readonly LineDimension[],
  { withDates = false }: TotalOptions = {},
): LineTotal[] {
  const keep = <Value>(dimension: LineDimension, value: Value): Value | null =>
    dimensions.includes(dimension) ? value : null
  const keyed = lines.map((line) => ({
    line,
    key: {
      kind: keep('kind', line.kind),
      month: keep('month', line.date.slice(0, 7)),
      category_id: keep('category', line.category_id),
      merchant_id: keep('merchant', line.merchant_id),
      account_id: keep('account', line.account_id),
    },
  }))
  const groups = new Map<string, { key: (typeof keyed)[number]['key']; lines: ReportLine[] }>()
  for (const { key, line } of keyed) {
    const group = groups.get(JSON.stringify(key)) ?? { key, lines: [] }
    groups.set(JSON.stringify(key), { key, lines: [...group.lines, line] })
  }
  return [...groups.values()].map(({ key, lines: group }) => {
    const dates = group.map(({ date }) => date).toSorted()
    return {
      ...key,
      amount: group.reduce((sum, { amount }) => sum + amount, 0n),
      count: group.length,
      first_date: (withDates && dates[0]) || null,
      last_date: (withDates && dates.at(-1)) || null,
    }
  })
}

/** Sorts totals, whose order says nothing. */
export const sortTotals = (totals: readonly LineTotal[]): LineTotal[] =>
  totals.toSorted((a, b) => (describeKey(a) < describeKey(b) ? -1 : 1))

const describeKey = ({ kind, month, category_id, merchant_id, account_id }: LineTotal): string =>
  JSON.stringify([kind, month, category_id, merchant_id, account_id])
