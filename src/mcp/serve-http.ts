/** Answers one request of an assistant over HTTP, without a session: every request reads what is there by then. */

import { createMcpHandler, type Server } from '@modelcontextprotocol/server'
import { type AssistantServerOptions, createAssistantServer } from './server.ts'

/** Returns the whole response to a request. */
export const answerAssistant = (request: Request, options: AssistantServerOptions): Promise<Response> =>
  answerOnce(request, () => createAssistantServer(options))

/** Returns the whole response of a server. Streams of changes are refused: a client asks again. */
export async function answerOnce(request: Request, createServer: () => Server): Promise<Response> {
  const handler = createMcpHandler(createServer, { maxSubscriptions: 0 })
  try {
    const response = await handler.fetch(request)
    const body = await response.arrayBuffer()
    return new Response(body.byteLength > 0 ? body : null, response)
  } finally {
    await handler.close()
  }
}
