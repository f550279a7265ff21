/** Says what an API write changed, by its reply and by what was read before it. */

import { NEW_ID } from '../../contract/ports/history.ts'
import type { TouchedMonths } from '../../contract/ports/remote-caches.ts'
import type { LoggedChange } from '../../contract/ports/write-log.ts'
import { digestTransaction, type Fields } from '../../contract/transaction-digest.ts'
import { toMonth } from '../../money/calendar.ts'
import { type ApiEntityType, asFields, entityKinds, parseAssignmentId, pickFields } from './api-entities.ts'
import type { ApiWrite, AppliedWrite, WriteChanges } from './api-write.ts'

type BuildChanges = ApiWrite['buildChanges']
type GetSubject = ApiWrite['getSubject']

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
  const changed = entityKinds[type].contentFields.filter((field) => !isDeepEqual(before[field], after[field]))
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
  const names = new Set([...entityKinds[type].namingFields, ...listChangedFields(type, before, after)])
  const kept = entityKinds[type].contentFields.filter((field) => names.has(field))
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
  const entity = reply[entityKinds[type].replyProperty]
  return entity === undefined ? undefined : asFields(entity)
}

/** Builds the change of a write that sets fields of one existing thing; none when they were so already. */
export const buildFieldUpdate =
  (getSubject: GetSubject): BuildChanges =>
  ({ request, before = {}, reply }) => {
    const { type, id = NEW_ID } = getSubject(request)
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
export const buildCreation =
  (type: ApiEntityType): BuildChanges =>
  ({ request, reply }) => {
    const entity = getReplyEntity(type, reply) ?? asFields(request.body)
    const id = typeof entity['id'] === 'string' ? entity['id'] : NEW_ID
    return undoable([{ type, id, before: null, after: pickFields(entity, entityKinds[type].contentFields) }])
  }

/** Builds the change of a write that creates a category group. */
export const buildGroupCreation: BuildChanges = (write) => ({
  ...buildCreation('category_group')(write),
  not_undoable: 'The service cannot delete a category group',
})

/** Builds the change of a write that removes one thing for good. */
export const buildDeletion =
  (getSubject: GetSubject): BuildChanges =>
  ({ request, before }) => {
    const { type, id = NEW_ID } = getSubject(request)
    const change = {
      type,
      id,
      before: pickFields(before ?? {}, entityKinds[type].contentFields),
      after: null,
    }
    const reason = 'What was deleted is not known, because it had not been read'
    return { changes: [change], not_undoable: before ? null : reason }
  }

/** The transactions of a reply; both sides of a transfer. */
function listReplyTransactions({ transaction, transactions }: Fields): Fields[] {
  const rows = listFields(transactions)
  return rows.length > 0 ? rows : [transaction].filter((row) => row !== undefined).map(asFields)
}

/** The fields that are kept of each transaction of a batch: an import of thousands must stay small. */
export const batchFields = [...entityKinds.transaction.namingFields, 'account_id']

/** Builds the changes of a write that creates transactions. */
export const buildTransactionCreation: BuildChanges = ({ reply }) => {
  const rows = listReplyTransactions(reply)
  const fields = rows.length > 2 ? batchFields : entityKinds.transaction.contentFields
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
export const buildDeletedState =
  (getSubject: GetSubject, deleted: boolean): BuildChanges =>
  ({ request, before, reply }) => {
    const { id = NEW_ID } = getSubject(request)
    const replied = listReplyTransactions(reply)
    const rows = replied.length > 0 ? replied : [{ ...before, id }]
    return undoable(
      rows.map((row): LoggedChange => {
        const fields = pickFields(row, entityKinds.transaction.contentFields)
        return {
          type: 'transaction',
          id: String(row['id']),
          before: { ...fields, deleted: !deleted },
          after: { ...fields, deleted },
          ...(!deleted && { digest: digestTransaction(row) }),
        }
      }),
    )
  }

type RepliedWrite = Pick<AppliedWrite, 'request' | 'reply'>

/** Returns the month of a new account's starting balance. */
export function findBalanceMonth({ request }: RepliedWrite): TouchedMonths {
  const { initial_balance, initial_balance_date: date } = asFields(request.body)
  if (initial_balance === undefined) return []
  return typeof date === 'string' ? [toMonth(date)] : 'all'
}

/** Returns the months of the transactions in a reply; every month when it has none. */
export function listReplyMonths({ reply }: RepliedWrite): TouchedMonths {
  const { transaction, transactions } = reply
  const rows: unknown[] = [transaction, ...(Array.isArray(transactions) ? transactions : [])]
  const dates = rows.map((row) => asFields(row)['date']).filter((date) => typeof date === 'string')
  return dates.length > 0 ? [...new Set(dates.map(toMonth))] : 'all'
}

/** Returns the months of an edited transaction; the reply does not tell the date before. */
export const listEditedMonths = (write: RepliedWrite): TouchedMonths =>
  'date' in asFields(write.request.body) ? 'all' : listReplyMonths(write)
