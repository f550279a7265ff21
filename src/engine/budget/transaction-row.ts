/** Builds rows of transactions to insert. */

import { isCreditAccountType } from '../../contract/operations/accounts.ts'
import type { AccountRow } from '../../store/accounts.ts'
import type { TransactionRow } from '../../store/transaction-columns.ts'
import type { RequestContext } from './request-context.ts'

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
