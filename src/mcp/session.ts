/** Opens what tools work with, on the workspace of a command. */

import type { WorkspaceContext } from '../command/context.ts'
import { createNameIndex } from '../command/names/resolve-name.ts'
import type { AssistantSession } from './tool.ts'

/** Returns the session of an assistant on a workspace. */
export async function openSession(
  context: WorkspaceContext,
  resolveFile: AssistantSession['resolveFile'],
): Promise<AssistantSession> {
  const { invocation, workspace } = context
  return {
    runner: await workspace.openCommandRunner(),
    readToday: invocation.readToday,
    openContext: () => ({ ...context, invocation: { ...invocation, today: invocation.readToday() } }),
    openNames: () => createNameIndex(workspace.api),
    references: workspace.references,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    costsRequests: workspace.costsRequests,
    resolveFile,
  }
}
