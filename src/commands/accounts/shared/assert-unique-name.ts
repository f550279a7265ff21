/** Refuses a second account of the same name, which no later command could tell from the first. */

import { toggle } from '../../../command/define.ts'
import type { Names } from '../../../command/resolve-name.ts'
import { Mistake } from '../../../contract/errors.ts'
import { nameKey } from '../../../contract/normalize-name.ts'

export const duplicateFlag = {
  allowDuplicateName: toggle('Let it have the name of another account'),
}

/** Throws a Mistake when another account has the name; `self` is the account that is renamed. */
export async function refuseSameName(names: Names, name: string, self?: string): Promise<void> {
  const namesake = async (age?: 'fresh') =>
    (await names.accounts(age)).find((one) => one.id !== self && nameKey(one.name) === nameKey(name))
  // What is kept of the names may be older than a new name of that account.
  const found = (await namesake()) && (await namesake('fresh'))
  if (!found) return
  throw new Mistake('conflict', `There is an account called "${found.name}" already`, {
    field: 'name',
    hint: 'Add --allow-duplicate-name to have two of the same name',
  })
}
