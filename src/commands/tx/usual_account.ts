import { Mistake } from '../../contract/errors.ts'
import type { KnownAccount } from '../catalogue.ts'
import type { Names } from '../names.ts'

/** The account that is meant when none is named: the only one of the budget that is open. */
export async function usualAccount(names: Names): Promise<KnownAccount> {
  const open = (await names.accounts()).filter((account) => account.on_budget && !account.closed)
  const [only] = open
  if (only && open.length === 1) return only
  throw only
    ? new Mistake('usage', `Say with --account which of the ${open.length} accounts it is`, {
        hint: `The accounts are ${open.map(({ name }) => `"${name}"`).join(', ')}`,
      })
    : new Mistake('usage', 'There is no open account to book it in', {
        hint: 'budget accounts add Checking --type banking_checking makes one',
      })
}
