/** Checks that nothing changed what a user was shown, right before a command changes it. */

import type { BudgetApi } from '../contract/api.ts'
import { UserError } from '../contract/errors.ts'
import type { CheckBeforeRun } from './context.ts'

/** Returns the refusal of a change whose user was shown something else. */
export const createShownConflict = (): UserError =>
  new UserError('conflict', 'This changed since it was shown; look again')

/** Returns the check that what `read` returns is still what was shown. */
export const createShownCheck =
  <Shown>(shown: Shown, read: (api: BudgetApi) => Promise<Shown>): CheckBeforeRun =>
  async (api) => {
    if (JSON.stringify(await read(api)) !== JSON.stringify(shown)) throw createShownConflict()
  }
