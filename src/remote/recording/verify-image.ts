/** Says what is still known of a thing that an earlier invocation had read, and checks it by the reply of an update. */

import { type Fields } from '../../contract/transaction-digest.ts'
import { type ApiEntityType, contentFields } from './api-entities.ts'

/** The fields that a field of a request changes as well. */
const dependentFields: Readonly<Record<string, readonly string[]>> = {
  splits: ['amount', 'category_id', 'ready_to_assign'],
  category_id: ['ready_to_assign'],
  ready_to_assign: ['category_id'],
  merchant_name: ['merchant_id'],
}

/** Lists what an update with this body can change. */
const listChangeableFields = (body: Fields): Set<string> =>
  new Set(Object.keys(body).flatMap((field) => [field, ...(dependentFields[field] ?? [])]))

/** Names of the cache stay: the user chose the thing by them in this invocation. */
const isUsedName = (type: ApiEntityType, field: string): boolean =>
  type !== 'transaction' && field !== 'notes'

/**
 * Returns an image of an earlier invocation without what an update can change: another program may have changed that
 * since, and the reply does not show it.
 */
export function omitChangeableFields(type: ApiEntityType, image: Fields, body: Fields): Fields {
  const changeable = listChangeableFields(body)
  const kept = Object.entries(image).filter(([field]) => isUsedName(type, field) || !changeable.has(field))
  return Object.fromEntries(kept)
}

/** A name can change without its thing. */
const isNameOfOther = (field: string): boolean => field.endsWith('_name')

/** True if an update left every field that it did not send as the image has it. */
export function isStillTrue(
  type: ApiEntityType,
  { image, after, body }: { image: Fields; after: Fields; body: Fields },
): boolean {
  const changeable = listChangeableFields(body)
  return contentFields[type].every(
    (field) =>
      changeable.has(field) ||
      isNameOfOther(field) ||
      image[field] === undefined ||
      after[field] === undefined ||
      JSON.stringify(image[field]) === JSON.stringify(after[field]),
  )
}
