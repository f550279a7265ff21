/** Builds the changes of an API write, from the request alone (planned) or from its reply as well (done). */

import { operations, type WriteOperation } from '../../contract/api.ts'
import type { RawRequest } from '../../contract/operation.ts'
import type { LoggedChange } from '../../contract/ports/write-log.ts'
import { type ApiEntityType, contentFields, type Fields, namingFields, pickFields } from './api-entities.ts'
import { digestTransaction } from './transaction-digest.ts'
import { getSubject } from './write-subjects.ts'

/** Stands for the id of a thing that the service has not created yet. */
const UNKNOWN_ID = '(new)'

/** A write, what was known of its thing before, and its reply once there is one. */
export interface WriteOutcome {
  request: RawRequest
  before: Fields | undefined
  reply: Fields | undefined
}

/** What a write changed, and why that cannot be taken back; null when it can. */
export interface WriteChanges {
  changes: LoggedChange[]
  not_undoable: string | null
}

type BuildChanges = (write: WriteOutcome) => WriteChanges

const asFields = (value: unknown): Fields => Object(value) as Fields // any value has properties after Object()
const listFields = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(asFields) : [])
const undoable = (changes: LoggedChange[]): WriteChanges => ({ changes, not_undoable: null })

const isDeepEqual = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Fields that only make sense together: a split replaces the category, and its lines the amount. */
const categorizationFields = ['amount', 'category_id', 'category_name', 'ready_to_assign', 'splits']

/** The name that belongs to each id, because a table shows names. */
const nameById: Readonly<Record<string, string>> = {
  account_id: 'account_name',
  merchant_id: 'merchant_name',
  category_id: 'category_name',
}

/** Lists the fields that an update changed, with those that belong to them. */
function listChangedFields(type: ApiEntityType, before: Fields, after: Fields): string[] {
  const changed = contentFields[type].filter((field) => !isDeepEqual(before[field], after[field]))
  const isRecategorized = changed.some((field) =>
    ['category_id', 'ready_to_assign', 'splits'].includes(field),
  )
  const names = changed.flatMap((field) => nameById[field] ?? [])
  return [...changed, ...names, ...(isRecategorized ? categorizationFields : [])]
}

/** A change of one thing, with the fields that changed and those that name it. */
function buildUpdate(
  type: ApiEntityType,
  id: string,
  { before, after }: { before: Fields; after: Fields },
): LoggedChange {
  const names = new Set([...namingFields[type], ...listChangedFields(type, before, after)])
  const kept = contentFields[type].filter((field) => names.has(field))
  return { type, id, before: pickFields(before, kept), after: pickFields(after, kept) }
}

/**
 * Lists the fields of the body that the thing is not known to have had. A cached name is such a thing: the cache
 * has no notes.
 */
const listUnknownFields = (body: Fields, before: Fields): string[] =>
  Object.keys(body).filter((field) => before[field] === undefined)

const getReplyEntity = (type: ApiEntityType, reply: Fields | undefined): Fields | undefined => {
  const entity = reply?.[type === 'assignment' ? 'category' : type]
  return entity === undefined ? undefined : asFields(entity)
}

/** Builds the change of a write that sets fields of one existing thing. */
const buildFieldUpdate =
  (name: WriteOperation): BuildChanges =>
  ({ request, before, reply }) => {
    const { type, id = UNKNOWN_ID } = getSubject(name, request)
    const body = asFields(request.body)
    const known = before ?? {}
    const after = getReplyEntity(type, reply) ?? { ...known, ...body }
    const unknown = listUnknownFields(body, known)
    const full = unknown.length === 0
    // A field that was not sent and not read before did not change; one that was sent is left out of `before`.
    const old = { ...after, ...Object.fromEntries(unknown.map((field) => [field, undefined])), ...known }
    const change = buildUpdate(type, id, { before: old, after })
    const digest = type === 'transaction' && reply ? { digest: digestTransaction(after) } : {}
    const field = unknown[0]?.replace(/_id$/, '').replaceAll('_', ' ')
    return {
      changes: [{ ...change, ...digest }],
      not_undoable: full ? null : `The ${field} before the change is not known, because it had not been read`,
    }
  }

