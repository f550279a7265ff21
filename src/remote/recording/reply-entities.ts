/** Lists the things that a reply of the API shows, so that a later write knows what was there before. */

import type { OperationName } from '../../contract/api.ts'
import type { RawRequest } from '../../contract/operation.ts'
import { type Fields } from '../../contract/transaction-digest.ts'
import { type ApiEntityType, type EntityReference, toAssignmentId } from './api-entities.ts'

/** A thing as a reply showed it. */
export type SeenEntity = EntityReference & { fields: Fields }

/** The properties under which replies hold things, and the kind of each. */
const typeByProperty: Readonly<Record<string, ApiEntityType>> = {
  account: 'account',
  accounts: 'account',
  category: 'category',
  category_group: 'category_group',
  category_groups: 'category_group',
  merchant: 'merchant',
  merchants: 'merchant',
  transaction: 'transaction',
  transactions: 'transaction',
}

const asFields = (value: unknown): Fields => Object(value) as Fields // any value has properties after Object()

const listValues = (value: unknown): Fields[] =>
  (Array.isArray(value) ? value : [value])
    .filter((one) => typeof one === 'object' && one !== null)
    .map(asFields)

const toSeen = (type: ApiEntityType, fields: Fields): SeenEntity => ({
  type,
  id: String(fields['id']),
  fields,
})

/** The categories of a month are assignments; in other replies the same property holds categories. */
const assignmentReplies: ReadonlySet<OperationName> = new Set(['getMonth', 'assignCategory'] as const)

function listMonthCategories(request: RawRequest, reply: Fields): SeenEntity[] {
  const month = String(request['month'])
  const groups = listValues(asFields(reply['month'])['category_groups'])
  const categories = [
    ...listValues(reply['category']),
    ...groups.flatMap((group) => listValues(group['categories'])),
  ]
  return categories.map((fields) => ({
    type: 'assignment',
    id: toAssignmentId(month, String(fields['id'])),
    fields,
  }))
}

/** Returns the things that the reply of an operation shows, with all fields that it has. */
export function listReplyEntities(name: OperationName, request: RawRequest, reply: unknown): SeenEntity[] {
  const fields = asFields(reply)
  if (assignmentReplies.has(name)) return listMonthCategories(request, fields)
  return Object.entries(fields).flatMap(([property, value]) => {
    const type = typeByProperty[property]
    if (!type) return []
    const entities = listValues(value)
    const inner = entities.flatMap((entity) => listValues(entity['categories'] ?? []))
    return [
      ...entities.map((entity) => toSeen(type, entity)),
      ...inner.map((entity) => toSeen('category', entity)),
    ]
  })
}
