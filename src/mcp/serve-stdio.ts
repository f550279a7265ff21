/** Serves an assistant over stdin and stdout, until its client closes them. */

import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { ProgramStreams } from '../command/context.ts'
import { type AssistantServerOptions, createAssistantServer } from './server.ts'

/** Resolves when the client has closed its end, or the signal aborts. */
export async function serveAssistant(
  options: AssistantServerOptions,
  { input, output, signal, warn }: ProgramStreams & { signal: AbortSignal; warn(text: string): void },
): Promise<void> {
  const transport = new StdioServerTransport(input, output)
  const handle = serveStdio(() => createAssistantServer(options), {
    transport,
    onerror: ({ message }) => warn(message),
  })
  await new Promise<void>((resolve) => {
    input.once('close', resolve)
    input.once('end', resolve)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await handle.close()
}
