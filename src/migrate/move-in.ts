/** Creates the workspace of a move, and proves it. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CommandContext } from '../command/context.ts'
import { InvalidContentError, UserError } from '../contract/errors.ts'
import { toNameKey } from '../contract/normalize-name.ts'
import type { Workspace, Workspaces } from '../contract/ports/local-service.ts'
import type { MigrateResult } from './migrate-view.ts'
import { buildResult } from './move-result.ts'
import type { PreparedMove } from './prepare-move.ts'
import { proveWorkspace } from './prove-workspace.ts'

/** Creates the workspace, whole or not at all, and compares every figure that the source states. */
export async function moveIntoNewWorkspace(
  context: CommandContext,
  move: PreparedMove,
  name: string,
): Promise<MigrateResult> {
  const workspaces = await context.computer.openLocalWorkspaces()
  // Reading does not yield, so Ctrl-C is noticed only here.
  await nextTurn()
  context.invocation.signal.throwIfAborted()
  const { id } = createWorkspace(workspaces, move, name)
  const proof = await proveWorkspace(workspaces, id, move.plan)
  return buildResult(move, { name, id, proof, next: suggestNext(workspaces, id, name) })
}

/** Returns the name of a new workspace: the one that was given, or that of the budget. */
export const chooseName = (given: string | undefined, inSource: string | undefined): string =>
  given ?? inSource ?? 'Home'

function createWorkspace(workspaces: Workspaces, { plan }: PreparedMove, name: string): Workspace {
  try {
    return workspaces.createFilledWorkspace({ name, content: plan.content })
  } catch (error) {
    if (error instanceof InvalidContentError && plan.explainRefusal) throw plan.explainRefusal(error)
    throw error
  }
}

/**
 * Asserts that no workspace has the name.
 * @throws UserError otherwise
 */
export async function assertNameFree(context: CommandContext, name: string): Promise<void> {
  // Opening the workspaces would create their directory, which a dry run must not.
  if (context.invocation.isDryRun && !(await context.computer.settings()).isDirectoryUsed('data')) return
  const workspaces = await context.computer.openLocalWorkspaces()
  const isTaken = workspaces
    .listWorkspaces()
    .some((workspace) => toNameKey(workspace.name) === toNameKey(name))
  if (!isTaken) return
  throw new UserError('conflict', `A workspace named ${name} already exists`, {
    field: 'name',
    hint: 'Choose another name with --name, such as --name "Moved in"',
  })
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
