/**
 * Models categories, groups and assigned amounts.
 * @see docs/spec.md#b-budget-month
 * @see docs/spec.md#d50
 * @see docs/spec.md#d60
 */

import { badRequest, conflict } from '../../../src/contract/errors.ts'
import { toNameKey } from '../../../src/contract/normalize-name.ts'
import type { TargetDraft } from '../../../src/contract/ports/workspace-admin.ts'
import { getByPathId, isLive, type Request } from './accounts.ts'
import { minor, toApiCategory, toApiGroups, toApiMonth, toApiMonthCategory } from './api-view.ts'
import { type Book, type CategoryEntry, getEntry } from './ledger.ts'

/**
 * Throws unless an id in a body or query is a category of the user.
 * @see docs/spec.md#d03
 * @see docs/spec.md#c5
 */
export function assertUserCategory(book: Book, id: string, path: string): void {
  if (!isLive(book.categories, id)) throw badRequest(`${path} does not exist`)
  if (getEntry(book.categories, id).card !== null) throw badRequest(`${path} must not be a system category`)
}

function refuseSystem(category: CategoryEntry): void {
  if (category.card !== null) throw badRequest('category is system-managed and cannot be modified')
}

function refuseGroup(book: Book, id: string): void {
  const group = book.groups.find((one) => one.id === id)
  if (!group) throw badRequest('group_id does not exist')
  if (group.system) throw badRequest('group_id is a system group')
}

function refuseTaken(book: Book, group: string, name: string, self?: CategoryEntry): void {
  const same = (one: CategoryEntry): boolean => one.group === group && toNameKey(one.name) === toNameKey(name)
  if (book.categories.some((one) => !one.deleted && one !== self && same(one))) {
    throw conflict('a category with this name already exists')
  }
}

/**
 * Moves the transactions, assignments, learned merchants and rules of a category to another, or removes them.
 * Returns how many live transactions changed.
 * @see docs/spec.md#b71
 * @see docs/spec.md#b72
 */
function moveHistory(book: Book, from: string, to: string | undefined): number {
  const rows = book.rows.filter((row) => [row, ...(row.splits ?? [])].some((line) => line.category === from))
  for (const row of rows) {
    for (const line of [row, ...(row.splits ?? [])]) if (line.category === from) line.category = to ?? null
    row.updated_at = book.now
  }
  const moved = book.assigned.filter((one) => one.category === from)
  book.assigned = book.assigned.filter((one) => one.category !== from)
  if (to !== undefined) book.assigned.push(...moved.map((one) => ({ ...one, category: to })))
  for (const merchant of book.merchants) if (merchant.learned === from) merchant.learned = to ?? null
  book.rules = book.rules.flatMap((rule) =>
    rule.category_id !== from ? [rule] : to === undefined ? [] : [{ ...rule, category_id: to }],
  )
  return rows.filter((row) => !row.deleted).length
}

export const categoryCalls = (book: Book) => ({
  listCategories: (_: Request<'listCategories'>) => ({ category_groups: toApiGroups(book) }),

  createCategoryGroup({ body }: Request<'createCategoryGroup'>) {
    if (book.groups.some((one) => toNameKey(one.name) === toNameKey(body.name))) {
      throw conflict('a category group with this name already exists')
    }
    const id = `grp#${book.groups.length + 1}`
    book.groups.push({ id, name: body.name, system: false })
    return { category_group: toApiGroups(book).find((group) => group.id === id) }
  },

  createCategory({ body }: Request<'createCategory'>) {
    refuseGroup(book, body.group_id)
    refuseTaken(book, body.group_id, body.name)
    const id = `cat#${++book.categoriesMade}`
    book.categories.unshift({
      id,
      name: body.name,
      group: body.group_id,
      card: null,
      archived: false,
      deleted: false,
    })
    return { category: toApiCategory(getEntry(book.categories, id)) }
  },

  updateCategory({ category_id, body }: Request<'updateCategory'>) {
    const category = getByPathId('category', book.categories, category_id)
    if (body.group_id !== undefined) refuseGroup(book, body.group_id)
    refuseSystem(category)
    const { name = category.name, group_id: group = category.group, archived = category.archived } = body
    refuseTaken(book, group, name, category)
    if (group !== category.group) {
      book.categories.splice(book.categories.indexOf(category), 1)
      book.categories.unshift(category)
    }
    Object.assign(category, { name, group, archived })
    return { category: toApiCategory(category) }
  },

  deleteCategory({ category_id, query }: Request<'deleteCategory'>) {
    const category = getByPathId('category', book.categories, category_id)
    refuseSystem(category)
    const into = query?.move_to_category_id
    if (into !== undefined) assertUserCategory(book, into, 'move_to_category_id')
    if (into === category_id) throw badRequest('move_to_category_id must differ from the deleted category')
    const moved = moveHistory(book, category_id, into)
    category.deleted = true
    book.targets = book.targets.filter((one) => one.category !== category_id)
    return { deleted: true, id: category_id, moved_transaction_count: into === undefined ? 0 : moved }
  },

  getMonth: ({ month }: Request<'getMonth'>) => toApiMonth(book, month),

  assignCategory({ month, category_id, body }: Request<'assignCategory'>) {
    const category = getByPathId('category', book.categories, category_id)
    book.assigned = book.assigned.filter((one) => one.category !== category_id || one.month !== month)
    const amount = minor(body.assigned)
    if (amount !== 0n) book.assigned.push({ category: category_id, month, amount }) // docs/spec.md#b11
    return { category: toApiMonthCategory(book, category, month) }
  },
})

/**
 * Models the settings outside the API.
 * @see docs/spec.md#l-not-in-the-api-needed-locally-admin-functions-of-the-engine-never-routes-under-v1
 */
export const adminCalls = (book: Book) => ({
  setTarget({ category, draft }: { category: string; draft: TargetDraft }) {
    const { card } = getByPathId('category', book.categories, category)
    if (card !== null && draft.kind !== 'monthly_set_aside') {
      throw badRequest('kind must be monthly_set_aside for a payment category') // docs/spec.md#t8
    }
    book.targets = book.targets.filter((one) => one.category !== category)
    book.targets.push({ category, draft })
    return {}
  },
  snoozeTarget({ category, month }: { category: string; month: string }) {
    getByPathId('category', book.categories, category)
    book.snoozed.push({ category, month })
    return {}
  },
  addRule({ draft }: { draft: Book['rules'][number] }) {
    assertUserCategory(book, draft.category_id ?? '', 'category_id')
    book.rules.push(draft)
    return {}
  },
})
