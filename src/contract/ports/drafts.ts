/** Declares drafts: changes that are kept with everything they would do, until the user applies them. */

import { UserError } from '../errors.ts'
import type { Change } from './history.ts'

/** What became of a draft. It expires after 30 days. */
export type DraftState = 'open' | 'applied' | 'dropped' | 'replaced' | 'expired'

/** What words of a draft's lines meant when it was made, by line and words: ids, paths, digests of files. */
export type DraftMeanings = Readonly<Record<string, string | readonly string[]>>

/**
 * Returns what a word means: as it was found out when the draft was made, else by `find`. Each use has its own `what`,
 * e.g. `category Groceries`.
 */
export type KeepMeaning = <Value extends string | readonly string[]>(
  what: string,
  find: () => Promise<Value>,
) => Promise<Value>

/** Ready to Assign by month, before and after. */
export type ReadyToAssignByMonth = Readonly<Record<string, readonly [before: string, after: string]>>

/** What a draft holds. It never changes. */
export interface DraftContent {
  /** The command lines in their order, each as arguments, without the word `budget`. */
  lines: readonly (readonly string[])[]
  /** Why, in the words of the actor; null without a reason. */
  why: string | null
  /** Who made it, e.g. `assistant Claude`; null for the user at the terminal. */
  actor: string | null
  /** The date on which it was made, YYYY-MM-DD: the lines mean days as they did then. */
  today: string
  meanings: DraftMeanings
  /** Everything that would change, as a dry run lists it. */
  plan: readonly Change[]
  ready_to_assign: ReadyToAssignByMonth
  /** The names of what the plan mentions, by id. */
  names: Readonly<Record<string, string>>
  /** How many requests that write it takes; 0 for a local workspace. */
  requests: number
  warnings: readonly string[]
}

/** A draft of a workspace. */
export interface Draft extends DraftContent {
  number: number
  /** The id by which the history knows that it was applied. */
  id: string
  state: DraftState
  /** Milliseconds since 1970. */
  created_at: number
  /** The entry of the history that it became; null before. */
  history: number | null
  /** How many of its requests were not made when it was applied on a remote profile, or had no answer. */
  missing: number
  /** The number of the draft that replaced it; null when there is none. */
  replaced_by: number | null
}

/** Asserts that a draft can be applied, replaced or dropped. @throws UserError `conflict` */
export function assertOpen({ number, state, history, replaced_by }: Draft): void {
  if (state === 'open') return
  const became = {
    applied: `was applied: it is entry ${history} of the history`,
    dropped: 'was dropped',
    replaced: `was replaced by draft ${replaced_by}`,
    expired: 'is older than 30 days',
  }
  throw new UserError('conflict', `Draft ${number} ${became[state]}`, {
    hint: state === 'replaced' ? `budget drafts show ${replaced_by}` : 'budget drafts lists the open ones',
  })
}

/** More changes than these are too many for the form of an assistant's program. */
const MAX_FORM_ROWS = 12

/** True if only the user at a terminal may apply a draft: it has a warning, or more lines than a form shows. */
export const needsTerminal = ({ warnings, plan }: DraftContent): boolean =>
  warnings.length > 0 || plan.length > MAX_FORM_ROWS

/** How a draft is added. */
export interface DraftAddition {
  /** Milliseconds since 1970. */
  now: number
  /** The number of an open draft that it replaces in the same moment. */
  replaces?: number | undefined
}

/** The drafts of one workspace. They survive a kill. Every method throws StorageError when they cannot be kept. */
export interface DraftStore {
  /** Lists drafts, the newest first. */
  list(now: number): Draft[]
  find(number: number, now: number): Draft | undefined
  /**
   * Adds a draft; equal changes give the open draft that there is.
   * @throws UserError `conflict` when the draft that it replaces is not open any more
   */
  add(content: DraftContent, addition: DraftAddition): Draft
  markApplied(number: number, applied: { history: number; missing: number }): void
  /** Drops an open draft. @throws UserError `conflict` when it is not open any more */
  drop(number: number, now: number): void
  /** Keeps other processes from applying, replacing and dropping drafts until released; undefined while one does. */
  tryLock(): (() => void) | undefined
  close(): void
}
