/** Handles the operations of categories and category groups, and their order. */

import { badRequest, nameTakenError, systemCategoryError } from '../../contract/errors.ts'
import { toNameKey } from '../../contract/normalize-name.ts'
import type { Category, CategoryGroup } from '../../contract/operations/categories.ts'
import type { CategoryRow, GroupRow } from '../../store/categories.ts'
import type { TransactionRow } from '../../store/transaction-row-mapping.ts'
import { assertFound, findRow, type HandlersFor, type RequestContext } from '../budget/request-context.ts'
import { openRunningTotals } from '../budget/running-totals.ts'
import { findReferred } from '../history/row-references.ts'

/** Returns a category's type: payment categories have their own. @see docs/spec.md#c1 */
export const getCategoryType = (row: CategoryRow): string =>
  row.card === null ? 'custom' : 'credit_card_payment'

/** Returns a group's type: the system group has its own. @see docs/spec.md#c1 */
export const getGroupType = (row: GroupRow): string => (row.system ? 'credit_card_payments' : 'expense')

const toApiCategory = ({ ids }: RequestContext, row: CategoryRow): Category => ({
  id: ids.toId('category', row.seq),
  name: row.name,
  group_id: ids.toId('category_group', row.group),
  archived: row.archived,
  system: row.card !== null,
  category_type: getCategoryType(row),
})

const toApiGroup = (context: RequestContext, row: GroupRow, categories: CategoryRow[]): CategoryGroup => ({
  id: context.ids.toId('category_group', row.seq),
  name: row.name,
  type: getGroupType(row),
  system: row.system,
  categories: categories
    .filter((category) => category.group === row.seq)
    .map((category) => toApiCategory(context, category)),
})

function listGroups(context: RequestContext): CategoryGroup[] {
  const categories = context.store.categories.list()
  return context.store.groups.list().map((group) => toApiGroup(context, group, categories))
}

/** Returns a group as it is stored now. */
const reloadGroup = (context: RequestContext, seq: number): CategoryGroup =>
  toApiGroup(context, assertFound(context.store.groups.get(seq)), context.store.categories.list())

const getCategoryRow = (context: RequestContext, id: string): CategoryRow =>
  findRow(context, 'category', id, context.store.categories.get)

/** Returns a category as it is stored now. */
const reloadCategory = (context: RequestContext, seq: number): Category =>
  toApiCategory(context, assertFound(context.store.categories.get(seq)))

/** Asserts that a group or category is not the service's own. @see docs/spec.md#d60 */
function assertNotSystem(isSystem: boolean): void {
  if (isSystem) throw systemCategoryError()
}

/** Asserts that no other category of the group has the name; archived ones count. @see docs/spec.md#d50 */
function assertNameFree({ store }: RequestContext, group: number, name: string, self?: number): void {
  const owner = store.categories.findByKey(group, toNameKey(name))
  if (owner && owner.seq !== self) throw nameTakenError('category')
}

/** Returns the category that takes over a deleted one's transactions and money; undefined for none. */
function resolveSuccessor(
  context: RequestContext,
  category: CategoryRow,
  id: string | undefined,
): number | undefined {
  if (id === undefined) return undefined
  const message = context.findReferenceError('category', id)
  if (message) throw badRequest(`move_to_category_id ${message}`)
  const seq = assertFound(context.ids.toSeq('category', id))
  if (seq === category.seq) throw badRequest('move_to_category_id must differ from the deleted category')
  return seq
}

/** Returns the row with the lines of one category moved to another, or uncategorized. */
function recategorize(row: TransactionRow, from: number, to: number | null): TransactionRow {
  const moveLine = <Line extends { category: number | null }>(line: Line): Line =>
    line.category === from ? { ...line, category: to } : line
  return { ...moveLine(row), splits: row.splits?.map(moveLine) ?? null }
}

/** The handlers of the category and category-group operations. */
export const categoryHandlers: HandlersFor<
  | 'listCategories'
  | 'getCategory'
  | 'createCategory'
  | 'updateCategory'
  | 'deleteCategory'
  | 'listCategoryGroups'
  | 'createCategoryGroup'
  | 'updateCategoryGroup'
