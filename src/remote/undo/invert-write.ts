/**
 * Says which requests take back a change of an API write, and what they cannot bring back.
 * @see docs/history.md#3-on-a-remote-profile
 */

import type { WriteOperation } from '../../contract/api.ts'
import { UserError } from '../../contract/errors.ts'
import type { RawRequest } from '../../contract/operation.ts'
import { formatCategoryEtag } from '../../contract/operations/months.ts'
import type { LoggedChange, LoggedWrite } from '../../contract/ports/write-log.ts'
import { type Fields } from '../../contract/transaction-digest.ts'
import { compare, isZero } from '../../money/decimal.ts'
import { getAmount, parseAssignmentId } from '../recording/api-entities.ts'
import { describeThing } from './describe-thing.ts'
import { buildTransactionReversal } from './invert-transaction.ts'

/** A request that is to be sent. */
export interface InverseRequest {
  name: WriteOperation
  request: RawRequest
}

/** The requests that take a change back, in their order, and one sentence for each loss. */
export interface Inverse {
  requests: InverseRequest[]
  lost: string[]
}

/** A change that is taken back. */
export interface InvertedChange {
  write: LoggedWrite
  change: LoggedChange
  /** The thing as it is now; undefined when it was not read, because it is restored or created again. */
  now: Fields | undefined
  /** The transactions of a created account or category. */
  transactions: readonly Fields[]
  /** The write that `write` takes back; undefined when it takes back none. */
  original: LoggedWrite | undefined
  /** True if the change names something that has a new id, because it is created again. */
  isRenewed: boolean
}

type InvertChange = (inverted: InvertedChange) => Inverse

const only = (name: WriteOperation, request: RawRequest, lost: string[] = []): Inverse => ({
  requests: [{ name, request }],
  lost,
})

/** The fields of a change that differ, with their values before it. */
function listReversedFields({ before, after }: LoggedChange, fields: readonly string[]): Fields {
  const differing = fields.filter(
    (field) => before && before[field] !== undefined && before[field] !== after?.[field],
  )
  return Object.fromEntries(differing.map((field) => [field, before?.[field]]))
}

const invertAssignment: InvertChange = ({ change: { id, before }, now }) => {
  // A month's categories have both amounts.
  const current = now as { assigned: string; available: string } | undefined
  return only('assignCategory', {
    ...parseAssignmentId(id),
    ...(current && { if_match: formatCategoryEtag(current) }),
    body: { assigned: before?.['assigned'] },
  })
}

const invertAccountUpdate: InvertChange = ({ change }) => {
  const body = listReversedFields(change, ['name', 'notes', 'closed'])
  const name = String(change.before?.['name'])
  const lost = {
    true: [`The cleared transactions of ${name} are marked reconciled when it is closed`],
    false: [`The transactions of ${name} that were marked reconciled when it was closed stay reconciled`],
    undefined: [],
  }
  return only(
    'updateAccount',
    { account_id: change.id, body },
    lost[`${body['closed'] as boolean | undefined}`],
  )
}

/** An account is deleted with the transaction of its opening balance, and with no other. */
const invertAccountCreation: InvertChange = ({ write, change, transactions }) => {
  // The body of createAccount was validated before it was sent.
  const { initial_balance = '0' } = write.request['body'] as { initial_balance?: string }
  const [first, ...others] = transactions
  const isOpening =
    first === undefined ||
    (!isZero(initial_balance) && compare(getAmount(first, 'amount'), initial_balance) === 0)
  if (!isOpening || others.length > 0) throw createInUseError(change)
  const openings = transactions.map(({ id }) => ({
    name: 'deleteTransaction' as const,
    request: { transaction_id: String(id) },
  }))
  return {
    requests: [...openings, { name: 'deleteAccount', request: { account_id: change.id } }],
    lost: [],
  }
}

const invertAccountDeletion: InvertChange = ({ change, original }) => {
  const name = String(change.before?.['name'])
  // What was only created and deleted again has no past to lose.
  if (original?.operation === 'createAccount')
    return only('createAccount', { body: original.request['body'] })
  return only('createAccount', { body: { name, type: change.before?.['type'] } }, [
    `The account ${name} comes back as a new one, without its notes and its deleted transactions`,
  ])
}

