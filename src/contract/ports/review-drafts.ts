/** Declares where the decisions of a review are kept until they are sent. */

/** A decision as it is stored: JSON, and the digest of the transaction that the user saw. */
export interface ReviewDraft {
  /** What was decided about: a transaction's id, or the name of another thing. */
  id: string
  seen: string
  decision: string
}

/** The decisions of one workspace that are not sent yet. Only one process at a time can have them open. */
export interface ReviewDrafts {
  /** Lists them in the order in which they were made. */
  list(): ReviewDraft[]
  /** Stores all of these decisions or none; a decision that exists is replaced. They survive a kill. */
  save(drafts: readonly ReviewDraft[]): void
  remove(ids: readonly string[]): void
  close(): void
}
