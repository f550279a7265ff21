/** Describes the category-group operations. */

import * as p from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { categoryGroup } from './categories.ts'

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
