import * as p from '../fields.ts'
import { operation } from '../operation.ts'

export const transactionStatuses = ['pending', 'cleared', 'reconciled'] as const
export const reviewStatuses = ['reviewed', 'needs_review'] as const
/** At most so many transactions in one POST. */
export const batchSize = 100
/** At most so many transactions on one page. */
export const largestPage = 500
export const defaultPage = 100

const splitLine = p.object({
  amount: p.money,
  category_id: p.nullable(p.string()),
  category_name: p.nullable(p.string()),
  ready_to_assign: p.boolean(),
  notes: p.nullable(p.string()),
})

export const transaction = p.object({
  id: p.string(),
  date: p.string(),
  amount: p.money,
  account_id: p.string(),
  account_name: p.string(),
  merchant_id: p.nullable(p.string()),
  merchant_name: p.nullable(p.string()),
  category_id: p.nullable(p.string()),
  category_name: p.nullable(p.string()),
  ready_to_assign: p.boolean(),
  notes: p.nullable(p.string()),
  status: p.word(transactionStatuses),
  review_status: p.word(reviewStatuses),
  type: p.word(['regular', 'transfer']),
  transfer_account_id: p.nullable(p.string()),
  splits: p.nullable(p.array(splitLine)),
  deleted: p.boolean(),
  created_at: p.instant,
  updated_at: p.instant,
})
export type Transaction = p.InferOutput<typeof transaction>

const categoryId = p.optional(p.nullable(p.reference('category')))

const splitDraft = p.fields({
  amount: p.amount,
  category_id: categoryId,
  ready_to_assign: p.optional(p.flag),
  notes: p.optional(p.notes),
})

const splitsWords = 'must be an array of 1 to 100 lines'
const splits = p.optional(p.nullable(p.items(splitDraft, 100, { empty: splitsWords, tooMany: splitsWords })))

const merchantFields = {
  merchant_id: p.optional(p.nullable(p.reference('merchant'))),
  merchant_name: p.optional(p.nullable(p.merchantName)),
}

const creationFields = {
  notes: p.optional(p.notes),
  status: p.optional(p.oneOf(['pending', 'cleared'])),
  review_status: p.optional(p.oneOf(reviewStatuses)),
}

/** A regular transaction to create. `amount` may be left out only beside `splits`. */
export const transactionDraft = p.fields({
  account_id: p.reference('account'),
  date: p.date,
  amount: p.optional(p.nullable(p.amount)),
  category_id: categoryId,
  ready_to_assign: p.optional(p.flag),
  splits,
  ...merchantFields,
  ...creationFields,
  type: p.optional(p.oneOf(['regular'])),
})
export type TransactionDraft = p.InferInput<typeof transactionDraft>

/** A transfer to create: money leaves `from_account_id` and arrives in `to_account_id`. */ // spec D40
export const transferDraft = p.fields({
  type: p.oneOf(['transfer']),
  from_account_id: p.reference('account'),
  to_account_id: p.reference('account'),
  amount: p.amount,
  date: p.date,
  category_id: categoryId,
  ...creationFields,
})
export type TransferDraft = p.InferInput<typeof transferDraft>

/** The rows of a batch. */
export const batch = p.items(p.unknown(), batchSize, {
  empty: 'must be a non-empty array',
  tooMany: `must hold at most ${batchSize} items`,
})

export const listTransactions = operation({
  summary: 'List transactions, newest first, a page at a time',
  method: 'GET',
  path: '/transactions',
  status: 200,
  // The ids come last: whether they exist is asked after everything else was read. spec D01
  query: p.fields({
    since_date: p.optional(p.date),
    until_date: p.optional(p.date),
    status: p.optional(p.oneOf(transactionStatuses)),
    review_status: p.optional(p.oneOf(reviewStatuses)),
    limit: p.optional(p.queryCount(1, largestPage)),
    cursor: p.optional(p.plainText),
    account_id: p.optional(p.plainText),
    category_id: p.optional(p.plainText),
  }),
  reply: p.object({ transactions: p.array(transaction), next_cursor: p.nullable(p.string()) }),
})
export type TransactionFilters = NonNullable<p.InferOutput<(typeof listTransactions)['query']>>

/** One transaction; of a transfer both sides too, the outflow first. */ // spec S1
const withPair = p.object({ transaction, transactions: p.optional(p.array(transaction)) })

export const getTransaction = operation({
  summary: 'Get one transaction, a deleted one too',
  method: 'GET',
  path: '/transactions/{transaction_id}',
  status: 200,
  reply: withPair,
})

export const createTransactions = operation({
  summary: 'Create a transaction, a transfer, or up to 100 transactions at once',
  method: 'POST',
  path: '/transactions',
  status: 201,
  body: p.union([
    p.fields({ transaction: p.union([transactionDraft, transferDraft]) }),
    p.fields({ transactions: p.array(transactionDraft) }),
  ]),
  bodyCheckedByRule: true,
  // `transaction` of a single one; `transactions` of a batch, in its order, and of a transfer: the outflow, the inflow
  reply: p.object({ transaction: p.optional(transaction), transactions: p.optional(p.array(transaction)) }),
})

const changes = p.fields({
  date: p.optional(p.date),
  amount: p.optional(p.amount),
  category_id: categoryId,
  ready_to_assign: p.optional(p.flag),
  splits,
  ...merchantFields,
  notes: p.optional(p.notes),
  account_id: p.optional(p.reference('account')),
  status: p.optional(p.oneOf(transactionStatuses)),
  review_status: p.optional(p.oneOf(reviewStatuses)),
})
export type TransactionChanges = p.InferInput<typeof changes>

export const updateTransaction = operation({
  summary: 'Change a transaction; send only the fields to change',
  method: 'PATCH',
  path: '/transactions/{transaction_id}',
  status: 200,
  body: changes,
  reply: withPair,
})

export const deleteTransaction = operation({
  summary: 'Delete a transaction (it can be restored); of a transfer, both sides',
  method: 'DELETE',
  path: '/transactions/{transaction_id}',
  status: 200,
  // A service other than ours may answer with no body at all. spec S3
  reply: p.object({ transaction: p.optional(transaction), transactions: p.optional(p.array(transaction)) }),
})

export const restoreTransaction = operation({
  summary: 'Restore a deleted transaction',
  method: 'POST',
  path: '/transactions/{transaction_id}/restore',
  status: 200,
  reply: withPair,
})
