/** Describes every write of the API for a workspace over HTTP: its history, undo, dry run, recovery and reports. */

import type { WriteOperation } from '../../contract/api.ts'
import { isJsonObject, matchesFields } from '../../contract/matches-fields.ts'
import type { RawRequest } from '../../contract/operation.ts'
import { add, subtract } from '../../money/decimal.ts'
import { isAmountText } from '../../money/minor-units.ts'
import { explainTakenName, recoverCreatedResource } from '../http/recovery/created-resource.ts'
import { recoverCreatedTransactions } from '../http/recovery/created-transactions.ts'
import {
  type ApiEntityType,
  pickFields,
  readEntity,
  toAssignmentId,
  toScheduleDateId,
} from './api-entities.ts'
import type { ApiWrite } from './api-write.ts'
import {
  buildCreation,
  buildDeletedState,
  buildDeletion,
  buildFieldUpdate,
  buildGroupCreation,
  buildTransactionCreation,
  findBalanceMonth,
  listEditedMonths,
  listReplyMonths,
} from './write-changes.ts'
import * as inverses from './write-inverses.ts'

/** The parts of a write that are alike for its kind. */
type WriteKind = Omit<ApiWrite, 'invert' | 'listTouchedMonths'>

/** For a write that changes the lines of any month. */
const everyMonth = () => 'all' as const

const explainNothing = async () => undefined

const existing =
  (type: ApiEntityType, getId: (request: RawRequest) => unknown): ApiWrite['getSubject'] =>
  (request) => ({ type, id: String(getId(request)) })

/** Recovers a write to a thing that exists. Where it was not applied, sending it again does no harm. */
const recoverByReading =
  ({ getSubject, checkOutcome }: Pick<WriteKind, 'getSubject' | 'checkOutcome'>): ApiWrite['recover'] =>
  async ({ api, request }) => {
    const { type, id = '' } = getSubject(request)
    const { reply, entity } = await readEntity(api, { type, id })
    return checkOutcome?.(request.body, entity, {}) === 'applied' ? { reply } : 'retry'
  }

/** A write that sets fields of one thing. */
function update(type: ApiEntityType, getId: (request: RawRequest) => unknown): WriteKind {
  const getSubject = existing(type, getId)
  const checkOutcome: ApiWrite['checkOutcome'] = (body, now, before) => {
    if (!isJsonObject(body) || !now) return 'unknown'
    if (matchesFields(body, now)) return 'applied'
    const old = pickFields(before, Object.keys(body))
    return Object.keys(old).length > 0 && matchesFields(old, now) ? 'not_applied' : 'unknown'
  }
  return {
    getSubject,
    predict: (before, body) => ({ ...before, ...body }),
    buildChanges: buildFieldUpdate(getSubject),
    checkOutcome,
    recover: recoverByReading({ getSubject, checkOutcome }),
    explainRefusal: explainNothing,
  }
}

/** A write that removes one thing for good. */
function deletion(type: ApiEntityType, getId: (request: RawRequest) => unknown): WriteKind {
  const getSubject = existing(type, getId)
  const checkOutcome: ApiWrite['checkOutcome'] = (_body, now) => (now ? 'not_applied' : 'applied')
  return {
    getSubject,
    predict: () => null,
    buildChanges: buildDeletion(getSubject),
    checkOutcome,
    recover: recoverByReading({ getSubject, checkOutcome }),
    explainRefusal: async ({ name }, { request }) =>
      name === 'not_found' ? { deleted: true, id: getId(request) } : undefined,
  }
}

/** A write that deletes or restores a transaction, which stays readable. */
function deletedState(deleted: boolean): WriteKind {
  const getSubject = existing('transaction', ({ transaction_id }) => transaction_id)
  const checkOutcome: ApiWrite['checkOutcome'] = (_body, now) =>
    now?.['deleted'] === deleted ? 'applied' : 'not_applied'
  return {
    getSubject,
    predict: (before) => ({ ...before, deleted }),
    buildChanges: buildDeletedState(getSubject, deleted),
    checkOutcome,
    recover: recoverByReading({ getSubject, checkOutcome }),
    explainRefusal: explainNothing,
  }
}

/** A write that creates one thing. */
const creation = (type: ApiEntityType) =>
  ({
    getSubject: () => ({ type, id: undefined }),
    predict: (_before, body) => body,
    buildChanges: buildCreation(type),
    checkOutcome: undefined,
    recover: recoverCreatedResource,
    explainRefusal: explainNothing,
  }) satisfies WriteKind

/** A write that creates a thing whose name no other has: a repetition is refused, which shows that it was applied. */
const uniqueCreation = (type: 'merchant' | 'category_group'): WriteKind => ({
  ...creation(type),
  recover: async () => 'retry',
  explainRefusal: explainTakenName(type),
})

