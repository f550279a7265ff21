/** Archives categories, and takes them out of the archive. */

import type { WorkspaceContext } from '../command/context.ts'
import { mapOneByOne } from '../command/for-each.ts'
import type { Category } from '../contract/operations/categories.ts'

/**
 * Archives categories, or takes them out of the archive; their money and history stay.
 * @throws PartialFailureError on a remote profile, when a category is refused after others were changed
 */
export const setArchived = (
  context: WorkspaceContext,
  categories: readonly { id: string; name: string }[],
  archived: boolean,
): Promise<Category[]> =>
  mapOneByOne(
    context,
    categories,
    async ({ id }) => {
      const { category } = await context.workspace.api.updateCategory({ category_id: id, body: { archived } })
      return category
    },
    ({ id, name }) => ({ id, name }),
  )
