/** Shows categories and their groups. */

import { isReadyToAssign } from '../command/names/resolve-name.ts'
import { listFieldPaths } from '../contract/field-paths.ts'
import {
  type Category,
  type CategoryGroup,
  category,
  categoryGroup,
} from '../contract/operations/categories.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { type Column, defineView, textColumn, type View } from '../output/view.ts'

const listCategories = (groups: readonly CategoryGroup[]) =>
  groups.flatMap((group) => group.categories.map((row) => ({ ...row, group_name: group.name })))

/** The categories by group. */
export const categoryTreeView = defineView<CategoryGroup[], Category & { group_name: string }>({
  columns: [
    textColumn('group_name', 'Group', { isGroupHeading: true }),
    { ...textColumn('name', 'Category'), formatForTerminal: (row) => `  ${row.name}` },
    textColumn('archived', 'Archived'),
    textColumn('system', 'System'),
    textColumn('id', 'Id', { isDroppable: true, neverTruncate: true }),
  ],
  rows: listCategories,
  fields: () => listFieldPaths(categoryGroup),
  jsonRows: {
    field: 'categories',
    fields: () => [...listFieldPaths(category), 'group_name'],
    list: listCategories,
  },
  emptyMessage: 'No categories yet; to add one: budget categories add Groceries --group "Everyday"',
})

/** One category, or several. */
export const categoryView = defineView<Category | Category[], Category>({
  columns: [
    textColumn('name', 'Category'),
    textColumn('archived', 'Archived'),
    textColumn('system', 'System'),
    textColumn('category_type', 'Type'),
    textColumn('id', 'Id'),
    textColumn('group_id', 'Group id'),
  ],
  fields: () => listFieldPaths(category),
})

/** Returns a view of one line for each changed category. */
export const defineCategoryChangeView = (
  describe: (category: Category) => string,
): View<Category | Category[]> => ({
  ...categoryView,
  renderText: (result) =>
    [result]
      .flat()
      .map((row) => `${sanitizeLine(describe(row))}\n`)
      .join(''),
})

const groupColumns: readonly Column<CategoryGroup>[] = [
  textColumn('name', 'Group'),
  textColumn('type', 'Type'),
  {
    field: 'category_count',
    heading: 'Categories',
    kind: 'count',
    getValue: (group) => group.categories.length,
  },
  textColumn('system', 'System'),
  textColumn('id', 'Id', { isDroppable: true, neverTruncate: true }),
]

/** A list of groups. */
export const groupListView = defineView<CategoryGroup[], CategoryGroup>({
  columns: groupColumns,
  fields: () => listFieldPaths(categoryGroup),
  emptyMessage: 'No groups yet; to add one: budget groups add "Everyday"',
})

/** Returns a view of one line about a changed group. */
export const defineGroupChangeView = (describe: (group: CategoryGroup) => string): View<CategoryGroup> => ({
  ...defineView<CategoryGroup, CategoryGroup>({
    columns: groupColumns,
    fields: () => listFieldPaths(categoryGroup),
  }),
  renderText: (group) => `${sanitizeLine(describe(group))}\n`,
})

/** Warns when a category is called `rta`, which means Ready to Assign wherever that is allowed. */
export function warnAboutRtaName(warn: (text: string) => void, name: string, group: string): void {
  if (isReadyToAssign(name))
    warn(`"${name}" means Ready to Assign; use ${group}/${name} or the id for this category`)
}
