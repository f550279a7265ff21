/** Defines an HTTP response before it is parsed, and the JSON body that contains a reply. */

export interface HttpResponse {
  status: number
  headers: Record<string, string | undefined>
  bytes: Uint8Array
}
/**
 * Returns the response body of a reply: the reply under `data`, and a page's cursor at the top level too.
 * @see docs/spec.md#s1
 */
export function toResponseBody(data: unknown): Record<string, unknown> {
  const isPage = typeof data === 'object' && data !== null && 'next_cursor' in data
  return isPage ? { data, next_cursor: data.next_cursor } : { data }
}