/** Builds the change of a write that creates one thing which is no transaction. */
const buildCreation =
  (type: ApiEntityType): BuildChanges =>
  ({ request, reply }) => {
    const entity = getReplyEntity(type, reply) ?? asFields(request.body)
    const id = typeof entity['id'] === 'string' ? entity['id'] : UNKNOWN_ID
    return undoable([{ type, id, before: null, after: pickFields(entity, contentFields[type]) }])
  }

/** Builds the change of a write that removes one thing for good. */
const buildDeletion =
  (name: WriteOperation): BuildChanges =>
  ({ request, before }) => {
    const { type, id = UNKNOWN_ID } = getSubject(name, request)
    const change = { type, id, before: pickFields(before ?? {}, contentFields[type]), after: null }
    const reason = 'What was deleted is not known, because it had not been read'
    return { changes: [change], not_undoable: before ? null : reason }
  }

/** The transactions of a reply; both sides of a transfer. */
function listReplyTransactions({ transaction, transactions }: Fields): Fields[] {
  const rows = listFields(transactions)
  return rows.length > 0 ? rows : [transaction].filter((row) => row !== undefined).map(asFields)
}

/** The transactions that a request asks for, under the names of a reply. */
function listDrafts(body: Fields): Fields[] {
  const drafts = 'transactions' in body ? listFields(body['transactions']) : [asFields(body['transaction'])]
  return drafts.map(({ from_account_id, ...draft }) => ({
    id: UNKNOWN_ID,
    ...draft,
    ...(from_account_id !== undefined && { account_id: from_account_id }),
  }))
}

/** The fields that are kept of each transaction of a batch: an import of thousands must stay small. */
const batchFields = [...namingFields.transaction, 'account_id']

const buildTransactionCreation: BuildChanges = ({ request, reply }) => {
  const rows = reply ? listReplyTransactions(reply) : listDrafts(asFields(request.body))
  const fields = rows.length > 2 ? batchFields : contentFields.transaction
  return undoable(
    rows.map((row) => ({
      type: 'transaction',
      id: String(row['id']),
      before: null,
      after: pickFields(row, fields),
      ...(reply && { digest: digestTransaction(row) }),
    })),
  )
}

/** Builds the change of a write that deletes or restores a transaction, and its other side. */
const buildDeletedState =
  (name: 'deleteTransaction' | 'restoreTransaction'): BuildChanges =>
  ({ request, before, reply }) => {
    const { id = UNKNOWN_ID } = getSubject(name, request)
    const replied = reply ? listReplyTransactions(reply) : []
    const rows = replied.length > 0 ? replied : [{ ...before, id }]
    return undoable(
      rows.map((row): LoggedChange => {
        const fields = pickFields(row, contentFields.transaction)
        const reference = { type: 'transaction', id: String(row['id']) } as const
        if (name === 'deleteTransaction') return { ...reference, before: fields, after: null }
        return { ...reference, before: null, after: fields, ...(reply && { digest: digestTransaction(row) }) }
      }),
    )
  }

// The record is total: a write whose changes are not described does not compile.
const buildByOperation: Readonly<Record<WriteOperation, BuildChanges>> = {
  createAccount: buildCreation('account'),
  updateAccount: buildFieldUpdate('updateAccount'),
  deleteAccount: buildDeletion('deleteAccount'),
  assignCategory: buildFieldUpdate('assignCategory'),
  createTransactions: buildTransactionCreation,
  updateTransaction: buildFieldUpdate('updateTransaction'),
  deleteTransaction: buildDeletedState('deleteTransaction'),
  restoreTransaction: buildDeletedState('restoreTransaction'),
  createCategory: buildCreation('category'),
  updateCategory: buildFieldUpdate('updateCategory'),
  deleteCategory: buildDeletion('deleteCategory'),
  createCategoryGroup: (write) => ({
    ...buildCreation('category_group')(write),
    not_undoable: 'The service cannot delete a category group',
  }),
  updateCategoryGroup: buildFieldUpdate('updateCategoryGroup'),
  createMerchant: buildCreation('merchant'),
  updateMerchant: buildFieldUpdate('updateMerchant'),
  deleteMerchant: buildDeletion('deleteMerchant'),
}

/** Returns what a write changes; without a reply, what it is expected to change. */
export const buildChanges = (name: WriteOperation, write: WriteOutcome): WriteChanges =>
  buildByOperation[name](write)

/** Returns the method and the path template of a write, e.g. `PATCH /transactions/{transaction_id}`. */
export const describeOperation = (name: WriteOperation): string =>
  `${operations[name].method} ${operations[name].path}`
