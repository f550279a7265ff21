/**
 * Says which requests take back a change of an API write, and what they cannot bring back.
 * @see docs/history.md#3-on-a-remote-profile
 */

import type { WriteOperation } from '../../contract/api.ts'
import { UserError } from '../../contract/errors.ts'
import type { RawRequest } from '../../contract/operation.ts'
import { formatCategoryEtag } from '../../contract/operations/months.ts'
import type { Change } from '../../contract/ports/history.ts'
import type { LoggedChange } from '../../contract/ports/write-log.ts'
import type { Fields } from '../../contract/transaction-digest.ts'
import { compare, isZero } from '../../money/decimal.ts'
import {
  describeThing,
  entityKinds,
  getAmount,
  parseAssignmentId,
  parseScheduleDateId,
} from './api-entities.ts'
import type { ApiWrite, Inverse } from './api-write.ts'

/** Fields that are sent as they were. Splits, amount and category depend on each other. */
const plainFields = ['date', 'account_id', 'merchant_id', 'notes', 'status', 'review_status'] as const

/** Returns the body with every changed field as it was before. */
function buildTransactionReversal({ before, after }: Change): Fields {
  const old: Fields = before ?? {}
  const current: Fields = after ?? {}
  const changed = plainFields.filter((field) => field in old && old[field] !== current[field])
  return {
    ...Object.fromEntries(changed.map((field) => [field, old[field]])),
    ...('splits' in old ? reverseCategorization(old, current) : reverseAmount(old, current)),
  }
}

const reverseAmount = (old: Fields, current: Fields): Fields =>
  old['amount'] === current['amount'] ? {} : { amount: old['amount'] }

function reverseCategorization(old: Fields, current: Fields): Fields {
  // The API describes splits as an array of objects, or null.
  const lines = old['splits'] as Fields[] | null
  if (lines) return { splits: lines.map(toSplitDraft) }
  const single = current['splits'] ? { splits: null, amount: old['amount'] } : reverseAmount(old, current)
  return { ...single, ...toCategorization(old) }
}

/** The service refuses a category together with Ready to Assign. @see docs/spec.md#e5 */
function toCategorization({ category_id, ready_to_assign }: Fields): Fields {
  if (ready_to_assign === true) return { ready_to_assign: true }
  return typeof category_id === 'string' ? { category_id } : { category_id: null, ready_to_assign: false }
}

const toSplitDraft = ({ amount, notes, ...line }: Fields): Fields => ({
  amount,
  ...(line['ready_to_assign'] === true
    ? { ready_to_assign: true }
    : { category_id: line['category_id'] ?? null }),
  ...(notes !== null && notes !== undefined && { notes }),
})

type InvertChange = ApiWrite['invert']

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

/** Assigns what was assigned before, unless the category changed meanwhile. */
export const invertAssignment: InvertChange = ({ change: { id, before }, now }) => {
  // A month's categories have both amounts.
  const current = now as { assigned: string; available: string } | undefined
  return only('assignCategory', {
    ...parseAssignmentId(id),
    ...(current && { if_match: formatCategoryEtag(current) }),
    body: { assigned: before?.['assigned'] },
  })
}

