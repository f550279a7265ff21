/** Answers one request of an assistant over HTTP, without a session: every request reads what is there by then. */

import { createMcpHandler } from '@modelcontextprotocol/server'
import { type AssistantServerOptions, createAssistantServer } from './server.ts'

/** Returns the whole response to a request. Streams of changes are refused: a client asks again. */
export async function answerAssistant(request: Request, options: AssistantServerOptions): Promise<Response> {
  const handler = createMcpHandler(() => createAssistantServer(options), {
    responseMode: 'json',
    maxSubscriptions: 0,
  })
  try {
    const response = await handler.fetch(request)
    const body = await response.arrayBuffer()
    return new Response(body.byteLength > 0 ? body : null, response)
  } finally {
    await handler.close()
  }
}
