/** Tells what is to be posted, in commands that only read. */

import type { WorkspaceContext } from '../command/context.ts'

/** Tells on a terminal how many dates are to be posted. A workspace without schedules that post loads nothing for it. */
export async function reportDatesToPost(
  context: Pick<WorkspaceContext, 'workspace' | 'invocation' | 'user'>,
): Promise<void> {
  if (!context.user.showsInfo() || !context.workspace.hasSchedules('auto')) return
  await (await import('./post-due.ts')).tellDatesToPost(context)
}
