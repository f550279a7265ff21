/** Checks by the reply of an update whether what an earlier invocation had read was still true. */

import { type ApiEntityType, contentFields, type Fields } from './api-entities.ts'

/** The fields that a field of a request changes as well. */
const dependentFields: Readonly<Record<string, readonly string[]>> = {
  splits: ['amount', 'category_id', 'ready_to_assign'],
  category_id: ['ready_to_assign'],
  ready_to_assign: ['category_id'],
  merchant_name: ['merchant_id'],
}

/** A name can change without its thing. */
const isNameOfOther = (field: string): boolean => field.endsWith('_name')

/** True if an update left every field that it did not send as the image has it. */
export function isStillTrue(
  type: ApiEntityType,
  { image, after, body }: { image: Fields; after: Fields; body: Fields },
): boolean {
  const changeable = new Set(Object.keys(body).flatMap((field) => [field, ...(dependentFields[field] ?? [])]))
  return contentFields[type].every(
    (field) =>
      changeable.has(field) ||
      isNameOfOther(field) ||
      image[field] === undefined ||
      after[field] === undefined ||
      JSON.stringify(image[field]) === JSON.stringify(after[field]),
  )
}
