/** What came back over HTTP, before anybody made anything of it. */

export interface HttpResponse {
  status: number
  headers: Record<string, string | undefined>
  bytes: Uint8Array
}
/**
 * What an operation returned, as it stands in the body of an answer: under `data`, a page's cursor at the top as well.
 * @see docs/spec.md#s1
 */
export function toResponseBody(data: unknown): Record<string, unknown> {
  const isPage = typeof data === 'object' && data !== null && 'next_cursor' in data
  return isPage ? { data, next_cursor: data.next_cursor } : { data }
}
