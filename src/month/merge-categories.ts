/** Merges categories into another one, as deleting them with --move-to does. */

import type { WorkspaceContext } from '../command/context.ts'
import { mapOneByOne } from '../command/for-each.ts'
import type { DeletionResult } from '../output/deleted.ts'
import { confirmMerge, type Named } from '../transactions/confirm-merge.ts'
import { describeDeletion } from './describe-category-deletion.ts'

/** Merges categories once the user has confirmed it, and returns what became of each. */
export async function mergeCategories(
  context: WorkspaceContext,
  { categories, into }: { categories: readonly Named[]; into: Named },
): Promise<DeletionResult[]> {
  const leaving = await confirmMerge(context, { things: categories, into }, async (named) => {
    const texts: string[] = []
    for (const category of named) texts.push(await describeDeletion(context, category, into.name))
    return texts
  })
  return mapOneByOne(
    context,
    leaving,
    async ({ id, name }) => {
      const query = { move_to_category_id: into.id }
      const reply = await context.workspace.api.deleteCategory({ category_id: id, query })
      return { ...reply, name, into: { id: into.id, name: into.name } }
    },
    ({ id, name }) => ({ id, name }),
  )
}
