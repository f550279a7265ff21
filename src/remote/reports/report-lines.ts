/** Turns transactions of the API into the lines that reports read, and decides the kind of each. */

import type { Transaction } from '../../contract/operations/transactions.ts'
import type { LineKind, ReportLine } from '../../contract/ports/report-source.ts'
import { isStartingBalance } from '../../contract/starting-balance.ts'
import { parseReplyAmount } from './reply-amount.ts'

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
