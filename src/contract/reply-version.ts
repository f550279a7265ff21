/**
 * Attaches to a reply the version of the transactions it describes.
 * The API's replies have no field for it.
 * @see docs/reliability.md#r4
 */

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
