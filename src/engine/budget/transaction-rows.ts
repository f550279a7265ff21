/** Builds rows of transactions, and converts rows to the API's transactions. */

import { isCreditAccountType } from '../../contract/operations/accounts.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import { formatTimestamp } from '../../money/calendar.ts'
import type { AccountRow } from '../../store/accounts.ts'
import type { TransactionRow } from '../../store/transaction-row-mapping.ts'
import { assertFound, type NamedKind, type RequestContext } from './request-context.ts'

/** Returns a function from a row to the API's transaction. */
export function createTransactionView({
  ids,
  formatMoney: money,
  getName,
}: RequestContext): (row: TransactionRow) => Transaction {
  const idOrNull = (kind: NamedKind, seq: number | null): string | null =>
    seq === null ? null : ids.toId(kind, seq)
  const nameOrNull = (kind: NamedKind, seq: number | null): string | null =>
    seq === null ? null : getName(kind, seq)

  return (row) => ({
    id: ids.toId('transaction', row.seq),
    date: row.date,
    amount: money(row.amount),
    account_id: ids.toId('account', row.account),
    account_name: getName('account', row.account),
    merchant_id: idOrNull('merchant', row.merchant),
    merchant_name: nameOrNull('merchant', row.merchant),
    category_id: idOrNull('category', row.category),
    category_name: nameOrNull('category', row.category),
    ready_to_assign: row.ready_to_assign,
    notes: row.notes,
    status: row.status,
    review_status: row.review_status,
    type: row.pair === null ? 'regular' : 'transfer',
    transfer_account_id: idOrNull('account', row.transfer_account),
    splits:
      row.splits?.map((line) => ({
        amount: money(line.amount),
        category_id: idOrNull('category', line.category),
        category_name: nameOrNull('category', line.category),
        ready_to_assign: line.ready_to_assign,
        notes: line.notes,
      })) ?? null,
    deleted: row.deleted,
    created_at: formatTimestamp(row.created_at),
    updated_at: formatTimestamp(row.updated_at),
  })
}

/** Returns the reply for one row; for a transfer with both sides, the outflow first. @see docs/spec.md#s1 */
export function toTransactionReply(
  context: RequestContext,
  row: TransactionRow,
): { transaction: Transaction; transactions?: Transaction[] } {
  const toTransaction = createTransactionView(context)
  const transaction = toTransaction(row)
  if (row.pair === null) return { transaction }
  const other = toTransaction(assertFound(context.store.transactions.get(row.pair)))
  return { transaction, transactions: row.amount < 0n ? [transaction, other] : [other, transaction] }
}

type NewRowInput = Partial<Omit<TransactionRow, 'account' | 'card'>> & {
  seq: number
  account: AccountRow
  date: string
  amount: bigint
}

/** Returns the account's seq if it is a credit account, else null. */
export const getCardSeq = (account: AccountRow): number | null =>
  isCreditAccountType(account.type) ? account.seq : null

/** Returns a row with the API's defaults for missing fields. */
export const buildTransactionRow = (
  { now }: RequestContext,
  { account, ...fields }: NewRowInput,
): TransactionRow => ({
  merchant: null,
  category: null,
  ready_to_assign: false,
  notes: null,
  status: 'cleared',
  review_status: 'needs_review',
  auto: false,
  splits: null,
  pair: null,
  transfer_account: null,
  deleted: false,
  ...fields,
  account: account.seq,
  card: getCardSeq(account),
  created_at: now,
  updated_at: now,
})
