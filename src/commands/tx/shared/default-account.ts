import type { World } from '../../../command/define.ts'
import type { KnownAccount } from '../../../command/name-cache.ts'
import { account } from '../../../command/options.ts'
import { findAccount, type Names, openAccount } from '../../../command/resolve-name.ts'
import { Mistake } from '../../../contract/errors.ts'

/** The account that is meant when none is named: the default one, or the only one of the budget that is open. */
export async function usualAccount(world: World): Promise<KnownAccount> {
  const { default_account } = (await world.settings()).meant().profile
  return default_account === undefined
    ? onlyAccount(world)
    : openAccount(world.names, await defaultAccount(world.names, default_account))
}

async function defaultAccount(names: Names, name: string): Promise<KnownAccount> {
  try {
    return await findAccount(names, name)
  } catch (error) {
    if (!(error instanceof Mistake)) throw error
    const hint = 'The setting default_account says so; budget config set default_account NAME says another'
    throw new Mistake(error.kind, error.message, { hint })
  }
}

async function onlyAccount({ names, canAsk, askFor }: World): Promise<KnownAccount> {
  const open = (await names.accounts()).filter(({ on_budget, closed }) => on_budget && !closed)
  const [only] = open
  if (only && open.length === 1) return only
  if (only && canAsk()) return askFor(account('The account it is booked in'))
  throw only
    ? new Mistake('usage', `Say with --account which of the ${open.length} accounts it is`, {
        hint: `The accounts are ${open.map(({ name }) => `"${name}"`).join(', ')}; budget config set default_account NAME settles it`,
      })
    : new Mistake('usage', 'There is no open account to book it in', {
        hint: 'budget accounts add Checking --type banking_checking makes one',
      })
}
