/** Resolves the account of a transaction when the user names none. */

import type { WorkspaceContext } from '../../../command/context.ts'
import type { AccountSummary } from '../../../command/name-cache.ts'
import { accountOption } from '../../../command/options.ts'
import { findAccount, type NameIndex, requireOpenAccount } from '../../../command/resolve-name.ts'
import { UserError } from '../../../contract/errors.ts'

/** Returns the account of the setting `default_account`, or the only open account on budget. */
export async function resolveDefaultAccount(context: WorkspaceContext): Promise<AccountSummary> {
  const { default_account } = (await context.settings()).selectProfile().profile
  return default_account === undefined
    ? findOnlyAccount(context)
    : requireOpenAccount(context.names, await findConfiguredAccount(context.names, default_account))
}

async function findConfiguredAccount(names: NameIndex, name: string): Promise<AccountSummary> {
  try {
    return await findAccount(names, name)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const hint = 'The setting default_account says so; budget config set default_account NAME says another'
    throw new UserError(error.kind, error.message, { hint })
  }
}

async function findOnlyAccount({
  names,
  isInteractive,
  promptFor,
}: WorkspaceContext): Promise<AccountSummary> {
  const open = (await names.accounts()).filter(({ on_budget, closed }) => on_budget && !closed)
  const [single] = open
  if (single && open.length === 1) return single
  if (single && isInteractive()) return promptFor(accountOption('The account it is booked in'))
  throw single
    ? new UserError('usage', `Say with --account which of the ${open.length} accounts it is`, {
        hint: `The accounts are ${open.map(({ name }) => `"${name}"`).join(', ')}; budget config set default_account NAME settles it`,
      })
    : new UserError('usage', 'There is no open account to book it in', {
        hint: 'budget accounts add Checking --type banking_checking makes one',
      })
}
