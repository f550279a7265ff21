/**
 * Defines short references to transactions: the ends of their ids.
 * @see docs/cli.md#names-for-ids
 */

/** The fewest characters of a reference. */
export const MIN_REFERENCE_LENGTH = 2

/** Shortens the ids of transactions, and finds them by their references. */
export interface TransactionReferences {
  /**
   * Returns the reference of each id: ends of one length, so short that they still tell all known transactions apart.
   * Empty when the ids of the service are too short to be shortened.
   */
  shorten(ids: readonly string[]): ReadonlyMap<string, string>
  /**
   * Returns the ids that end with a text; undefined when the text can be no reference, but only a whole id.
   * On a remote profile, a reference that is not known yet costs one request.
   */
  find(text: string): Promise<readonly string[] | undefined>
}
