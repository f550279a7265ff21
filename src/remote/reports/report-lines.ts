/** Turns transactions of the API into the lines that reports read, selects lines and adds them up. */

import { NetworkError } from '../../contract/errors.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import type {
  LineDimension,
  LineKind,
  LineQuery,
  LineTotal,
  ReportLine,
  TotalOptions,
} from '../../contract/ports/report-source.ts'
import { isStartingBalance } from '../../contract/starting-balance.ts'
import { toMonth } from '../../money/calendar.ts'
import { type MinorUnits, parseTotal } from '../../money/minor-units.ts'

/** What lines are made with. */
export interface LineContext {
  /** The accounts that take part in the budget. */
  onBudgetIds: ReadonlySet<string>
  /** The decimals of the workspace's currency. */
  decimals: number
}

/** Returns the kind of a line. @see docs/reports.md#lines */
function classifyLine(
  transaction: Transaction,
  ready_to_assign: boolean,
  { onBudgetIds }: Pick<LineContext, 'onBudgetIds'>,
): LineKind {
  const { account_id, transfer_account_id } = transaction
  if (!onBudgetIds.has(account_id)) return 'off_budget'
  if (transfer_account_id !== null && onBudgetIds.has(transfer_account_id)) return 'transfer'
  if (!ready_to_assign) return 'spending'
  return isStartingBalance(transaction) ? 'starting_balance' : 'income'
}

/** Returns the lines of a transaction: its split lines in their order, or the transaction as one line. */
export function toReportLines(transaction: Transaction, context: LineContext): ReportLine[] {
  const { id, date, account_id, merchant_id, transfer_account_id, splits, notes } = transaction
  const lines = splits && splits.length > 0 ? splits : [transaction]
  return lines.map((line) => ({
    transaction_id: id,
    date,
    account_id,
    merchant_id,
    category_id: line.category_id,
    transfer_account_id,
    notes: line.notes ?? notes,
    amount: parseReplyAmount(line.amount, context.decimals),
    kind: classifyLine(transaction, line.ready_to_assign, context),
  }))
}

/** Returns a function that is true for the lines a query asks for. */
export function createLineFilter(query: LineQuery): (line: ReportLine) => boolean {
  const { since, until, direction } = query
  const kinds = new Set(query.kinds)
  const accounts = query.account_ids && new Set(query.account_ids)
  const categories = query.category_ids && new Set(query.category_ids)
  const merchants = query.merchant_ids && new Set(query.merchant_ids)
  return (line) =>
    kinds.has(line.kind) &&
    (since === undefined || line.date >= since) &&
    (until === undefined || line.date <= until) &&
    (accounts?.has(line.account_id) ?? true) &&
    (categories?.has(line.category_id) ?? true) &&
    (merchants?.has(line.merchant_id) ?? true) &&
    (direction === undefined || (direction === 'inflow' ? line.amount > 0n : line.amount < 0n))
}

/** Adds lines up; they may come in any order. */
export function createLineTotals(dimensions: readonly LineDimension[], { withDates }: TotalOptions = {}) {
  const wanted = new Set(dimensions)
  const totals = new Map<string, LineTotal>()
  return {
    add(line: ReportLine): void {
      const key = {
        kind: wanted.has('kind') ? line.kind : null,
        month: wanted.has('month') ? toMonth(line.date) : null,
        category_id: wanted.has('category') ? line.category_id : null,
        merchant_id: wanted.has('merchant') ? line.merchant_id : null,
        account_id: wanted.has('account') ? line.account_id : null,
      }
      const text = JSON.stringify(Object.values(key))
      const total = totals.get(text)
      if (!total) {
        const date = withDates ? line.date : null
        totals.set(text, { ...key, amount: line.amount, count: 1, first_date: date, last_date: date })
        return
      }
      total.amount += line.amount
      total.count += 1
      if (total.first_date !== null && line.date < total.first_date) total.first_date = line.date
      if (total.last_date !== null && line.date > total.last_date) total.last_date = line.date
    },
    list: (): LineTotal[] => [...totals.values()],
  }
}

/**
 * Returns the minor units of an amount from a service.
 * @throws NetworkError for an amount that the workspace's currency cannot have
 */
export function parseReplyAmount(text: string, decimals: number): MinorUnits {
  try {
    return parseTotal(text, decimals)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new NetworkError(`The service sent an invalid response: ${error.message}`, false)
  }
}
