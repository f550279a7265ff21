/** Selects lines by a query, and adds them up by dimensions. */

import type {
  LineDimension,
  LineQuery,
  LineTotal,
  ReportLine,
  TotalOptions,
} from '../../contract/ports/report-source.ts'
import { toMonth } from '../../money/calendar.ts'

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
