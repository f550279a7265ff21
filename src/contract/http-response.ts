/** Defines an HTTP response before it is parsed, its JSON body, and the version of the transactions in its headers. */

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

const versionByReply = new WeakMap<object, string>()

/** The response header that carries the version of the transactions. */
export const TRANSACTIONS_AS_OF_HEADER = 'transactions-as-of'

/** The request header that makes new transactions conditional on a version. */
export const IF_NONE_ADDED_SINCE_HEADER = 'if-none-added-since'

/** Attaches a version to a reply; the service chooses its format. */
export function setTransactionsVersion(reply: object, version: string | undefined): void {
  if (version !== undefined) versionByReply.set(reply, version)
}

/** Returns the version of a reply, which a later write sends, so that it is refused if transactions were added since. */
export const getTransactionsVersion = (reply: object): string | undefined => versionByReply.get(reply)
