/** Lists the transactions behind the rows of a report. */

import type { ReportSource } from '../../contract/ports/report-source.ts'
import type { Report, ReportBuilder, ReportNames, ReportRow, ReportTransaction } from '../report.ts'
import { createAmountFormatter } from '../rounding.ts'

/** Returns the report with the transactions of each row, whose amounts add up to the row. */
export async function addRowTransactions(
  report: Report,
  { source, names, sign = 1n }: { source: ReportSource; names: ReportNames } & Pick<ReportBuilder, 'sign'>,
): Promise<Report> {
  const format = createAmountFormatter(report.currency)
  const accounts = new Map(names.accounts.map(({ id, name }) => [id, name]))
  const categories = new Map(names.categories.map(({ id, name }) => [id, name]))
  const rows: ReportRow[] = []
  for (const row of report.rows) {
    const transactions: ReportTransaction[] = []
    if (row.lines)
      for await (const page of source.listLines(row.lines))
        for (const line of page)
          transactions.push({
            id: line.transaction_id,
            date: line.date,
            account: accounts.get(line.account_id) ?? 'Unknown account',
            merchant:
              line.merchant_id === null
                ? nameTransfer(accounts.get(line.transfer_account_id ?? ''))
                : (names.getMerchantName(line.merchant_id) ?? null),
            category:
              line.kind === 'income' || line.kind === 'starting_balance'
                ? 'Ready to Assign'
                : (categories.get(line.category_id ?? '') ?? null),
            notes: line.notes,
            amount: format(sign * line.amount),
          })
    rows.push({ ...row, transactions })
  }
  return { ...report, rows }
}

const nameTransfer = (account: string | undefined): string | null =>
  account === undefined ? null : `Transfer: ${account}`
