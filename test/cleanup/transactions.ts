/** Builds transactions for tests of the analysis; fields that a test does not name are the same in all. */

import type { Transaction } from '../../src/contract/operations/transactions.ts'

/** Returns a cleared regular transaction of -10.00 at Bakery on 2026-11-10 in Checking, with these changes. */
export function buildTransaction(id: string, changes: Partial<Transaction> = {}): Transaction {
  const { merchant_name = 'Bakery' } = changes
  return {
    id,
    date: '2026-11-10',
    amount: '-10.00',
    account_id: 'Checking',
    account_name: changes.account_id ?? 'Checking',
    merchant_id: merchant_name === null ? null : `mer_${merchant_name}`,
    merchant_name,
    category_id: null,
    category_name: null,
    ready_to_assign: false,
    notes: null,
    status: 'cleared',
    review_status: 'needs_review',
    type: 'regular',
    transfer_account_id: null,
    splits: null,
    deleted: false,
    created_at: '2026-11-20T12:00:00.000Z',
    updated_at: '2026-11-20T12:00:00.000Z',
    ...changes,
  }
}