/** A service with schedules has idempotency keys: a repetition gets the first answer. */
const repeatable = { recover: async () => 'retry' as const }

/** Returns the assignment after a write; what is available changes with it. */
const predictAssignment: ApiWrite['predict'] = (before, body) => {
  const wanted = body['assigned']
  const after = { ...before, ...body }
  if (!before || typeof wanted !== 'string' || !isAmountText(wanted)) return after
  const { available, assigned } = before
  return { ...after, available: add(String(available), subtract(wanted, String(assigned))) }
}

/** The writes by name. The record is total: a write that is not described does not compile. */
export const apiWrites: Readonly<Record<WriteOperation, ApiWrite>> = {
  createAccount: {
    ...creation('account'),
    invert: inverses.invertAccountCreation,
    listTouchedMonths: findBalanceMonth,
  },
  updateAccount: {
    ...update('account', ({ account_id }) => account_id),
    invert: inverses.invertAccountUpdate,
    listTouchedMonths: null,
  },
  deleteAccount: {
    ...deletion('account', ({ account_id }) => account_id),
    invert: inverses.invertAccountDeletion,
    listTouchedMonths: null,
  },
  assignCategory: {
    ...update('assignment', ({ month, category_id }) => toAssignmentId(String(month), String(category_id))),
    predict: predictAssignment,
    invert: inverses.invertAssignment,
    listTouchedMonths: null,
  },
  createTransactions: {
    ...creation('transaction'),
    buildChanges: buildTransactionCreation,
    recover: recoverCreatedTransactions,
    invert: inverses.deleteTransaction,
    listTouchedMonths: listReplyMonths,
  },
  updateTransaction: {
    ...update('transaction', ({ transaction_id }) => transaction_id),
    invert: inverses.invertTransactionUpdate,
    listTouchedMonths: listEditedMonths,
  },
  deleteTransaction: {
    ...deletedState(true),
    invert: inverses.invertTransactionDeletion,
    listTouchedMonths: listReplyMonths,
  },
  restoreTransaction: {
    ...deletedState(false),
    invert: inverses.deleteTransaction,
    listTouchedMonths: listReplyMonths,
  },
  createCategory: {
    ...creation('category'),
    invert: inverses.invertCategoryCreation,
    listTouchedMonths: null,
  },
  updateCategory: {
    ...update('category', ({ category_id }) => category_id),
    invert: inverses.invertCategoryUpdate,
    listTouchedMonths: null,
  },
  deleteCategory: {
    ...deletion('category', ({ category_id }) => category_id),
    invert: inverses.invertCategoryDeletion,
    listTouchedMonths: everyMonth,
  },
  createCategoryGroup: {
    ...uniqueCreation('category_group'),
    buildChanges: buildGroupCreation,
    invert: inverses.keepCategoryGroup,
    listTouchedMonths: null,
  },
  updateCategoryGroup: {
    ...update('category_group', ({ group_id }) => group_id),
    invert: inverses.invertCategoryGroupUpdate,
    listTouchedMonths: null,
  },
  createMerchant: {
    ...uniqueCreation('merchant'),
    invert: inverses.invertMerchantCreation,
    listTouchedMonths: null,
  },
  updateMerchant: {
    ...update('merchant', ({ merchant_id }) => merchant_id),
    invert: inverses.invertMerchantUpdate,
    // A starting balance is known by the name of its merchant.
    listTouchedMonths: everyMonth,
  },
  deleteMerchant: {
    ...deletion('merchant', ({ merchant_id }) => merchant_id),
    invert: inverses.invertMerchantDeletion,
    listTouchedMonths: everyMonth,
  },
  createSchedule: {
    ...creation('schedule'),
    ...repeatable,
    invert: inverses.invertScheduleCreation,
    listTouchedMonths: null,
  },
  updateSchedule: {
    ...update('schedule', ({ schedule_id }) => schedule_id),
    ...repeatable,
    invert: inverses.invertScheduleUpdate,
    listTouchedMonths: null,
  },
  deleteSchedule: {
    ...deletion('schedule', ({ schedule_id }) => schedule_id),
    ...repeatable,
    invert: inverses.invertScheduleDeletion,
    listTouchedMonths: null,
  },
  updateScheduleDate: {
    ...update('schedule_date', ({ schedule_id, date }) =>
      toScheduleDateId(String(schedule_id), String(date)),
    ),
    ...repeatable,
    invert: inverses.invertScheduleDateUpdate,
    listTouchedMonths: null,
  },
  postScheduleDate: {
    ...creation('transaction'),
    ...repeatable,
    buildChanges: buildTransactionCreation,
    // The deleted transaction fulfils nothing, so that the date is open again.
    invert: inverses.deleteTransaction,
    listTouchedMonths: listReplyMonths,
  },
}
