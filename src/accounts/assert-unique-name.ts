/** Prevents two accounts of the same name, which no command could tell apart. */

import type { NameIndex } from '../command/names/resolve-name.ts'
import { booleanFlag } from '../command/option-spec.ts'
import { UserError } from '../contract/errors.ts'
import { toNameKey } from '../contract/normalize-name.ts'

/** The flag that allows a second account of the same name. */
export const duplicateFlag = {
  allowDuplicateName: booleanFlag('Allow a name that another account has'),
}

/**
 * Asserts that no other account has the name; `self` is the id of the account that is renamed.
 * @throws UserError `conflict` when another account has it.
 */
export async function assertUniqueAccountName(names: NameIndex, name: string, self?: string): Promise<void> {
  const namesake = async (age?: 'fresh') =>
    (await names.accounts(age)).find(
      (account) => account.id !== self && toNameKey(account.name) === toNameKey(name),
    )
  // The other account may have been renamed since its name was cached.
  const found = (await namesake()) && (await namesake('fresh'))
  if (!found) return
  throw new UserError('conflict', `An account named "${found.name}" already exists`, {
    field: 'name',
    hint: 'Add --allow-duplicate-name to use it for both',
  })
}
