/**
 * Orders groups and categories, and deletes empty groups.
 * @see docs/spec.md#l-not-in-the-api-needed-locally-admin-functions-of-the-engine-never-routes-under-v1
 */

import { badRequest } from '../../contract/errors.ts'
import type { Category, CategoryGroup } from '../../contract/operations/categories.ts'
import { findRow, type RequestContext } from '../budget/request-context.ts'
import { findReferred } from '../history/row-references.ts'
import { assertNotSystem, reloadCategory, reloadGroup } from './categories.ts'

/**
 * Returns the list with one of its elements at another position, which counts from 1.
 * @throws ApiError bad_request for a position that the list does not have
 */
export function moveToPosition<Element>(
  list: readonly Element[],
  element: Element,
  position: number,
): Element[] {
  if (!(Number.isInteger(position) && position >= 1 && position <= list.length))
    throw badRequest(`position must be an integer from 1 to ${list.length}`)
  return list.filter((one) => one !== element).toSpliced(position - 1, 0, element)
}

/** Moves a group to another position; the system group stays first, and does not count. @see docs/spec.md#b73 */
export function moveGroup(context: RequestContext, id: string, position: number): CategoryGroup {
  const { groups } = context.store
  const { seq, system } = findRow(context, 'category_group', id, groups.get)
  assertNotSystem(system)
  const others = groups.list().filter((group) => !group.system)
  groups.reorder(
    moveToPosition(
      others.map((group) => group.seq),
      seq,
      position,
    ),
  )
  return reloadGroup(context, seq)
}

/** Moves a category to another position in its group; archived categories count. */
export function moveCategory(context: RequestContext, id: string, position: number): Category {
  const { categories } = context.store
  const { seq, group } = findRow(context, 'category', id, categories.get)
  const siblings = categories.list().filter((category) => category.group === group)
  categories.reorder(
    moveToPosition(
      siblings.map((category) => category.seq),
      seq,
      position,
    ),
  )
  return reloadCategory(context, seq)
}

/**
 * Deletes a group without categories.
 * @throws ApiError bad_request for a group that has categories, archived ones too
 */
export function deleteGroup(context: RequestContext, id: string): CategoryGroup {
  const { groups, categories } = context.store
  const { seq, system } = findRow(context, 'category_group', id, groups.get)
  assertNotSystem(system)
  const group = reloadGroup(context, seq)
  if (group.categories.length > 0)
    throw badRequest('category group has categories; move or delete them first')
  // Deleted categories stay for the transactions that were deleted with them, and need a group.
  const other = groups.list().find((one) => one.seq !== seq && !one.system)
  if (other) categories.moveDeleted(seq, other.seq)
  else if (findReferred(context.store, { table: 'category_groups', keys: [seq] }).has(seq))
    throw badRequest('category group is the last one, and deleted categories belong to it')
  groups.remove(seq)
  return group
}
