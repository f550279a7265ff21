/**
 * Keeps beside a reply up to which transaction it speaks: the API's own shape has no place for it.
 * @see docs/reliability.md#r4
 */

const asOfByReply = new WeakMap<object, string>()

/** The header in which a service says it, and the one that makes new transactions conditional on it. */
export const TRANSACTIONS_AS_OF_HEADER = 'transactions-as-of'
export const IF_NONE_ADDED_SINCE_HEADER = 'if-none-added-since'

/** Notes the moment a reply speaks of, in the service's own words. */
export function setTransactionsAsOf(reply: object, moment: string | undefined): void {
  if (moment !== undefined) asOfByReply.set(reply, moment)
}

/** The moment a reply speaks of: a later writer can ask whether anything was added since. */
export const getTransactionsAsOf = (reply: object): string | undefined => asOfByReply.get(reply)