> = {
  // GET /categories: lists the groups with their categories.
  listCategories: (context) => ({ category_groups: listGroups(context) }),

  // GET /categories/{category_id}: returns one category.
  getCategory: (context, { category_id }) => ({
    category: toApiCategory(context, getCategoryRow(context, category_id)),
  }),

  // POST /categories: creates a category at the top of its group.
  createCategory(context, { body }) {
    const group = assertFound(context.ids.toSeq('category_group', body.group_id))
    const name = body.name.trim()
    assertNameFree(context, group, name)
    const seq = context.store.categories.insert({ name, key: toNameKey(name), group, card: null })
    return { category: reloadCategory(context, seq) }
  },

  // PATCH /categories/{category_id}: changes name, group_id (moves it), archived.
  updateCategory(context, { category_id, body }) {
    const { store, ids } = context
    const before = getCategoryRow(context, category_id)
    assertNotSystem(before.card !== null)
    const name = body.name?.trim() ?? before.name
    const group =
      body.group_id === undefined ? before.group : assertFound(ids.toSeq('category_group', body.group_id))
    assertNameFree(context, group, name, before.seq)
    if (group !== before.group) store.categories.move(before.seq, { group, name, key: toNameKey(name) })
    else if (name !== before.name) store.categories.rename(before.seq, name, toNameKey(name))
    store.categories.setArchived(before.seq, body.archived ?? before.archived)
    return { category: reloadCategory(context, before.seq) }
  },

  // DELETE /categories/{category_id}: moves its transactions to move_to_category_id; without it they become
  // uncategorized.
  deleteCategory(context, { category_id, query }) {
    const { store, now } = context
    const category = getCategoryRow(context, category_id)
    assertNotSystem(category.card !== null)
    const successor = resolveSuccessor(context, category, query?.move_to_category_id) ?? null
    const totals = openRunningTotals(context)
    let movedCount = 0
    for (const before of store.transactions.listByCategory(category.seq)) {
      const after = { ...recategorize(before, category.seq, successor), updated_at: now }
      store.transactions.update(after)
      totals.change(before, after)
      if (!before.deleted) movedCount++
    }
    totals.flush()
    store.monthTotals.moveAssigned(category.seq, successor) // docs/spec.md#b71, docs/spec.md#b72
    store.merchants.moveLearnedCategory(category.seq, successor)
    store.rules.moveCategory(category.seq, successor)
    store.schedules.moveCategory(category.seq, successor, now)
    store.targets.clear(category.seq)
    store.categories.remove(category.seq)
    return { deleted: true, id: category_id, moved_transaction_count: successor === null ? 0 : movedCount }
  },

  // GET /category_groups: lists the groups.
  listCategoryGroups: (context) => ({ category_groups: listGroups(context) }),

  // POST /category_groups: creates an expense group; a duplicate name gives 409.
  createCategoryGroup(context, { body }) {
    const name = body.name.trim()
    const key = toNameKey(name)
    if (context.store.groups.findByKey(key)) throw nameTakenError('category group')
    const seq = context.store.groups.insert({ name, key, system: false })
    return { category_group: reloadGroup(context, seq) }
  },

  // PATCH /category_groups/{group_id}: renames a group.
  updateCategoryGroup(context, { group_id, body }) {
    const { store } = context
    const group = findRow(context, 'category_group', group_id, store.groups.get)
    assertNotSystem(group.system)
    const name = body.name?.trim() ?? group.name
    const key = toNameKey(name)
    const owner = store.groups.findByKey(key)
    if (owner && owner.seq !== group.seq) throw nameTakenError('category group')
    store.groups.rename(group.seq, name, key)
    return { category_group: reloadGroup(context, group.seq) }
  },
}

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

const getSeq = ({ seq }: { seq: number }): number => seq

/** Moves a group to another position; the system group stays first, and does not count. @see docs/spec.md#b73 */
export function moveGroup(context: RequestContext, id: string, position: number): CategoryGroup {
  const { groups } = context.store
  const { seq, system } = findRow(context, 'category_group', id, groups.get)
  assertNotSystem(system)
  const others = groups.list().filter((group) => !group.system)
  groups.reorder(moveToPosition(others.map(getSeq), seq, position))
  return reloadGroup(context, seq)
}

/** Moves a category to another position in its group; archived categories count. */
export function moveCategory(context: RequestContext, id: string, position: number): Category {
  const { categories } = context.store
  const { seq, group } = findRow(context, 'category', id, categories.get)
  const siblings = categories.list().filter((category) => category.group === group)
  categories.reorder(moveToPosition(siblings.map(getSeq), seq, position))
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
