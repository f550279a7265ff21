/** Refuses a second account of the same name, which no later command could tell from the first. */

import { booleanFlag } from '../../../command/option-spec.ts'
import type { NameIndex } from '../../../command/resolve-name.ts'
import { UserError } from '../../../contract/errors.ts'
import { toNameKey } from '../../../contract/normalize-name.ts'

export const duplicateFlag = {
  allowDuplicateName: booleanFlag('Let it have the name of another account'),
}

/** Throws a Mistake when another account has the name; `self` is the account that is renamed. */
export async function assertUniqueAccountName(names: NameIndex, name: string, self?: string): Promise<void> {
  const namesake = async (age?: 'fresh') =>
    (await names.accounts(age)).find((one) => one.id !== self && toNameKey(one.name) === toNameKey(name))
  // What is kept of the names may be older than a new name of that account.
  const found = (await namesake()) && (await namesake('fresh'))
  if (!found) return
  throw new UserError('conflict', `There is an account called "${found.name}" already`, {
    field: 'name',
    hint: 'Add --allow-duplicate-name to have two of the same name',
  })
}
