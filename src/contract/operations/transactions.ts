/** Describes the transaction operations and the transaction resource. */

import * as p from '../fields.ts'
import { defineOperation } from '../operation.ts'

/** How far the bank has confirmed a transaction. */
export const transactionStatuses = ['pending', 'cleared', 'reconciled'] as const

/** Whether the user has reviewed a transaction. */
export const reviewStatuses = ['reviewed', 'needs_review'] as const

/** How many transactions one POST may create. */
export const maxBatchSize = 100

/** How many transactions a page may hold. */
export const maxPageSize = 500

/** How many transactions a page holds when the query has no limit. */
export const defaultPageSize = 100

const splitLine = p.object({
  amount: p.money,
  category_id: p.nullable(p.id),
  category_name: p.nullable(p.string()),
  ready_to_assign: p.boolean(),
  notes: p.nullable(p.string()),
})

/** The schema of a transaction. */
export const transaction = p.object({
  id: p.id,
  date: p.replyDate,
  amount: p.money,
  account_id: p.id,
  account_name: p.string(),
  merchant_id: p.nullable(p.id),
  merchant_name: p.nullable(p.string()),
  category_id: p.nullable(p.id),
  category_name: p.nullable(p.string()),
  ready_to_assign: p.boolean(),
  notes: p.nullable(p.string()),
  status: p.openEnum(transactionStatuses),
  review_status: p.openEnum(reviewStatuses),
  type: p.openEnum(['regular', 'transfer']),
  transfer_account_id: p.nullable(p.id),
  splits: p.nullable(p.array(splitLine)),
  deleted: p.boolean(),
  created_at: p.instant,
  updated_at: p.instant,
})

/** A transaction. */
export type Transaction = p.InferOutput<typeof transaction>

const categoryId = p.optional(p.nullable(p.reference('category')))

const splitDraft = p.strictFields({
  amount: p.amount,
  category_id: categoryId,
  ready_to_assign: p.optional(p.booleanField),
  notes: p.optional(p.notes),
})

const splitsMessage = 'must be an array of 1 to 100 lines'
const splits = p.optional(
  p.nullable(p.boundedArray(splitDraft, 100, { empty: splitsMessage, tooMany: splitsMessage })),
)

const merchantFields = {
  merchant_id: p.optional(p.nullable(p.reference('merchant'))),
  merchant_name: p.optional(p.nullable(p.merchantName)),
}

const creationFields = {
  notes: p.optional(p.notes),
  status: p.optional(p.closedEnum(['pending', 'cleared'])),
  review_status: p.optional(p.closedEnum(reviewStatuses)),
}

/** The schema of a regular transaction to create. `amount` may be omitted only with `splits`. */
export const transactionDraft = p.strictFields({
  account_id: p.reference('account'),
  date: p.date,
  amount: p.optional(p.nullable(p.amount)),
  category_id: categoryId,
  ready_to_assign: p.optional(p.booleanField),
  splits,
  ...merchantFields,
  ...creationFields,
  type: p.optional(p.closedEnum(['regular'])),
})

/** A regular transaction to create. */
export type TransactionDraft = p.InferInput<typeof transactionDraft>

/**
 * The schema of a transfer to create: money moves from `from_account_id` to `to_account_id`.
 * @see docs/spec.md#d40
 */
export const transferDraft = p.strictFields({
  type: p.closedEnum(['transfer']),
  from_account_id: p.reference('account'),
  to_account_id: p.reference('account'),
  amount: p.amount,
  date: p.date,
  category_id: categoryId,
  ...creationFields,
})

/** A transfer to create. */
export type TransferDraft = p.InferInput<typeof transferDraft>

/** The schema of the rows of a batch. */
export const transactionBatch = p.boundedArray(p.unknown(), maxBatchSize, {
  empty: 'must be a non-empty array',
  tooMany: `must hold at most ${maxBatchSize} items`,
})

/** GET /transactions. */
export const listTransactions = defineOperation({
  summary: 'List transactions, newest first, one page at a time',
  method: 'GET',
  path: '/transactions',
  status: 200,
  // The ids come last, because the form of all parameters is checked before the ids are looked up. docs/spec.md#d01
  query: p.strictFields({
    since_date: p.optional(p.date),
    until_date: p.optional(p.date),
    status: p.optional(p.closedEnum(transactionStatuses)),
    review_status: p.optional(p.closedEnum(reviewStatuses)),
    limit: p.optional(p.queryInteger(1, maxPageSize)),
    cursor: p.optional(p.textField),
    account_id: p.optional(p.textField),
    category_id: p.optional(p.textField),
  }),
  reply: p.object({ transactions: p.array(transaction), next_cursor: p.nullable(p.string()) }),
})

/** The filters of a list of transactions. */
export type TransactionFilters = NonNullable<p.InferOutput<(typeof listTransactions)['query']>>

/** One transaction; for a transfer both sides too, the outflow first. @see docs/spec.md#s1 */
const transactionWithPair = p.object({ transaction, transactions: p.optional(p.array(transaction)) })

/** GET /transactions/{transaction_id}. */
export const getTransaction = defineOperation({
  summary: 'Get one transaction, including a deleted one',
  method: 'GET',
  path: '/transactions/{transaction_id}',
  status: 200,
  reply: transactionWithPair,
})

/** POST /transactions. */
export const createTransactions = defineOperation({
  summary: 'Create a transaction, a transfer, or up to 100 transactions at once',
  method: 'POST',
  path: '/transactions',
  status: 201,
  body: p.union([
    p.strictFields({ transaction: p.union([transactionDraft, transferDraft]) }),
    p.strictFields({ transactions: p.array(transactionDraft) }),
  ]),
  bodyValidatedByHandler: true,
  // A single transaction is returned as `transaction`. A batch is returned as `transactions`, in its order, and
  // a transfer as `transactions`, the outflow first.
  reply: p.object({ transaction: p.optional(transaction), transactions: p.optional(p.array(transaction)) }),
})

const transactionChanges = p.strictFields({
  date: p.optional(p.date),
  amount: p.optional(p.amount),
  category_id: categoryId,
  ready_to_assign: p.optional(p.booleanField),
  splits,
  ...merchantFields,
  notes: p.optional(p.notes),
  account_id: p.optional(p.reference('account')),
  status: p.optional(p.closedEnum(transactionStatuses)),
  review_status: p.optional(p.closedEnum(reviewStatuses)),
})

/** The changes of a transaction. */
export type TransactionChanges = p.InferInput<typeof transactionChanges>

/** PATCH /transactions/{transaction_id}. */
export const updateTransaction = defineOperation({
  summary: 'Update a transaction; send only the fields to change',
  method: 'PATCH',
  path: '/transactions/{transaction_id}',
  status: 200,
  body: transactionChanges,
  reply: transactionWithPair,
})

/** DELETE /transactions/{transaction_id}. */
export const deleteTransaction = defineOperation({
  summary: 'Delete a transaction, which can be restored; for a transfer, both sides',
  method: 'DELETE',
  path: '/transactions/{transaction_id}',
  status: 200,
  // Another service may answer without a body. docs/spec.md#s3
  reply: p.object({ transaction: p.optional(transaction), transactions: p.optional(p.array(transaction)) }),
})

/** POST /transactions/{transaction_id}/restore. */
export const restoreTransaction = defineOperation({
  summary: 'Restore a deleted transaction',
  method: 'POST',
  path: '/transactions/{transaction_id}/restore',
  status: 200,
  reply: transactionWithPair,
})
