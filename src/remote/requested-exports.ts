/** Reads a remote workspace for exports: all pages of its list, turned into the order of dates. */

import type { ExportSourceOptions } from '../command/runtime.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import { paginateTransactions } from '../contract/paginate.ts'
import type { ExportQuery, ExportSource, ExportTransaction } from '../contract/ports/export-source.ts'
import type { MinorUnits } from '../money/minor-units.ts'
import { parseReplyAmount } from './reports/report-lines.ts'

/** How many transactions a page of the export has. */
const ROWS_PER_PAGE = 1000

/**
 * Returns what exports read of a remote workspace. A service lists the newest transactions first, so the list is read
 * once, whole, and kept while the command runs.
 */
export function createRequestedExports({ api, decimals, signal }: ExportSourceOptions): ExportSource {
  let reading: Promise<ExportTransaction[]> | undefined
  const readAll = (): Promise<ExportTransaction[]> => (reading ??= readTransactions())

  async function readTransactions(): Promise<ExportTransaction[]> {
    const rows: ExportTransaction[] = []
    for await (const page of paginateTransactions(api, {}, signal))
      for (const row of page) rows.push(toExportTransaction(row, decimals))
    return rows.toReversed()
  }

  return {
    openSnapshot: () => undefined,
    async *listTransactions(query) {
      const rows = (await readAll()).filter(matchesQuery(query))
      for (let at = 0; at < rows.length; at += ROWS_PER_PAGE) yield rows.slice(at, at + ROWS_PER_PAGE)
    },
    async listBalancesBefore(date) {
      const balances = new Map<string, MinorUnits>()
      for (const { account_id, amount } of (await readAll()).filter((row) => row.date < date))
        balances.set(account_id, (balances.get(account_id) ?? 0n) + amount)
      return balances
    },
  }
}

const matchesQuery =
  ({ since, until, account_ids }: ExportQuery) =>
  ({ date, account_id }: ExportTransaction): boolean =>
    (since === undefined || date >= since) &&
    (until === undefined || date <= until) &&
    (account_ids === undefined || account_ids.includes(account_id))

/** Returns the transaction as exports read it. The API does not tell the other side of a transfer. */
function toExportTransaction(row: Transaction, decimals: number): ExportTransaction {
  const toLine = (line: Pick<Transaction, 'amount' | 'category_id' | 'ready_to_assign' | 'notes'>) => ({
    amount: parseReplyAmount(line.amount, decimals),
    category_id: line.category_id,
    ready_to_assign: line.ready_to_assign,
    notes: line.notes,
  })
  const isSplit = row.splits !== null && row.splits.length > 0
  return {
    id: row.id,
    date: row.date,
    amount: parseReplyAmount(row.amount, decimals),
    account_id: row.account_id,
    merchant_id: row.merchant_id,
    notes: row.notes,
    status: toStatus(row.status),
    review_status: row.review_status === 'reviewed' ? 'reviewed' : 'needs_review',
    transfer_account_id: row.transfer_account_id,
    transfer_id: null,
    lines: isSplit ? (row.splits ?? []).map(toLine) : [{ ...toLine(row), notes: null }],
    is_split: isSplit,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** Returns the status; one that this program does not know counts as cleared. */
const toStatus = (status: string): ExportTransaction['status'] =>
  status === 'pending' || status === 'reconciled' ? status : 'cleared'
