/** Runs `budget mcp`: a session on the workspace, served over stdin and stdout. */

import { randomBytes } from 'node:crypto'
import type { WorkspaceContext } from '../command/context.ts'
import { openSession } from './session.ts'
import type { Level } from './tool.ts'

/** Serves until the client ends the connection. With --read-only the assistant can only read. */
export async function serveOverStdio(
  context: WorkspaceContext,
  { allow, folder }: { allow: Level; folder: string | undefined },
): Promise<object> {
  const { serveAssistant } = await import('./serve-stdio.ts')
  const { invocation, user, computer } = context
  if (user.isInteractive())
    user.info('An assistant starts this command; budget mcp install sets one up. Ctrl-C ends it')
  const resolveFile =
    folder === undefined ? undefined : (name: string) => computer.files.resolveWithin(folder, name)
  await serveAssistant(
    {
      level: invocation.isReadOnly ? 'read' : allow,
      version: invocation.versions.budget,
      session: await openSession(context, resolveFile),
      formKey: randomBytes(32),
    },
    { signal: invocation.signal, warn: user.warn, ...computer.openStreams() },
  )
  return {}
}
