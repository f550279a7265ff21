/** Describes the category operations, and the category and group resources. */

import * as p from '../fields.ts'
import { defineOperation } from '../operation.ts'

/** The schema of a category. */
export const category = p.object({
  id: p.id,
  name: p.string(),
  group_id: p.id,
  archived: p.boolean(),
  system: p.boolean(),
  category_type: p.string(),
})

/** A category: an envelope. */
export type Category = p.InferOutput<typeof category>

/** The schema of a category group. */
export const categoryGroup = p.object({
  id: p.id,
  name: p.string(),
  type: p.string(),
  system: p.boolean(),
  categories: p.array(category),
})

/** A category group with its categories. */
export type CategoryGroup = p.InferOutput<typeof categoryGroup>

/** GET /categories. */
export const listCategories = defineOperation({
  summary: 'List the categories, by group',
  method: 'GET',
  path: '/categories',
  status: 200,
  reply: p.object({ category_groups: p.array(categoryGroup) }),
})

/** GET /categories/{category_id}. */
export const getCategory = defineOperation({
  summary: 'Get one category',
  method: 'GET',
  path: '/categories/{category_id}',
  status: 200,
  reply: p.object({ category }),
})

/** POST /categories. */
export const createCategory = defineOperation({
  summary: 'Create a category at the top of its group',
  method: 'POST',
  path: '/categories',
  status: 201,
  body: p.strictFields({ name: p.name, group_id: p.reference('category_group') }),
  reply: p.object({ category }),
})

/** PATCH /categories/{category_id}. */
export const updateCategory = defineOperation({
  summary: 'Rename, move or archive a category',
  method: 'PATCH',
  path: '/categories/{category_id}',
  status: 200,
  body: p.strictFields({
    name: p.optional(p.name),
    group_id: p.optional(p.reference('category_group')),
    archived: p.optional(p.booleanField),
  }),
  reply: p.object({ category }),
})

/** DELETE /categories/{category_id}. */
export const deleteCategory = defineOperation({
  summary: 'Delete a category; its transactions move to another category or become uncategorized',
  method: 'DELETE',
  path: '/categories/{category_id}',
  status: 200,
  query: p.strictFields({ move_to_category_id: p.optional(p.textField) }),
  reply: p.object({
    deleted: p.boolean(),
    id: p.id,
    moved_transaction_count: p.optional(p.integer),
  }),
})

/** GET /category_groups. */
export const listCategoryGroups = defineOperation({
  summary: 'List the category groups',
  method: 'GET',
  path: '/category_groups',
  status: 200,
  reply: p.object({ category_groups: p.array(categoryGroup) }),
})

/** POST /category_groups. */
export const createCategoryGroup = defineOperation({
  summary: 'Create an expense group',
  method: 'POST',
  path: '/category_groups',
  status: 201,
  body: p.strictFields({ name: p.name }),
  reply: p.object({ category_group: categoryGroup }),
})

/** PATCH /category_groups/{group_id}. */
export const updateCategoryGroup = defineOperation({
  summary: 'Rename a group',
  method: 'PATCH',
  path: '/category_groups/{group_id}',
  status: 200,
  body: p.strictFields({ name: p.optional(p.name) }),
  reply: p.object({ category_group: categoryGroup }),
})
