/** What a person asks of an import; kept in the journal, so that the same can be done again. */

import type { Choices } from '../../import/choices.ts'
import type { Decisions } from '../../import/decisions.ts'

export interface ImportOrder {
  choices: Choices
  on_error: 'abort' | 'skip'
  reimport_deleted: boolean
  catchup: boolean
  decisions: Decisions
  /** Other imports that rows of this one come on top of: equal rows of theirs and its own are two transactions. */ // import.md §5, --concat
  added_to?: readonly string[]
  /** The layout a person named. */
  layout?: string
}

/** An order that leaves everything as usual. */
export const usualOrder: ImportOrder = {
  choices: {},
  on_error: 'abort',
  reimport_deleted: false,
  catchup: false,
  decisions: {},
}

/** The order as the journal keeps it. */
export const written = (order: ImportOrder): string => JSON.stringify(order)

/** An order the journal kept. */
export const readOrder = (text: string): ImportOrder => JSON.parse(text) as ImportOrder // only `written` makes them
