/** Builds the changes that an API write made, from its reply and from what was read before it. */

import { operations, type WriteOperation } from '../../contract/api.ts'
import type { RawRequest } from '../../contract/operation.ts'
import { NEW_ID } from '../../contract/ports/planned-change.ts'
import type { LoggedChange } from '../../contract/ports/write-log.ts'
import { digestTransaction, type Fields } from '../../contract/transaction-digest.ts'
import {
  type ApiEntityType,
  contentFields,
  namingFields,
  parseAssignmentId,
  pickFields,
} from './api-entities.ts'
import { getSubject } from './write-subjects.ts'

/** A write that was applied, and what was known of its thing before; undefined when that was not read. */
export interface AppliedWrite {
  request: RawRequest
  before: Fields | undefined
  reply: Fields
}

/** What a write changed, and why that cannot be taken back; null when it can. */
export interface WriteChanges {
  changes: LoggedChange[]
  not_undoable: string | null
}

type BuildChanges = (write: AppliedWrite) => WriteChanges

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
  const naming = type === 'assignment' ? nameAssignment(id, after) : {}
  return {
    type,
    id,
    before: { ...naming, ...pickFields(before, kept) },
    after: { ...naming, ...pickFields(after, kept) },
  }
}

/** A month's category is described by its month and under the names that other things have for a category. */
const nameAssignment = (id: string, { name }: Fields): Fields => ({
  ...parseAssignmentId(id),
  category_name: name,
})

/**
 * Lists the fields of the body that the thing is not known to have had. A cached name is such a thing: the cache
 * has no notes.
 */
const listUnknownFields = (body: Fields, before: Fields): string[] =>
  Object.keys(body).filter((field) => before[field] === undefined)

const getReplyEntity = (type: ApiEntityType, reply: Fields): Fields | undefined => {
  const entity = reply[type === 'assignment' ? 'category' : type]
  return entity === undefined ? undefined : asFields(entity)
}

/** Builds the change of a write that sets fields of one existing thing; none when they were so already. */
const buildFieldUpdate =
  (name: WriteOperation): BuildChanges =>
  ({ request, before = {}, reply }) => {
    const { type, id = NEW_ID } = getSubject(name, request)
    const body = asFields(request.body)
    const after = getReplyEntity(type, reply) ?? { ...before, ...body }
    const [unknown, ...others] = listUnknownFields(body, before)
    const omitted = [unknown ?? '', ...others].map((field) => [field, undefined] as const)
    // A field that was not sent and not read before did not change; one that was sent is left out of `before`.
    const old = { ...after, ...Object.fromEntries(omitted), ...before }
    if (listChangedFields(type, old, after).length === 0) return undoable([])
    const change = buildUpdate(type, id, { before: old, after })
    const digest = type === 'transaction' ? { digest: digestTransaction(after) } : {}
    const reason = `The old value of ${unknown} is not known, because it had not been read`
    return { changes: [{ ...change, ...digest }], not_undoable: unknown === undefined ? null : reason }
  }

/** Builds the change of a write that creates one thing which is no transaction. */
const buildCreation =
  (type: ApiEntityType): BuildChanges =>
  ({ request, reply }) => {
    const entity = getReplyEntity(type, reply) ?? asFields(request.body)
    const id = typeof entity['id'] === 'string' ? entity['id'] : NEW_ID
    return undoable([{ type, id, before: null, after: pickFields(entity, contentFields[type]) }])
  }

/** Builds the change of a write that removes one thing for good. */
const buildDeletion =
  (name: WriteOperation): BuildChanges =>
  ({ request, before }) => {
    const { type, id = NEW_ID } = getSubject(name, request)
    const change = { type, id, before: pickFields(before ?? {}, contentFields[type]), after: null }
    const reason = 'What was deleted is not known, because it had not been read'
    return { changes: [change], not_undoable: before ? null : reason }
  }

/** The transactions of a reply; both sides of a transfer. */
function listReplyTransactions({ transaction, transactions }: Fields): Fields[] {
  const rows = listFields(transactions)
  return rows.length > 0 ? rows : [transaction].filter((row) => row !== undefined).map(asFields)
}

/** The fields that are kept of each transaction of a batch: an import of thousands must stay small. */
export const batchFields = [...namingFields.transaction, 'account_id']

const buildTransactionCreation: BuildChanges = ({ reply }) => {
  const rows = listReplyTransactions(reply)
  const fields = rows.length > 2 ? batchFields : contentFields.transaction
  return undoable(
    rows.map((row) => ({
      type: 'transaction',
      id: String(row['id']),
      before: null,
      after: pickFields(row, fields),
      digest: digestTransaction(row),
    })),
  )
}

/** Builds the change of a write that deletes or restores a transaction, and its other side. */
const buildDeletedState =
  (name: 'deleteTransaction' | 'restoreTransaction'): BuildChanges =>
  ({ request, before, reply }) => {
    const { id = NEW_ID } = getSubject(name, request)
    const isDeletion = name === 'deleteTransaction'
    const replied = listReplyTransactions(reply)
    const rows = replied.length > 0 ? replied : [{ ...before, id }]
    return undoable(
      rows.map((row): LoggedChange => {
        const fields = pickFields(row, contentFields.transaction)
        return {
          type: 'transaction',
          id: String(row['id']),
          before: { ...fields, deleted: !isDeletion },
          after: { ...fields, deleted: isDeletion },
          ...(!isDeletion && { digest: digestTransaction(row) }),
        }
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

/** Returns what a write changed. */
export const buildChanges = (name: WriteOperation, write: AppliedWrite): WriteChanges =>
  buildByOperation[name](write)

/** Returns the method and the path template of a write, e.g. `PATCH /transactions/{transaction_id}`. */
export const describeOperation = (name: WriteOperation): string =>
  `${operations[name].method} ${operations[name].path}`
