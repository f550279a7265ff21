/** Opens what a command works with on a workspace that a server serves. */

import type { WorkspaceContext } from '../command/context.ts'
import type { Connection, Runtime } from '../command/runtime.ts'
import { createInvocation } from './invocation.ts'
import { createCommandRunner } from './run-commands.ts'
import { parseCommandLine, silence } from './typed-line.ts'
import { createWorkspaceContext } from './workspace-context.ts'

/** Returns the context of `budget mcp` on a connection, without a terminal. */
export async function openServedContext(runtime: Runtime, connection: Connection): Promise<WorkspaceContext> {
  const { runtime: silent } = silence(runtime)
  const { command, parsed } = await parseCommandLine(['mcp'])
  const invocation = await createInvocation(command, parsed, silent)
  const runner = createCommandRunner({ isDryRun: false, runtime }, connection)
  return createWorkspaceContext(invocation, connection, async () => runner)
}
