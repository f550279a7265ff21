/** Writes the lines of transactions as CSV: a row for each split line. @see docs/export.md#csv */

import type { ExportLine, ExportTransaction } from '../contract/ports/export-source.ts'
import { formatAmount } from '../money/minor-units.ts'
import { formatCsvLine } from '../output/delimited.ts'
import type { Cell, ColumnSpec } from '../output/view.ts'
import type { ExportFacts, ExportWriter } from './export-facts.ts'

const columns = [
  { field: 'date', kind: 'text' },
  { field: 'account_name', kind: 'text' },
  { field: 'merchant_name', kind: 'text' },
  { field: 'amount', kind: 'amount' },
  { field: 'notes', kind: 'text' },
  { field: 'group_name', kind: 'text' },
  { field: 'category_name', kind: 'text' },
  { field: 'ready_to_assign', kind: 'text' },
  { field: 'transfer_account_name', kind: 'text' },
  { field: 'status', kind: 'text' },
  { field: 'review_status', kind: 'text' },
  { field: 'type', kind: 'text' },
  { field: 'id', kind: 'text' },
  { field: 'account_id', kind: 'text' },
  { field: 'merchant_id', kind: 'text' },
  { field: 'category_id', kind: 'text' },
  { field: 'transfer_account_id', kind: 'text' },
].map(
  ({ field, kind }): ColumnSpec => ({ field, heading: field, kind: kind === 'amount' ? 'amount' : 'text' }),
)

/** Writes a workspace as a table of lines, in the order of dates. */
export const writeCsv: ExportWriter = async function* (facts) {
  const listCells = createCellReader(facts)
  yield formatCsvLine(columns.map(({ field }) => field))
  for await (const page of facts.listTransactions()) {
    let text = ''
    for (const transaction of page)
      for (const line of transaction.lines) text += formatCsvLine(listCells(transaction, line), columns)
    yield text
  }
}

function createCellReader(facts: ExportFacts): (row: ExportTransaction, line: ExportLine) => Cell[] {
  const accounts = new Map(facts.accounts.map(({ id, name }) => [id, name]))
  const groups = new Map(facts.groups.map(({ id, name }) => [id, name]))
  const categories = new Map(facts.categories.map((category) => [category.id, category]))
  return (row, line) => {
    const category = line.category_id === null ? undefined : categories.get(line.category_id)
    const { merchant_id, transfer_account_id } = row
    return [
      row.date,
      accounts.get(row.account_id) ?? null,
      merchant_id === null ? null : (facts.getMerchantName(merchant_id) ?? null),
      formatAmount(line.amount, facts.decimals),
      line.notes ?? row.notes,
      category ? (groups.get(category.group_id) ?? null) : null,
      category?.name ?? null,
      line.ready_to_assign,
      transfer_account_id === null ? null : (accounts.get(transfer_account_id) ?? null),
      row.status,
      row.review_status,
      transfer_account_id === null ? 'regular' : 'transfer',
      row.id,
      row.account_id,
      merchant_id,
      line.category_id,
      transfer_account_id,
    ]
  }
}
