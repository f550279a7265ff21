/** Ranks the categories that a merchant had lately, and says how often. */

/** The id of a category; `rta` is Ready to Assign. */
export type SuggestedCategory = string

/** A category that a transaction may have. */
export interface CategorySuggestion {
  category: SuggestedCategory
  /** Why, in words: `9 of the last 9`, `rule 2`, `like Blue Heron Coffee`, `as booked`. */
  reason: string
  /** True if the user need not look: a rule, or a merchant that always had this category. */
  is_sure: boolean
}

/** The category that an earlier transaction of a merchant has. */
export interface CategoryDecision {
  id: string | undefined
  category: SuggestedCategory
  amount: string
  is_reviewed: boolean
}

const WEIGHTS = { sameAmount: 6, recent: 2, reviewed: 2 } as const
const RECENT_FEW = 4

/** What the newest rows of a merchant say for a category. */
interface HistoryTally {
  score: number
  hits: number
  reviewed: number
  /** Reviewed rows with the amount of the row. */
  equal: number
}

/** Returns the categories of the newest rows of a merchant, the likeliest for a row with this amount first. */
export function rankHistory(last: readonly CategoryDecision[], rowAmount: string): CategorySuggestion[] {
  const tallies = new Map<SuggestedCategory, HistoryTally>()
  let equal = 0
  for (const [at, { category, amount, is_reviewed }] of last.entries()) {
    const isEqual = amount === rowAmount
    const tally = tallies.get(category) ?? { score: 0, hits: 0, reviewed: 0, equal: 0 }
    tallies.set(category, tally)
    tally.score +=
      (isEqual ? WEIGHTS.sameAmount : 1) *
      (at < RECENT_FEW ? WEIGHTS.recent : 1) *
      (is_reviewed ? WEIGHTS.reviewed : 1)
    tally.hits += 1
    if (is_reviewed) tally.reviewed += 1
    if (is_reviewed && isEqual) tally.equal += 1
    if (isEqual) equal += 1
  }
  return [...tallies]
    .toSorted(([, one], [, other]) => other.score - one.score)
    .map(([category, tally]) => ({ category, ...describeHistory(tally, { all: last.length, equal }) }))
}

const MIN_SURE = 2
const MIN_SURE_WITH_EXCEPTIONS = 6

function describeHistory(
  { hits, reviewed, equal: equalHits }: HistoryTally,
  { all, equal }: { all: number; equal: number },
): Omit<CategorySuggestion, 'category'> {
  const isAlways = hits === all && reviewed >= MIN_SURE
  const isNearlyAlways = hits >= all - 1 && reviewed >= MIN_SURE_WITH_EXCEPTIONS
  // The amount decides between several categories of a merchant, as for subscriptions.
  if (!isAlways && equalHits >= MIN_SURE && equalHits === equal)
    return { reason: `${equal} of ${equal} of this amount`, is_sure: true }
  const reason = all === 1 ? 'as last time' : `${hits} of the last ${all}`
  return { reason, is_sure: isAlways || isNearlyAlways }
}
