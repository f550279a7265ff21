/** Keeps beside a reply up to which transaction it speaks: the API's own shape has no place for it. */ // reliability.md R4

const moments = new WeakMap<object, string>()

/** The header in which a service says it, and the one that makes new transactions conditional on it. */
export const AS_OF = 'transactions-as-of'
export const IF_NONE_ADDED_SINCE = 'if-none-added-since'

/** Notes the moment a reply speaks of, in the service's own words. */
export function noteAsOf(reply: object, moment: string | undefined): void {
  if (moment !== undefined) moments.set(reply, moment)
}

/** The moment a reply speaks of: a later writer can ask whether anything was added since. */
export const asOf = (reply: object): string | undefined => moments.get(reply)
