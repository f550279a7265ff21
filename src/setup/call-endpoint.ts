/** Calls an endpoint of the API, page by page if wanted. */

import type { WorkspaceContext } from '../command/context.ts'
import { operations, type UnvalidatedApi } from '../contract/api.ts'
import { UserError } from '../contract/errors.ts'
import { type HttpResponse, toResponseBody } from '../contract/http-response.ts'
import { createCursorGuard } from '../contract/paginate.ts'
import { parseResponseBody, type ResponseBody } from '../output/raw-response.ts'
import { sanitizeText } from '../output/sanitize.ts'
import { type ApiCall, parseApiCall } from './api-request.ts'

/** The methods of the API. */
export const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const

/** The call, and what is printed of it. */
interface CallInput {
  method: (typeof methods)[number]
  path: string
  field: readonly string[]
  input: string | undefined
  paginate: boolean
  include: boolean
}

/** Returns the body of the response, or those of all pages. */
export async function callEndpoint(
  context: WorkspaceContext,
  { method, path, field, input, paginate, include }: CallInput,
): Promise<ResponseBody | ResponseBody[]> {
  const body =
    input === undefined ? undefined : parseJsonBody(await context.computer.files.read(input), input)
  const call = parseApiCall({
    method,
    path,
    fields: field,
    body,
    workspace_id: context.workspace.workspace_id,
  })
  const bodies: ResponseBody[] = []
  for await (const { status, headers, bytes } of fetchPages(context, call, paginate)) {
    if (include && bodies.length === 0) context.invocation.print(formatResponseHead(status, headers))
    bodies.push(parseResponseBody(bytes))
  }
  const [first] = bodies
  return paginate || !first ? bodies : first
}

function parseJsonBody(bytes: Uint8Array, from: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    const why = cause instanceof Error ? `: ${cause.message}` : ''
    throw new UserError('invalid', `"${from}" is not JSON${why}`)
  }
}

// Other headers may repeat the key. docs/reliability.md#redaction
const printableHeaders = ['content-type', 'date', 'retry-after', 'idempotency-key-lifetime']

function formatResponseHead(status: number, headers: HttpResponse['headers']): string {
  const lines = printableHeaders.flatMap((name) =>
    headers[name] === undefined ? [] : [`${name}: ${headers[name]}`],
  )
  return sanitizeText(`${[`HTTP ${status}`, ...lines].join('\n')}\n\n`)
}

/** Yields the response and, with --paginate, the pages after it. */
async function* fetchPages(
  context: WorkspaceContext,
  { name, request }: ApiCall,
  paginate: boolean,
): AsyncGenerator<HttpResponse> {
  const follow = createCursorGuard(request.query?.['cursor'])
  for (let query = request.query; ; ) {
    const pageRequest = { ...request, ...(query && { query }) }
    const outcome = await callForResponse(context, { name, request: pageRequest }, paginate)
    yield context.workspace.findHttpResponse(outcome) ?? simulateHttpResponse(name, outcome)
    const cursor = outcome['next_cursor'] ?? null
    if (!paginate || cursor === null) return
    follow(
      cursor,
      Object.values(outcome).some((part) => Array.isArray(part) && part.length > 0) ? 'new' : 'empty',
    )
    query = { ...query, cursor }
  }
}

/** Returns the reply or the error about an invalid response. With --paginate such an error is thrown. */
async function callForResponse(
  { workspace: { api, findHttpResponse } }: WorkspaceContext,
  { name, request }: ApiCall,
  paginate: boolean,
): Promise<Record<string, unknown>> {
  // The user writes the request; engine and service validate every request themselves.
  const unchecked = api as unknown as UnvalidatedApi
  try {
    return Object(await unchecked[name](request))
  } catch (error) {
    if (paginate || !findHttpResponse(Object(error))) throw error
    return Object(error)
  }
}

/**
 * Builds the response that the service would send over HTTP.
 * @see docs/spec.md#s1,
 * @see docs/spec.md#s2
 */
const simulateHttpResponse = (name: ApiCall['name'], reply: object): HttpResponse => ({
  status: operations[name].status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  bytes: new TextEncoder().encode(JSON.stringify(toResponseBody(reply))),
})
