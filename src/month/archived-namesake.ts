/** Explains why a category cannot have a name: an archived one has it, which lists do not show. */

import type { NameIndex } from '../command/names/resolve-name.ts'
import { ApiError, UserError } from '../contract/errors.ts'
import { toNameKey } from '../contract/normalize-name.ts'

/** A name in a group. */
interface CategoryName {
  group_id: string
  name: string
}

/**
 * Returns what the service replies to a request that gives a category a name.
 * @throws UserError `conflict` when an archived category has the name, and what the service refuses otherwise.
 */
export async function explainArchivedNamesake<Reply>(
  names: Pick<NameIndex, 'categories'>,
  { group_id, name }: CategoryName,
  reply: Promise<Reply>,
): Promise<Reply> {
  try {
    return await reply
  } catch (error) {
    if (!(error instanceof ApiError) || error.name !== 'conflict') throw error
    const namesake = (await names.categories('fresh')).find(
      (one) => one.archived && one.group_id === group_id && toNameKey(one.name) === toNameKey(name),
    )
    if (!namesake) throw error
    const path = `${namesake.group_name}/${namesake.name}`
    throw new UserError('conflict', `An archived category has this name: "${path}"`, {
      hint: `Choose another name, or use that category again: budget categories unarchive "${path}"`,
    })
  }
}
