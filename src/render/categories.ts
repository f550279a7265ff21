/** How categories and their groups are shown. */

import { fieldPaths } from '../contract/field-paths.ts'
import {
  type Category,
  type CategoryGroup,
  category,
  categoryGroup,
} from '../contract/operations/categories.ts'
import { oneLine } from './sanitize.ts'
import { type Column, type Sheet, sheet, text } from './view.ts'

/** The categories by group. */
export const categoryTree = sheet<CategoryGroup[], Category & { group_name: string }>({
  columns: [
    text('group_name', 'Group', { section: true }),
    { ...text('name', 'Category'), draw: (row) => `  ${row.name}` },
    text('archived', 'Archived'),
    text('system', 'System'),
    text('id', 'Id', { droppable: true, whole: true }),
  ],
  rows: (groups) =>
    groups.flatMap((group) => group.categories.map((one) => ({ ...one, group_name: group.name }))),
  fields: () => fieldPaths(categoryGroup),
  empty: 'No categories yet; budget categories add Groceries --group "Everyday" makes one',
})

/** One category, or several. */
export const categoryCard = sheet<Category | Category[], Category>({
  columns: [
    text('name', 'Category'),
    text('archived', 'Archived'),
    text('system', 'System'),
    text('category_type', 'Type'),
    text('id', 'Id'),
    text('group_id', 'Group id'),
  ],
  fields: () => fieldPaths(category),
})

/** One line for each category that was changed. */
export const categoryChange = (said: (category: Category) => string): Sheet<Category | Category[]> => ({
  ...categoryCard,
  say: (result) =>
    [result]
      .flat()
      .map((one) => `${oneLine(said(one))}\n`)
      .join(''),
})

const groupColumns: readonly Column<CategoryGroup>[] = [
  text('name', 'Group'),
  text('type', 'Type'),
  {
    field: 'category_count',
    heading: 'Categories',
    kind: 'count',
    value: (group) => group.categories.length,
  },
  text('system', 'System'),
  text('id', 'Id', { droppable: true, whole: true }),
]

/** The groups. */
export const groupList = sheet<CategoryGroup[], CategoryGroup>({
  columns: groupColumns,
  fields: () => fieldPaths(categoryGroup),
  empty: 'No groups yet; budget groups add "Everyday" makes one',
})

/** One line about a group that was changed. */
export const groupChange = (said: (group: CategoryGroup) => string): Sheet<CategoryGroup> => ({
  ...sheet<CategoryGroup, CategoryGroup>({ columns: groupColumns, fields: () => fieldPaths(categoryGroup) }),
  say: (group) => `${oneLine(said(group))}\n`,
})
