/** Creates the workspace of a move, and proves it. */

import type { CommandContext } from '../../../command/context.ts'
import { UserError } from '../../../contract/errors.ts'
import type { Workspaces } from '../../../contract/ports/local-service.ts'
import { isCurrencyCode } from '../../../money/currency.ts'
import type { MigrateResult } from '../../../render/migrate.ts'
import type { PreparedMove } from './prepare-move.ts'
import { proveWorkspace } from './prove-workspace.ts'
import { buildResult } from './result.ts'

/** @throws UserError for a text that is no code of a currency */
export function assertCurrency(currency: string): void {
  if (isCurrencyCode(currency)) return
  const hint = 'Use three capital letters, such as USD'
  throw new UserError('invalid', `"${currency}" is not a currency`, { field: 'currency', hint })
}

/** Creates the workspace, whole or not at all, and compares every figure that the source states. */
export async function moveIntoNewWorkspace(
  context: CommandContext,
  move: PreparedMove,
  name: string,
): Promise<MigrateResult> {
  const workspaces = await context.openLocalWorkspaces()
  const { id } = workspaces.createFilledWorkspace({ name, content: move.plan.content })
  const proof = await proveWorkspace(workspaces, id, move.plan)
  return buildResult(move, { name, id, proof, next: suggestNext(workspaces, id, name) })
}

/** A workspace that is not the first one is reached by a profile. */
function suggestNext(workspaces: Workspaces, id: string, name: string): string {
  const first = workspaces.listWorkspaces().find(({ archived }) => !archived)
  return first?.id === id ? 'status' : `profile add ${toProfileName(name)} --workspace "${name}"`
}

const toProfileName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'moved'