/** Sets the fields of an account as they were. */
export const invertAccountUpdate: InvertChange = ({ change }) => {
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
export const invertAccountCreation: InvertChange = ({ write, change, transactions }) => {
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

/** Creates a deleted account again. */
export const invertAccountDeletion: InvertChange = ({ change, original }) => {
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

/** Deletes a created category that nothing uses. */
export const invertCategoryCreation: InvertChange = ({ change, now, transactions, original }) => {
  const isAssigned = !isZero(getAmount(now, 'available'))
  const query = original?.operation === 'deleteCategory' ? original.request['query'] : undefined
  if (query === undefined && (transactions.length > 0 || isAssigned)) throw createInUseError(change)
  return only('deleteCategory', { category_id: change.id, ...withQuery(query) })
}

/** Deletes a created merchant. */
export const invertMerchantCreation: InvertChange = ({ change, original }) => {
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

/** Creates a deleted category again, which is empty then. */
export const invertCategoryDeletion: InvertChange = ({ change: { before }, original }) => {
  const lost = `The category ${String(before?.['name'])} comes back empty: its transactions and assigned amounts do not`
  const body = { name: before?.['name'], group_id: before?.['group_id'] }
  return only('createCategory', { body }, original?.operation === 'createCategory' ? [] : [lost])
}

/** Creates a deleted merchant again, without its transactions. */
export const invertMerchantDeletion: InvertChange = ({ change: { before }, original }) => {
  const lost = `The merchant ${String(before?.['name'])} comes back without its transactions`
  const body = { name: before?.['name'] }
  return only('createMerchant', { body }, original?.operation === 'createMerchant' ? [] : [lost])
}

/** What the service restores has lost the category that was deleted meanwhile, also when that is there again. */
export const invertTransactionDeletion: InvertChange = ({ change, isRenewed }) => {
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

/** Deletes what was created or restored. */
export const deleteTransaction: InvertChange = ({ change }) =>
  only('deleteTransaction', { transaction_id: change.id })

/** Sets the fields of a transaction as they were. */
export const invertTransactionUpdate: InvertChange = ({ change }) =>
  only('updateTransaction', { transaction_id: change.id, body: buildTransactionReversal(change) })

/** Sets the fields of a category as they were. */
export const invertCategoryUpdate: InvertChange = ({ change }) =>
  only('updateCategory', {
    category_id: change.id,
    body: listReversedFields(change, ['name', 'group_id', 'archived']),
  })

/** Keeps a created group and says so. */
export const keepCategoryGroup: InvertChange = ({ change }) => ({
  requests: [],
  lost: [`The group ${String(change.after?.['name'])} stays, because the service cannot delete a group`],
})

/** Gives a group its old name. */
export const invertCategoryGroupUpdate: InvertChange = ({ change }) =>
  only('updateCategoryGroup', { group_id: change.id, body: listReversedFields(change, ['name']) })

/** Gives a merchant its old name. */
export const invertMerchantUpdate: InvertChange = ({ change }) =>
  only('updateMerchant', { merchant_id: change.id, body: listReversedFields(change, ['name']) })

/** The fields of a schedule that a request sets; the names follow from the ids. */
const scheduleFields = entityKinds.schedule.contentFields.filter((field) => !field.endsWith('name'))

const toScheduleBody = (fields: Fields): Fields => {
  const { splits, days, ...body } = fields
  return {
    ...body,
    ...(Array.isArray(days) && days.length > 0 && { days: days as unknown[] }),
    ...(Array.isArray(splits) && { splits: (splits as Fields[]).map(toScheduleLine) }),
    ...(splits === null && { splits }),
  }
}

const toScheduleLine = ({ category_name: _, ...line }: Fields): Fields => line

/** Deletes a created schedule. */
export const invertScheduleCreation: InvertChange = ({ change }) =>
  only('deleteSchedule', { schedule_id: change.id })

/** Sets the fields of a schedule as they were. */
export const invertScheduleUpdate: InvertChange = ({ change }) =>
  only('updateSchedule', {
    schedule_id: change.id,
    body: toScheduleBody(listReversedFields(change, scheduleFields)),
  })

/** Creates a deleted schedule again. */
export const invertScheduleDeletion: InvertChange = ({ change: { before }, original }) => {
  const fields = scheduleFields.filter((field) => before?.[field] !== undefined)
  const body = toScheduleBody(Object.fromEntries(fields.map((field) => [field, before?.[field]])))
  const lost = `${String(before?.['name'])} comes back without the dates that were fulfilled or skipped`
  return only('createSchedule', { body }, original?.operation === 'createSchedule' ? [] : [lost])
}

/** Sets what is known of a schedule's date as it was. */
export const invertScheduleDateUpdate: InvertChange = ({ change }) =>
  only('updateScheduleDate', {
    ...parseScheduleDateId(change.id),
    body: listReversedFields(change, ['transaction_id', 'skipped', 'amount']),
  })
