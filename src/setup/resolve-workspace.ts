/**
 * Resolves the local workspace of an invocation; the first use creates one.
 * @see docs/cli.md#local-commands
 */

import type { CommandContext } from '../command/context.ts'
import type { ConnectOptions } from '../command/runtime.ts'
import { closestMatch } from '../command/suggest.ts'
import { ApiError, UserError } from '../contract/errors.ts'
import { toNameKey } from '../contract/normalize-name.ts'
import type { Workspace, Workspaces } from '../contract/ports/local-service.ts'
import { getCountryCurrency, isCurrencyCode } from '../money/currency.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the currency of a first workspace: BUDGET_CURRENCY, the currency of the locale's country, or USD.
 * @throws UserError for an invalid BUDGET_CURRENCY.
 */
export function inferCurrency(env: Environment): string {
  const configured = env['BUDGET_CURRENCY']
  if (configured) {
    if (isCurrencyCode(configured)) return configured
    throw new UserError('invalid', `BUDGET_CURRENCY must be a currency, not "${configured}"`, {
      hint: 'Use three capital letters, such as USD',
    })
  }
  const locale = env['LC_ALL'] || env['LC_MONETARY'] || env['LANG'] || ''
  const country = /^[a-z]{2,3}_([A-Z]{2})/.exec(locale)?.[1] ?? ''
  return getCountryCurrency(country) ?? 'USD'
}

/**
 * Returns the workspace with this id or name, or the oldest one that is not archived; without any it creates one.
 * @throws ApiError `forbidden` when it is archived.
 */
export function resolveWorkspace(
  workspaces: Workspaces,
  selected: string | undefined,
  { env, beforeFirstWorkspace }: { env: Environment } & Pick<ConnectOptions, 'beforeFirstWorkspace'>,
): Workspace {
  if (selected !== undefined) {
    const workspace = findWorkspace(workspaces, selected)
    if (workspace.archived) throw new ApiError('forbidden', 'workspace is archived')
    return workspace
  }
  const existing = workspaces.listWorkspaces()
  const first = existing.find(({ archived }) => !archived)
  if (first) return first
  if (existing.length === 0) {
    const draft = { name: 'Home', currency: inferCurrency(env) }
    beforeFirstWorkspace(draft)
    return workspaces.createWorkspace(draft)
  }
  throw new UserError('forbidden', 'Every workspace is archived', {
    hint: `To use one again: budget workspaces unarchive "${existing[0]?.name}"`,
  })
}

/**
 * Finds a workspace by id or name.
 * @throws UserError when there is none.
 */
export function findWorkspace(workspaces: Workspaces, text: string): Workspace {
  const existing = workspaces.listWorkspaces()
  const workspace =
    existing.find(({ id }) => id === text) ?? existing.find(({ name }) => toNameKey(name) === toNameKey(text))
  if (workspace) return workspace
  const names = existing.map(({ name }) => name)
  const match = closestMatch(text, names)
  const hint = names.length === 0 ? 'There are no workspaces yet' : `The workspaces are ${names.join(', ')}`
  throw new UserError(
    'not_found',
    `No workspace named "${text}"${match === undefined ? '' : `; did you mean "${match}"?`}`,
    { hint },
  )
}

/**
 * Returns the workspace that other commands would use. It creates none.
 * @throws UserError when there is none
 */
export async function findSelectedWorkspace(
  workspaces: Workspaces,
  { computer }: Pick<CommandContext, 'computer'>,
): Promise<Workspace> {
  const { profile } = (await computer.settings()).selectProfile()
  const chosen = 'workspace' in profile ? profile.workspace : undefined
  if (chosen !== undefined) return findWorkspace(workspaces, chosen)
  const all = workspaces.listWorkspaces()
  const selected = all.find(({ archived }) => !archived) ?? all[0]
  if (selected) return selected
  throw new UserError('not_found', 'There are no workspaces yet', {
    hint: 'Create one first: budget workspaces create NAME',
  })
}
