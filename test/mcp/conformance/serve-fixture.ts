/** Serves the fixture over HTTP: as the product does, or with the streams and sessions that the product leaves out. */

import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isLegacyRequest,
  localhostAllowedHostnames,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { answerOnce } from '../../../src/mcp/serve-http.ts'
import { createFixtureServer } from './fixture-server.ts'

type Answer = (request: Request) => Promise<Response>

const guard =
  (answer: Answer): Answer =>
  async (request) =>
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ?? answer(request)

/** Answers by the product's own function. */
export const answerAsProduct = guard((request) => answerOnce(request, createFixtureServer))

/** Returns what answers with streams and, until 2025-11-25, with sessions. */
export function createStreamedAnswers(): Answer {
  const handler = createMcpHandler(createFixtureServer, { legacy: 'reject' })
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>()
  return guard(async (request) => {
    if (!(await isLegacyRequest(request))) return handler.fetch(request)
    const session = sessions.get(request.headers.get('mcp-session-id') ?? '')
    if (session) return session.handleRequest(request)
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
    })
    await createFixtureServer().connect(transport)
    return transport.handleRequest(request)
  })
}
