/** The rules of categories and their groups. */

import { nameTaken, systemCategory } from '../../contract/api-errors.ts'
import { badRequest } from '../../contract/errors.ts'
import { nameKey } from '../../contract/normalize-name.ts'
import type { Category, CategoryGroup } from '../../contract/operations/categories.ts'
import type { CategoryRow, GroupRow } from '../../store/categories.ts'
import type { TransactionRow } from '../../store/transactions.ts'
import { type Context, find, must } from '../budget/request-context.ts'
import { openLedger } from '../budget/running-totals.ts'
import type { RulesFor } from './handler.ts'

/** A category's type: payment categories are the system's. */ // spec C1
export const categoryType = (row: CategoryRow): string =>
  row.card === null ? 'custom' : 'credit_card_payment'

/** A group's type. */ // spec C1
export const groupType = (row: GroupRow): string => (row.system ? 'credit_card_payments' : 'expense')

const shown = ({ ids }: Context, row: CategoryRow): Category => ({
  id: ids.of('category', row.seq),
  name: row.name,
  group_id: ids.of('category_group', row.group),
  archived: row.archived,
  system: row.card !== null,
  category_type: categoryType(row),
})

const shownGroup = (context: Context, row: GroupRow, categories: CategoryRow[]): CategoryGroup => ({
  id: context.ids.of('category_group', row.seq),
  name: row.name,
  type: groupType(row),
  system: row.system,
  categories: categories.filter((one) => one.group === row.seq).map((one) => shown(context, one)),
})

function allGroups(context: Context): CategoryGroup[] {
  const categories = context.store.categories.list()
  return context.store.groups.list().map((group) => shownGroup(context, group, categories))
}

const groupAgain = (context: Context, seq: number): CategoryGroup =>
  shownGroup(context, must(context.store.groups.get(seq)), context.store.categories.list())

const categoryIn = (context: Context, id: string): CategoryRow =>
  find(context, 'category', id, context.store.categories.get)

const again = (context: Context, seq: number): Category =>
  shown(context, must(context.store.categories.get(seq)))

function refuseSystem(isSystem: boolean): void {
  if (isSystem) throw systemCategory()
}

/** Refuses a name another category of the group has; archived ones count. */ // spec D50
function refuseTaken({ store }: Context, group: number, name: string, self?: number): void {
  const holder = store.categories.byKey(group, nameKey(name))
  if (holder && holder.seq !== self) throw nameTaken('category')
}

/** The category that a deleted one's money and history move to; undefined: none was named. */
function successorOf(context: Context, category: CategoryRow, id: string | undefined): number | undefined {
  if (id === undefined) return undefined
  const words = context.objection('category', id)
  if (words) throw badRequest(`move_to_category_id ${words}`)
  const seq = must(context.ids.seq('category', id))
  if (seq === category.seq) throw badRequest('move_to_category_id must differ from the deleted category')
  return seq
}

/** The row with its lines in one category moved to another, or uncategorized. */
function recategorized(row: TransactionRow, from: number, to: number | null): TransactionRow {
  const moved = <Line extends { category: number | null }>(line: Line): Line =>
    line.category === from ? { ...line, category: to } : line
  return { ...moved(row), splits: row.splits?.map(moved) ?? null }
}

export const categoryRules: RulesFor<
  | 'listCategories'
  | 'getCategory'
  | 'createCategory'
  | 'updateCategory'
  | 'deleteCategory'
  | 'listCategoryGroups'
  | 'createCategoryGroup'
  | 'updateCategoryGroup'
> = {
  // GET /categories: returns data.category_groups, each with its categories
  listCategories: (context) => ({ category_groups: allGroups(context) }),

  // GET /categories/{category_id}: one category
  getCategory: (context, { category_id }) => ({ category: shown(context, categoryIn(context, category_id)) }),

  // POST /categories: name, group_id. The new category is inserted at the top of its group
  createCategory(context, { body }) {
    const group = must(context.ids.seq('category_group', body.group_id))
    const name = body.name.trim()
    refuseTaken(context, group, name)
    const seq = context.store.categories.insert({ name, key: nameKey(name), group, card: null })
    return { category: again(context, seq) }
  },

  // PATCH /categories/{category_id}: name, group_id (moves it), archived
  updateCategory(context, { category_id, body }) {
    const { store, ids } = context
    const before = categoryIn(context, category_id)
    refuseSystem(before.card !== null)
    const name = body.name?.trim() ?? before.name
    const group = body.group_id === undefined ? before.group : must(ids.seq('category_group', body.group_id))
    refuseTaken(context, group, name, before.seq)
    if (group !== before.group) store.categories.move(before.seq, { group, name, key: nameKey(name) })
    else if (name !== before.name) store.categories.rename(before.seq, name, nameKey(name))
    store.categories.setArchived(before.seq, body.archived ?? before.archived)
    return { category: again(context, before.seq) }
  },

  // DELETE /categories/{category_id}: query move_to_category_id: the category's transactions are recategorized to it.
  // Without it, affected transactions become uncategorized
  deleteCategory(context, { category_id, query }) {
    const { store, now } = context
    const category = categoryIn(context, category_id)
    refuseSystem(category.card !== null)
    const successor = successorOf(context, category, query?.move_to_category_id) ?? null
    const ledger = openLedger(context)
    let moved = 0
    for (const before of store.transactions.ofCategory(category.seq)) {
      const after = { ...recategorized(before, category.seq, successor), updated_at: now }
      store.transactions.update(after)
      ledger.change(before, after)
      if (!before.deleted) moved++
    }
    ledger.settle()
    store.cells.moveAssigned(category.seq, successor) // spec B71 B72
    store.merchants.moveLearned(category.seq, successor)
    store.rules.moveCategory(category.seq, successor)
    store.targets.clear(category.seq)
    store.categories.remove(category.seq)
    return { deleted: true, id: category_id, moved_transaction_count: successor === null ? 0 : moved }
  },

  // GET /category_groups: lists groups
  listCategoryGroups: (context) => ({ category_groups: allGroups(context) }),

  // POST /category_groups: name. Creates an expense group; a duplicate name gives 409
  createCategoryGroup(context, { body }) {
    const name = body.name.trim()
    const key = nameKey(name)
    if (context.store.groups.byKey(key)) throw nameTaken('category group')
    const seq = context.store.groups.insert({ name, key, system: false })
    return { category_group: groupAgain(context, seq) }
  },

  // PATCH /category_groups/{group_id}: name; renames
  updateCategoryGroup(context, { group_id, body }) {
    const { store } = context
    const group = find(context, 'category_group', group_id, store.groups.get)
    refuseSystem(group.system)
    const name = body.name?.trim() ?? group.name
    const key = nameKey(name)
    const holder = store.groups.byKey(key)
    if (holder && holder.seq !== group.seq) throw nameTaken('category group')
    store.groups.rename(group.seq, name, key)
    return { category_group: groupAgain(context, group.seq) }
  },
}