const createInUseError = (change: LoggedChange): UserError =>
  new UserError('conflict', `${describeThing(change)} is in use now; nothing was changed`, {
    hint: 'Undo or move its transactions first',
  })

const invertCategoryCreation: InvertChange = ({ change, now, transactions, original }) => {
  const isAssigned = !isZero(getAmount(now, 'available'))
  const query = original?.operation === 'deleteCategory' ? original.request['query'] : undefined
  if (query === undefined && (transactions.length > 0 || isAssigned)) throw createInUseError(change)
  return only('deleteCategory', { category_id: change.id, ...withQuery(query) })
}

const invertMerchantCreation: InvertChange = ({ change, original }) => {
  const query = original?.operation === 'deleteMerchant' ? original.request['query'] : undefined
  const lost =
    query === undefined
      ? [
          `Transactions that have been given the merchant ${String(change.after?.['name'])} since then lose it`,
        ]
      : []
  return only('deleteMerchant', { merchant_id: change.id, ...withQuery(query) }, lost)
}

// A logged query is an object.
const withQuery = (query: unknown) => (query === undefined ? {} : { query: query as Record<string, unknown> })

const invertCategoryDeletion: InvertChange = ({ change: { before }, original }) => {
  const lost = `The category ${String(before?.['name'])} comes back empty: its transactions and assigned amounts do not`
  const body = { name: before?.['name'], group_id: before?.['group_id'] }
  return only('createCategory', { body }, original?.operation === 'createCategory' ? [] : [lost])
}

const invertMerchantDeletion: InvertChange = ({ change: { before }, original }) => {
  const lost = `The merchant ${String(before?.['name'])} comes back without its transactions`
  const body = { name: before?.['name'] }
  return only('createMerchant', { body }, original?.operation === 'createMerchant' ? [] : [lost])
}

/** What the service restores has lost the category that was deleted meanwhile, also when that is there again. */
const invertTransactionDeletion: InvertChange = ({ change, isRenewed }) => {
  const { id: transaction_id, before } = change
  const restore = only('restoreTransaction', { transaction_id })
  if (!isRenewed || !before) return restore
  if (before['type'] === 'transfer')
    return { ...restore, lost: [`${describeThing(change)} comes back without its category`] }
  const after = { ...before, merchant_id: null, splits: null }
  const body = buildTransactionReversal({ ...change, after })
  return {
    requests: [...restore.requests, { name: 'updateTransaction', request: { transaction_id, body } }],
    lost: [],
  }
}

const deleteCreated: InvertChange = ({ change }) => only('deleteTransaction', { transaction_id: change.id })

// The record is total: a write without a reversal, or without the reason why there is none, does not compile.
const invertByOperation: Readonly<Record<WriteOperation, InvertChange>> = {
  createAccount: invertAccountCreation,
  updateAccount: invertAccountUpdate,
  deleteAccount: invertAccountDeletion,
  assignCategory: invertAssignment,
  createTransactions: deleteCreated,
  updateTransaction: ({ change }) =>
    only('updateTransaction', { transaction_id: change.id, body: buildTransactionReversal(change) }),
  deleteTransaction: invertTransactionDeletion,
  restoreTransaction: deleteCreated,
  createCategory: invertCategoryCreation,
  updateCategory: ({ change }) =>
    only('updateCategory', {
      category_id: change.id,
      body: listReversedFields(change, ['name', 'group_id', 'archived']),
    }),
  deleteCategory: invertCategoryDeletion,
  createCategoryGroup: ({ change }) => ({
    requests: [],
    lost: [`The group ${String(change.after?.['name'])} stays, because the service cannot delete a group`],
  }),
  updateCategoryGroup: ({ change }) =>
    only('updateCategoryGroup', { group_id: change.id, body: listReversedFields(change, ['name']) }),
  createMerchant: invertMerchantCreation,
  updateMerchant: ({ change }) =>
    only('updateMerchant', { merchant_id: change.id, body: listReversedFields(change, ['name']) }),
  deleteMerchant: invertMerchantDeletion,
}

/**
 * Returns the requests that take a change back.
 * @throws UserError conflict when what was created is in use
 */
export const invertChange = (inverted: InvertedChange): Inverse =>
  invertByOperation[inverted.write.operation](inverted)
