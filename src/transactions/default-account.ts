/** Resolves the account of a transaction when the user names none. */

import type { WorkspaceContext } from '../command/context.ts'
import type { AccountSummary } from '../command/names/name-cache.ts'
import { findAccount, type NameIndex, requireOpenAccount } from '../command/names/resolve-name.ts'
import { accountOption } from '../command/options.ts'
import { UserError } from '../contract/errors.ts'

/** Returns the account of the setting `default_account`, or the only open account on budget. */
export async function resolveDefaultAccount(context: WorkspaceContext): Promise<AccountSummary> {
  const { default_account } = (await context.computer.settings()).selectProfile().profile
  return default_account === undefined
    ? findOnlyAccount(context)
    : requireOpenAccount(
        context.workspace.names,
        await findConfiguredAccount(context.workspace.names, default_account),
      )
}

async function findConfiguredAccount(names: NameIndex, name: string): Promise<AccountSummary> {
  try {
    return await findAccount(names, name)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const hint = 'It is set as default_account; to change it: budget config set default_account NAME'
    throw new UserError(error.kind, error.message, { hint })
  }
}

async function findOnlyAccount({
  workspace: { names },
  user: { isInteractive, promptFor },
}: WorkspaceContext): Promise<AccountSummary> {
  const open = (await names.accounts()).filter(({ on_budget, closed }) => on_budget && !closed)
  const [single] = open
  if (single && open.length === 1) return single
  if (single && isInteractive()) return promptFor(accountOption('The account'))
  throw single
    ? new UserError('usage', `Use --account to choose one of ${open.length} accounts`, {
        hint: `The accounts are ${open.map(({ name }) => `"${name}"`).join(', ')}; to set a default: budget config set default_account NAME`,
      })
    : new UserError('usage', 'There is no open account', {
        hint: 'To add one: budget accounts add Checking --type banking_checking',
      })
}
