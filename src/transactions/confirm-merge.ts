/** Asks before categories or merchants are merged into another one. */

import type { WorkspaceContext } from '../command/context.ts'
import { UserError } from '../contract/errors.ts'

/** Something with a name: a category, a merchant. */
export interface Named {
  id: string
  name: string
}

/**
 * Asks before things are merged, and returns each of them once.
 * @param describe says what the merge does to these.
 * @throws UserError when one would be merged into itself
 */
export async function confirmMerge(
  { user: { requireConfirmation } }: Pick<WorkspaceContext, 'user'>,
  { things, into }: { things: readonly Named[]; into: Named },
  describe: (leaving: readonly Named[]) => Promise<string[]>,
): Promise<Named[]> {
  const leaving = [...new Map(things.map((thing) => [thing.id, thing])).values()]
  if (leaving.some(({ id }) => id === into.id))
    throw new UserError('usage', `Cannot merge ${into.name} into itself`)
  const names = leaving.map(({ name }) => name).join(', ')
  await requireConfirmation(`Merge ${names} into ${into.name}?`, async () =>
    (await describe(leaving)).join('\n'),
  )
  return leaving
}
