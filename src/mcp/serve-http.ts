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

/** A list of messages would be many requests that count as one. */
const BATCH = /^\s*\[/

/** Returns the response that refuses a body; undefined for one that may be a message. */
export const refuseBatch = (body: string): Response | undefined =>
  BATCH.test(body)
    ? Response.json(
        { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Send one message with each request' } },
        { status: 400 },
      )
    : undefined
